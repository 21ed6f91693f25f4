import { useEffect, useState } from 'react';
import { observer } from 'mobx-react-lite';
import { LightButton, Loading, messageOf } from '@sinter/sdk/ui';
import { readSetup } from '@sinter/sdk/contract/host/setup';
import type { Browser } from '#host/browser/browser.ts';
import { useHostTexts } from '#host/browser/useHostTexts.ts';
import { SplitPage } from '../SplitPage.tsx';
import css from '../signIn.module.css';
import { Outcome } from './Outcome.tsx';
import { linkOver } from './ResetPassword.tsx';
import { SetupForm } from './SetupForm.tsx';

type State = 'reading' | 'expired' | { error: unknown } | { countryCodes: readonly string[] };

/** `/setup/:token`: the first facility and its administrator. `/setup`: where the link is to be found. */
export const Setup = observer(function Setup({ browser, secret }: { browser: Browser; secret: string }) {
  const t = useHostTexts();
  const [state, setState] = useState<State>('reading');
  const [read] = useState(() => () => {
    setState('reading');
    browser.api
      .call(readSetup, { params: { token: secret } })
      .then(setState, (error: unknown) => setState(linkOver(error) ? 'expired' : { error }));
  });
  useEffect(() => {
    if (secret !== '') read();
  }, [read, secret]);
  if (secret === '') {
    return (
      <SplitPage title={t('setup.title')} heading={t('setup.heading')}>
        <Outcome kind="info" headline={t('setup.due')}>
          <p>{t('setup.link')}</p>
        </Outcome>
      </SplitPage>
    );
  }
  return (
    <SplitPage title={t('setup.title')} heading={t('setup.heading')}>
      {state === 'reading' && <Loading />}
      {state === 'expired' && (
        <Outcome kind="danger" headline={t('public.expired')}>
          <p>{t('setup.expired')}</p>
          <a className={css['primaryLink']} href="/custom-login">
            {t('public.signIn')}
          </a>
        </Outcome>
      )}
      {typeof state === 'object' && 'error' in state && (
        <Outcome kind="danger" headline={t('public.error')}>
          <p>{messageOf(state.error)}</p>
          <LightButton onClick={read}>{t('retry', { ns: 'ui' })}</LightButton>
        </Outcome>
      )}
      {typeof state === 'object' && 'countryCodes' in state && (
        <SetupForm
          browser={browser}
          token={secret}
          countryCodes={state.countryCodes}
          onExpired={() => setState('expired')}
        />
      )}
    </SplitPage>
  );
});
