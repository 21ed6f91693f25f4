import { useEffect, useState } from 'react';
import { connectTabs } from '@sinter/sdk/auth';
import { EmptyState, LightButton, Loading } from '@sinter/sdk/ui';
import { embedSignIn } from '#registry/embed';
import type { Browser } from '#host/browser/browser.ts';
import { useHostTexts } from '#host/browser/useHostTexts.ts';
import { hearHandOver } from './handOver.ts';
import { OpenInTab } from './OpenInTab.tsx';
import css from './embedded.module.css';

interface SignInNeededProps {
  browser: Browser;
  /** Of the screen, in the whole application. */
  path: string;
  /** Goes on when somebody is signed in, and answers whether. */
  goOn: () => Promise<boolean>;
}

/**
 * Inside a page of somebody else nobody types a password: the sign-in is a tab of its own. When that is done the frame goes on: with
 * the session of the tab, or inside a page of another site, where that does not reach it, with one that the tab hands over.
 */
export function SignInNeeded({ browser, path, goOn }: SignInNeededProps) {
  const t = useHostTexts();
  const [asked, setAsked] = useState(false);
  const [state, setState] = useState<'needed' | 'entering' | 'inVain'>('needed');
  useEffect(() => {
    const ends = new AbortController();
    const tabs = connectTabs({ BroadcastChannel: window.BroadcastChannel, storage: localStorage, events: window });
    tabs.listen((mark) => {
      if (mark !== '' && !ends.signal.aborted) void goOn();
    });
    const enter = async (take: () => Promise<unknown>) => {
      setState('entering');
      if (await goOn()) return;
      await take().catch((error: unknown) =>
        browser.log.warn('the session was not handed over', { error: String(error) }),
      );
      if (!(await goOn())) setState('inVain');
    };
    hearHandOver(browser, (take) => void enter(take), ends.signal);
    const back = async () => {
      if (!asked || document.visibilityState !== 'visible' || (await goOn())) return;
      setState((now) => (now === 'needed' ? 'inVain' : now));
    };
    document.addEventListener('visibilitychange', () => void back(), ends);
    return () => ends.abort();
  }, [browser, goOn, asked]);
  const { title } = browser.theme;
  const signIn = (
    <a
      className={css['action']}
      href={embedSignIn}
      target="_blank"
      rel="opener"
      onClick={() => {
        setAsked(true);
        setState('needed');
      }}
    >
      {t('embed.signIn')}
    </a>
  );
  if (state === 'entering') return <Loading />;
  if (state === 'inVain') {
    return (
      <EmptyState
        title={t('embed.apart.title')}
        text={t('embed.apart.text', { title })}
        actions={
          <div className={css['actions']}>
            <OpenInTab path={path} />
            {signIn}
            <LightButton onClick={() => void goOn()}>{t('embed.again')}</LightButton>
          </div>
        }
      />
    );
  }
  return <EmptyState title={t('embed.signIn.title', { title })} text={t('embed.signIn.text')} actions={signIn} />;
}
