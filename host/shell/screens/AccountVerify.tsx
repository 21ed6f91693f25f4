import { useEffect, useState } from 'react';
import { observer } from 'mobx-react-lite';
import { useNavigate } from 'react-router-dom';
import { resendEmailVerification } from '@sinter/sdk/contract/host/account';
import type { SessionUser } from '@sinter/sdk/contract/host/session';
import { LightButton } from '@sinter/sdk/ui';
import type { Browser } from '#host/browser/browser.ts';
import { useHostTexts } from '#host/browser/useHostTexts.ts';
import { BarePage } from './BarePage.tsx';
import { ResendButton, VerifyNote } from './ResendButton.tsx';
import { VerifyStore } from './VerifyStore.ts';
import css from './screens.module.css';

/** For somebody who has signed in but not yet verified the e-mail address. */
export const AccountVerify = observer(function AccountVerify({
  browser,
  user,
}: {
  browser: Browser;
  user: SessionUser;
}) {
  const t = useHostTexts();
  const navigate = useNavigate();
  const [store] = useState(
    () =>
      new VerifyStore({
        send: () => browser.api.call(resendEmailVerification, {}),
        isVerified: async () => (await browser.session.read()).emailVerfied,
      }),
  );
  useEffect(() => store.stop, [store]);
  const { told, busy } = store;
  const check = async () => {
    if (await store.check()) window.location.replace('/');
  };
  return (
    <main className={css['whole']}>
      <BarePage title={t('verify.title')}>
        <p>{t('verify.text', { email: user.email })}</p>
        <VerifyNote told={told} />
        <div className={css['buttons']}>
          <LightButton kind="primary" loading={busy === 'check'} onClick={() => void check()}>
            {t('verify.check')}
          </LightButton>
          <ResendButton store={store} />
          <LightButton onClick={() => void navigate('/logout')}>{t('verify.logout')}</LightButton>
        </div>
      </BarePage>
    </main>
  );
});
