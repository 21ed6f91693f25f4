import { useEffect, useState } from 'react';
import { deviceAccess } from '@sinter/sdk/plugin';
import { toast, useReadable } from '@sinter/sdk/ui';
import type { Browser } from '#host/browser/browser.ts';
import { SignInForm } from '#host/browser/session/SignInForm.tsx';
import { useHostTexts } from '#host/browser/useHostTexts.ts';
import { connecting } from './paths.ts';
import css from './minimal.module.css';

interface SignInPageProps {
  browser: Browser;
  onSignedIn: () => void;
  /** The window stayed open. */
  onLeft: () => void;
}

const shownMs = 2000;
const closesAfterMs = 3000;

/**
 * `/grabcad-login`: says which server the tool is connected to. Signs in, says so, and closes the tool's window; one that stays
 * open goes on to the first screen. What is behind it starts meanwhile and tells the tool who is here.
 */
export default function SignInPage({ browser, onSignedIn, onLeft }: SignInPageProps) {
  const t = useHostTexts();
  const access = useReadable(useState(() => deviceAccess())[0]);
  const enter = () => {
    toast.success(t('minimal.signIn.done'), shownMs);
    window.history.replaceState(null, '', connecting);
    onSignedIn();
    setTimeout(() => {
      window.close();
      onLeft();
    }, closesAfterMs);
  };
  useEffect(() => void (document.title = t('signIn.title')), [t]);
  return (
    <main className={css['signIn']}>
      <h1>{browser.theme.title}</h1>
      <p className={css['server']}>
        {t('minimal.signIn.server')}
        <code>{window.location.origin}</code>
      </p>
      {(access === 'prompt' || access === 'denied') && (
        <p className={css['access']} role="note">
          {t(`minimal.signIn.${access}`)}
        </p>
      )}
      <SignInForm
        browser={browser}
        onSignedIn={enter}
        onRefused={(text) => toast.error(text ?? t('minimal.signIn.refused'))}
      />
    </main>
  );
}
