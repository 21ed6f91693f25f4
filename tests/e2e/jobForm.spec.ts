import type { Equipment } from '@sinter/sdk/contract/catalog/catalog';
import type { OrderDetail } from '@sinter/sdk/contract/orders/orders';
import type { Locator } from 'playwright/test';
import { boxFacets, stlOf } from '../fixtures/solids.ts';
import { preparedPart, signedIn, type Client } from './http.ts';
import { awarded, draftOrder } from './orders.ts';
import { people } from './people.ts';
import { inHours, newMachine, onTheClock, planned, retire } from './planning.ts';
import { expect, show, signIn, test, type Page } from './test.ts';

/** The job form and the job's details, on a machine of their own. */

let admin: Client;
let planner: Client;
let machine: Equipment;
let order: OrderDetail;
const part = 'bracket-plate.stl';
const hour = 3_600_000;
const schedules = '/service-provider/schedules';

test.beforeAll(async ({ app }) => {
  admin = await signedIn(app.url, 'admin');
  planner = await signedIn(app.url, 'planner');
  const buyer = await signedIn(app.url, 'buyer');
  machine = await newMachine(admin, 'JF-01');
  const file = await preparedPart(buyer, part, stlOf(boxFacets([60, 40, 10])));
  const choice = { amProcessId: machine.machine.amProcess.id, materialId: machine.materials[0] ?? 0 };
  order = await awarded(buyer, admin, await draftOrder(buyer, file, 'Plates', 6, choice));
});
test.afterAll(() => retire(admin, planner, machine));

const drawer = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name });

async function pick(page: Page, field: Locator, option: string | RegExp): Promise<void> {
  await field.click();
  await page.locator('.ant-select-dropdown:visible').getByTitle(option, { exact: true }).click();
}

async function setTime(form: Locator, label: string, time: number): Promise<void> {
  const field = form.getByRole('textbox', { name: label, exact: true });
  await field.fill(onTheClock(time).text);
  await field.press('Enter');
}

test('a new job says what is missing, survives a reload, and takes the nearest slot where the machine is taken', async ({
  page,
}) => {
  const from = inHours(72);
  const other = await planned(planner, machine, 'There before', from, 6);
  await signIn(page, 'planner');
  await page.goto(`/order-details/${order.id}`);
  await page.getByRole('main').getByRole('button', { name: 'Schedule parts' }).click();
  await expect(drawer(page, 'New job').getByRole('list', { name: 'Selected parts' })).toContainText(part);
  await page.goto(`${schedules}?order=${order.id}`);
  const form = drawer(page, 'New job');
  const quantity = form.getByLabel(`Quantity of ${part}`);
  await expect(quantity).toHaveValue('6');
  await expect(form.getByText(/Estimated build time for the selected parts/)).toBeVisible();
  await form.getByLabel('Job name').fill('');
  await form.getByRole('button', { name: 'Create job' }).click();
  for (const problem of [
    'Please enter job name',
    'Please select an equipment',
    'Please select start date',
    'Please select end date',
  ])
    await expect(form.getByText(problem)).toBeVisible();
  await expect(form.getByLabel('Job name')).toBeFocused();
  await show(page, 'job-form-1-missing');

  await quantity.fill('4');
  await form.getByLabel('Job name').fill('Plates, first lot');
  await pick(page, form.getByRole('combobox', { name: 'Machine' }), 'JF-01 · Jet Fusion 5200');
  await expect(form.getByText('Next available slot', { exact: true })).toBeVisible();
  await form.getByLabel('Simulated build time').fill('3');
  await setTime(form, 'Start', from + hour);
  await expect(form.getByRole('textbox', { name: 'End', exact: true })).toHaveValue(onTheClock(from + 4 * hour).text);
  await form.getByLabel('Notes').fill('Clean the plate first');
  await form
    .locator('input[type=file]')
    .first()
    .setInputFiles({
      name: 'plates.cli',
      mimeType: 'application/octet-stream',
      buffer: Buffer.from('layers'),
    });
  await expect(form.getByRole('link', { name: 'plates.cli' })).toBeVisible();

  await page.reload();
  await expect(form.getByText('Draft restored.')).toBeVisible();
  await expect(form.getByLabel('Job name')).toHaveValue('Plates, first lot');
  await expect(form.getByLabel('Notes')).toHaveValue('Clean the plate first');
  await expect(form.getByRole('link', { name: 'plates.cli' })).toBeVisible();
  await page
    .getByRole('link', { name: 'Part Orders' })
    .first()
    .evaluate((link: HTMLElement) => link.click());
  await page.getByRole('button', { name: 'Stay' }).click();

  await form.getByRole('button', { name: 'Create job' }).click();
  const refusal = form.getByRole('alert').filter({ hasText: 'Nearest free slot' });
  await expect(refusal).toContainText(`#${other.id} There before`);
  await show(page, 'job-form-3-taken');
  await refusal.getByRole('button', { name: 'Use this slot' }).click();
  await expect(page.getByText('Job Plates, first lot created')).toBeVisible();
  await expect(page).toHaveURL(/view=week/);
});

test('a job of the address opens, is edited as far as its status allows, and shows what may be done to it', async ({
  page,
}) => {
  const from = inHours(120);
  const { id } = await planned(planner, machine, 'Long build', from, 5);
  const another = await planned(planner, machine, 'Another build', from + 8 * hour, 5);
  await signIn(page, 'planner');
  await page.goto(`${schedules}?job=${id}`);
  const details = drawer(page, `Job #${id}`);
  const action = (name: string) => details.getByRole('button', { name, exact: true });
  await expect(details.getByRole('heading', { name: 'Long build' })).toBeVisible();
  await action('Edit').click();
  const edit = drawer(page, `Edit job #${id}`);
  await edit.getByLabel('Utilization').fill('43.5');
  await edit.getByRole('button', { name: 'Update job' }).click();
  await expect(page.getByText('Job Long build updated')).toBeVisible();

  await page.goto(`${schedules}?job=${id}`);
  await expect(details.getByText('43.50%')).toBeVisible();
  await action('Start').click();
  await expect(details.getByText('In Progress')).toBeVisible();
  await action('Pause').click();
  await action('Resume').click();
  await action('Edit').click();
  await expect(edit.getByRole('combobox', { name: 'Machine' })).toBeDisabled();
  await expect(edit.getByRole('combobox', { name: 'Material', exact: true })).toBeDisabled();
  await expect(edit.getByRole('textbox', { name: 'Start', exact: true })).toBeDisabled();
  await expect(edit.getByLabel('Duration')).toHaveCount(0);
  await show(page, 'job-form-4-running');
  await edit.getByRole('button', { name: 'Cancel', exact: true }).click();

  await page.goto(`${schedules}?job=${id}`);
  await action('Mark as failed').click();
  await action('Mark as failed').click();
  await expect(details.getByText('Please enter a reason.')).toBeVisible();
  await details.getByLabel('Reason').fill('The recoater hit a part');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Keep editing' }).click();
  await action('Mark as failed').click();
  await expect(details.getByText('Failed', { exact: true })).toBeVisible();
  await action('Edit').click();
  await expect(edit.getByLabel('Duration')).toBeVisible();
  await edit.getByRole('button', { name: 'Cancel', exact: true }).click();

  await page.goto(`${schedules}?job=${id}`);
  await action('Rerun').click();
  const again = drawer(page, /^Job #/);
  await expect(again.getByText(`#${id}`, { exact: true })).toBeVisible();
  await again.getByRole('button', { name: 'Merge', exact: true }).click();
  await pick(page, again.getByRole('combobox', { name: 'Merge into' }), /Another build/);
  await again.getByRole('button', { name: 'Merge', exact: true }).click();
  await expect(again.getByText('Merged', { exact: true })).toBeVisible();
  await expect(again.getByText(`#${another.id}`, { exact: true })).toBeVisible();
});

test('two people change a job: both versions are shown, and the mix that is chosen is saved', async ({
  browser,
  app,
}) => {
  const { id } = await planned(planner, machine, 'Shared build', inHours(200));
  const both = people(browser, app.url, [/status of 409/]);
  const one = await both.enter('planner', `${schedules}?job=${id}`);
  const other = await both.enter('admin', `${schedules}?job=${id}`);
  const edit = async (page: Page) => {
    await drawer(page, `Job #${id}`).getByRole('button', { name: 'Edit', exact: true }).click();
    return drawer(page, `Edit job #${id}`);
  };
  const mine = await edit(one);
  await mine.getByLabel('Notes').fill('Mine');
  const theirs = await edit(other);
  await theirs.getByLabel('Job name').fill('Renamed build');
  await theirs.getByLabel('Notes').fill('Theirs');
  await theirs.getByRole('button', { name: 'Update job' }).click();
  await expect(mine.getByText('Someone else changed this job')).toBeVisible();
  await expect(
    mine
      .getByRole('row', { name: /Job name/ })
      .getByRole('radio')
      .last(),
  ).toBeChecked();
  await expect(mine.getByRole('row', { name: /Notes/ }).getByRole('radio').first()).toBeChecked();
  await show(one, 'job-form-6-versions');
  await mine.getByRole('button', { name: 'Save this version' }).click();
  await expect(one.getByText('Job Renamed build updated')).toBeVisible();
  await one.goto(`${schedules}?job=${id}`);
  await expect(drawer(one, `Job #${id}`)).toContainText('Mine');
  await both.leave();
});
