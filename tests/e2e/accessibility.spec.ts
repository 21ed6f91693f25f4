import { AxeBuilder } from '@axe-core/playwright';
import { expect, signIn, test, type Page } from './test.ts';

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
    ...['modules', 'features', 'menu', 'history', 'diagnosis'].map(
      (tab) => `/service-provider/settings/modules?tab=${tab}`,
    ),
    ...['security', 'single-sign-on', 'audit', 'export-control'].map((name) => `/service-provider/settings/${name}`),
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

/** Until the screen has stopped growing. */
async function settled(page: Page): Promise<void> {
  for (let before = -1, now = 0; before !== now;) {
    before = now;
    await page.waitForTimeout(150);
    now = await page.evaluate(() => document.body.innerHTML.length);
  }
}

/** Everything in light; in dark, where only the colours differ, the colours. */
async function findings(page: Page, screen: string): Promise<string[]> {
  await page.emulateMedia({ colorScheme: 'light' });
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
  await settled(page);
  const light = await new AxeBuilder({ page }).withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa']).analyze();
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect(page.locator('html')).toHaveCSS('color-scheme', 'dark');
  await settled(page);
  const dark = await new AxeBuilder({ page }).withRules('color-contrast').analyze();
  return [
    ...light.violations.map(({ id, nodes }) => `${screen}: ${id} ${nodes[0]?.html ?? ''}`),
    ...dark.violations.map(({ id, nodes }) => `${screen}, dark: ${id} ${nodes[0]?.html ?? ''}`),
  ];
}

test('no screen has an accessibility finding, in light and in dark', async ({ browser, app }) => {
  test.setTimeout(400_000);
  const found: string[] = [];
  for (const [account, paths] of Object.entries(screens)) {
    const context = await browser.newContext({ baseURL: app.url, bypassCSP: true });
    const page = await context.newPage();
    for (const path of account === 'admin' ? publicScreens : []) {
      await page.goto(path);
      found.push(...(await findings(page, path)));
    }
    await signIn(page, account);
    for (const path of paths) {
      await page.goto(path);
      found.push(...(await findings(page, `${path} as ${account}`)));
    }
    await context.close();
  }
  expect(found).toEqual([]);
});
