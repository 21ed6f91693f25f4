import { mkdirSync } from 'node:fs';
import { expect, test as base, type Page } from 'playwright/test';
import { password, startApp, type App } from './app.ts';

export { expect, type Page };
export type { App };

/** `app`: one server with the demo company for all tests of a file, `appEnv` its settings. Every page fails its test on a CSP violation. */
export const test = base.extend<{ watched: Page }, { app: App; appEnv: Record<string, string> }>({
  appEnv: [{}, { option: true, scope: 'worker' }],
  app: [
    async ({ appEnv }, provide, info) => {
      const app = await startApp({ name: `worker-${info.workerIndex}`, env: appEnv });
      await provide(app);
      await app.stop();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  baseURL: async ({ app }, provide) => provide(app.url),
  watched: [
    async ({ page }, provide) => {
      const violations: string[] = [];
      page.on('console', (message) => {
        if (/content security policy|trusted ?type/i.test(message.text())) violations.push(message.text());
      });
      await provide(page);
      expect(violations).toEqual([]);
    },
    { auto: true },
  ],
});

export async function signIn(page: Page, account: string): Promise<void> {
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

/** Pictures of the screen as it stands, light and dark, for people to look at. */
export async function show(page: Page, name: string): Promise<void> {
  mkdirSync(shots, { recursive: true });
  for (const theme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: theme });
    await page.waitForTimeout(250);
    await page.screenshot({ path: `${shots}/${name}-${theme}.png` });
  }
  await page.emulateMedia({ colorScheme: 'light' });
}
