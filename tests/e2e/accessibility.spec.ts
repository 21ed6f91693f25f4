import { findings } from './axe.ts';
import { facilityDrawers } from './facilityDrawers.ts';
import { expect, signIn, test } from './test.ts';

/** Every screen, as whoever it is for. */
const screens: Record<string, readonly string[]> = {
  buyer: [
    ...['/store-front', '/order-history', '/order-details/5', '/order-details/7', '/profile/update'],
    ...['/order/5/cad-viewer', '/digital-part-inventory'],
  ],
  buyeradmin: ['/engineer/team', '/engineer/profile/update', '/engineer/settings/security', '/engineer/keys'],
  third: ['/engineer', '/engineer/part-inventory', '/engineer/user/profile/update'],
  admin: [
    '/service-provider',
    '/order-details/3',
    '/service-provider/scheduler-view',
    '/service-provider/scheduler-view?order=18',
    ...['week', 'list'].map((view) => `/service-provider/schedules?view=${view}`),
    ...['modules', 'features', 'menu', 'history', 'diagnosis'].map(
      (tab) => `/service-provider/settings/modules?tab=${tab}`,
    ),
    ...['security', 'single-sign-on', 'audit', 'export-control', 'priority-labels'].map(
      (name) => `/service-provider/settings/${name}`,
    ),
    ...['team', 'facilities', 'profile/update', 'user/profile/update', 'keys', 'part-inventory'].map(
      (name) => `/service-provider/${name}`,
    ),
    '/theme-configuration',
    '/no/such/page',
  ],
  operator: ['/access-denied'],
  planner: ['/grabcad/grabcad-select-parts', '/grabcad/grabcad-jobs-scheduled'],
  unverified: ['/account-verify'],
};

const publicScreens = [
  '/custom-login',
  '/forgot-password',
  '/register',
  '/reset-password/abcdefghijklmnopqrstuvwxyz',
  '/invitation/abcdefghijklmnopqrstuvwxyz',
  '/verify-email/abcdefghijklmnopqrstuvwxyz',
];

// The checker runs in the page, which the page's own policy forbids.
test.use({ bypassCSP: true });

test('no screen has an accessibility finding, in light and in dark', async ({ browser, app }) => {
  test.setTimeout(400_000);
  const found: string[] = [];
  for (const [account, paths] of Object.entries(screens)) {
    const context = await browser.newContext({ baseURL: app.url, bypassCSP: true });
    const page = await context.newPage();
    for (const path of account === 'admin' ? publicScreens : []) {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      found.push(...(await findings(page, path)));
    }
    await signIn(page, account);
    for (const path of paths) {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      found.push(...(await findings(page, `${path} as ${account}`)));
    }
    for (const [name, open] of Object.entries(account === 'admin' ? facilityDrawers : {})) {
      await page.goto('/service-provider/profile/update');
      await open(page);
      found.push(...(await findings(page, `facility profile, ${name}`)));
    }
    await context.close();
  }
  expect(found).toEqual([]);
});

test('what opens beside the schedule has none either', async ({ browser, app }) => {
  const context = await browser.newContext({ baseURL: app.url, bypassCSP: true });
  const page = await context.newPage();
  await signIn(page, 'planner');
  await page.goto('/service-provider/schedules');
  const drawer = page.getByRole('dialog');
  const found: string[] = [];
  for (const name of ['New downtime', 'New job']) {
    await page.getByRole('button', { name }).click();
    await expect(drawer).toContainText(name);
    found.push(...(await findings(page, name)));
    await drawer.getByRole('button', { name: 'Close' }).click();
    await expect(drawer).toBeHidden();
  }
  await page.getByRole('grid').press('Control+Home');
  await page.keyboard.press('Enter');
  await expect(drawer).toContainText('Job #');
  found.push(...(await findings(page, 'a job')));
  await context.close();
  expect(found).toEqual([]);
});
