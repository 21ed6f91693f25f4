import type { Browser, BrowserContext, BrowserContextOptions, ConsoleMessage } from 'playwright/test';
import { readManifest } from '@sinter/sdk/contract/host/modules';
import { manifestSchema, type ManifestPlugin } from '#registry/manifest';
import { expect, signIn, type Page } from './test.ts';

/** Several people at once, each with a browser of their own. */
export interface People {
  /** Signs somebody in and opens a screen. */
  enter(account: string, path: string, options?: BrowserContextOptions): Promise<Page>;
  /** Closes their browsers; fails on a violation of the content policy, and on any error that was not expected. */
  leave(): Promise<void>;
}

/** A refused request is written to the console by the browser itself: what belongs to a test is named by it. */
export function people(browser: Browser, url: string, expected: readonly RegExp[] = []): People {
  const contexts: BrowserContext[] = [];
  const complaints: string[] = [];
  // The sign-in page asks whether there is a session.
  const known = [/status of 401 .*getUser/, ...expected];
  const listen = (account: string) => (message: ConsoleMessage) => {
    const text = `${account}: ${message.text()} (${message.location().url})`;
    const isKnown = known.some((pattern) => pattern.test(text));
    if (!isKnown && (message.type() === 'error' || /content security policy|trusted ?type/i.test(text)))
      complaints.push(text);
  };
  return {
    async enter(account, path, options = {}) {
      const context = await browser.newContext({ baseURL: url, ...options });
      contexts.push(context);
      const page = await context.newPage();
      page.on('console', listen(account));
      page.on('pageerror', (error) => complaints.push(`${account}: ${error.stack ?? error.message}`));
      await signIn(page, account);
      await page.goto(path);
      return page;
    },
    async leave() {
      for (const context of contexts) await context.close();
      expect(complaints).toEqual([]);
    },
  };
}

/** Something that a reload of the page would wipe out. */
export const mark = (page: Page): Promise<void> =>
  page.evaluate(() => document.documentElement.setAttribute('data-mark', 'here'));
export const isMarked = (page: Page): Promise<boolean> =>
  page.evaluate(() => document.documentElement.hasAttribute('data-mark'));

/** Status of an answer, asked from within the page and past its cache. */
export const statusOf = (page: Page, path: string): Promise<number> =>
  page.evaluate(async (address) => (await fetch(address, { cache: 'no-store' })).status, path);

/** What the registry tells the person of a plugin. */
export async function pluginIn(page: Page, id: string): Promise<ManifestPlugin | undefined> {
  const answer: unknown = await page.evaluate(async (path) => (await fetch(path)).json(), readManifest.path);
  return manifestSchema.parse(answer).plugins.find((plugin) => plugin.id === id);
}
