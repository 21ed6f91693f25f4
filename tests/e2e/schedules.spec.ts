import type { Equipment } from '@sinter/sdk/contract/catalog/catalog';
import { stlOf, boxFacets } from '../fixtures/solids.ts';
import { preparedPart, signedIn, type Client } from './http.ts';
import { awarded, draftOrder } from './orders.ts';
import { inHours, newMachine, onTheClock, planned, retire } from './planning.ts';
import type { Locator } from 'playwright/test';
import { expect, heading, show, signIn, test, type Page } from './test.ts';

/** The facility's production schedule, on machines of its own. */

let admin: Client;
let planner: Client;
let first: Equipment;
let second: Equipment;
const part = 'clamp.stl';

test.beforeAll(async ({ app }) => {
  admin = await signedIn(app.url, 'admin');
  planner = await signedIn(app.url, 'planner');
  const buyer = await signedIn(app.url, 'buyer');
  first = await newMachine(admin, 'AA-01');
  second = await newMachine(admin, 'AA-02');
  const file = await preparedPart(buyer, part, stlOf(boxFacets([40, 30, 20])));
  const choice = { amProcessId: first.machine.amProcess.id, materialId: first.materials[0] ?? 0 };
  await awarded(buyer, admin, await draftOrder(buyer, file, 'Clamps', 5, choice));
});
test.afterAll(async () => {
  await retire(admin, planner, first);
  await retire(admin, planner, second);
});

const schedules = '/service-provider/schedules';
const grid = (page: Page) => page.getByRole('grid', { name: 'Machines and their jobs' });
const row = (page: Page, machine: string) => page.getByRole('row', { name: new RegExp(`^${machine}`) });
const tray = (page: Page) => page.getByRole('complementary', { name: 'Unscheduled parts' });
const drawer = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name });

/** A place on the chart: `along` from 0, the start of what is shown, to 1, its end. */
async function spot(page: Page, machine: string, along: number): Promise<{ x: number; y: number }> {
  const [line, whole] = [await row(page, machine).boundingBox(), await grid(page).boundingBox()];
  const canvas = await page.locator('main canvas').first().boundingBox();
  if (!line || !whole || !canvas) throw new Error('The chart is not there.');
  return { x: canvas.x + canvas.width * along, y: line.y + line.height / 2 };
}

test('a new order waits in the tray, is dragged onto a machine, built with one scrap, and that one waits again', async ({
  page,
}) => {
  await signIn(page, 'planner');
  await page.goto(schedules);
  await expect(heading(page, 'Production Schedule')).toBeVisible();
  await page.getByRole('button', { name: 'Next week' }).click();
  const waiting = tray(page).getByRole('listitem').filter({ hasText: part });
  await tray(page).getByRole('searchbox').fill('Clamps');
  await expect(waiting).toContainText('5 left');
  await expect(row(page, 'AA-01')).toBeVisible();
  await show(page, 'schedules-1-tray');

  const to = await spot(page, 'AA-01', 0.3);
  const whole = await grid(page).boundingBox();
  await waiting.dragTo(grid(page), { targetPosition: { x: to.x - (whole?.x ?? 0), y: to.y - (whole?.y ?? 0) } });
  const form = drawer(page, 'New job');
  await expect(form.getByLabel('Job name')).toHaveValue('clamp');
  await expect(form.getByText('AA-01', { exact: false }).first()).toBeVisible();
  await expect(form.getByLabel('Simulated build time')).not.toHaveValue('');
  await expect(form.getByText(/Next available slot/)).toBeVisible();
  await form.getByLabel('Job name').fill('');
  await form.getByRole('button', { name: 'Create job' }).click();
  await expect(form.getByText('Please enter job name')).toBeVisible();
  await expect(form.getByLabel('Job name')).toBeFocused();
  await form.getByLabel('Job name').fill('Clamps for the press');
  await form.getByRole('button', { name: 'Use this Slot' }).click();
  await form.getByRole('button', { name: 'Create job' }).click();
  await expect(page.getByText('Job Clamps for the press created')).toBeVisible();
  await expect(waiting).toHaveCount(0);
  await expect(row(page, 'AA-01')).toContainText('1 job');

  await goTo(page, 'AA-01');
  await page.keyboard.press('End');
  await page.keyboard.press('Enter');
  const details = drawer(page, /^Job #\d+$/);
  await details.getByRole('button', { name: 'Start', exact: true }).click();
  await expect(details.getByText('In Progress')).toBeVisible();
  await details.getByRole('button', { name: 'Complete', exact: true }).click();
  await details.getByLabel(`Good parts of ${part}`).fill('4');
  await show(page, 'schedules-3-complete');
  await details.getByRole('button', { name: 'Complete', exact: true }).click();
  await expect(details.getByText('4 / 5 good')).toBeVisible();
  await expect(waiting).toContainText('1 left');
});

/** Goes to a machine of the chart by keyboard. */
async function goTo(page: Page, machine: string): Promise<void> {
  await grid(page).focus();
  await page.keyboard.press('Control+Home');
  const there = row(page, machine).locator('[aria-selected=true]');
  for (let step = 0; step < 20 && (await there.count()) === 0; step += 1) await page.keyboard.press('ArrowDown');
  await expect(there).toHaveCount(1);
}

test('by keyboard: a part is placed, a job moved, taken back, and several are moved together', async ({ page }) => {
  const from = inHours(48);
  await planned(planner, second, 'Morning', from);
  await planned(planner, second, 'Evening', from + 6 * 3_600_000);
  await signIn(page, 'planner');
  await page.goto(`${schedules}?view=day&day=${onTheClock(from).day}`);
  await expect(row(page, 'AA-02')).toBeVisible();
  await tray(page).getByRole('searchbox').fill('Clamps');
  await tray(page)
    .getByRole('button', { name: `Place ${part} on the chart` })
    .press('Enter');
  await expect(grid(page)).toBeFocused();
  await page.keyboard.press('Enter');
  const form = drawer(page, 'New job');
  await expect(form.getByRole('list', { name: 'Selected parts' })).toContainText(part);
  await form.getByLabel('Notes').fill('Half a thought');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Keep editing' }).press('Enter');
  await expect(form.getByLabel('Notes')).toHaveValue('Half a thought');
  await form.getByRole('button', { name: 'Cancel' }).press('Enter');
  await page.getByRole('button', { name: 'Discard', exact: true }).press('Enter');
  await expect(form).toHaveCount(0);

  await goTo(page, 'AA-02');
  await page.keyboard.press('Home');
  await page.keyboard.press('m');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  const undo = page.getByRole('button', { name: 'Undo' });
  await expect(page.getByText(/Moved Morning to AA-01/)).toBeVisible();
  await page.keyboard.press('Control+z');
  await expect(undo).toHaveCount(0);
  await expect(row(page, 'AA-02')).toContainText('Job 1 of 2');

  await goTo(page, 'AA-02');
  await page.keyboard.press('Home');
  await page.keyboard.press('Space');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Space');
  const together = page.getByRole('region', { name: 'Jobs to move' });
  await expect(together).toContainText('Selected: 2');
  await together.getByLabel('Move by').fill('2');
  await show(page, 'schedules-5-together');
  await together.getByRole('button', { name: 'Later' }).click();
  await expect(page.getByText(/Moved jobs later by .*: 2/)).toBeVisible();
  await undo.click();
  await expect(undo).toHaveCount(0);
});

test('a machine is maintained every week; one of a series is moved alone, the rest is called off', async ({ page }) => {
  await signIn(page, 'planner');
  await page.goto(schedules);
  await page.getByRole('button', { name: 'New downtime' }).click();
  const form = drawer(page, 'New downtime');
  await form.getByLabel('Reason').fill('Lamp change');
  await pick(page, form.getByRole('combobox', { name: 'Machine' }), 'AA-02 · Jet Fusion 5200');
  const from = inHours(96);
  await setTime(form, 'Start', from);
  await setTime(form, 'End', from + 2 * hour);
  await form.getByRole('switch', { name: 'Repeat' }).click();
  await form.getByRole('spinbutton', { name: 'Occurrences' }).fill('3');
  await expect(form.getByRole('region', { name: 'Dates' }).getByRole('listitem')).toHaveCount(3);
  await show(page, 'schedules-6-downtime');

  await page.reload();
  await expect(form.getByText('Draft restored.')).toBeVisible();
  await expect(form.getByRole('spinbutton', { name: 'Occurrences' })).toHaveValue('3');
  await form.getByRole('button', { name: 'Create downtime' }).click();
  await expect(page.getByText('Lamp change scheduled')).toBeVisible();

  await page.getByRole('button', { name: 'List' }).click();
  const lines = page.getByRole('row').filter({ hasText: 'Lamp change' });
  await setTime(page, 'To', from + 21 * 24 * hour, false);
  await pick(page, page.getByRole('combobox', { name: 'Type' }), 'Downtime');
  await pick(page, page.getByRole('combobox', { name: 'Machine' }), 'AA-02');
  await expect(lines).toHaveCount(3);
  await expect(page).toHaveURL(/type=DOWNTIME/);
  await page.reload();
  await expect(lines).toHaveCount(3);
  await show(page, 'schedules-7-list');

  await lines.last().getByRole('button', { name: 'Lamp change' }).click();
  const details = drawer(page, /^Job #\d+$/);
  await details.getByRole('button', { name: 'Edit' }).click();
  const edit = drawer(page, /^Edit downtime/);
  await edit.getByLabel('Reason').fill('Lamp and glass');
  await edit.getByRole('radio', { name: 'This one only' }).check();
  await edit.getByRole('button', { name: 'Save downtime' }).click();
  await expect(page.getByRole('row').filter({ hasText: 'Lamp and glass' })).toHaveCount(1);
  await expect(lines).toHaveCount(2);

  await lines.last().getByRole('button', { name: 'Lamp change' }).click();
  await details.getByRole('button', { name: 'Cancel downtime' }).click();
  await details.getByRole('radio', { name: 'This and following' }).check();
  await details.getByRole('button', { name: 'Cancel downtime' }).last().click();
  await expect(lines.filter({ hasText: 'Cancelled' })).toHaveCount(2);
});

const hour = 3_600_000;

/** Picks from one of antd's selects. */
async function pick(page: Page, field: Locator, option: string): Promise<void> {
  await field.click();
  await page.locator('.ant-select-dropdown:visible').getByTitle(option, { exact: true }).click();
}

/** Types a date, and the time of day unless the field has none. */
async function setTime(where: Page | Locator, label: string, time: number, withTime = true): Promise<void> {
  const { text } = onTheClock(time);
  const field = where.getByRole('textbox', { name: label, exact: true });
  await field.fill(withTime ? text : text.replace(/ \S+ \S+$/, ''));
  await field.press('Enter');
}

test('priority labels are added, changed, sorted and deleted', async ({ page }) => {
  await signIn(page, 'admin');
  await page.goto('/service-provider/settings/priority-labels');
  const labels = page.getByRole('table', { name: 'Priority labels' });
  const line = (label: string) => labels.getByRole('row').filter({ hasText: label });
  await expect(line('Rush')).toBeVisible();
  await page.getByRole('button', { name: 'Add label' }).click();
  const form = drawer(page, 'Add label');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form.getByText('Please enter a label')).toBeVisible();
  await form.getByLabel('Label').fill('At night');
  await form.getByRole('button', { name: '#7a3fc4' }).click();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Keep editing' }).click();
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(line('At night').getByRole('img', { name: '#7a3fc4' })).toBeVisible();
  await labels.getByRole('columnheader', { name: 'Label' }).getByRole('button').click();
  await expect(labels.getByRole('row').nth(1)).toContainText('At night');
  await show(page, 'schedules-8-priorities');
  await page.getByRole('button', { name: 'Edit At night' }).click();
  await drawer(page, 'Edit label').getByLabel('Label').fill('At weekends');
  await drawer(page, 'Edit label').getByRole('button', { name: 'Save' }).click();
  await page.getByRole('button', { name: 'Delete At weekends' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(line('At weekends')).toHaveCount(0);
});

test('the calendar of the facility keeps what is entered until it is saved', async ({ page }) => {
  await signIn(page, 'admin');
  await page.goto('/service-provider/profile/update');
  const section = page.getByRole('region', { name: 'Calendar and planning rules' }).or(page.locator('section'));
  const calendar = section.filter({ has: page.getByRole('button', { name: 'Add holiday' }) }).last();
  const save = calendar.getByRole('button', { name: 'Save', exact: true });
  await expect(save).toBeDisabled();
  await calendar.getByRole('button', { name: 'Add holiday' }).click();
  await calendar.getByLabel('Day', { exact: true }).last().fill('2026-12-24');
  await calendar.getByLabel('Name', { exact: true }).last().fill('Christmas Eve');
  await page.getByRole('link', { name: 'Part Orders' }).click();
  await page.getByRole('button', { name: 'Stay' }).click();
  await show(page, 'schedules-9-calendar');
  await save.click();
  await expect(page.getByText('Calendar saved')).toBeVisible();
  await page.reload();
  await expect(calendar.getByLabel('Name', { exact: true }).last()).toHaveValue('Christmas Eve');
  await calendar.getByRole('button', { name: 'Remove Christmas Eve' }).click();
  await save.click();
  await expect(page.getByText('Calendar saved')).toBeVisible();
});

test('in Arabic and on a telephone', async ({ page }) => {
  const from = inHours(24);
  const job = await planned(planner, first, 'Night build', from);
  await signIn(page, 'planner');
  await page.goto(`${schedules}?job=${job.id}`);
  await expect(drawer(page, `Job #${job.id}`)).toContainText('Night build');
  await page.getByRole('button', { name: 'Close', exact: true }).click();
  await page.setViewportSize({ width: 390, height: 844 });
  await show(page, 'schedules-10-telephone');
  await page.getByRole('button', { name: 'New job' }).click();
  await expect(drawer(page, 'New job')).toBeVisible();
  await page.keyboard.press('Escape');
  await page.setViewportSize({ width: 1440, height: 900 });
  const address = page.url();
  await page.getByRole('button', { name: 'Language', exact: true }).click();
  await page.getByRole('button', { name: 'العربية', exact: true }).click();
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
  await show(page, 'schedules-12-arabic');
  // The chart still shows the same days.
  expect(page.url()).toBe(address);
  await page.getByRole('button', { name: 'اللغة', exact: true }).click();
  await page.getByRole('button', { name: 'English', exact: true }).click();
  await expect(page.locator('html')).toHaveAttribute('dir', 'ltr');
});
