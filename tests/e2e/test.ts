import { mkdirSync } from 'node:fs';
import { themes } from '@sinter/sdk/contract/host/appearance';
import { pageAnswersId } from '@sinter/sdk/contract/host/pageAnswers';
import { customLogin } from '@sinter/sdk/contract/host/session';
import { expect, test as base, type Browser, type BrowserContext, type Page } from 'playwright/test';
import { password, startApp, type App } from './app.ts';

export { expect, type Browser, type Page };
export type { App };

/** People whose browsers stay open for all tests of a worker, so that what they have loaded once is there. */
export interface Visitors {
  /** A page of somebody, or of `nobody`, which no policy keeps from being looked into by a checker. */
  open(account: string): Promise<Page>;
}

function visitorsOf(browser: Browser, url: string): Visitors & { leave(): Promise<void> } {
  const contexts = new Map<string, Promise<BrowserContext>>();
  const enter = async (account: string) => {
    const context = await browser.newContext({
      baseURL: url,
      bypassCSP: true,
      // Texts that a test replaces would come from the worker's cache.
      serviceWorkers: 'block',
      reducedMotion: 'reduce',
      viewport: { width: 1440, height: 900 },
    });
    if (account !== 'nobody') await startSession(context, account);
    return context;
  };
  return {
    async open(account) {
      const context = contexts.get(account) ?? enter(account);
      contexts.set(account, context);
      return (await context).newPage();
    },
    async leave() {
      for (const context of contexts.values()) await (await context).close();
    },
  };
}

/**
 * `app`: one server with the demo company for all tests of a worker with the same `appEnv`, its settings. `page` fails
 * its test on a CSP violation.
 */
export const test = base.extend<object, { app: App; appEnv: Record<string, string>; visitors: Visitors }>({
  appEnv: [{}, { option: true, scope: 'worker' }],
  app: [
    async ({ appEnv }, provide, info) => {
      const app = await startApp({ name: `worker-${info.workerIndex}`, env: appEnv });
      await provide(app);
      await app.stop();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  visitors: [
    async ({ browser, app }, provide) => {
      const visitors = visitorsOf(browser, app.url);
      await provide(visitors);
      await visitors.leave();
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ app }, provide) => provide(app.url),
  page: async ({ page }, provide) => {
    const violations: string[] = [];
    page.on('console', (message) => {
      if (/content security policy|trusted ?type/i.test(message.text())) violations.push(message.text());
    });
    await provide(page);
    expect(violations).toEqual([]);
  },
});

/**
 * Gives the browser a session of the person, without the form: the next page that it opens is theirs. Where signing in
 * is what is tested, see `signInByForm`.
 */
export const signIn = (page: Page, account: string): Promise<void> => startSession(page.context(), account);

async function startSession(context: BrowserContext, account: string): Promise<void> {
  await context.request.get(themes.path); // brings the token against forged requests
  const token = (await context.cookies()).find(({ name }) => name === 'XSRF-TOKEN')?.value ?? '';
  const answer = await context.request.post(customLogin.path, {
    headers: { 'x-xsrf-token': token },
    data: { email: `${account}@demo.example`, password },
  });
  expect(answer.status(), await answer.text()).toBe(200);
}

export async function signInByForm(page: Page, account: string): Promise<void> {
  await page.goto('/custom-login');
  await logIn(page, `${account}@demo.example`);
  await page.waitForURL((url) => url.pathname !== '/custom-login');
}

/** Fills in the form of the sign-in page, which is open, and sends it. The password is the demo's unless given. */
export async function logIn(page: Page, email: string, secret: string = password): Promise<void> {
  await page.getByLabel('Username or email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(secret);
  await page.getByRole('button', { name: 'LOG IN' }).click();
}

export async function signOut(page: Page): Promise<void> {
  await page.goto('/logout', { waitUntil: 'commit' }); // it leads on by itself
  await expect(page).toHaveURL(/custom-login/);
}

export const menu = (page: Page) => page.getByRole('navigation', { name: 'Main menu' });
export const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });

const shots = '.build/screenshots';

/** Pictures of the screen as it stands, light and dark, for people to look at: made where `SINTER_SHOTS=1` asks for them. */
export async function show(page: Page, name: string): Promise<void> {
  if (process.env['SINTER_SHOTS'] !== '1') return;
  mkdirSync(shots, { recursive: true });
  for (const theme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: theme });
    await page.screenshot({ path: `${shots}/${name}-${theme}.png`, animations: 'disabled' });
  }
  await page.emulateMedia({ colorScheme: 'light' });
}

/** Pages come without the answers of their first calls, and ask for everything themselves. */
export async function askEverything(page: Page): Promise<void> {
  await page.route('**/*', async (route) => {
    if (route.request().resourceType() !== 'document') return route.fallback();
    const response = await route.fetch({ maxRedirects: 0 });
    const text = await response.text();
    const body = text.replace(new RegExp(`<script type="application/json" id="${pageAnswersId}">.*?</script>`), '');
    return route.fulfill({ response, body });
  });
}
