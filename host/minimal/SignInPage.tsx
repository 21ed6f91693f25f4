import { useEffect } from 'react';
import { toast } from '@sinter/sdk/ui';
import type { SessionUser } from '@sinter/sdk/contract/host/session';
import type { Browser } from '#host/browser/browser.ts';
import { SignInForm } from '#host/browser/session/SignInForm.tsx';
import { useHostTexts } from '#host/browser/useHostTexts.ts';
import css from './minimal.module.css';

interface SignInPageProps {
  browser: Browser;
  onSignedIn: (user: SessionUser) => void;
}

/** `/grabcad-login`: says which server the tool is connected to. */
export default function SignInPage({ browser, onSignedIn }: SignInPageProps) {
  const t = useHostTexts();
  useEffect(() => void (document.title = t('signIn.title')), [t]);
  return (
    <main className={css['signIn']}>
      <h1>{browser.theme.title}</h1>
      <p className={css['server']}>
        {t('minimal.signIn.server')}
        <code>{window.location.origin}</code>
      </p>
      <SignInForm
        browser={browser}
        onSignedIn={onSignedIn}
        onRefused={(text) => toast.error(text ?? t('minimal.signIn.refused'))}
      />
    </main>
  );
}
