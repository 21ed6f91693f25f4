import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { listEquipments } from '@sinter/sdk/contract/catalog/catalog';
import { saveConfig } from '@sinter/sdk/contract/host/records';
import { pickJobs } from '@sinter/sdk/contract/scheduling/chart';
import { fireOrderEvent, searchOrders } from '@sinter/sdk/contract/orders/orders';
import * as z from 'zod';
import { signedIn } from './http.ts';
import { isMarked, mark, people, type People } from './people.ts';
import { expect, show, test, type Page, menu, heading } from './test.ts';

/** What surrounds every screen, for every kind of user (specification 2.1, 2.3, 2.6 and 2.7). */

let party: People;
test.beforeEach(({ browser, app }) => {
  party = people(browser, app.url, [/status of (403|404)/]);
});
test.afterEach(() => party.leave());

/** The side menu as it is read from top to bottom: sections with their entries. */
const sectionsOf = (page: Page): Promise<string[]> =>
  menu(page).evaluate((nav) =>
    [...nav.querySelectorAll('section')].map((section) => {
      const entries = [...section.querySelectorAll('a')].map(
        (link) => `${link.textContent} ${link.getAttribute('href')}`,
      );
      return [section.querySelector('h2')?.textContent ?? '', ...entries].join(' | ');
    }),
  );

/** The entries behind the person's name. */
async function profileOf(page: Page): Promise<string[]> {
  const button = page.getByRole('button', { name: /^Profile menu:/ });
  await button.click();
  const links = page.locator(`[id="${await button.getAttribute('aria-controls')}"]`).getByRole('link');
  await expect(links.last()).toHaveText('Log Out');
  const found = await links.evaluateAll((all) => all.map((link) => `${link.textContent} ${link.getAttribute('href')}`));
  await page.keyboard.press('Escape');
  return found;
}

const help = ['Knowledge Base https://demo.example/help', 'Support https://demo.example/support'];
const home = ' | Home /';
const orders =
  'Order Management | Part Orders /service-provider | Part Inventory /service-provider/part-inventory | Shipments /service-provider/shipments | Project Collaboration /service-provider/projects | Archive /service-provider/archive';
const workCenter =
  'Work CenterNew /service-provider/work-center | Work CenterHistorical /service-provider/work-center-old';
const platforms = 'Machine PlatformsBeta /service-provider/machine-platforms';
const production = `Production Management | Production Planning /service-provider/build-planning-new | ${platforms} | Production Schedule /service-provider/schedules | Enterprise Scheduler /service-provider/scheduler-view | ${workCenter} | Production Flow /service-provider/production-flow | Pack a build /service-provider/pack`;
const passports = 'Part passports /service-provider/quality-management/passports';
const inspections = 'Inspections /service-provider/quality-management/inspections';
const inspectionPlans = 'Inspection plans /service-provider/quality-management/inspection-plans';
const quality = `Quality Management | Process NCR /service-provider/quality-management/quality-dashboard | Part NCR /service-provider/quality-management/compliance | CAPA /service-provider/quality-management/capa | ${passports} | ${inspections} | ${inspectionPlans}`;
const priorities = 'Priority labels /service-provider/settings/priority-labels';
const apps = 'Apps & Extensions | GrabCAD Print /grabcad/grabcad-select-parts';

test('a service provider sees the menu of what they may do, in the order of the specification', async () => {
  const admin = await party.enter('admin', '/service-provider');
  await expect(menu(admin).getByRole('link', { name: 'GrabCAD Print' })).toBeVisible();
  const sections = await sectionsOf(admin);
  expect(sections.slice(0, 5)).toEqual([home, orders, production, quality, apps]);
  expect(sections).toHaveLength(6);
  const [title, ...entries] = (sections[5] ?? '').split(' | ');
  expect(title).toBe('Admin');
  // Those of the specification in its order; the product's own screens around them.
  const specified = [
    '/service-provider/profile/update',
    '/service-provider/facilities',
    '/service-provider/settings',
    '/service-provider/team',
  ];
  const paths = entries.map((entry) => entry.slice(entry.lastIndexOf(' ') + 1));
  expect(paths.filter((path) => specified.includes(path))).toEqual(specified);
  expect(entries).toEqual(
    expect.arrayContaining([
      'Facility Profile /service-provider/profile/update',
      'Facilities /service-provider/facilities',
      'Settings /service-provider/settings',
      'Team /service-provider/team',
      'Modules /service-provider/settings/modules',
      'Theme /theme-configuration',
      'Store Front /store-front-config',
      'Security /service-provider/settings/security',
      'Single sign-on /service-provider/settings/single-sign-on',
      'Site addresses /service-provider/settings/site-addresses',
      'Internal customers /service-provider/settings/internal-companies',
      'Audit /service-provider/settings/audit',
      priorities,
      'RFQ Configuration /service-provider/rfq/config',
      'Pricing Rules /pricing-rules',
      'Delivery and lead times /service-provider/settings/delivery',
      'Payments /service-provider/settings/payments',
      'Carriers /service-provider/settings/carriers',
      'Checklist /service-provider/checklist',
      'MES Settings /service-provider/settings/mes',
      'Quality Settings /service-provider/settings/quality-management',
      'Customer Portal /profile/customerPortalConfig',
      'Tags /service-provider/settings/tags',
      'Magics /service-provider/settings/magics',
      'Quickbooks /service-provider/settings/quickbooks',
      'Webhooks /service-provider/settings/webhook',
      'Machine Connectivity /service-provider/settings/machine-connectivity',
      'Email /service-provider/settings/email-config',
      'Email Templates /service-provider/email-templates',
      'App Marketplace /service-provider/app-marketplace',
      'App Marketplace Admin /service-provider/app-marketplace-admin',
    ]),
  );
  expect(entries).toHaveLength(31);
  expect(await menu(admin).innerText()).toMatch(/Version 1\.10\.0$/);
  await expect(admin.getByRole('button', { name: /^Facility: Demo Additive GmbH/ }).first()).toBeVisible();
  expect(await profileOf(admin)).toEqual([
    'User Profile /service-provider/user/profile/update',
    'API Keys /service-provider/keys',
    ...help,
    'Log Out /logout',
  ]);
  await show(admin, 'shell-admin');

  const planner = await party.enter('planner', '/service-provider');
  await expect(menu(planner).getByRole('link', { name: 'GrabCAD Print' })).toBeVisible();
  expect(await sectionsOf(planner)).toEqual([
    home,
    orders,
    production,
    quality,
    apps,
    `Admin | Tags /service-provider/settings/tags | ${priorities} | Carriers /service-provider/settings/carriers`,
  ]);
  await expect(planner.getByRole('button', { name: /^Facility:/ })).toHaveCount(0);

  const operator = await party.enter('operator', '/service-provider');
  await expect(menu(operator).getByRole('link', { name: 'GrabCAD Print' })).toBeVisible();
  const floor = `Production Management | ${workCenter}`;
  expect(await sectionsOf(operator)).toEqual([
    home,
    orders,
    `Production Management | ${platforms} | ${workCenter}`,
    `Quality Management | ${passports} | ${inspections}`,
    apps,
    `Admin | ${priorities}`,
  ]);
  // A kiosk account has no files, and sends none to a tray.
  const lot = await party.enter('lot', '/service-provider');
  await expect(menu(lot).getByRole('link', { name: 'Part Orders' })).toBeVisible();
  expect(await sectionsOf(lot)).toEqual([home, 'Order Management | Part Orders /service-provider', floor]);

  const second = await party.enter('admin2', '/service-provider');
  await expect(menu(second).getByRole('link', { name: 'Team' })).toBeVisible();
  await expect(menu(second).getByRole('link', { name: /Facilities|Single sign-on|Theme/ })).toHaveCount(0);
});

test('engineers and third-party engineers have menus of their own, buyers the top navigation', async () => {
  const engineer = await party.enter('engineer', '/engineer');
  await expect(menu(engineer).getByRole('link', { name: 'Part Orders' })).toBeVisible();
  expect(await sectionsOf(engineer)).toEqual([
    home,
    'Order Management | Part Orders /engineer | Part Inventory /engineer/part-inventory | Archive /engineer/archive | Project Collaboration /engineer/projects',
  ]);
  expect(await menu(engineer).innerText()).toMatch(/Version 1\.10\.0$/);
  const profile = [
    'User Profile /engineer/user/profile/update',
    'Company Profile /engineer/profile/update',
    'API Keys /engineer/keys',
  ];
  expect(await profileOf(engineer)).toEqual([...profile, ...help, 'Log Out /logout']);
  await show(engineer, 'shell-engineer');

  const third = await party.enter('third', '/engineer');
  await expect(menu(third).getByRole('link', { name: 'Part Orders' })).toBeVisible();
  // Theirs is lighter: everything stands in the top bar.
  await expect(menu(third).getByRole('link')).toHaveText(['Home', 'Part Orders', 'Part Inventory', 'Archive']);
  await expect(third.getByRole('button', { name: 'Show or hide the menu' })).toHaveCount(0);
  expect(await profileOf(third)).toEqual([...profile.slice(0, 2), ...help, 'Log Out /logout']);

  const buyer = await party.enter('buyeradmin', '/store-front');
  await expect(menu(buyer).getByRole('link')).toHaveText([
    'New Order',
    'Order History',
    'Projects',
    'Digital Part Inventory',
    'Request Quote',
  ]);
  expect(await profileOf(buyer)).toEqual([
    'User Profile /profile/update',
    ...profile.slice(1),
    // There is no side menu that could have them.
    'Team /engineer/team',
    'Security /engineer/settings/security',
    'Export control /engineer/settings/export-control',
    'NDAs /engineer/settings/nda',
    'Vendors /engineer/vendors',
    'Audit /engineer/settings/audit',
    ...help,
    'Log Out /logout',
  ]);
  const external = buyer.getByRole('contentinfo').getByRole('link');
  await expect(external).toHaveText(['Contact', 'Terms and conditions']);
  await expect(external.last()).toHaveAttribute('href', 'https://demo.example/terms');
  await show(buyer, 'shell-store-front');
  await buyer.keyboard.press('Control+k');
  await buyer.getByRole('combobox', { name: 'Search everything' }).fill('audit');
  await buyer.keyboard.press('Enter');
  await expect(heading(buyer, 'Audit')).toBeVisible();
});

test('who is somebody on both sides switches between the dashboards, with the rights of each alone', async () => {
  const page = await party.enter('dual', '/');
  await expect(page).toHaveURL(/\/(service-provider|store-front)$/);
  const startsAsProvider = page.url().endsWith('/service-provider');
  const change = async (to: string, path: RegExp) => {
    expect(await profileOf(page)).toContain(`Switch Dashboard ${to}`);
    await page.getByRole('button', { name: /^Profile menu:/ }).click();
    await page.getByRole('link', { name: 'Switch Dashboard' }).click();
    await expect(page).toHaveURL(path);
    await expect(menu(page)).toBeVisible();
  };
  if (!startsAsProvider) await change('/switch/ROLE_SERVICE_PROVIDER', /\/service-provider$/);
  await expect(menu(page).getByRole('link', { name: 'Enterprise Scheduler' })).toBeVisible();
  await change('/switch/ROLE_ENGINEER', /\/store-front$/);
  await expect(menu(page).getByRole('link', { name: 'New Order' })).toBeVisible();
  await page.goto('/service-provider/scheduler-view');
  await expect(heading(page, 'Access Denied')).toBeVisible();
  await page.goto('/store-front');
  await change('/switch/ROLE_SERVICE_PROVIDER', /\/service-provider$/);
  await expect(menu(page).getByRole('link', { name: 'Enterprise Scheduler' })).toBeVisible();
});

const textsSchema = z.record(z.string(), z.string());
const shellTexts = (language: string) =>
  textsSchema.parse(JSON.parse(readFileSync(`host/shell/locales/${language}.json`, 'utf8')));

test('the language changes without a reload: texts, direction, dates and numbers', async () => {
  const page = await party.enter('engineer', '/engineer');
  const nav = page.getByRole('navigation').first();
  const html = page.locator('html');
  const created = page.getByText(/\b20\d\d\b/).first();
  await expect(heading(page, 'Orders')).toBeVisible();
  await expect(html).toHaveAttribute('lang', 'en-US');
  await expect(page.getByRole('table')).toContainText(/€[\d,]+\.\d\d/);
  await mark(page);

  const speak = async (name: string, language: string) => {
    const present = ((await html.getAttribute('lang')) ?? '').replace('-', '_');
    await page.getByRole('button', { name: shellTexts(present)['shell.language'] ?? '?', exact: true }).click();
    await page.getByRole('button', { name, exact: true }).click();
    await expect(html).toHaveAttribute('lang', language.replace('_', '-'));
    const texts = shellTexts(language);
    await expect(nav.getByRole('link', { name: texts['menu.orders'] ?? '?', exact: true })).toBeVisible();
    await expect(nav.getByRole('heading', { name: texts['menu.section.orders'] ?? '?' })).toBeVisible();
    return texts;
  };
  await speak('Deutsch', 'de_DE');
  await expect(html).toHaveAttribute('dir', 'ltr');
  await expect(page.getByRole('table')).toContainText(/[\d.]+,\d\d\s€/);
  await expect(created).not.toContainText(/\b(Created|May|October|December)\b/);
  await show(page, 'language-de');

  const texts = await speak('العربية', 'ar_SA');
  await expect(html).toHaveAttribute('dir', 'rtl');
  const [bar, side] = [await page.locator('main').boundingBox(), await nav.boundingBox()];
  expect(side?.x ?? 0).toBeGreaterThan(bar?.x ?? 0);
  expect(await isMarked(page)).toBe(true);
  await show(page, 'language-ar');

  // It is kept, also where somebody else's browser shows the same person.
  await page.reload();
  await expect(html).toHaveAttribute('dir', 'rtl');
  await expect(nav.getByRole('link', { name: texts['menu.orders'] ?? '?', exact: true })).toBeVisible();
  await speak('English', 'en_US');
  await expect(html).toHaveAttribute('dir', 'ltr');
});

test('the collapsed menu stays collapsed, and what is drawn measures itself again after 300 ms', async () => {
  const page = await party.enter('planner', '/service-provider');
  const toggle = page.getByRole('button', { name: 'Show or hide the menu' }).last();
  const entry = menu(page).getByRole('link', { name: 'Part Orders' });
  await expect(toggle).toHaveAttribute('aria-expanded', 'true');
  const wide = (await menu(page).boundingBox())?.width ?? 0;
  await page.evaluate(() => {
    const noted = (name: string) => () => document.documentElement.setAttribute(name, `${Date.now()}`);
    // Before the page's own listeners, which take their time.
    window.addEventListener('click', noted('data-pressed'), { capture: true });
    window.addEventListener('resize', noted('data-resized'));
  });
  await toggle.click();
  const html = page.locator('html');
  await expect(html).toHaveAttribute('data-resized', /\d/);
  const [pressed, resized] = await Promise.all(
    ['data-pressed', 'data-resized'].map(async (name) => Number(await html.getAttribute(name))),
  );
  expect((resized ?? 0) - (pressed ?? 0)).toBeGreaterThanOrEqual(290);
  await expect(toggle).toHaveAttribute('aria-expanded', 'false');
  await expect.poll(async () => (await menu(page).boundingBox())?.width).toBeLessThan(wide / 2);
  // An icon alone still has its name.
  await expect(entry).toBeVisible();
  await expect(menu(page)).toContainText('1.10.0');
  await show(page, 'shell-narrow');
  await page.reload();
  await expect(toggle).toHaveAttribute('aria-expanded', 'false');
  await toggle.click();
  await expect.poll(async () => (await menu(page).boundingBox())?.width).toBe(wide);
});

test('the currency picker is there, can be used, and lists currencies as the shop has set it', async ({ app }) => {
  const admin = await signedIn(app.url, 'admin');
  const currencies = { EUR: true, USD: true, GBP: true, JPY: false };
  const set = (config: Record<string, unknown>) =>
    admin.call(saveConfig, {
      body: {
        configType: 'STORE_FRONT_CONFIG',
        configValue: JSON.stringify({
          showCurrency: true,
          enableCurrency: true,
          currencies,
          defaultCurrency: 'EUR',
          ...config,
        }),
        active: true,
      },
    });
  const buyer = await party.enter('buyer', '/store-front');
  const picker = buyer.getByRole('combobox', { name: 'Currency' });
  await expect(picker).toBeEnabled();
  await expect(picker.getByRole('option')).toHaveText(['EUR', 'GBP', 'USD']);
  const kept = buyer.waitForResponse(
    (answer) => answer.request().method() === 'POST' && answer.url().endsWith('STORE_FRONT_CURRENCY'),
  );
  await picker.selectOption('USD');
  await kept;
  await buyer.goto('/order-history');
  await expect(picker).toHaveValue('USD');
  await expect(buyer.getByRole('table')).toContainText('$');
  await show(buyer, 'shell-currency');

  await set({ currencies: { EUR: true, USD: false, GBP: true, JPY: true } });
  await buyer.reload();
  await expect(picker.getByRole('option')).toHaveText(['EUR', 'GBP', 'JPY']);
  await set({ enableCurrency: false });
  await buyer.reload();
  await expect(picker).toBeDisabled();
  await expect(picker).toHaveValue('EUR');
  await set({ showCurrency: false });
  await buyer.reload();
  await expect(menu(buyer).getByRole('link', { name: 'New Order' })).toBeVisible();
  await expect(picker).toHaveCount(0);
  await set({});
});

test('the search over everything is used by keyboard alone, and finds only what one may see', async ({ app }) => {
  const known = await signedIn(app.url, 'planner');
  const [job] = await known.call(pickJobs, { body: { searchString: 'a' } });
  const [machine] = await known.call(listEquipments, { query: {} });
  const found = await known.call(searchOrders, { query: { size: 1 }, body: {} });
  const [order] = found.orders;
  if (!job || !machine || !order) throw new Error('The demo company has jobs, machines and orders.');

  const planner = await party.enter('planner', '/service-provider');
  const from = planner.getByRole('link', { name: 'Part Orders' }).first();
  await from.focus();
  const open = async (page: Page, text: string) => {
    await page.keyboard.press('Control+k');
    const field = page.getByRole('combobox', { name: 'Search everything' });
    await expect(field).toBeFocused();
    await field.pressSequentially(text);
    return page.getByRole('listbox', { name: 'Results' });
  };
  const active = planner.getByRole('listbox', { name: 'Results' }).getByRole('option', { selected: true });

  // Escape goes back to where one was.
  let results = await open(planner, 'scheduler');
  await expect(active).toHaveText('Enterprise Scheduler');
  await planner.keyboard.press('Escape');
  await expect(results).toHaveCount(0);
  await expect(from).toBeFocused();

  results = await open(planner, 'scheduler');
  await expect(results.getByRole('option')).not.toHaveCount(0);
  await planner.keyboard.press('Enter');
  await expect(planner).toHaveURL(/\/service-provider\/scheduler-view/);
  await expect(
    heading(planner, 'Enterprise Scheduling View').or(planner.getByText('Enterprise Scheduling View')).first(),
  ).toBeVisible();

  results = await open(planner, order.displayTitle);
  await expect(results.getByRole('group', { name: 'Orders' })).toContainText(order.displayTitle);
  const chosen = results.getByRole('group', { name: 'Orders' }).getByRole('option', { selected: true });
  for (let steps = 0; steps < 30 && (await chosen.count()) === 0; steps++) await planner.keyboard.press('ArrowDown');
  await show(planner, 'palette-order');
  await planner.keyboard.press('Enter');
  await expect(planner).toHaveURL(/\/order-details\/\d+$/);
  results = await open(planner, `#${order.id}`);
  const numbered = results.getByRole('group', { name: 'Orders' }).getByRole('option').first();
  await expect(numbered).toContainText(`#${order.id} ${order.displayTitle}`);
  await planner.keyboard.press('Escape');

  results = await open(planner, job.jobName);
  const jobs = results.getByRole('group', { name: 'Jobs' });
  await jobs.getByRole('option', { name: `#${job.id} ${job.jobName}` }).click();
  await expect(planner).toHaveURL(new RegExp(`scheduler-view.*job=${job.id}`));

  results = await open(planner, 'new job');
  await expect(active).toHaveText('New job');
  await planner.keyboard.press('Enter');
  await expect(results).toHaveCount(0);
  await expect(planner.getByRole('dialog')).toContainText('New job');
  await planner.keyboard.press('Escape');
  results = await open(planner, order.customer);
  await results.getByRole('group', { name: 'Customers' }).getByRole('option').click();
  await expect(planner).toHaveURL(/\/service-provider\?.*q=/);

  results = await open(planner, machine.displayName);
  const machines = results.getByRole('group', { name: 'Machines' });
  await expect(machines.getByRole('option').first()).toContainText(machine.displayName);
  await machines.getByRole('option').first().click();
  await expect(planner).toHaveURL(new RegExp(`scheduler-view.*${machine.id}`));

  // Arrows go round.
  results = await open(planner, 'profile');
  const options = results.getByRole('option');
  await expect(options.first()).toHaveAttribute('aria-selected', 'true');
  await planner.keyboard.press('ArrowUp');
  await expect(options.last()).toHaveAttribute('aria-selected', 'true');
  await planner.keyboard.press('Escape');

  const operator = await party.enter('operator', '/service-provider');
  await expect(heading(operator, 'Part Orders')).toBeVisible();
  results = await open(operator, 'scheduler');
  await expect(operator.getByText('No results.', { exact: false })).toBeVisible();
  await operator.keyboard.press('Escape');

  const buyer = await party.enter('third', '/engineer');
  await expect(heading(buyer, 'Orders')).toBeVisible();
  for (const text of [job.jobName, order.displayTitle, 'Team', machine.displayName]) {
    results = await open(buyer, text);
    await expect(buyer.getByText('No results.', { exact: false })).toBeVisible();
    await buyer.waitForTimeout(600);
    await expect(results.getByRole('option')).toHaveCount(0);
    await buyer.keyboard.press('Escape');
  }
});

test('on a small screen the menu is a drawer that a choice, Escape or a press beside it closes', async () => {
  const page = await party.enter('admin', '/service-provider');
  await page.setViewportSize({ width: 390, height: 844 });
  const button = page.getByRole('banner').getByRole('button', { name: 'Show or hide the menu' });
  const entry = menu(page).getByRole('link', { name: 'Team' });
  await expect(entry).toBeHidden();
  await button.click();
  await expect(entry).toBeVisible();
  await expect(button).toHaveAttribute('aria-expanded', 'true');
  await expect(menu(page).getByRole('button', { name: /^Facility:/ })).toBeVisible();
  await show(page, 'shell-drawer');
  await entry.focus();
  await page.keyboard.press('Escape');
  await expect(entry).toBeHidden();
  await button.click();
  await page.getByRole('button', { name: 'Close the menu' }).click({ position: { x: 20, y: 400 } });
  await expect(entry).toBeHidden();
  await button.click();
  await entry.click();
  await expect(page).toHaveURL(/\/service-provider\/team$/);
  await expect(entry).toBeHidden();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
});

test('inside GrabCAD there is a top bar with the name of the person, and no menu', async () => {
  const page = await party.enter('planner', '/service-provider');
  const isEmbedded = async () => {
    await expect(heading(page, 'Select parts')).toBeVisible();
    await expect(page.getByRole('banner')).toContainText('Paul Lindner');
    await expect(menu(page)).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Search everything' })).toHaveCount(0);
  };
  await menu(page).getByRole('link', { name: 'GrabCAD Print' }).click();
  await isEmbedded();
  await show(page, 'shell-simple');
  // As the tool itself opens it.
  await page.goto('/grabcad/grabcad-select-parts');
  await isEmbedded();
  await show(page, 'shell-grabcad');
});

test('the bell tells what others did, in every tab at once, and opening it there reads it', async ({ app }) => {
  const buyer = await signedIn(app.url, 'buyer');
  const admin = await signedIn(app.url, 'admin');
  const found = await admin.call(searchOrders, { query: { size: 100 }, body: {} });
  const mine = new Set((await buyer.call(searchOrders, { query: { size: 100 }, body: {} })).orders.map(({ id }) => id));
  const order = found.orders.find(({ id, allowedEvents }) => mine.has(id) && allowedEvents.includes('HOLD'));
  const id = order?.id ?? 0;
  const fire = (event: 'HOLD' | 'RESUME') =>
    admin.call(fireOrderEvent, { params: { id }, body: { eventId: randomUUID(), event, reason: 'Machine service' } });

  const first = await party.enter('buyer', '/order-history');
  const second = await first.context().newPage();
  await second.goto('/store-front');
  const bell = (page: Page) => page.getByRole('button', { name: /^Notifications/ });
  for (const page of [first, second]) await expect(bell(page)).toHaveAccessibleName('Notifications');

  await fire('HOLD');
  await fire('RESUME');
  for (const page of [first, second]) await expect(bell(page)).toHaveAccessibleName('Notifications, 2 unread');
  await bell(first).click();
  const panel = first.getByRole('dialog', { name: 'Notifications' });
  await expect(panel.getByRole('link', { name: /put #\d+ .* on hold/ })).toBeVisible();
  await show(first, 'bell');
  await panel.getByRole('link', { name: /resumed #\d+/ }).click();
  await expect(first).toHaveURL(new RegExp(`/order-details/${id}$`));
  for (const page of [first, second]) await expect(bell(page)).toHaveAccessibleName('Notifications, 1 unread');

  await second.goto('/inbox?show=unread');
  await expect(second.getByRole('link', { name: /put #\d+/ })).toBeVisible();
  await show(second, 'inbox');
  await second.getByRole('button', { name: 'Mark all as read' }).click();
  await expect(second.getByText('No notifications match')).toBeVisible();
  await expect(bell(first)).toHaveAccessibleName('Notifications');
  await second.goto('/inbox/settings');
  const mail = second.getByRole('checkbox', { name: 'Orders put on hold: Email' });
  await mail.uncheck();
  await expect(second.getByRole('status').filter({ hasText: 'Saved' })).toBeVisible();
  await show(second, 'inbox-settings');
  await second.reload();
  await expect(mail).not.toBeChecked();
});
