import type { Theme } from '@sinter/sdk/contract/host/appearance';
import type { ThemeStore } from './ThemeStore.ts';

/** What each part of the page draws and changes. */
export interface PartProps {
  store: ThemeStore;
  draft: Theme;
}
