import type { FunctionComponent } from 'react';
import { observer } from 'mobx-react-lite';
import { createBrowserRouter, Navigate, Outlet, RouterProvider, useLocation } from 'react-router-dom';
import { landingPath } from '@sinter/sdk/auth';
import type { SessionUser } from '@sinter/sdk/contract/session';
import { Loading } from '@sinter/sdk/ui';
import { UiRoot } from '@sinter/sdk/ui/root';
import type { Browser } from '#host/browser/browser.ts';
import { PluginPage } from '#host/browser/pages/PluginPage.tsx';
import { Notices } from '#host/browser/parts/Notices.tsx';
import { Workspace } from '#host/browser/Workspace.ts';
import { Content, ShellLayout } from './layout/ShellLayout.tsx';
import { SimpleLayout } from './layout/SimpleLayout.tsx';
import { AccessDenied } from './screens/AccessDenied.tsx';
import { AccountVerify } from './screens/AccountVerify.tsx';
import { Logout } from './screens/Logout.tsx';
import { Missing } from './screens/Missing.tsx';
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
  if (!user.emailVerfied) return unverifiedRouter(browser, user);
  const workspace = new Workspace({ browser, user, navigate: (to, options) => void router.navigate(to, options) });
  const router = createBrowserRouter([
    { path: '/logout', element: <Logout browser={browser} /> },
    {
      element: <Frame workspace={workspace} />,
      children: [
        ...['/', '/custom-login', '/account-verify'].map((path) => ({
          path,
          element: <Navigate to={landingPath(user)} replace />,
        })),
        { path: '/access-denied', element: <AccessDenied user={user} /> },
        { path: '/switch/:role', element: <SwitchRole browser={browser} /> },
        { path: '/switch-facility/:id', element: <SwitchFacility browser={browser} /> },
        { path: '*', element: <Screen workspace={workspace} /> },
      ],
    },
  ]);
  const follow = ({ location }: typeof router.state) => workspace.moved(location.pathname, location.search);
  follow(router.state);
  router.subscribe(follow);
  void workspace.start();
  return router;
}

/** Somebody whose e-mail is not verified sees one screen and the way out. */
function unverifiedRouter(browser: Browser, user: SessionUser) {
  return createBrowserRouter([
    { path: '/logout', element: <Logout browser={browser} /> },
    { path: '/account-verify', element: <AccountVerify user={user} /> },
    { path: '*', element: <Navigate to="/account-verify" replace /> },
  ]);
}

/** The layout that the present page asks for. */
const Frame = observer(function Frame({ workspace }: { workspace: Workspace }) {
  const { pathname } = useLocation();
  if (!workspace.ready) return <Loading />;
  const layout = workspace.pageAt(pathname)?.page.layout ?? 'full';
  if (layout === 'full') {
    return (
      <ShellLayout workspace={workspace}>
        <Outlet />
      </ShellLayout>
    );
  }
  if (layout === 'simple') {
    return (
      <SimpleLayout workspace={workspace}>
        <Outlet />
      </SimpleLayout>
    );
  }
  return (
    <>
      <Notices workspace={workspace} />
      <Content pathname={pathname}>
        <Outlet />
      </Content>
    </>
  );
});

/** A plugin's page, or why there is none. */
const Screen = observer(function Screen({ workspace }: { workspace: Workspace }) {
  const { pathname } = useLocation();
  const match = workspace.pageAt(pathname);
  if (!match) return <Missing workspace={workspace} pathname={pathname} />;
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
