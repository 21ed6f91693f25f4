import { Suspense } from 'react';
import type { ComponentType } from 'react';
import { createRoot } from 'react-dom/client';
import { observer } from 'mobx-react-lite';
import { landingPath } from '@sinter/sdk/auth';
import { addTexts } from '@sinter/sdk/i18n';
import { Loading } from '@sinter/sdk/ui';
import { Toasts } from '@sinter/sdk/ui/host';
import { startBrowser } from '#host/browser/browser.ts';
import type { Browser } from '#host/browser/browser.ts';
import { openLater } from '#host/browser/openLater.ts';
import { StartFailure } from '#host/browser/parts/StartFailure.tsx';
import { SignInPage } from './screens/SignInPage.tsx';
import texts from './locales/en_US.json';

const signInPath = '/custom-login';
// Everything behind the sign-in, fetched while the person types.
const loadApp = () => import('./App.tsx');

/** Sign-in before there is a session, the application while there is one. */
const Main = observer(function Main({ browser, App }: { browser: Browser; App: ComponentType }) {
  const { session } = browser;
  if (session.user) return <App />;
  const enter = () => window.history.replaceState(null, '', session.user ? landingPath(session.user) : signInPath);
  return <SignInPage browser={browser} onSignedIn={enter} prefetch={loadApp} />;
});

async function start(): Promise<void> {
  const place = document.getElementById('root');
  if (!place) throw new Error('The page has no #root.');
  addTexts('host', texts);
  const browser = await startBrowser({ signInPath });
  const App = openLater(browser, loadApp);
  const root = createRoot(place);
  try {
    const user = await browser.session.authenticate();
    if (!user && window.location.pathname !== signInPath) window.history.replaceState(null, '', signInPath);
  } catch (error) {
    root.render(<StartFailure error={error} />);
    return;
  }
  root.render(
    <>
      <Suspense fallback={<Loading />}>
        <Main browser={browser} App={App} />
      </Suspense>
      <Toasts />
    </>,
  );
}

void start();
