import { useEffect, useState } from 'react';
import { connectTabs } from '@sinter/sdk/auth';
import { EmptyState, LightButton } from '@sinter/sdk/ui';
import { embedSignIn } from '#registry/embed';
import type { Browser } from '#host/browser/browser.ts';
import { useHostTexts } from '#host/browser/useHostTexts.ts';
import { OpenInTab } from './OpenInTab.tsx';
import css from './embedded.module.css';

interface SignInNeededProps {
  browser: Browser;
  /** The browser gives this frame no session cookie, whatever happens. */
  crossSite: boolean;
  /** Of the screen, in the whole application. */
  path: string;
  /** Goes on when somebody is signed in, and answers whether. */
  goOn: () => Promise<boolean>;
}

/**
 * Inside a page of somebody else nobody types a password: the sign-in is a tab of its own. When that is done the frame goes
 * on, unless the browser keeps sessions from frames in pages of other sites.
 */
export function SignInNeeded({ browser, crossSite, path, goOn }: SignInNeededProps) {
  const t = useHostTexts();
  const [asked, setAsked] = useState(false);
  const [inVain, setInVain] = useState(false);
  useEffect(() => {
    const ends = new AbortController();
    const tabs = connectTabs({ BroadcastChannel: window.BroadcastChannel, storage: localStorage, events: window });
    tabs.listen((mark) => {
      if (mark !== '' && !ends.signal.aborted) void goOn();
    });
    const back = () => {
      if (asked && document.visibilityState === 'visible') void goOn().then((done) => setInVain(!done));
    };
    document.addEventListener('visibilitychange', back, ends);
    return () => ends.abort();
  }, [goOn, asked]);
  const { title } = browser.theme;
  if (crossSite || inVain) {
    return (
      <EmptyState
        title={t('embed.apart.title')}
        text={t('embed.apart.text', { title })}
        actions={
          <div className={css['actions']}>
            <OpenInTab path={path} />
            {!crossSite && <LightButton onClick={() => void goOn()}>{t('embed.again')}</LightButton>}
          </div>
        }
      />
    );
  }
  return (
    <EmptyState
      title={t('embed.signIn.title', { title })}
      text={t('embed.signIn.text')}
      actions={
        <a className={css['action']} href={embedSignIn} target="_blank" rel="noopener" onClick={() => setAsked(true)}>
          {t('embed.signIn')}
        </a>
      }
    />
  );
}
