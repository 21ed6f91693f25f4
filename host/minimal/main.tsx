import { lazy, Suspense, useState } from 'react';
import type { ComponentType } from 'react';
import { createRoot } from 'react-dom/client';
import { addTexts } from '@sinter/sdk/i18n/host';
import { Loading } from '@sinter/sdk/ui';
import { Toasts } from '@sinter/sdk/ui/host';
import { embedPlace, embedSignIn } from '#registry/embed';
import { startBrowser } from '#host/browser/browser.ts';
import type { Browser } from '#host/browser/browser.ts';
import { openNow } from '#host/browser/openLater.ts';
import { StartFailure } from '#host/browser/parts/StartFailure.tsx';
import { SessionDialogs } from '#host/browser/session/SessionDialogs.tsx';
import { Elsewhere } from './Elsewhere.tsx';
import { keptStart, whoIsHere } from './kept.ts';
import { firstScreen, keptPlace, signInPath } from './paths.ts';
import texts from './locales/en_US.json';

/** Most who come are signed in. */
const SignInPage = lazy(() => import('./SignInPage.tsx'));

interface MainProps {
  browser: Browser;
  App: ComponentType;
  /** Starts what is behind the sign-in before it is drawn. */
  open: () => void;
}

function Main({ browser, App, open }: MainProps) {
  const [user, setUser] = useState(browser.session.user);
  if (user && !user.emailVerfied) return <Elsewhere path="/account-verify" />;
  if (user) return <App />;
  return <SignInPage browser={browser} onSignedIn={open} onLeft={() => setUser(browser.session.user)} />;
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
  let opened: ReturnType<typeof openNow> | undefined;
  const open = () => (opened ??= openNow(browser, loadApp));
  let App: ComponentType = lazy(async () => ({ default: await open() }));
  try {
    const user = await whoIsHere(browser, keptStart(keptPlace));
    if (!user) window.history.replaceState(null, '', signInPath);
    else if (window.location.pathname === signInPath) window.history.replaceState(null, '', firstScreen);
    if (user?.emailVerfied) App = await open();
  } catch (error) {
    root.render(<StartFailure error={error} />);
    return;
  }
  root.render(
    <>
      <Suspense fallback={<Loading />}>
        {/* A start that fails says so when it is drawn. */}
        <Main browser={browser} App={App} open={() => void open().catch(() => {})} />
      </Suspense>
      <SessionDialogs browser={browser} />
      <Toasts />
    </>,
  );
}

void start();
