import { mkdirSync, rmSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'playwright/test';
import { startApp, type App } from './app.ts';

let app: App;
test.beforeAll(async () => {
  const dataDir = resolve('.build/e2e/first-setup-data');
  rmSync(dataDir, { recursive: true, force: true });
  mkdirSync(dataDir, { recursive: true });
  // Public, so that no demo company comes by itself.
  app = await startApp({ name: 'first-setup', env: { DATA_DIR: dataDir, PUBLIC_URL: 'http://parts.example' } });
});
test.afterAll(() => app.stop());

test('the link that the first start prints leads to the first facility, signed in', async ({ page }) => {
  await page.goto(`${app.url}/orders`);
  await expect(page.getByText('Open the link that the server printed')).toBeVisible();

  const [, path = ''] = /http:\/\/parts\.example(\/setup\/\S+)/.exec(app.output()) ?? [];
  await page.goto(app.url + path);
  await page.getByLabel('Facility name').fill('Acme Additive');
  await page.getByLabel('Country').selectOption({ label: 'Austria' });
  await page.getByLabel('Time zone').selectOption('Europe/Vienna');
  await page.reload();
  await expect(page.getByLabel('Facility name')).toHaveValue('Acme Additive');
  await page.getByLabel('Currency').selectOption('EUR');
  await page.getByLabel('First name').fill('Eva');
  await page.getByLabel('Last name').fill('Gruber');
  await page.getByLabel('Email').fill('eva@acme.example');
  await page.getByLabel('Password', { exact: true }).fill('acme-eva-12');
  await page.getByRole('button', { name: 'Create facility and sign in' }).click();
  await expect(page.getByText('It should have nothing to do with your name')).toBeVisible();
  await page.getByLabel('Password', { exact: true }).fill('kelp-orbit-tandem-7');
  await page.getByRole('button', { name: 'Create facility and sign in' }).click();
  // Signed in, and as an administrator led to a second factor first.
  await expect(page.getByRole('heading', { name: 'Set up two-factor authentication' })).toBeVisible();

  await page.goto(app.url + path);
  await expect(page.getByText('This link is no longer valid')).toBeVisible();
});
