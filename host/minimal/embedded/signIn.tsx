import { useEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { connectTabs, guardStep, landingPath, signInAddress } from '@sinter/sdk/auth';
import { addTexts } from '@sinter/sdk/i18n/host';
import { EmptyState, toast } from '@sinter/sdk/ui';
import { Toasts } from '@sinter/sdk/ui/host';
import { startBrowser } from '#host/browser/browser.ts';
import type { Browser } from '#host/browser/browser.ts';
import { StartFailure } from '#host/browser/parts/StartFailure.tsx';
import { SignInForm } from '#host/browser/session/SignInForm.tsx';
import { useHostTexts } from '#host/browser/useHostTexts.ts';
import minimal from '../minimal.module.css';
import { handOver } from './handOver.ts';
import css from './embedded.module.css';
import texts from './locales/en_US.json';

const signInPath = '/custom-login';

/**
 * The tab that a frame has opened for the sign-in. The form stands here, and the other ways in a further tab: those lead through
 * pages that part a tab from what has opened it.
 */
export async function startSignIn(root: HTMLElement): Promise<void> {
  addTexts('host', texts);
  const browser = await startBrowser({ signInPath });
  const drawing = createRoot(root);
  try {
    const user = await browser.session.authenticate();
    if (user && guardStep(user)) return window.location.replace(landingPath(user));
    if (user) await finish(browser);
    drawing.render(
      <>
        <Main browser={browser} done={user !== null} />
        <Toasts />
      </>,
    );
  } catch (error) {
    drawing.render(<StartFailure error={error} />);
  }
}

/** Tells the frame, and closes: browsers do that for tabs that were opened from a page, and leave the others. */
async function finish(browser: Browser): Promise<void> {
  await handOver(browser);
  window.close();
}

function Main({ browser, done: before }: { browser: Browser; done: boolean }) {
  const t = useHostTexts();
  const [done, setDone] = useState(before);
  const enter = () => {
    const { user } = browser.session;
    if (user && guardStep(user)) return window.location.replace(landingPath(user));
    setDone(true);
    void finish(browser);
  };
  useEffect(() => {
    if (done) return;
    const ends = new AbortController();
    const tabs = connectTabs({ BroadcastChannel: window.BroadcastChannel, storage: localStorage, events: window });
    tabs.listen((mark) => {
      if (mark !== '' && !ends.signal.aborted) window.location.reload();
    });
    return () => ends.abort();
  }, [done]);
  useEffect(() => void (document.title = t('signIn.title')), [t]);
  if (done) {
    return (
      <main>
        <EmptyState title={t('embed.done.title')} text={t('embed.done.text')} />
      </main>
    );
  }
  return (
    <main className={minimal['signIn']}>
      <h1>{browser.theme.title}</h1>
      <SignInForm
        browser={browser}
        onSignedIn={enter}
        onRefused={(text) => toast.error(text ?? t('minimal.signIn.refused'))}
      />
      <a className={css['others']} href={signInAddress(signInPath, window.location)} target="_blank" rel="noopener">
        {t('embed.others')}
      </a>
    </main>
  );
}
