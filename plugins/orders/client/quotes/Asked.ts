import { lazy } from 'react';

/** Both belong to dialogs that most people never open. */
export const WishAsked = lazy(() => import('./WishAsked.tsx'));
export const ApproversAsked = lazy(() => import('./ApproversAsked.tsx'));
