import { lazy } from 'react';
import type { FunctionComponent } from 'react';
import type { SessionUser } from '@sinter/sdk/contract/host/session';
import type { Browser } from './browser.ts';

export interface AppModule {
  openApp: (browser: Browser, user: SessionUser) => FunctionComponent;
}

/** What comes after the sign-in. */
export async function openNow(browser: Browser, load: () => Promise<AppModule>): Promise<FunctionComponent> {
  const { openApp } = await load();
  const { user } = browser.session;
  if (!user) throw new Error('There is no session.');
  return openApp(browser, user);
}

/** The same, fetched and opened when it is first drawn, once in the life of the page. */
export const openLater = (browser: Browser, load: () => Promise<AppModule>) =>
  lazy(async () => ({ default: await openNow(browser, load) }));
