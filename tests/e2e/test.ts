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
  await page.getByLabel('Username or email').fill(`${account}@demo.example`);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'LOG IN' }).click();
  await page.waitForURL((url) => url.pathname !== '/custom-login');
}

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
