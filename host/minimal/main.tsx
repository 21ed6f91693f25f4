import { lazy, Suspense, useState } from 'react';
import type { ComponentType } from 'react';
import { createRoot } from 'react-dom/client';
import { addTexts } from '@sinter/sdk/i18n/host';
import { Loading, toast } from '@sinter/sdk/ui';
import { Toasts } from '@sinter/sdk/ui/host';
import { embedPlace, embedSignIn } from '#registry/embed';
import { startBrowser } from '#host/browser/browser.ts';
import type { Browser } from '#host/browser/browser.ts';
import { openLater, openNow } from '#host/browser/openLater.ts';
import { StartFailure } from '#host/browser/parts/StartFailure.tsx';
import { SessionDialogs } from '#host/browser/session/SessionDialogs.tsx';
import { useHostTexts } from '#host/browser/useHostTexts.ts';
import { keptStart, whoIsHere } from './kept.ts';
import { firstScreen, keptPlace, signInPath } from './paths.ts';
import texts from './locales/en_US.json';

/** Most who come are signed in. */
const SignInPage = lazy(() => import('./SignInPage.tsx'));

const shownMs = 2000;
const closesAfterMs = 3000;

/** Signs in, says so, and closes the tool's window; a window that stays open goes on to the first screen. */
function Main({ browser, App }: { browser: Browser; App: ComponentType }) {
  const t = useHostTexts();
  const [user, setUser] = useState(browser.session.user);
  if (user && window.location.pathname !== signInPath) return <App />;
  const enter = () => {
    toast.success(t('minimal.signIn.done'), shownMs);
    setTimeout(() => {
      window.close();
      window.history.replaceState(null, '', firstScreen);
      setUser(browser.session.user);
    }, closesAfterMs);
  };
  return <SignInPage browser={browser} onSignedIn={enter} />;
}

async function start(): Promise<void> {
  const place = document.getElementById('root');
  if (!place) throw new Error('The page has no #root.');
  addTexts('host', texts);
  const { pathname } = window.location;
  const embedded = embedPlace(pathname);
  if (embedded) return (await import('./embedded/start.tsx')).startEmbedded(place, embedded);
  if (pathname === embedSignIn) return (await import('./embedded/signIn.tsx')).startSignIn(place);
  const browser = await startBrowser({ signInPath });
  const root = createRoot(place);
  const loadApp = () => import('./App.tsx');
  let App: ComponentType = openLater(browser, loadApp);
  try {
    const user = await whoIsHere(browser, keptStart(keptPlace));
    if (!user) window.history.replaceState(null, '', signInPath);
    else if (window.location.pathname === signInPath) window.history.replaceState(null, '', firstScreen);
    if (user) App = await openNow(browser, loadApp);
  } catch (error) {
    root.render(<StartFailure error={error} />);
    return;
  }
  root.render(
    <>
      <Suspense fallback={<Loading />}>
        <Main browser={browser} App={App} />
      </Suspense>
      <SessionDialogs browser={browser} />
      <Toasts />
    </>,
  );
}

void start();
