import { lazy, Suspense } from 'react';
import type { ComponentType } from 'react';
import { Navigate } from 'react-router-dom';
import type { RouteObject } from 'react-router-dom';
import { hostPages } from '#registry/hostPages';
import { principalOf } from '@sinter/sdk/auth';
import { refusal } from '@sinter/sdk/contract/guard';
import type { SessionUser } from '@sinter/sdk/contract/host/session';
import { Loading } from '@sinter/sdk/ui';
import { FormHostContext } from '@sinter/sdk/ui/host';
import type { Browser } from '#host/browser/browser.ts';
import type { Workspace } from '#host/browser/Workspace.ts';
import { drafts } from '#host/browser/session/drafts.ts';

const ProfilePage = lazy(() => import('./ProfilePage.tsx'));
const KeysPage = lazy(() => import('./KeysPage.tsx'));
const AppSettingsPage = lazy(() => import('../apps/AppSettingsPage.tsx'));

interface AccountPageProps {
  browser: Browser;
  workspace: Workspace;
}

const pages: Record<string, ComponentType<AccountPageProps>> = {
  '/service-provider/user/profile/update': ProfilePage,
  '/engineer/user/profile/update': ProfilePage,
  '/profile/update': ProfilePage,
  '/service-provider/keys': KeysPage,
  '/engineer/keys': KeysPage,
  '/apps/:id/settings': AppSettingsPage,
};

/** The account screens of a signed-in user, behind the guards that the registry names for them. */
export function accountRoutes(workspace: Workspace, user: SessionUser): RouteObject[] {
  const { browser } = workspace;
  return Object.entries(pages).map(([path, Page]) => {
    const guard = hostPages.find((page) => page.path === path)?.guard;
    const refused = !guard || refusal(guard, principalOf(user)) !== null;
    return {
      path,
      element: refused ? (
        <Navigate to="/access-denied" replace />
      ) : (
        <Suspense fallback={<Loading />}>
          <FormHostContext value={{ user, log: browser.log, beforeStop: drafts.add }}>
            <Page browser={browser} workspace={workspace} />
          </FormHostContext>
        </Suspense>
      ),
    };
  });
}
