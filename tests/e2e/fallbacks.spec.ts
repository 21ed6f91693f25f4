import { askEverything, expect, signIn, signInByForm, test, type Page, logIn } from './test.ts';

/** Every fallback of the specification's section 8, by really failing the call behind it. */

const fail = async (page: Page, path: string, status = 500): Promise<void> => {
  await askEverything(page);
  await page.route(`**${path}`, (route) =>
    route.fulfill({
      status,
      contentType: 'application/json',
      body: '{"code":"INTERNAL","message":"Something went wrong"}',
    }),
  );
};

test('without a theme the default one is worn', async ({ page }) => {
  await fail(page, '/api/v1/misc/themes');
  await page.goto('/custom-login');
  await expect(page.getByRole('button', { name: 'LOG IN' })).toBeVisible();
  await signInByForm(page, 'planner');
  await expect(page.getByRole('link', { name: /^CO-AM/ })).toBeVisible();
});

test('without its single sign-on configuration the sign-in page is the usual one', async ({ page }) => {
  await fail(page, '/api/v1/misc/login-sso-config');
  await page.goto('/custom-login');
  await expect(page.getByLabel('Username or email')).toBeVisible();
  await expect(page.getByLabel('Password', { exact: true })).toBeVisible();
});

test('a session whose token could not be fetched goes on without one', async ({ page }) => {
  await fail(page, '/api/v1/oauth2/token');
  await signInByForm(page, 'planner');
  await expect(page.getByRole('heading', { level: 1, name: 'Part Orders' })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: 'Part Orders' })).toBeVisible();
});

test('without languages and texts nothing is said, and the bundled texts are there', async ({ page }) => {
  await fail(page, '/api/v1/link3d-config/getConfig/LANGUAGE');
  await fail(page, '/api/v1/translations/*');
  await signInByForm(page, 'planner');
  await expect(page.getByRole('heading', { level: 1, name: 'Part Orders' })).toBeVisible();
  await expect(page.getByRole('alert')).toHaveCount(0);
});

test('without its configuration the application is ready all the same, and says what is missing', async ({ page }) => {
  await fail(page, '/api/v1/registry/manifest');
  await page.goto('/custom-login');
  await logIn(page, 'planner@demo.example');
  await expect(page.getByRole('button', { name: /Paul Lindner/ })).toBeVisible();
  const again = page.getByRole('button', { name: /again|retry/i });
  await again.focus();
  await page.unroute('**/api/v1/registry/manifest');
  // It also asks again by itself, and may have done so in this moment: then the button is gone.
  await page.keyboard.press('Enter');
  await expect(
    page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: 'Part Orders' }),
  ).toBeVisible();
});

test('a refused sign-in says so and keeps what was typed', async ({ page }) => {
  await page.goto('/custom-login');
  await logIn(page, 'planner@demo.example', 'wrong');
  await expect(page.getByText('Unable to log in')).toBeVisible();
  await expect(page.getByLabel('Username or email')).toHaveValue('planner@demo.example');
});

test('somebody without a session is sent to the sign-in', async ({ page }) => {
  await page.goto('/service-provider/scheduler-view');
  await page.waitForURL(/\/custom-login/);
});

test('what one may not open leads to access denied, exactly as specified', async ({ page }) => {
  await signIn(page, 'operator');
  await page.goto('/service-provider/settings/modules');
  await page.waitForURL('**/access-denied');
  await expect(page.getByRole('heading', { level: 1, name: 'Access Denied' })).toBeVisible();
  await expect(page.getByText('You do not have permission to access this page.')).toBeVisible();
  await expect(
    page.getByText('Please contact an administrator to gain access or go back to your dashboard.'),
  ).toBeVisible();
  await page.getByRole('button', { name: 'Back to Dashboard' }).click();
  await page.waitForURL('**/service-provider/work-center');
});

test('an unverified address leads to its own page', async ({ page }) => {
  await signIn(page, 'unverified');
  await page.goto('/engineer');
  await page.waitForURL('**/account-verify');
});
