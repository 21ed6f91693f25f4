import { lazy, Suspense } from 'react';
import type { ComponentType } from 'react';
import type { RouteObject } from 'react-router-dom';
import { Loading } from '@sinter/sdk/ui';
import type { ShellStores } from '../ShellStores.ts';

const pages: Record<string, ComponentType<{ shell: ShellStores }>> = {
  '/inbox': lazy(() => import('./InboxPage.tsx')),
  '/inbox/settings': lazy(() => import('./SettingsPage.tsx')),
};

/** What somebody was told of, and what they want to be told of. */
export const notificationRoutes = (shell: ShellStores): RouteObject[] =>
  Object.entries(pages).map(([path, Page]) => ({
    path,
    element: (
      <Suspense fallback={<Loading />}>
        <Page shell={shell} />
      </Suspense>
    ),
  }));
