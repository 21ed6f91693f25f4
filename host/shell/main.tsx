import { lazy, Suspense } from 'react';
import type { ComponentType } from 'react';
import { createRoot } from 'react-dom/client';
import { observer } from 'mobx-react-lite';
import { signInAddress } from '@sinter/sdk/auth';
import { addTexts } from '@sinter/sdk/i18n/host';
import { Loading } from '@sinter/sdk/ui';
import { Toasts } from '@sinter/sdk/ui/host';
import { startBrowser } from '#host/browser/browser.ts';
import type { Browser } from '#host/browser/browser.ts';
import { openLater, openNow } from '#host/browser/openLater.ts';
import { StartFailure } from '#host/browser/parts/StartFailure.tsx';
import { SessionDialogs } from '#host/browser/session/SessionDialogs.tsx';
import { LanguagePicker } from './layout/LanguagePicker.tsx';
import { enter } from './screens/enter.ts';
import { Place } from './screens/Place.ts';
import { publicScreen } from './screens/publicScreens.ts';
import { SignInPage } from './screens/SignInPage.tsx';
import layout from './layout/shell.module.css';
import texts from './locales/en_US.json';

const signInPath = '/custom-login';
// Everything behind the sign-in, fetched while the person types.
const loadApp = () => import('./App.tsx');
const PublicScreens = lazy(() => import('./screens/public/PublicScreens.tsx'));

interface MainProps {
  browser: Browser;
  place: Place;
  App: ComponentType;
}

/** Sign-in and what surrounds it before there is a session, the application while there is one. */
const Main = observer(function Main({ browser, place, App }: MainProps) {
  const { session } = browser;
  if (place.leaving) return <Loading />;
  const screen = publicScreen(place.pathname);
  if (screen && screen.name !== 'signIn' && (screen.always || !session.user)) {
    return <PublicScreens key={place.pathname} browser={browser} place={place} screen={screen} />;
  }
  if (session.user) return <App />;
  return <SignInPage browser={browser} place={place} onSignedIn={(user) => enter(place, user)} prefetch={loadApp} />;
});

/** Lets people choose another language before they sign in. */
const Outside = observer(function Outside({ browser }: { browser: Browser }) {
  if (browser.session.user) return null;
  return (
    <div className={layout['outside']}>
      <LanguagePicker browser={browser} />
    </div>
  );
});

async function start(): Promise<void> {
  const root = document.getElementById('root');
  if (!root) throw new Error('The page has no #root.');
  addTexts('host', texts);
  const browser = await startBrowser({ signInPath });
  const place = new Place();
  const drawing = createRoot(root);
  let App: ComponentType = openLater(browser, loadApp);
  try {
    const user = await browser.session.authenticate();
    if (user && place.pathname === signInPath) enter(place, user);
    if (!user && !publicScreen(place.pathname)) place.go(signInAddress(signInPath, window.location), { replace: true });
    if (user && !publicScreen(place.pathname)) App = await openNow(browser, loadApp);
  } catch (error) {
    drawing.render(<StartFailure error={error} />);
    return;
  }
  drawing.render(
    <>
      <Suspense fallback={<Loading />}>
        <Main browser={browser} place={place} App={App} />
      </Suspense>
      <Outside browser={browser} />
      <SessionDialogs browser={browser} />
      <Toasts />
    </>,
  );
}

void start();
