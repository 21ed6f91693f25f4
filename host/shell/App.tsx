import { lazy, Suspense } from 'react';
import type { FunctionComponent } from 'react';
import { observer } from 'mobx-react-lite';
import { createBrowserRouter, Navigate, Outlet, RouterProvider, useBlocker, useLocation } from 'react-router-dom';
import { guardStep, landingPath } from '@sinter/sdk/auth';
import type { SessionUser } from '@sinter/sdk/contract/host/session';
import { Loading } from '@sinter/sdk/ui';
import { UiRoot } from '@sinter/sdk/ui/root';
import { homeOf, pathsHome } from '#registry/home';
import { isKeptPlace } from '#registry/kept';
import type { Browser } from '#host/browser/browser.ts';
import { keepLater } from '#host/browser/kept/keepLater.ts';
import { PluginPage } from '#host/browser/pages/PluginPage.tsx';
import { Notices } from '#host/browser/parts/Notices.tsx';
import { Workspace } from '#host/browser/Workspace.ts';
import { accountRoutes } from './account/routes.tsx';
import { notificationRoutes } from './notifications/routes.tsx';
import { localBuildRoute } from './localBuild/route.tsx';
import { Content, ShellLayout } from './layout/ShellLayout.tsx';
import { SimpleLayout } from './layout/SimpleLayout.tsx';
import { ShellStores } from './ShellStores.ts';
import { AccessDenied } from './screens/AccessDenied.tsx';
import { AccountVerify } from './screens/AccountVerify.tsx';
import { Logout } from './screens/Logout.tsx';
import { Missing } from './screens/Missing.tsx';
import { RouteFailure } from './screens/RouteFailure.tsx';
import { SwitchFacility, SwitchRole } from './screens/Switch.tsx';

/**
 * The application of a signed-in user: the only router of the page, and the workspace behind it. Both are made here
 * and not while drawing, which React may begin several times.
 */
export function openApp(browser: Browser, user: SessionUser): FunctionComponent {
  const router = start(browser, user);
  return () => (
    <UiRoot>
      <RouterProvider router={router} />
    </UiRoot>
  );
}

function start(browser: Browser, user: SessionUser) {
  if (guardStep(user)) return guardedRouter(browser, user);
  const workspace = new Workspace({ browser, user, navigate: (to, options) => void router.navigate(to, options) });
  const shell = new ShellStores(workspace);
  const router = createBrowserRouter([
    { path: '/logout', element: <Logout browser={browser} /> },
    {
      element: <Frame shell={shell} />,
      // An error stays inside the frame, so that the menu can still be used.
      children: [
        {
          errorElement: <RouteFailure />,
          children: [
            ...pathsHome.map((path) => ({ path, element: <Home workspace={workspace} /> })),
            { path: '/access-denied', element: <AccessDenied workspace={workspace} /> },
            { path: '/switch/:role', element: <SwitchRole browser={browser} /> },
            { path: '/switch-facility/:id', element: <SwitchFacility browser={browser} /> },
            ...accountRoutes(workspace, user),
            ...notificationRoutes(shell),
            localBuildRoute(workspace),
            { path: '*', element: <Screen workspace={workspace} /> },
          ],
        },
      ],
    },
  ]);
  const follow = ({ location }: typeof router.state) => {
    workspace.moved(location.pathname, location.search);
    if (isKeptPlace(location.pathname)) keepLater(browser);
  };
  follow(router.state);
  router.subscribe(follow);
  void workspace.start();
  return router;
}

const SecondFactorDue = lazy(() => import('./account/SecondFactorDue.tsx'));

/** Somebody who has to do something first sees the one screen for it and the way out. */
function guardedRouter(browser: Browser, user: SessionUser) {
  return createBrowserRouter([
    { path: '/logout', element: <Logout browser={browser} /> },
    user.emailVerfied
      ? {
          path: '/second-factor',
          element: (
            <Suspense fallback={<Loading />}>
              <SecondFactorDue browser={browser} />
            </Suspense>
          ),
        }
      : { path: '/account-verify', element: <AccountVerify browser={browser} user={user} /> },
    { path: '*', element: <Navigate to={landingPath(user)} replace /> },
  ]);
}

/** Leads on to the person's home, wherever that is at the moment. */
const Home = observer(function Home({ workspace }: { workspace: Workspace }) {
  return <Navigate to={homeOf(workspace)} replace />;
});

/** The layout that the present page asks for. */
const Frame = observer(function Frame({ shell }: { shell: ShellStores }) {
  const { pathname } = useLocation();
  const { workspace } = shell;
  if (!workspace.ready) return <Loading />;
  const layout = workspace.pageAt(pathname)?.page.layout ?? layoutWithoutPage(pathname);
  if (layout === 'full') {
    return (
      <ShellLayout shell={shell}>
        <Outlet />
      </ShellLayout>
    );
  }
  if (layout === 'simple') {
    return (
      <SimpleLayout shell={shell}>
        <Outlet />
      </SimpleLayout>
    );
  }
  return (
    <>
      <Notices workspace={workspace} useBlocker={useBlocker} />
      <Content pathname={pathname}>
        <Outlet />
      </Content>
    </>
  );
});

/** A message in place of a page has the frame that the page would have. */
function layoutWithoutPage(pathname: string): 'full' | 'simple' | 'bare' {
  if (pathname.startsWith('/grabcad-login')) return 'bare';
  return pathname.startsWith('/grabcad/') ? 'simple' : 'full';
}

/** A plugin's page, or why there is none. */
const Screen = observer(function Screen({ workspace }: { workspace: Workspace }) {
  const { pathname } = useLocation();
  const match = workspace.pageAt(pathname);
  if (!match) return <Missing key={pathname} workspace={workspace} pathname={pathname} />;
  const { pluginId, page, params } = match;
  return (
    <PluginPage
      key={`${pluginId}/${page.id}/${JSON.stringify(params)}`}
      workspace={workspace}
      match={match}
      Surround={UiRoot}
    />
  );
});
