import { readFile } from 'node:fs/promises';
import { isMarked, mark, people, type People } from './people.ts';
import { expect, show, test, type Page, menu } from './test.ts';

/** Features, menu and theme as an administrator changes them, what others notice of it, and the record of it all. */

test.describe.configure({ mode: 'serial' });

let party: People;
test.beforeEach(({ browser, app }) => {
  party = people(browser, app.url, [/status of (403|404)/]);
});
test.afterEach(() => party.leave());

const modules = '/service-provider/settings/modules';
const row = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text });
const newest = (page: Page) => page.getByRole('table', { name: 'History' }).locator('tbody tr').first();

/** A variable of the theme as the page's own style has it, the way the browser writes colours. */
const worn = (page: Page, variable: string): Promise<string> =>
  page.evaluate((name) => {
    const probe = document.createElement('i');
    probe.style.color = `var(--${name})`;
    document.body.append(probe);
    const { color } = getComputedStyle(probe);
    probe.remove();
    return color;
  }, variable);

test('a feature is switched off after its impact was shown, and goes from other browsers at once', async () => {
  const admin = await party.enter('admin', `${modules}?tab=features`);
  const planner = await party.enter('planner', '/service-provider');
  const entry = menu(planner).getByRole('link', { name: 'Enterprise Scheduler' });
  await expect(entry).toBeVisible();
  await mark(planner);

  const toggle = admin.getByRole('switch', { name: 'Turn Enterprise scheduler on or off' });
  await toggle.click();
  const question = admin.getByRole('dialog', { name: 'Turn off Enterprise scheduler?' });
  await expect(question).toContainText('1 screen disappears:');
  await expect(question).toContainText('Enterprise Scheduling View');
  await expect(question).toContainText(/Affects \d+ people\. Signed in now: \d+/);
  await expect(question).toContainText('All data is kept');
  await show(admin, 'features-impact');
  await question.getByRole('button', { name: 'No' }).click();
  await expect(toggle).toBeChecked();
  await expect(entry).toBeVisible();

  await toggle.click();
  await expect(question).toContainText('1 screen disappears:');
  await question.getByRole('button', { name: 'Yes' }).click();
  await expect(entry).toHaveCount(0);
  await expect(toggle).not.toBeChecked();
  await expect(admin.getByRole('listitem').filter({ has: toggle })).toContainText('On by default');
  expect(await isMarked(planner)).toBe(true);

  // On again happens at once.
  await toggle.click();
  await expect(entry).toBeVisible();
});

test('a menu entry gets another name and a badge, and an earlier revision brings the usual one back', async () => {
  const admin = await party.enter('admin', `${modules}?tab=menu`);
  const planner = await party.enter('planner', '/service-provider');
  await mark(planner);
  await expect(menu(planner).getByRole('link', { name: 'Part Orders' })).toBeVisible();

  await admin
    .getByRole('table', { name: 'Side menu' })
    .getByRole('row')
    .filter({ hasText: /\/service-provider(?!\/)/ })
    .getByRole('button', { name: 'Edit Part Orders' })
    .click();
  const drawer = admin.getByRole('dialog', { name: 'Part Orders' });
  await drawer.getByLabel('Label').fill('Aufträge');
  await drawer.getByLabel('Badge').fill('Pilot');
  await drawer.getByLabel('Address').fill('javascript:alert(1)');
  await drawer.getByRole('button', { name: 'Save' }).click();
  await expect(drawer.getByText('Please enter a path like /engineer')).toBeVisible();
  await drawer.getByLabel('Address').fill('');
  await drawer.getByRole('button', { name: 'Save' }).click();
  await expect(drawer).toHaveCount(0);
  const renamed = menu(planner).getByRole('link', { name: /Aufträge/ });
  await expect(renamed).toContainText('Pilot');
  await expect(row(admin, 'Aufträge')).toContainText('Changed');
  await show(planner, 'menu-renamed');

  await admin.getByRole('tab', { name: 'History' }).click();
  await expect(newest(admin)).toContainText('Ada Berger');
  await expect(newest(admin)).toContainText('Current');
  await show(admin, 'modules-history');
  await admin.getByRole('table', { name: 'History' }).locator('tbody tr').nth(1).getByRole('button').click();
  const question = admin.getByRole('dialog', { name: /^Restore revision \d+\?$/ });
  await expect(question).toContainText('Signed in now');
  await question.getByRole('button', { name: 'Yes' }).click();
  await expect(menu(planner).getByRole('link', { name: 'Part Orders' })).toBeVisible();
  await expect(renamed).toHaveCount(0);
  expect(await isMarked(planner)).toBe(true);
});

test('a theme is seen while it is made, worn by everybody once published, and undone', async ({ browser, app }) => {
  const admin = await party.enter('admin', '/theme-configuration');
  const planner = await party.enter('planner', '/service-provider');
  await mark(planner);
  const [usual, plum, faint] = [await worn(planner, 'primary'), 'rgb(122, 31, 92)', 'rgb(238, 221, 238)'];
  const value = admin.getByLabel('Value of Links and accents: light');
  const before = await value.inputValue();

  await expect(admin.getByText('All text is easy to read, in light and dark.')).toBeVisible();
  await value.fill('#eeddee');
  await expect.poll(() => worn(admin, 'primary')).toBe(faint);
  await expect(admin.getByText(/combinations? (is|are) hard to read/)).toBeVisible();
  await expect(admin.getByText('Links and accents on Surfaces (light)')).toBeVisible();
  await show(admin, 'theme-contrast');
  await value.fill('#7a1f5c');
  await expect(admin.getByText('All text is easy to read, in light and dark.')).toBeVisible();
  await admin.getByRole('button', { name: 'Undo' }).click();
  await expect(value).toHaveValue('#eeddee');
  await admin.getByRole('button', { name: 'Redo' }).click();
  await admin.getByLabel('Site name').fill('Plum Parts');
  // Nobody else sees any of it yet.
  expect(await worn(planner, 'primary')).toBe(usual);

  await admin.getByRole('button', { name: 'Publish' }).click();
  await expect(admin.getByText('Theme published.')).toBeVisible();
  await expect.poll(() => worn(planner, 'primary')).toBe(plum);
  await expect(planner.getByRole('link', { name: /^Plum Parts/ })).toBeVisible();
  expect(await isMarked(planner)).toBe(true);
  await show(planner, 'theme-worn');

  // The first paint of a page has it, without any script.
  const bare = await browser.newContext({ baseURL: app.url, javaScriptEnabled: false });
  const first = await bare.newPage();
  await first.goto('/custom-login');
  expect(await first.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--primary'))).toBe(
    '#7a1f5c',
  );
  await expect(first).toHaveTitle(/Plum Parts/);
  await bare.close();

  await admin
    .getByRole('button', { name: /^Preview revision/ })
    .nth(1)
    .click();
  await expect(value).toHaveValue(before);
  await expect.poll(() => worn(admin, 'primary')).toBe(usual);
  expect(await worn(planner, 'primary')).toBe(plum);
  await admin.getByRole('button', { name: 'Publish' }).click();
  await expect.poll(() => worn(planner, 'primary')).toBe(usual);
  await expect(planner.getByRole('link', { name: /^CO-AM/ })).toBeVisible();
});

test('a header entry is switched off for customers with open browsers, and the version before brings it back', async () => {
  const admin = await party.enter('admin', '/store-front-config');
  const buyer = await party.enter('buyer', '/order-history');
  const entry = buyer.getByRole('navigation').getByRole('link', { name: 'New Order' });
  await expect(entry).toBeVisible();
  await mark(buyer);

  const header = admin
    .getByRole('region', { name: 'Header' })
    .or(admin.locator('section', { hasText: 'Header' }).last());
  const folded = header.getByRole('group').filter({ hasText: 'New Order' }).first();
  await folded.getByText('New Order').first().click();
  await folded.getByRole('checkbox', { name: 'Shown to customers' }).uncheck();
  await expect(admin.getByRole('status').filter({ hasText: 'Draft saved' })).toContainText('1 change not published');
  await admin.getByRole('button', { name: 'Preview', exact: true }).click();
  await expect(admin.getByRole('navigation', { name: 'Header' })).not.toContainText('New Order');
  await expect(entry).toBeVisible();

  await admin.getByRole('button', { name: 'Publish', exact: true }).first().click();
  const question = admin.getByRole('dialog', { name: 'Publish these changes?' });
  await expect(question).toContainText('New Order: Shown to customers');
  await question.getByRole('button', { name: 'Publish' }).click();
  await expect(entry).toHaveCount(0);
  expect(await isMarked(buyer)).toBe(true);

  await admin.getByRole('button', { name: 'Earlier versions' }).click();
  await admin
    .getByRole('button', { name: /^Restore version/ })
    .first()
    .click();
  await admin
    .getByRole('dialog', { name: /^Restore version/ })
    .getByRole('button', { name: 'Restore' })
    .click();
  await expect(entry).toBeVisible();
  expect(await isMarked(buyer)).toBe(true);
});

test('an unpublished theme outlives a reload, and is asked about before it is lost', async () => {
  const admin = await party.enter('admin', '/theme-configuration');
  const usual = await worn(admin, 'primary');
  const value = admin.getByLabel('Value of Links and accents: light');
  await value.fill('#7a1f5c');
  await admin.reload();
  await expect(admin.getByText('Draft restored. Not saved yet.')).toBeVisible();
  await expect(value).toHaveValue('#7a1f5c');
  await show(admin, 'theme-restored');
  await menu(admin).getByRole('link', { name: 'Part Orders' }).click();
  const question = admin.getByRole('dialog', { name: 'Leave without saving?' });
  await question.getByRole('button').last().click();
  await expect(admin.getByRole('heading', { level: 1, name: 'Part Orders' })).toBeVisible();
  expect(await worn(admin, 'primary')).toBe(usual);
});

test('an address of the site is claimed, with the record that shows whose it is', async () => {
  const admin = await party.enter('admin', '/service-provider/settings/site-addresses');
  await expect(admin.getByText('Yours is the default organization of this site')).toBeVisible();
  await admin.getByRole('button', { name: 'Add address' }).click();
  const drawer = admin.getByRole('dialog', { name: 'Add address' });
  await drawer.getByLabel('Address').fill('https://parts.demo.example');
  await drawer.getByRole('button', { name: 'Add address' }).click();
  await expect(drawer.getByText('Enter an address like parts.example.com')).toBeVisible();
  await drawer.getByLabel('Address').fill('Parts.Demo.Example');
  await drawer.getByRole('button', { name: 'Add address' }).click();
  await expect(admin.getByRole('heading', { name: 'parts.demo.example' })).toBeVisible();
  await expect(admin.getByText('Not verified')).toBeVisible();
  await expect(admin.getByText('_sinter.parts.demo.example')).toBeVisible();
  await expect(admin.getByText('sinter-verification=')).toBeVisible();
  await show(admin, 'site-addresses');
});

test('the audit says who did all of this, and what it was before', async () => {
  const admin = await party.enter('admin', '/service-provider/settings/audit');
  const table = admin.getByRole('table', { name: 'Audit' });
  const entries = (action: string) => table.getByRole('row').filter({ hasText: action });
  const details = table.getByRole('table').filter({ has: admin.getByRole('columnheader', { name: 'Before' }) });
  const look = async (action: string, at = 0) => {
    await admin.getByRole('combobox', { name: /^Action/ }).selectOption({ label: action });
    await expect(entries(action).first()).toContainText('Ada Berger');
    await table.getByRole('row').filter({ hasNotText: 'Action' }).nth(at).getByRole('button').first().click();
  };

  // Newest first: back to the revision, the renaming, on, off.
  await look('Changed modules, features or the menu', 1);
  await expect(details).toContainText('Aufträge');
  await expect(details).toContainText('Pilot');
  await show(admin, 'audit-menu');
  await admin.reload();
  await look('Changed modules, features or the menu', 3);
  await expect(details).toContainText('ENTERPRISE_SCHEDULER');
  await look('Published a theme', 1);
  await expect(details.getByRole('row').filter({ hasText: 'root-css.primary' })).toContainText('#7a1f5c');
  await expect(details.getByRole('row').filter({ hasText: 'title' })).toContainText('CO-AM');
  await expect(details.getByRole('row').filter({ hasText: 'title' })).toContainText('Plum Parts');
  await show(admin, 'audit-theme');

  await admin.getByRole('button', { name: 'Clear filters' }).click();
  const [download] = await Promise.all([
    admin.waitForEvent('download'),
    admin.getByRole('link', { name: 'Export CSV' }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/\.csv$/);
  const csv = await readFile(await download.path(), 'utf8');
  for (const part of ['registry.changed', 'theme.published', 'admin@demo.example', 'Plum Parts', 'Aufträge']) {
    expect(csv).toContain(part);
  }

  // Others with the permission see it too, people without it do not.
  const planner = await party.enter('planner', '/service-provider/settings/audit');
  await expect(planner.getByRole('heading', { level: 1, name: 'Access Denied' })).toBeVisible();
});

test('all settings are found on one page, by the names of their fields too', async () => {
  const admin = await party.enter('admin', '/service-provider/settings');
  const card = (name: string) =>
    admin
      .getByRole('main')
      .getByRole('listitem')
      .filter({ has: admin.getByRole('link', { name, exact: true }) });
  await expect(card('Delivery and lead times').getByText('On', { exact: true })).toBeVisible();
  await expect(admin.getByRole('heading', { name: 'Features' })).toBeVisible();
  await show(admin, 'settings');
  const search = admin.getByRole('searchbox', { name: 'Search settings' });
  await search.fill('nothing like this');
  await expect(admin.getByText('No matching settings')).toBeVisible();
  await show(admin, 'settings-nothing');
  await admin.getByRole('button', { name: 'Show all settings' }).click();
  await search.fill('price factor');
  await expect(card('Payments')).toBeHidden();
  await expect(card('Delivery and lead times').getByText('Contains: Price factor')).toBeVisible();
  await card('Delivery and lead times').getByRole('link').press('Enter');
  await expect(admin.getByRole('heading', { level: 1, name: 'Delivery and lead times' })).toBeVisible();
});
