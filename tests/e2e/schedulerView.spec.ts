import { searchJobs } from '@sinter/sdk/contract/scheduling/chart';
import { listEquipments } from '@sinter/sdk/contract/catalog/catalog';
import { loadMaterial } from '@sinter/sdk/contract/catalog/machines';
import {
  createJob,
  fireJobEvent,
  listJobs,
  readJob,
  updateJob,
  type JobStatus,
} from '@sinter/sdk/contract/scheduling/jobs';
import { addDays, ChartView, clockOf, dayOf, hour, instantOf, sundayOf, typed, zoneName } from './chart.ts';
import { signedIn, type Client } from './http.ts';
import { people, type People } from './people.ts';
import { expect, show, test, type Page } from './test.ts';

/** Enterprise Scheduling View: every control by mouse and by keyboard, and what several people see of each other. */
test.describe.configure({ mode: 'serial' });

const today = dayOf(Date.now());
const sunday = sundayOf(today);
/** A week without jobs of the demo. */
const later = addDays(sunday, 28);
const at = (time: string, day = 2) => instantOf(addDays(later, day), time);

const notes = 'Blast after twelve hours of cooling. Keep the witness parts of this build, and tell the customer.';
/** On a clock far from the facility's: the chart must not care. */
const away = { timezoneId: 'America/Los_Angeles' };
test.use({ trace: { mode: 'retain-on-failure', screenshots: false } });

let planner: Client;
let party: People;
let page: Page;
let chart: ChartView;
const machines = new Map<string, { id: number; material: number }>();
const planned: number[] = [];

async function plan(jobName: string, machine: string, from: number, to: number): Promise<number> {
  const { id, material } = machines.get(machine) ?? { id: 0, material: 0 };
  const job = await planner.call(createJob, {
    body: {
      jobName,
      equipmentDTO: { id },
      materialDTO: { id: material },
      files: [],
      jobNotes: notes,
      fromDate: String(from),
      toDate: String(to),
      buildPlateUtilization: 0.4567,
      eventId: crypto.randomUUID(),
    },
  });
  planned.push(job.id);
  return job.id;
}

async function moveBy(id: number, millis: number): Promise<void> {
  const job = await planner.call(readJob, { params: { id } });
  const { equipmentDTO, materialDTO, jobName, version } = job;
  const [fromDate, toDate] = [job.fromDate, job.toDate].map((date) => String(Number(date) + millis));
  const body = { id, version, jobName, equipmentDTO, materialDTO: { id: materialDTO?.id ?? 0 }, files: [] };
  await planner.call(updateJob, { body: { ...body, fromDate: fromDate ?? '', toDate: toDate ?? '' } });
}

test.beforeAll(async ({ browser, app }) => {
  planner = await signedIn(app.url, 'planner');
  for (const machine of await planner.call(listEquipments, { query: { getFromAllFacilities: 'false' } }))
    machines.set(machine.displayName, { id: machine.id, material: machine.currentlyUsedMaterialId ?? 0 });
  await planner.call(loadMaterial, { params: { id: machines.get('SLS-03')?.id ?? 0 }, body: { materialId: null } });
  await plan('Pump housing', 'MJF-02', at('08:00'), at('20:00'));
  await plan('Gear set', 'MJF-02', at('06:00', 3), at('18:00', 3));
  await plan('Cover plate', 'FDM-01', at('10:00'), at('22:00'));
  // A cut connection and refused changes are written to the console by the browser itself.
  party = people(browser, app.url, [/status of 409/, /ERR_INTERNET_DISCONNECTED|ERR_NETWORK/, /Failed to fetch/]);
  page = await party.enter('planner', '/service-provider/scheduler-view', away);
  chart = new ChartView(page);
});

test.afterAll(async () => {
  const { id = 0, material = 0 } = machines.get('SLS-03') ?? {};
  await planner.call(loadMaterial, { params: { id }, body: { materialId: material } });
  for (const job of planned)
    await planner.call(fireJobEvent, { params: { id: job }, body: { event: 'CANCEL', reason: 'test' } });
  await party.leave();
});

const quick = (name: string) => page.getByRole('button', { name, exact: true });
const date = (name: 'From' | 'To') => page.getByRole('textbox', { name, exact: true });

/** Opens a job and closes it again: the keyboard stands on it then. */
async function lookInto(machine: string, time: number): Promise<void> {
  await chart.click(machine, time);
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
}

test('the current week stands there: machines with all that they are, jobs in the colours of their status', async () => {
  await chart.drawn();
  await expect(page.getByRole('heading', { level: 1, name: 'Enterprise Scheduling View' })).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Breadcrumbs' })).toContainText('Enterprise Scheduling View');
  await expect(date('From')).toHaveValue(typed(sunday));
  await expect(date('To')).toHaveValue(typed(addDays(sunday, 6)));
  await expect(quick('Week')).toHaveAttribute('aria-pressed', 'true');
  for (const text of ['MJF-01', 'Demo Additive GmbH', 'Jet Fusion 5200', 'HP 3D HR PA 12'])
    await expect(chart.machine('MJF-01')).toContainText(text);
  await expect(chart.machine('SLS-03')).toContainText('(Material Not Selected)');
  await show(page, 'scheduler-week');

  // Three weeks have every status that the demo has.
  await chart.open(addDays(sunday, -7), addDays(sunday, 13));
  const [shownFrom, shownTo] = [instantOf(addDays(sunday, -7)), instantOf(addDays(sunday, 14))];
  const body = { fromDate: String(shownFrom), toDate: String(shownTo) };
  const jobs = await planner.call(searchJobs, { query: { getFromAllFacilities: 'false' }, body });
  // One that crosses the edge of the chart may have the place that is looked at outside of it.
  const inside = jobs.filter(({ fromDate, toDate }) => Number(fromDate) >= shownFrom && Number(toDate) <= shownTo);
  const nameOf = (id: number) => [...machines].find(([, machine]) => machine.id === id)?.[0] ?? '';
  const colors = async (status: JobStatus, down: boolean) => {
    const isDown = ({ jobType }: (typeof jobs)[number]) => jobType === 'DOWNTIME';
    const job = inside.find((each) => each.jobStatus === status && isDown(each) === down && each.equipmentId < 6);
    const [from, to] = [Number(job?.fromDate), Number(job?.toDate)];
    // Beside the line for now, which may lie over it.
    const [early, late] = [from + (to - from) * 0.2, from + (to - from) * 0.8];
    const beside = Math.abs(early - Date.now()) > Math.abs(late - Date.now()) ? early : late;
    return chart.color(nameOf(job?.equipmentId ?? 0), beside);
  };
  for (const [status, tone] of [
    ['COMPLETED', '--success'],
    ['IN_PROGRESS', '--primary'],
    ['QUEUED', '--text-muted'],
  ] as const)
    await expect.poll(() => colors(status, false), { message: status }).toBe(await chart.tone(tone));
  await expect.poll(() => colors('COMPLETED', true)).toBe(await chart.tone('--navigation'));
  expect(jobs.filter(({ jobStatus }) => jobStatus === 'CANCELLED')).toEqual([]);
});

test('the range is chosen by day, week, month and by typing, and never longer than a year', async () => {
  await quick('Today').click();
  await expect(page).toHaveURL(new RegExp(`from=${today}&to=${today}`));
  await expect(date('To')).toHaveValue(typed(today));
  await quick('Month').press('Enter');
  await expect(quick('Month')).toHaveAttribute('aria-pressed', 'true');
  await expect(page).toHaveURL(new RegExp(`from=${today.slice(0, 8)}01&`));

  const year = Number(today.slice(0, 4));
  await date('From').fill(`${year}-01-01`);
  await date('From').press('Enter');
  await expect(page).toHaveURL(new RegExp(`from=${year}-01-01`));
  const last = addDays(`${year}-01-01`, 364);
  await date('To').fill(addDays(last, 1));
  await date('To').press('Enter');
  await expect(page).not.toHaveURL(new RegExp(addDays(last, 1)));
  await date('To').fill(typed(last));
  await date('To').press('Enter');
  await expect(page).toHaveURL(new RegExp(`to=${last}`));
  await page.keyboard.press('Escape');
  await expect(chart.machine('MJF-01')).toContainText(/\d+ jobs/);
  await show(page, 'scheduler-year');

  // An end before the start follows it; nonsense in the address is left out.
  await date('From').fill(addDays(last, 30));
  await date('From').press('Enter');
  await expect(page).toHaveURL(new RegExp(`from=${addDays(last, 30)}&to=${addDays(last, 30)}`));
  await page.keyboard.press('Escape');
  await page.goto('/service-provider/scheduler-view?from=2026-99-01&to=x&models=y');
  await expect(date('From')).toHaveValue(typed(sunday));

  await expect(page.getByRole('switch', { name: 'Auto-refresh' })).toBeChecked();
  await page.getByRole('switch', { name: 'Auto-refresh' }).press('Space');
  await expect(page.getByRole('switch', { name: 'Auto-refresh' })).not.toBeChecked();
  const asked = page.waitForRequest((request) => request.url().includes('/v4/job-scheduling/search'));
  await page.getByRole('button', { name: 'Refresh now' }).click();
  await asked;
});

test('a job is found by any of six things, shown outlined with filters at rest, and let go again', async () => {
  await chart.open(sunday, addDays(sunday, 6));
  const field = page.getByRole('combobox', { name: 'Search in' });
  const text = page.getByRole('combobox', { name: 'Find a job' });
  const found = page.getByRole('listbox', { name: 'Matching jobs' }).getByRole('option');
  const choose = async (name: string) => {
    await field.click();
    await page.locator('.ant-select-dropdown:visible').getByTitle(name, { exact: true }).click();
  };
  const [job = 0] = planned;
  const jobs = await planner.call(searchJobs, {
    query: {},
    body: { fromDate: String(instantOf(addDays(sunday, -7))), toDate: String(instantOf(addDays(sunday, 14))) },
  });
  const withPart = jobs.find(({ parts }) => parts !== '');
  const whole = await planner.call(readJob, { params: { id: withPart?.id ?? 0 } });
  const [order] = whole.jobOrderDTOs;
  const part = order?.fileIds[0];
  for (const [name, typing, expected] of [
    ['All fields', 'pump hous', `#${job} Pump housing`],
    ['Job ID', `#${job}`, `#${job} Pump housing`],
    ['Job name', 'Gear se', 'Gear set'],
    ['Order ID', String(order?.orderId), `#${whole.id}`],
    ['Order title', order?.rfqDTO.displayTitle ?? '', `#${whole.id}`],
    ['Part ID', String(part?.rfqCadFileId), `#${whole.id}`],
  ] as const) {
    // From one to the next by keyboard.
    if (name !== 'All fields') for (const key of ['ArrowDown', 'ArrowDown', 'Enter']) await field.press(key);
    await expect(page.getByRole('search')).toContainText(name);
    await text.fill(typing);
    await expect(found.filter({ hasText: expected }).first(), name).toBeVisible();
    await text.press('Escape');
    await expect(text).toHaveValue('');
  }
  await choose('Job ID');
  await text.fill('pump');
  await expect(page.getByText('Please enter a number')).toBeVisible();
  await choose('Job name');
  await text.fill('no such job');
  await expect(page.getByText('No jobs found')).toBeVisible();

  await text.fill('Pump hous');
  await expect(found).toHaveCount(1);
  await show(page, 'scheduler-search');
  await text.press('Enter');
  const clear = page.getByRole('search').getByRole('button', { name: 'Clear' });
  await expect(clear).toBeFocused();
  await expect(page).toHaveURL(new RegExp(`from=${dayOf(at('08:00'))}&to=${dayOf(at('20:00'))}&job=${job}`));
  await expect(page.getByRole('button', { name: 'Filter', exact: true })).toBeDisabled();
  const outline = () => chart.color('MJF-02', at('14:00'), 22);
  await expect.poll(outline).toBe(await chart.tone('--danger'));
  await show(page, 'scheduler-picked');
  await page.reload();
  await chart.drawn();
  await expect(page.getByRole('search')).toContainText('Pump housing');
  await expect.poll(outline).toBe(await chart.tone('--danger'));
  await clear.press('Enter');
  await expect(text).toBeFocused();
  await expect(page.getByRole('button', { name: 'Filter', exact: true })).toBeEnabled();
  await expect.poll(outline).not.toBe(await chart.tone('--danger'));
});

test('machines are filtered by seven groups; filters are saved, used and deleted by name', async () => {
  await chart.open(sunday, addDays(sunday, 6));
  const button = page.getByRole('button', { name: 'Filter', exact: true });
  const panel = page.getByRole('dialog', { name: 'Filter' });
  const chips = page.getByRole('group', { name: 'Filtering By' });
  await button.press('Enter');
  const groups = ['General Material', 'Process', 'Model', 'Machines', 'Manufacturer', 'Materials', 'Facilities'];
  await expect(panel.locator('summary')).toHaveText(groups);
  for (const group of groups) {
    await panel.getByText(group, { exact: true }).press('Enter');
    await expect(panel.getByRole('group', { name: group, exact: true }).getByRole('checkbox').first()).toBeVisible();
    if (!['Process', 'Machines'].includes(group)) await panel.getByText(group, { exact: true }).click();
  }
  await panel.getByRole('checkbox', { name: 'MJF', exact: true }).click();
  await panel.getByRole('button', { name: 'Save' }).click();
  await expect(panel.getByText('Filter name is missing or already in use')).toBeVisible();
  await panel.getByRole('textbox', { name: 'Filter name' }).fill('Powder bed');
  await panel.getByRole('textbox', { name: 'Filter name' }).press('Enter');
  await expect(panel.getByRole('region', { name: 'Saved filters' })).toContainText('Powder bed');
  await panel.getByRole('textbox', { name: 'Filter name' }).fill(' powder BED ');
  await panel.getByRole('button', { name: 'Save' }).click();
  await expect(panel.getByText('Filter name is missing or already in use')).toBeVisible();
  await show(page, 'scheduler-filter');
  const asked = page.waitForRequest((request) => request.url().includes('/v4/job-scheduling/search'));
  await panel.getByRole('button', { name: 'Apply' }).press('Enter');
  await asked;
  await expect(panel).toBeHidden();
  await expect(chips).toContainText('MJF');
  await expect(page.getByRole('row')).toHaveCount(2);

  // What machines of that process never are.
  await button.click();
  await panel.getByRole('checkbox', { name: 'SLS-01' }).press('Space');
  await panel.getByRole('button', { name: 'Apply' }).click();
  await expect(page.getByText('No jobs or machines match the given search criteria')).toBeVisible();

  await chips.getByRole('button', { name: /MJF/ }).click();
  await expect(page.getByRole('row')).toHaveCount(1);
  await page.reload();
  await expect(chips).toContainText('SLS-01');
  await expect(page.getByRole('row')).toHaveCount(1);
  await chips.getByRole('button', { name: 'Clear All' }).press('Enter');
  await expect(chips).toBeHidden();
  await expect(chart.machine('FDM-01')).toBeVisible();

  await button.click();
  await panel.getByRole('button', { name: 'Powder bed', exact: true }).click();
  const process = panel.locator('summary', { hasText: 'Process' });
  await expect(process).toHaveText('Process1');
  await panel.getByRole('button', { name: 'Clear', exact: true }).click();
  await expect(process).toHaveText('Process');
  await panel.getByRole('button', { name: 'Delete filter Powder bed' }).click();
  const question = page.getByRole('dialog', { name: 'Are you sure you want to delete this filter?' });
  await question.getByRole('button', { name: 'Yes' }).click();
  await expect(panel.getByRole('region', { name: 'Saved filters' })).toBeHidden();
  await expect(panel).toBeVisible();
  await panel.getByRole('button', { name: 'Apply' }).press('Escape');
  await expect(panel).toBeHidden();
});

test('the box beside the pointer says what a job is, by the clock of the facility', async () => {
  await chart.open(later, addDays(later, 6));
  const box = await chart.hover('MJF-02', at('14:00'));
  await expect(box).toContainText('Pump housing');
  await expect(box).toContainText(`Build ID${planned[0]}`);
  await expect(box).toContainText('Queued');
  await expect(box).toContainText(`${typed(dayOf(at('08:00')))} 8:00 AM – 8:00 PM`);
  await expect(box).toContainText('45.67%');
  await expect(box).toContainText(`${notes.slice(0, 80)}…`);
  await expect(box).not.toContainText('customer');
  await show(page, 'scheduler-hover');
  await page.mouse.move(10, 10);
  await expect(box).toBeHidden();
  await expect(page.getByText('Europe/Berlin')).toBeVisible();
});

test('the embedded screen tells the same times as the chart, and by whose clock', async () => {
  const [from, to] = [addDays(sunday, -7), addDays(sunday, 13)];
  const days = { fromDate: String(instantOf(from)), toDate: String(instantOf(addDays(to, 1))) };
  const params = { limit: 1, offset: 0 };
  const { jobDTOS } = await planner.call(listJobs, { params, query: { jobType: 'ORDER', ...days } });
  expect(jobDTOS).toHaveLength(1);
  await page.goto('/grabcad/grabcad-jobs-scheduled');
  await page.getByLabel('From date').fill(from);
  await page.getByLabel('From date').press('Enter');
  await page.getByLabel('To date').fill(to);
  await page.getByLabel('To date').press('Enter');
  for (const { id, fromDate, toDate } of jobDTOS) {
    const row = page
      .getByRole('row')
      .filter({ has: page.getByRole('cell').filter({ hasText: new RegExp(`^${id}$`) }) });
    for (const time of [Number(fromDate), Number(toDate)])
      await expect(row).toContainText(`${typed(dayOf(time))} ${clockOf(time)}`);
  }
  await expect(page.getByText(`Times in ${zoneName}`)).toBeVisible();
  await show(page, 'grabcad-jobs-zone');
});

test('it zooms around the pointer, pans, follows the minimap, and is grouped', async () => {
  await chart.open(later, addDays(later, 6));
  const spot = await chart.place('MJF-02', at('14:00'));
  const box = page.getByRole('tooltip');
  const shown = page.getByRole('slider', { name: 'Visible time range', exact: true });
  const whole = await shown.getAttribute('aria-valuetext');
  await page.mouse.move(spot.x, spot.y);
  await page.keyboard.down('Control');
  for (let turn = 0; turn < 6; turn += 1) await page.mouse.wheel(0, -150);
  await page.keyboard.up('Control');
  await expect(shown).not.toHaveAttribute('aria-valuetext', whole ?? '');
  await page.mouse.move(spot.x + 1, spot.y);
  await expect(box).toContainText('Pump housing');
  const near = await shown.getAttribute('aria-valuetext');

  // Over the times the wheel alone does.
  const head = await chart.canvas.boundingBox();
  await page.mouse.move((head?.x ?? 0) + 300, (head?.y ?? 0) + 20);
  for (let turn = 0; turn < 6; turn += 1) await page.mouse.wheel(0, 150);
  await expect(shown).not.toHaveAttribute('aria-valuetext', near ?? '');
  await quick('Zoom in').click();
  await quick('Zoom out').press('Enter');

  await chart.open(later, addDays(later, 6));
  await page.keyboard.down('Shift');
  await chart.drag(spot, { x: spot.x + 200, y: spot.y });
  await page.keyboard.up('Shift');
  await expect(date('From')).not.toHaveValue(typed(later));
  await expect(page.getByRole('dialog')).toHaveCount(0);

  await chart.open(later, addDays(later, 6));
  await page.getByRole('slider', { name: 'End of visible range' }).focus();
  for (let turn = 0; turn < 8; turn += 1) await page.keyboard.press('ArrowLeft');
  await expect(shown).not.toHaveAttribute('aria-valuetext', whole ?? '');
  await shown.focus();
  const before = await shown.getAttribute('aria-valuetext');
  await page.keyboard.press('ArrowRight');
  await expect(shown).not.toHaveAttribute('aria-valuetext', before ?? '');

  await page.getByRole('combobox', { name: 'Group by' }).selectOption('By process');
  const grid = page.getByRole('treegrid', { name: 'Machines and their jobs' });
  await expect(grid).toBeVisible();
  await expect(page).toHaveURL(/group=process/);
  const group = page.getByRole('row', { name: /^DMLS 3 machines|^DMLS/, expanded: true }).first();
  await expect(group).toBeVisible();

  await page.reload();
  await expect(group).toBeVisible();
  await grid.focus();
  await page.keyboard.press('Control+Home');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('row', { name: /^DMLS/, expanded: false }).first()).toBeVisible();
  await page.getByRole('combobox', { name: 'Group by' }).selectOption('Not grouped');
});

test('by keyboard and by ear: from machine to machine, job to job, and into a job', async () => {
  await chart.open(later, addDays(later, 6), `&equipments=${machines.get('MJF-02')?.id},${machines.get('FDM-01')?.id}`);
  await chart.grid.focus();
  await page.keyboard.press('Control+Home');
  await expect(chart.said).toContainText(/MJF-02: .*Job \d+ of \d+/);
  await page.keyboard.press('End');
  await expect(chart.said).toContainText('Gear set, Queued');
  await page.keyboard.press('ArrowLeft');
  await expect(chart.said).toContainText('MJF-02: Pump housing, Queued');
  const current = await chart.grid.getAttribute('aria-activedescendant');
  await expect(page.locator(`[id="${current}"]`)).toContainText('Pump housing');
  await page.keyboard.press('ArrowDown');
  await expect(chart.said).toContainText('FDM-01: Cover plate');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  const drawer = page.getByRole('dialog', { name: `Job #${planned[0]}` });
  await expect(drawer).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`selected=${planned[0]}`));
  await page.keyboard.press('Escape');
  await expect(drawer).toBeHidden();
  await page.reload();
  await chart.drawn();
  await expect.poll(() => chart.color('MJF-02', at('14:00'), 22)).toBe(await chart.tone('--danger'));
  await chart.click('FDM-01', at('04:00', 5));
  await expect(page).not.toHaveURL(/selected=/);
});

test('a job is planned by dragging, moved, stretched, refused with the next slot, and all of it is undone', async () => {
  await chart.open(later, addDays(later, 6));
  await chart.drag(await chart.place('FDM-01', at('06:00', 4)), await chart.place('FDM-01', at('18:00', 4)));
  const form = page.getByRole('dialog', { name: 'New job' });
  await expect(form.getByLabel(/^Start/)).toHaveValue(`${typed(dayOf(at('06:00', 4)))} 6:00 AM`);
  await expect(form.getByLabel(/^End/)).toHaveValue(`${typed(dayOf(at('06:00', 4)))} 6:00 PM`);
  await form.getByLabel('Job name').press('Escape');
  await expect(form).toBeHidden();

  const [job = 0] = planned;
  const stands = async () => {
    const { fromDate, toDate, equipmentId } = await planner.call(readJob, { params: { id: job } });
    return [equipmentId, Number(fromDate), Number(toDate)];
  };
  const mjf = machines.get('MJF-02')?.id ?? 0;
  await chart.drag(await chart.place('MJF-02', at('12:00')), await chart.place('MJF-02', at('18:00')));
  const undo = page.getByRole('button', { name: 'Undo' });
  await expect(undo).toBeVisible();
  await expect.poll(stands).toEqual([mjf, at('14:00'), at('02:00', 3)]);

  await chart.drag(await chart.place('MJF-02', at('01:58', 3), 4), await chart.place('MJF-02', at('22:00'), 4));
  await expect.poll(stands).toEqual([mjf, at('14:00'), at('22:00')]);
  await page.keyboard.press('Control+z');
  await expect.poll(stands).toEqual([mjf, at('14:00'), at('02:00', 3)]);
  await undo.click();
  await expect.poll(stands).toEqual([mjf, at('08:00'), at('20:00')]);
  await expect(undo).toBeHidden();

  // Onto another job: the server says why not, and where there is room.
  await chart.drag(await chart.place('MJF-02', at('14:00')), await chart.place('MJF-02', at('12:00', 3)));
  const why = page.getByRole('alert');
  await expect(why).toContainText('Gear set');
  await show(page, 'scheduler-refused');
  await why.getByRole('button', { name: /^Use nearest slot/ }).click();
  await expect.poll(stands).toEqual([mjf, at('18:00', 3), at('06:00', 4)]);
  await page.keyboard.press('Control+z');
  await expect.poll(stands).toEqual([mjf, at('08:00'), at('20:00')]);

  // The same by keyboard.
  await chart.grid.focus();
  await page.mouse.move(0, 0);
  await page.keyboard.press('m');
  await expect(chart.said).toContainText('Pump housing: MJF-02');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Shift+ArrowRight');
  await page.keyboard.press('Escape');
  await expect(chart.said).toContainText('Cancelled');
  await page.keyboard.press('m');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await expect.poll(stands).toEqual([machines.get('MJF-01')?.id, at('08:00'), at('20:00')]);
  await page.keyboard.press('Control+z');
  await expect.poll(stands).toEqual([mjf, at('08:00'), at('20:00')]);
});

test('what others do appears by itself; who was slower sees both versions', async ({ app }) => {
  await chart.open(later, addDays(later, 6));
  const [job = 0] = planned;
  const other = new ChartView(
    await party.enter('admin', `/service-provider/scheduler-view?from=${later}&to=${addDays(later, 6)}`),
  );
  await other.drawn();
  await other.page.evaluate(() => Reflect.set(window, 'notReloaded', true));
  expect(app.url).toBeTruthy();
  await moveBy(job, 6 * hour);
  for (const view of [chart, other]) {
    await expect.poll(() => view.color('MJF-02', at('09:00'))).not.toBe(await view.tone('--text-muted'));
    await expect.poll(() => view.color('MJF-02', at('01:00', 3))).toBe(await view.tone('--text-muted'));
  }
  expect(await other.page.evaluate(() => Reflect.get(window, 'notReloaded'))).toBe(true);

  // Held here while somebody else moves it.
  await lookInto('MJF-02', at('20:00'));
  await chart.grid.focus();
  await page.keyboard.press('m');
  await page.keyboard.press('ArrowRight');
  await moveBy(job, -6 * hour);
  await expect.poll(() => other.color('MJF-02', at('09:00'))).toBe(await other.tone('--text-muted'));
  await page.keyboard.press('Enter');
  const both = page.getByRole('alert');
  await expect(both.getByRole('row')).toHaveCount(2);
  await expect(both).toContainText(`${typed(dayOf(at('08:00')))} 8:00 AM – 8:00 PM`);
  await show(page, 'scheduler-versions');
  await both.getByRole('row').nth(1).getByRole('button').click();
  await expect(both).toBeHidden();
  await expect.poll(() => chart.color('MJF-02', at('09:00'))).toBe(await chart.tone('--text-muted'));
  await other.page.context().close();
});

test('without a connection the screen says so, and catches up afterwards', async () => {
  await chart.open(later, addDays(later, 6));
  const [job = 0] = planned;
  const context = page.context();
  await context.setOffline(true);
  await expect(page.getByText(/Connection lost/)).toBeVisible();
  await page.getByRole('button', { name: 'Refresh now' }).click();
  await expect(page.getByText('Unable to fetch jobs')).toBeVisible();

  await moveBy(job, 6 * hour);
  await context.setOffline(false);
  await expect.poll(() => chart.color('MJF-02', at('01:00', 3))).toBe(await chart.tone('--text-muted'));
  await expect(page.getByText(/Connection lost/)).toBeHidden();
  await expect(page.getByText('Unable to fetch jobs')).toBeHidden();
  await moveBy(job, -6 * hour);
});

test('where people write from right to left, time runs so too; and it can be used on a phone', async () => {
  await page.evaluate(() => localStorage.setItem('language', 'ar_SA'));
  await chart.open(later, addDays(later, 6));
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
  const [morning, evening] = [await chart.place('MJF-02', at('08:30')), await chart.place('MJF-02', at('19:30'))];
  expect(morning.x).toBeGreaterThan(evening.x);
  for (const time of ['08:30', '19:30'])
    await expect.poll(() => chart.color('MJF-02', at(time))).toBe(await chart.tone('--text-muted'));
  expect(await chart.color('MJF-02', at('06:00'))).not.toBe(await chart.tone('--text-muted'));
  await expect(await chart.hover('MJF-02', at('14:00'))).toContainText('Pump housing');
  await show(page, 'scheduler-ar');
  await page.mouse.move(0, 0);

  // Keys point where people see time run: to the left is later.
  await lookInto('MJF-02', at('14:00'));
  await chart.grid.focus();
  await page.keyboard.press('ArrowLeft');
  await expect(chart.said).toContainText('Gear set');
  await page.keyboard.press('ArrowRight');
  await expect(chart.said).toContainText('Pump housing');
  await page.evaluate(() => localStorage.setItem('language', 'en_US'));

  await page.setViewportSize({ width: 390, height: 844 });
  await chart.open(later, addDays(later, 6));
  const wide = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(wide).toBe(390);
  await show(page, 'scheduler-phone');
});

test('two fingers zoom around where they are, and a long press plans', async () => {
  const phone = await party.enter('planner', '/service-provider/scheduler-view', {
    ...away,
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  });
  const touched = new ChartView(phone);
  await touched.open(later, addDays(later, 6));
  const line = await phone.context().newCDPSession(phone);
  const spot = await touched.place('MJF-02', at('14:00'));
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...xs: number[]) =>
    line.send('Input.dispatchTouchEvent', { type, touchPoints: xs.map((x, id) => ({ x, y: spot.y, id })) });
  const shown = phone.getByRole('slider', { name: 'Visible time range', exact: true });
  const whole = await shown.getAttribute('aria-valuetext');
  await touch('touchStart', spot.x - 15, spot.x + 15);
  for (let apart = 20; apart <= 90; apart += 10) await touch('touchMove', spot.x - apart, spot.x + apart);
  await touch('touchEnd');
  await expect(shown).not.toHaveAttribute('aria-valuetext', whole ?? '');
  await phone.touchscreen.tap(spot.x, spot.y);
  await expect(phone.getByRole('dialog', { name: `Job #${planned[0]}` })).toBeVisible();
  await show(phone, 'scheduler-phone-job');
  await phone.context().close();
});
