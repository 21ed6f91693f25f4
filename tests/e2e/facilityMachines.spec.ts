import { listEquipments } from '@sinter/sdk/contract/catalog/catalog';
import { createMachine } from '@sinter/sdk/contract/catalog/machines';
import { password } from './app.ts';
import { refusal, signedIn } from './http.ts';
import { people, type People } from './people.ts';
import { expect, heading, menu, show, test, type Page } from './test.ts';

/** What a facility makes parts with: its machines, its materials with their prices, its finishing. */

const profile = '/service-provider/profile/update';

let party: People;
test.beforeEach(({ browser, app }) => {
  party = people(browser, app.url, [/status of (403|409)/]);
});
test.afterEach(() => party.leave());

const table = (page: Page, name: string) => page.getByRole('table', { name, exact: true });
const row = (page: Page, list: string, name: string) => table(page, list).getByRole('row').filter({ hasText: name });
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true });

/** Takes the first of what is found. */
async function choose(page: Page, label: string, search: string): Promise<void> {
  const box = page.getByRole('combobox', { name: label, exact: true });
  await box.fill(search);
  await expect(box).toHaveAttribute('aria-expanded', 'true');
  await box.press('Enter');
}

test('a material and a machine of the library become the facility’s, with what they cost', async () => {
  const page = await party.enter('admin', profile);
  await button(page, 'Add from library').click();
  const library = page.getByRole('dialog', { name: 'Add from library' });
  const all = library.getByRole('status');
  await expect(all).toHaveText(/^1\d\d materials$/);
  await library.getByRole('searchbox').fill('no such thing');
  await expect(library.getByText('No matching materials')).toBeVisible();
  await button(page, 'Reset').last().click();
  await choose(page, 'Process', 'EBM');
  await library.getByRole('searchbox').fill('titanium');
  await expect(library.getByRole('link', { name: 'Source' }).first()).toHaveAttribute('href', /^https:/);
  const entry = library.getByRole('listitem').first();
  const material = (await entry.getByRole('strong').innerText()).trim();
  await button(page, `Add ${material}`).click();
  await expect(entry.getByLabel('Price per kilogram')).toBeFocused();
  await entry.getByRole('button', { name: 'Save' }).click();
  await expect(entry.getByText('Please enter a price')).toBeVisible();
  await show(page, 'facility-library');
  await entry.getByLabel('Price per kilogram').fill('210.5');
  await entry.getByRole('button', { name: 'Save' }).click();
  await expect(entry.getByText('Added at €210.50/kg')).toBeVisible();
  await page.keyboard.press('Escape');

  await button(page, 'Add machine').click();
  const drawer = page.getByRole('dialog', { name: 'Add machine' });
  await drawer.getByRole('button', { name: 'Save' }).click();
  for (const text of ['Please enter a name', 'Please select a model', 'Please enter an hourly rate'])
    await expect(drawer.getByText(text)).toBeVisible();
  await drawer.getByLabel('Name').fill('sls-01');
  await page.getByRole('combobox', { name: 'Model' }).fill('ebm arcam');
  await expect(page.locator('.ant-select-item-option:visible').first()).toContainText('EBM');
  await page.locator('.ant-select-item-option:visible').first().click();
  await choose(page, 'Materials', material);
  await page.keyboard.press('Escape');
  await choose(page, 'Loaded material', material);
  await drawer.getByLabel('Hourly rate').fill('61');
  await drawer.getByRole('button', { name: 'Save' }).click();
  // The server's refusal stands at the field that it is about.
  await expect(drawer.getByText('This name is taken.')).toBeVisible();
  await show(page, 'facility-machine');
  await drawer.getByLabel('Name').fill('EBM-01');
  await drawer.getByRole('button', { name: 'Save' }).click();
  await expect(drawer).toBeHidden();
  await expect(row(page, 'Machines', 'EBM-01')).toContainText('€61.00');
  await expect(row(page, 'Machines', 'EBM-01')).toContainText(material);

  // A material that a machine runs cannot be removed, nor a machine with open jobs.
  await button(page, 'Page 2').last().click();
  await expect(button(page, `Remove ${material}`)).toBeDisabled();
  await expect(button(page, 'Retire SLS-01')).toBeDisabled();
  await expect(row(page, 'Machines', 'SLS-01')).toContainText(/\d+ open jobs/);

  await button(page, 'Edit EBM-01').click();
  const edit = page.getByRole('dialog', { name: 'Edit EBM-01' });
  await edit.getByLabel('Hourly rate').fill('62');
  await page.keyboard.press('Escape');
  const question = page.getByRole('dialog', { name: 'Discard your changes?' });
  await question.getByRole('button', { name: 'Keep editing' }).click();
  await edit.getByRole('combobox', { name: 'Materials' }).press('Backspace');
  await edit.getByRole('button', { name: 'Save' }).click();
  await expect(row(page, 'Machines', 'EBM-01')).toContainText('€62.00');
  // A material that the machine no longer runs is not loaded in it either.
  await expect(row(page, 'Machines', 'EBM-01')).not.toContainText(material);
  await button(page, `Remove ${material}`).click();
  await expect(page.getByText(`${material} removed.`)).toBeVisible();

  await button(page, 'Retire EBM-01').click();
  await expect(page.getByText('EBM-01 retired. It takes no new jobs.')).toBeVisible();
  await page.getByText('EBM-01 retired.').scrollIntoViewIfNeeded();
  await show(page, 'facility-retired');
  await page.reload();
  await button(page, 'Restore EBM-01').click();
  await expect(page.getByText('EBM-01 is back in service.')).toBeVisible();
  await button(page, 'Undo').click();
  await expect(button(page, 'Restore EBM-01')).toBeVisible();
});

test('what the library lacks is added by keyboard alone', async () => {
  const page = await party.enter('admin', profile);
  const press = async (...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key);
  };
  const type = (text: string) => page.keyboard.type(text);
  const pick = async (text: string) => {
    await type(text);
    const active = page.locator('.ant-select-item-option-active:visible', { hasText: text });
    await expect(active.first()).toBeVisible();
    await press('Enter');
    await expect(active).toHaveCount(0);
    await press('Tab');
  };
  await button(page, 'Add machine').focus();
  await press('Enter');
  const drawer = page.getByRole('dialog', { name: 'Add machine' });
  await drawer.getByLabel('Name').focus();
  await type('Garage-01');
  await press('Tab', 'Tab');
  await expect(button(page, 'My model is not listed')).toBeFocused();
  await press('Enter');
  await expect(drawer.getByLabel('Manufacturer')).toBeFocused();
  await type('EOS');
  const offered = page.locator('.ant-select-item-option:visible', { hasText: 'EOS' });
  await expect(offered.first()).toBeVisible();
  await press('Escape');
  await expect(offered).toHaveCount(0);
  await press('Tab');
  await type('P 396');
  await press('Tab', 'Tab');
  await pick('SLS');
  for (const side of ['340', '340', '600']) {
    await type(side);
    await press('Tab');
  }
  await press('Tab', 'Tab');
  await expect(button(page, 'Add model')).toBeFocused();
  await press('Enter');
  // With or without its maker's name, it is what the library has.
  await expect(drawer.getByText('EOS P 396 is there already: choose it from the list.').last()).toBeVisible();
  await show(page, 'facility-own-model');
  await drawer.getByLabel('Model name').focus();
  await press('ControlOrMeta+A');
  await type('Garage One');
  await press('Enter');
  await expect(page.getByRole('combobox', { name: 'Model' })).toBeFocused();
  await expect(drawer.getByText('SLS · 340 × 340 × 600 mm · Own')).toBeVisible();
  await drawer.getByLabel('Hourly rate').focus();
  await type('9.5');
  await press('Enter');
  await expect(drawer).toBeHidden();
  await button(page, 'Retire Garage-01').focus();
  await press('Enter');
  await expect(button(page, 'Restore Garage-01')).toBeVisible();

  await button(page, 'Add your own material').focus();
  await press('Enter');
  const own = page.getByRole('dialog', { name: 'Add your own material' });
  await own.getByLabel('Name').focus();
  await type('pa 2200 (pa12)');
  await press('Tab', 'Tab');
  await pick('SLS');
  await pick('Polyamide');
  await type('0.95');
  await press('Tab');
  await type('48');
  await press('Enter');
  await expect(own.getByText('It already exists.')).toBeVisible();
  await own.getByLabel('Name').focus();
  await press('ControlOrMeta+A');
  await type('A mix of ours');
  await press('Enter');
  await expect(own).toBeHidden();
  await expect(row(page, 'Materials', 'A mix of ours')).toContainText('€48.00');
  await button(page, 'Remove A mix of ours').focus();
  await press('Enter');
  await expect(page.getByText('A mix of ours removed.')).toBeVisible();
  await expect(row(page, 'Materials', 'A mix of ours')).toBeHidden();

  const finishing = page.locator('section:has(> header h2:text-is("Finishing"))');
  const painting = page.getByRole('checkbox', { name: 'Painting' });
  await painting.focus();
  await press('Space');
  await menu(page).getByRole('link', { name: 'Team' }).focus();
  await press('Enter');
  await page.getByRole('dialog', { name: 'Leave without saving?' }).getByRole('button').first().click();
  await finishing.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Finishing saved')).toBeVisible();
  await page.reload();
  await expect(painting).toBeChecked();
  await painting.uncheck();
  await finishing.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Finishing saved')).toBeVisible();
});

test('who may not configure the facility sees its machines and changes none', async ({ app }) => {
  const planner = await party.enter('planner', '/service-provider/schedules');
  await expect(menu(planner).getByRole('link', { name: 'Facility Profile' })).toHaveCount(0);
  await planner.goto(profile);
  await expect(heading(planner, 'Access Denied')).toBeVisible();
  const as = await signedIn(app.url, 'planner');
  expect((await as.call(listEquipments, { query: {} })).length).toBeGreaterThan(0);
  const body = { modelName: 'X', manufacturer: 'X', amProcessId: 1, buildVolume: null, generalMaterials: [] };
  expect((await refusal(as.call(createMachine, { body }))).code).toBe('FORBIDDEN');
});

test('all of it is there on a phone, from right to left', async ({ browser, app }) => {
  const context = await browser.newContext({ baseURL: app.url, viewport: { width: 390, height: 844 } });
  await context.addInitScript(() => localStorage.setItem('language', 'ar_SA'));
  const page = await context.newPage();
  await page.goto('/custom-login');
  await page.locator('input[type=text], input[type=email]').first().fill('admin@demo.example');
  await page.locator('input[type=password]').fill(password);
  await page.keyboard.press('Enter');
  await page.waitForURL((url) => url.pathname !== '/custom-login');
  await page.goto(profile);
  const machines = page.getByRole('table').filter({ hasText: 'SLS-01' }).first();
  await expect(machines).toContainText('EOS P 396');
  await machines.scrollIntoViewIfNeeded();
  await show(page, 'facility-phone-ar');
  // Each machine is a card: nothing has to be scrolled sideways.
  expect(await machines.evaluate(({ scrollWidth }) => scrollWidth <= innerWidth)).toBe(true);
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  await machines
    .getByRole('button', { name: /SLS-01/ })
    .first()
    .click();
  await expect(page.getByRole('dialog')).toContainText('200 × 250 × 330 mm');
  await show(page, 'facility-phone-ar-machine');
  await context.close();
});
