import { useEffect, useState } from 'react';
import { observer } from 'mobx-react-lite';
import type { CallResult } from '@sinter/sdk/contract/call';
import { loginSsoConfig } from '@sinter/sdk/contract/host/session';
import type { SessionUser } from '@sinter/sdk/contract/host/session';
import { LightButton, toast } from '@sinter/sdk/ui';
import type { Browser } from '#host/browser/browser.ts';
import { passkeysWork } from '#host/browser/session/passkeySupport.ts';
import { SignInForm } from '#host/browser/session/SignInForm.tsx';
import { useHostTexts } from '#host/browser/useHostTexts.ts';
import type { Place } from './Place.ts';
import { PublicLink } from './PublicLink.tsx';
import { SplitPage } from './SplitPage.tsx';
import css from './signIn.module.css';

type SsoConfig = CallResult<typeof loginSsoConfig>;

interface SignInPageProps {
  browser: Browser;
  place: Place;
  onSignedIn: (user: SessionUser) => void;
  /** Fetches what comes after. */
  prefetch: () => Promise<unknown>;
}

/** `/custom-login` (specification 2.2). */
export const SignInPage = observer(function SignInPage({ browser, place, onSignedIn, prefetch }: SignInPageProps) {
  const t = useHostTexts();
  const { api, log } = browser;
  // Nothing is drawn before it is known whether there is single sign-on: the form might have to disappear again.
  const [sso, setSso] = useState<SsoConfig | undefined>(undefined);
  useEffect(() => {
    api.call(loginSsoConfig, {}).then(setSso, (error: unknown) => {
      log.warn('the usual sign-in is shown', { error: String(error) });
      setSso(null);
    });
  }, [api, log]);
  // Not before somebody types: until then the form itself needs the connection.
  const fetchAhead = () => {
    prefetch().catch((error: unknown) => log.warn('not fetched ahead', { error: String(error) }));
  };

  const query = new URLSearchParams(place.search);
  const showForm = sso !== undefined && (sso?.customLogin !== 'true' || query.get('Manual') === 'true');
  const wanted = query.get('returnTo');
  const ssoAddress = wanted ? `/saml/login?returnTo=${encodeURIComponent(wanted)}` : '/saml/login';
  return (
    <SplitPage title={t('signIn.title')} heading={t('signIn.heading')}>
      <SsoRefusal code={query.get('sso')} />
      <div onInput={fetchAhead}>
        {showForm && (
          <SignInForm
            browser={browser}
            onSignedIn={onSignedIn}
            onRefused={(text) => toast.error(text ?? t('signIn.refused'))}
          >
            {(form) => (
              <>
                <PublicLink place={place} to="/forgot-password">
                  {t('signIn.forgot')}
                </PublicLink>
                {passkeysWork() && (
                  <LightButton size="large" disabled={form.busy} onClick={() => void form.usePasskey()}>
                    {t('signIn.passkey')}
                  </LightButton>
                )}
              </>
            )}
          </SignInForm>
        )}
      </div>
      {sso && (
        <div className={css['sso']}>
          {showForm && <p className={css['or']}>{t('signIn.or')}</p>}
          {sso.headline1 && <p>{sso.headline1}</p>}
          <a className={css['ssoButton']} href={ssoAddress}>
            {sso.buttonText}
          </a>
          {sso.headline2 && <p>{sso.headline2}</p>}
        </div>
      )}
      {showForm && (
        <p className={css['below']}>
          {t('signIn.new')}{' '}
          <PublicLink place={place} to="/register">
            {t('signIn.register')}
          </PublicLink>
        </p>
      )}
    </SplitPage>
  );
});

/** Why the single sign-on has led back here. */
function SsoRefusal({ code }: { code: string | null }) {
  const t = useHostTexts();
  if (!code) return null;
  return (
    <p className={css['refusal']} role="alert">
      {t(`signIn.sso.${code}`, { defaultValue: t('signIn.sso.failed') })}
    </p>
  );
}
