import { useEffect, useState } from 'react';
import { observer } from 'mobx-react-lite';
import { verifyEmail } from '@sinter/sdk/contract/host/account';
import { LightButton, Loading, messageOf } from '@sinter/sdk/ui';
import type { Browser } from '#host/browser/browser.ts';
import { useHostTexts } from '#host/browser/useHostTexts.ts';
import { SplitPage } from '../SplitPage.tsx';
import css from '../signIn.module.css';
import { Outcome } from './Outcome.tsx';
import { linkOver } from './ResetPassword.tsx';

type State = 'running' | 'done' | 'expired' | { error: unknown };

/** `/verify-email/:hash`: verifies the address, and says so. */
export const VerifyEmail = observer(function VerifyEmail({ browser, secret }: { browser: Browser; secret: string }) {
  const t = useHostTexts();
  const { api, session, log } = browser;
  const [state, setState] = useState<State>('running');
  const [verify] = useState(() => async () => {
    setState('running');
    try {
      await api.call(verifyEmail, { params: { hash: secret } });
      setState('done');
    } catch (error) {
      setState(linkOver(error) ? 'expired' : { error });
      return;
    }
    // Somebody signed in here may have more rights now; the browser's other pages are told by this.
    if (session.user) await session.authenticate().catch((error: unknown) => log.warn(String(error)));
  });
  useEffect(() => void verify(), [verify]);
  return (
    <SplitPage title={t('verified.title')}>
      {state === 'running' && <Loading text={t('verified.running')} />}
      {state === 'done' && (
        <Outcome kind="success" headline={t('public.success')}>
          <p>{t('verified.done')}</p>
          {/* A new page, with or without a session: the server knows where to go on. */}
          <a className={css['primaryLink']} href="/">
            {t(session.user ? 'verified.goOn' : 'public.signIn')}
          </a>
        </Outcome>
      )}
      {state === 'expired' && (
        <Outcome kind="danger" headline={t('public.expired')}>
          <p>{t('verified.expired')}</p>
          <a className={css['primaryLink']} href="/">
            {t(session.user ? 'verified.resend' : 'public.signIn')}
          </a>
        </Outcome>
      )}
      {typeof state === 'object' && (
        <Outcome kind="danger" headline={t('public.error')}>
          <p>{messageOf(state.error)}</p>
          <LightButton onClick={() => void verify()}>{t('retry', { ns: 'ui' })}</LightButton>
        </Outcome>
      )}
    </SplitPage>
  );
});
