import { useEffect, useState } from 'react';
import { loginSsoConfig } from '@sinter/sdk/contract/host';
import type { CallResult } from '@sinter/sdk/contract/call';
import type { SessionUser } from '@sinter/sdk/contract/session';
import { toast } from '@sinter/sdk/ui';
import type { Browser } from '#host/browser/browser.ts';
import { SignInForm } from '#host/browser/session/SignInForm.tsx';
import { useHostTexts } from '#host/browser/useHostTexts.ts';
import { Hero } from './Hero.tsx';
import css from './signIn.module.css';

type SsoConfig = CallResult<typeof loginSsoConfig>;

interface SignInPageProps {
  browser: Browser;
  onSignedIn: (user: SessionUser) => void;
  /** Fetches what comes after. */
  prefetch: () => Promise<unknown>;
}

/** `/custom-login` (specification 2.2). */
export function SignInPage({ browser, onSignedIn, prefetch }: SignInPageProps) {
  const t = useHostTexts();
  const { api, session, theme, log } = browser;
  // Until it is known whether there is another way in, nothing is drawn that might have to go again.
  const [sso, setSso] = useState<SsoConfig | undefined>(undefined);
  useEffect(() => {
    document.title = t('signIn.title');
    api.call(loginSsoConfig, {}).then(setSso, (error: unknown) => {
      log.warn('The usual sign-in is shown', { error: String(error) });
      setSso(null);
    });
  }, [api, log, t]);
  // Once somebody types, and not before: until then the form itself needs the line.
  const fetchAhead = () => {
    prefetch().catch((error: unknown) => log.warn('Not fetched ahead', { error: String(error) }));
  };

  const isManual = new URLSearchParams(window.location.search).get('Manual') === 'true';
  const showForm = sso !== undefined && (sso?.customLogin !== 'true' || isManual);
  return (
    <div className={css['split']}>
      <Hero title={theme.title} />
      <main className={css['side']} onInput={fetchAhead}>
        <div className={css['card']}>
          <h1>{t('signIn.heading')}</h1>
          {showForm && (
            <SignInForm
              session={session}
              onSignedIn={onSignedIn}
              onRefused={(text) => toast.error(text ?? t('signIn.refused'))}
            />
          )}
          {sso && (
            <div className={css['sso']}>
              {showForm && <p className={css['or']}>{t('signIn.or')}</p>}
              {sso.headline1 && <p>{sso.headline1}</p>}
              <a className={css['ssoButton']} href="/saml/login">
                {sso.buttonText}
              </a>
              {sso.headline2 && <p>{sso.headline2}</p>}
            </div>
          )}
        </div>
      </main>
    </div>
  );
}
