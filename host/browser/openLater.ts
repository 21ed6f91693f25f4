import { lazy } from 'react';
import type { FunctionComponent } from 'react';
import type { SessionUser } from '@sinter/sdk/contract/host/session';
import type { Browser } from './browser.ts';

export interface AppModule {
  openApp: (browser: Browser, user: SessionUser) => FunctionComponent;
}

/** What comes after the sign-in: fetched and opened when it is first drawn, once in the life of the page. */
export function openLater(browser: Browser, load: () => Promise<AppModule>) {
  return lazy(async () => {
    const { openApp } = await load();
    const { user } = browser.session;
    if (!user) throw new Error('There is no session.');
    return { default: openApp(browser, user) };
  });
}
