import { lazy, Suspense } from 'react';
import { Navigate, type RouteObject } from 'react-router-dom';
import { hostPages } from '#registry/hostPages';
import { principalOf } from '@sinter/sdk/auth';
import { refusal } from '@sinter/sdk/contract/guard';
import { Loading } from '@sinter/sdk/ui';
import type { Workspace } from '#host/browser/Workspace.ts';

const path = '/local-builds/:id';
const LocalBuildPage = lazy(() => import('./LocalBuildPage.tsx'));

/** Where an author opens what `sinter-plugin dev` builds. */
export function localBuildRoute(workspace: Workspace): RouteObject {
  const guard = hostPages.find((page) => page.path === path)?.guard;
  if (!guard || refusal(guard, principalOf(workspace.user)) !== null) {
    return { path, element: <Navigate to="/access-denied" replace /> };
  }
  return {
    path,
    element: (
      <Suspense fallback={<Loading />}>
        <LocalBuildPage workspace={workspace} />
      </Suspense>
    ),
  };
}
