import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import * as z from 'zod';
import { partSearch } from '../../plugins/grabcad/shared/partSearch.ts';
import { ball } from '../fixtures/solids.ts';
import { listEquipments } from '@sinter/sdk/contract/catalog/catalog';
import { searchOrders } from '@sinter/sdk/contract/orders/rows';
import { fireJobEvent } from '@sinter/sdk/contract/scheduling/jobs';
import { addDays, ChartView, dayOf } from './chart.ts';
import { signedIn } from './http.ts';
import { fire } from './orders.ts';
import { expect, menu, show, signIn, signInByForm, test, type Page, logIn } from './test.ts';
import { startTray } from './trayTool.ts';

interface Model {
  path: string;
  name: string;
  /** As the screen shows it, millimetres. */
  size: string;
}

/** Real parts where the models stand beside the project, made ones anywhere else. */
function modelFiles(): { stl: Model; step: Model } {
  const real = resolve('../shared/models/real');
  if (existsSync(real)) {
    return {
      stl: { path: join(real, 'odri_finger_tip.STL'), name: 'odri_finger_tip.STL', size: '182 × 28 × 23.7 mm' },
      step: {
        path: join(real, 'odri_foot_structure.STEP'),
        name: 'odri_foot_structure.STEP',
        size: '16.5 × 27 × 27 mm',
      },
    };
  }
  console.log(`The real models are not at ${real}: the journey is walked with made ones.`);
  const path = resolve('.build/e2e/ball.stl');
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, ball(20, 24));
  return {
    stl: { path, name: 'ball.stl', size: '40 × 40 × 40 mm' },
    step: { path: resolve('tests/fixtures/bracket.step'), name: 'bracket.step', size: '60 × 40 × 30 mm' },
  };
}

/** One order on its way through the house; each step goes on where the one before it ended. */
test.describe.configure({ mode: 'serial' });
const { stl, step } = modelFiles();

const title = 'Finger tips and feet';
let orderId = 0;

async function asUser<T>(page: Page, account: string, act: (page: Page) => Promise<T>): Promise<T> {
  const browser = page.context().browser();
  if (!browser) throw new Error('This test needs a browser of its own.');
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    baseURL: new URL(page.url()).origin,
  });
  try {
    const own = await context.newPage();
    await signIn(own, account);
    return await act(own);
  } finally {
    await context.close();
  }
}

test('a buyer uploads an STL and a STEP file, sees them prepared and priced, and places the order', async ({
  page,
}) => {
  await page.goto('/custom-login');
  await expect(page).toHaveTitle(/Login/);
  await show(page, '01-sign-in');
  await signInByForm(page, 'buyer');
  await expect(page).toHaveURL(/\/store-front$/);
  await show(page, '02-store-front-empty');

  await page.locator('input[type=file]').setInputFiles([stl.path, step.path]);
  const waiting = page.getByRole('region', { name: 'Files waiting to upload' });
  await expect(waiting.getByRole('listitem')).toHaveCount(2);
  await show(page, '02-store-front-waiting');
  await page.getByRole('radio', { name: 'No', exact: true }).check();
  await expect(waiting).toHaveCount(0);
  const parts = page.getByRole('list', { name: 'Parts' }).locator('> li');
  await expect(parts).toHaveCount(2);
  await show(page, '03-store-front-preparing');
  await expect(parts.nth(0)).toContainText(stl.size, { timeout: 60_000 });
  await expect(parts.nth(0)).toContainText('cm³');
  await expect(parts.nth(1)).toContainText(step.size, { timeout: 60_000 });
  await expect(parts.getByRole('img', { name: stl.name, exact: true })).toBeVisible();

  await choose(page, parts.nth(0), 'Process', 'MJF');
  await choose(page, parts.nth(0), 'Material', 'HP 3D HR PA 12');
  await parts.nth(0).getByRole('spinbutton').fill('4');
  await choose(page, parts.nth(1), 'Process', 'MJF');
  await choose(page, parts.nth(1), 'Material', 'HP 3D HR PA 12');
  await parts.nth(1).getByRole('spinbutton').fill('2');
  await expect(parts.nth(0)).toContainText('each', { timeout: 30_000 });
  await expect(page.getByText('Calculating price')).toHaveCount(0, { timeout: 30_000 });

  await page.getByLabel('Title').fill(title);
  await show(page, '04-store-front-priced');

  await page.reload();
  await expect(page.getByLabel('Title')).toHaveValue(title);
  await expect(parts).toHaveCount(2);
  await expect(parts.nth(1)).toContainText('each', { timeout: 30_000 });

  const dates = page.getByRole('group', { name: 'Price and delivery date' }).getByRole('radio');
  const earliest = dates.first();
  await earliest.check({ timeout: 30_000 });
  await expect(page.getByText(/^Why: a machine is free (on|from) .+; Parcel takes 3 working days\.$/)).toBeVisible();
  expect(await dates.count()).toBeGreaterThan(1);
  await show(page, '04-store-front-dates');

  await page.getByRole('button', { name: 'Request quotes' }).click();
  const placed = page.getByRole('heading', { name: /Quotes requested for order #\d+/ });
  await expect(placed).toBeVisible({ timeout: 30_000 });
  orderId = Number(/#(\d+)/.exec((await placed.textContent()) ?? '')?.[1]);
  await show(page, '05-order-placed');

  await page.goto('/order-history');
  await expect(page.getByRole('row').filter({ hasText: title })).toBeVisible();
  await show(page, '06-order-history');
  await page.goto(`/order-details/${orderId}`);
  await expect(page.getByRole('heading', { name: title })).toBeVisible();
  await expect(page.getByText('Awaiting quotes').first()).toBeVisible();
  await expect(page.getByText(/· Earliest · Parcel ·/)).toBeVisible();
  await show(page, '07-order-details-buyer');
});

/** Picks from one of antd's selects. */
async function choose(page: Page, part: ReturnType<Page['locator']>, label: string, option: string): Promise<void> {
  await part.getByRole('combobox', { name: label }).click();
  await page.locator('.ant-select-dropdown:visible').getByTitle(option, { exact: true }).click();
}

test('what is written into a quote outlives a menu click, a reload, and a hold by somebody else', async ({
  page,
  app,
}) => {
  await signIn(page, 'admin');
  await page.goto(`/order-details/${orderId}?tab=quotes`);
  const note = page.getByRole('textbox', { name: 'Note for the customer' });
  const written = 'Black only, tumbled by hand';
  await note.fill(written);
  await menu(page).getByRole('link', { name: 'Part Orders' }).click();
  const question = page.getByRole('dialog', { name: 'Leave without saving?' });
  await question.getByRole('button', { name: 'Stay' }).click();
  await expect(question).toBeHidden();
  await expect(note).toHaveValue(written);

  await page.reload();
  const restored = page.getByText('Draft restored. Not saved yet.');
  await expect(restored).toBeVisible();
  await expect(note).toHaveValue(written);

  const buyer = await signedIn(app.url, 'buyer');
  await fire(buyer, orderId, 'HOLD');
  await expect(page.getByText('On hold', { exact: true }).first()).toBeVisible();
  await expect(page.getByText('Your draft quote is kept in this tab')).toBeVisible();
  await fire(buyer, orderId, 'RESUME');
  await expect(note).toHaveValue(written);
  await show(page, '08-quote-restored');
});

test('a provider quotes it, the buyer accepts with a purchase order, and the provider confirms', async ({ page }) => {
  await signInByForm(page, 'admin');
  await expect(page).toHaveURL(/\/service-provider$/);
  await page
    .getByRole('button', { name: /^Quoting/ })
    .or(page.getByRole('tab', { name: /^Quoting/ }))
    .click();
  await expect(page.getByRole('row').filter({ hasText: title })).toBeVisible();
  await show(page, '08-part-orders');
  await page.getByRole('link', { name: title }).click();
  await expect(page).toHaveURL(new RegExp(`/order-details/${orderId}$`));
  await page.getByRole('navigation', { name: 'Order sections' }).getByRole('link', { name: 'Quotes' }).click();
  await expect(page.getByLabel('Lead time (days)')).not.toHaveValue('');
  await show(page, '09-quote');
  await page.getByRole('button', { name: 'Send quote' }).click();
  await expect(page.getByText('Quote sent.')).toBeVisible();

  await asUser(page, 'buyer', async (buyer) => {
    await buyer.goto(`/order-details/${orderId}?tab=quotes`);
    await buyer.getByRole('button', { name: 'Accept quote' }).click();
    await buyer.getByLabel('Purchase order number').fill('PO-4711');
    await show(buyer, '10-accept-quote');
    await buyer.getByRole('dialog').getByRole('button', { name: 'Accept quote' }).click();
    await expect(buyer.getByText('Quote accepted').first()).toBeVisible();
  });

  // The provider's screen follows by itself.
  await page.getByRole('button', { name: 'Confirm order' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Confirm order' }).click();
  await expect(page.getByText('Ready for production').first()).toBeVisible();
  await page.goto('/service-provider');
  await page
    .getByRole('button', { name: /^Awarded/ })
    .or(page.getByRole('tab', { name: /^Awarded/ }))
    .click();
  await expect(page.getByRole('row').filter({ hasText: title })).toBeVisible();
});

test('a planner gives a part the next free slot, and another open browser shows the job within 2 s', async ({
  page,
}) => {
  await signIn(page, 'planner');
  await page.goto(`/service-provider/scheduler-view?order=${orderId}`);
  const drawer = page.getByRole('dialog');
  await expect(drawer.getByRole('list', { name: 'Selected parts' })).toContainText(stl.name);
  const today = dayOf(Date.now());

  await asUser(page, 'admin', async (other) => {
    // Three weeks ahead: the next free slot may be in another week or month than today.
    await new ChartView(other).open(today, addDays(today, 21));
    const machine = other.getByRole('row', { name: /^MJF-01/ });
    const jobsOf = async () =>
      Number(/^(\d+) jobs/.exec((await machine.getByRole('gridcell').textContent()) ?? '')?.[1]);
    await expect.poll(jobsOf).toBeGreaterThan(0);
    const ahead = await jobsOf();
    const from = other.getByRole('textbox', { name: 'From', exact: true });
    await from.fill(addDays(today, -28));
    await from.press('Enter');
    await expect.poll(jobsOf).toBeGreaterThan(ahead);
    const before = await jobsOf();
    await other.evaluate(() => Reflect.set(window, 'notReloaded', true));

    await drawer.getByRole('button', { name: `Remove ${step.name}` }).click();
    await drawer.getByLabel('Job name').fill('Journey build');
    await drawer.getByRole('combobox', { name: 'Machine' }).click();
    await page.locator('.ant-select-dropdown:visible').getByTitle('MJF-01').click();
    await drawer.getByRole('button', { name: 'Use this slot' }).click();
    await show(page, '11-job-form');
    await drawer.getByRole('button', { name: 'Create job' }).click();
    await expect(page.getByText('Job Journey build created')).toBeVisible();
    await expect.poll(jobsOf, { intervals: [50] }).toBe(before + 1);
    expect(await other.evaluate(() => Reflect.get(window, 'notReloaded'))).toBe(true);
    await show(other, '12-scheduler-other-browser');
  });
  await show(page, '13-scheduler');
});

const trayStatus = z.object({
  tray: z.array(z.object({ fileName: z.string(), quantity: z.number() })),
  user: z.string().nullable(),
  signedIn: z.boolean(),
});

test('in the embedded screens the part goes into the tray of a real tray tool, and out again', async ({
  page,
  app,
}) => {
  const tool = await startTray('--origin', app.url);
  try {
    const status = async () => trayStatus.parse(await (await fetch('http://127.0.0.1:12001/status')).json());
    const held = async () => (await status()).tray;
    await expect(async () => expect(await held()).toEqual([])).toPass();

    await page.goto('/grabcad-login');
    await expect(page.getByText('Connected to CO-AM Server')).toBeVisible();
    await show(page, '14-grabcad-sign-in');
    await logIn(page, 'planner@demo.example');
    await expect.poll(status, { timeout: 20_000 }).toMatchObject({ user: 'Paul Lindner', signedIn: true });
    await expect(page.getByRole('heading', { name: 'Select parts' })).toBeVisible();
    await page.getByRole('searchbox').fill(step.name);
    const part = page.getByRole('row').filter({ hasText: step.name });
    await part.getByText(/· File \d+$/).waitFor();
    const fileId = /· File (\d+)/.exec(await part.innerText())?.[1] ?? '';
    await page.getByRole('searchbox').fill(fileId);
    await page.getByRole('searchbox').press('Enter');
    await page.getByRole('button', { name: `Add ${step.name}` }).click();
    await page.getByRole('spinbutton').fill('1');
    await page.getByRole('button', { name: 'Send to Tray' }).click();
    await expect(async () => expect(await held()).toMatchObject([{ fileName: step.name, quantity: 1 }])).toPass({
      timeout: 20_000,
    });
    await show(page, '15-select-parts');
    await page.getByRole('button', { name: `Remove ${step.name}` }).click();
    await expect(async () => expect(await held()).toEqual([])).toPass({ timeout: 20_000 });

    await page.goto('/grabcad/grabcad-jobs-scheduled');
    await expect(page.getByRole('row').first()).toBeVisible();
    await page.getByLabel('To date').fill('2099-12-31');
    await page.getByLabel('To date').press('Enter');
    await expect(page.getByRole('row').filter({ hasText: 'Journey build' })).toBeVisible();
    await show(page, '16-jobs-scheduled');
  } finally {
    tool.kill();
  }
});

test('a tray that its tool saves becomes a job, which the tool is told of and can change', async ({ page, app }) => {
  const tool = await startTray('--origin', app.url);
  const status = z.object({
    tray: z.array(z.object({ fileName: z.string() })),
    slot: z.object({ fromDate: z.string() }).nullable(),
    submitted: z.array(z.object({ jobId: z.number(), created: z.boolean(), status: z.string() })),
  });
  const told = async () => status.parse(await (await fetch('http://127.0.0.1:12001/status')).json());
  try {
    await expect(async () => expect((await told()).tray).toEqual([])).toPass();
    await signIn(page, 'planner');
    await page.goto('/grabcad/grabcad-create-job?duration=soon&material=0');
    await expect(page.getByText('The duration is missing or isn’t a number of seconds up to one year.')).toBeVisible();
    await expect(page.getByText('The tray is missing, empty or can’t be read.')).toBeVisible();

    await page.goto('/grabcad/grabcad-select-parts');
    const add = page.getByRole('button', { name: /^Add / }).and(page.locator(':enabled')).first();
    const part = (await add.getAttribute('aria-label'))?.replace('Add ', '') ?? '';
    await add.click();
    await page.getByRole('spinbutton').fill('1');
    await page.getByRole('button', { name: 'Send to Tray' }).click();
    await expect(async () => expect((await told()).tray).toHaveLength(1)).toPass({ timeout: 20_000 });

    tool.stdin.write('save\n');
    await expect(page.getByRole('heading', { name: 'Create job', level: 1 })).toBeVisible();
    await expect(page.getByRole('table', { name: 'Parts in the tray' })).toContainText(part);
    await expect(page.getByText(/^\d+ min$/)).toBeVisible();
    await show(page, '16-create-job');
    await page.getByRole('button', { name: 'Create job' }).click();

    await expect(page.getByRole('heading', { name: 'New job' })).toBeVisible();
    await expect(page.getByText('No uploaded files')).toBeVisible();
    await page.getByRole('textbox', { name: 'Job name' }).fill('Tray build');
    const planner = await signedIn(app.url, 'planner');
    const { orders } = await planner.call(searchOrders, partSearch('', 0, {}));
    const file = orders.flatMap((one) => one.rfqFileDTOs).find((one) => one.originalFileDTO.fileName === part);
    const machine = (await planner.call(listEquipments, { query: {} })).find(
      (one) => one.machine.amProcess.id === file?.aMProcess.id && !one.hidden,
    );
    await page.getByRole('combobox', { name: 'Machine' }).click();
    await page
      .locator('.ant-select-dropdown:visible')
      .getByTitle(machine?.displayName ?? '')
      .click();
    await page.getByRole('button', { name: 'Use this Slot' }).click();
    await expect.poll(async () => (await told()).slot?.fromDate).toMatch(/^\d+$/);
    await show(page, '16-tray-job');
    await page.getByRole('button', { name: 'Save Job' }).click();
    await expect(page.getByText(/^Job #\d+ Tray build was created\.$/)).toBeVisible();
    await show(page, '16-tray-job-success');
    await page.getByRole('button', { name: 'Back to GrabCad' }).click();
    await expect.poll(async () => (await told()).submitted).toMatchObject([{ created: true, status: 'QUEUED' }]);

    const jobId = (await told()).submitted[0]?.jobId ?? 0;
    await page.goto(`/grabcad/grabcad-job?id=${jobId}`);
    await expect(page.getByRole('heading', { name: `Job #${jobId}` })).toBeVisible();
    await page.getByRole('textbox', { name: 'Notes' }).fill('Checked twice');
    await page.getByRole('button', { name: 'Update Job' }).click();
    await expect(page.getByText(`Job #${jobId} Tray build was updated.`)).toBeVisible();

    await page.goto(`/grabcad/grabcad-job?id=${jobId}`);
    await expect(page.getByRole('button', { name: 'Update Job' })).toBeEnabled();
    await planner.call(fireJobEvent, { params: { id: jobId }, body: { event: 'CANCEL', reason: 'Not needed' } });
    await expect(page.getByRole('alert')).toContainText('The job is no longer in queue.');
    await expect(page.getByRole('button', { name: 'Update Job' })).toBeDisabled();
  } finally {
    tool.kill();
  }
});

test('what was made is shipped, and a part that arrives damaged is made again', async ({ page }) => {
  const act = async (on: Page, button: string, told?: { pieces?: string; text?: string; menu?: true }) => {
    if (told?.menu) await on.getByRole('button', { name: 'More actions' }).click();
    await on.getByRole('button', { name: button, exact: true }).click();
    const dialog = on.getByRole('dialog');
    if (told?.pieces) await dialog.getByLabel(`Pieces of ${stl.name}`).fill(told.pieces);
    if (told?.text) await dialog.getByRole('textbox').fill(told.text);
    await show(on, `17-${button.toLowerCase().replaceAll(' ', '-')}`);
    await dialog.getByRole('button', { name: button, exact: true }).click();
    await expect(dialog).toBeHidden();
  };
  await signIn(page, 'admin');
  await page.goto(`/order-details/${orderId}`);
  await act(page, 'Start production', { menu: true });
  await act(page, 'Mark as shipped', { menu: true, text: '1Z 999 AA1' });
  await show(page, '18-shipped');

  await asUser(page, 'buyer', async (buyer) => {
    await buyer.goto(`/order-details/${orderId}`);
    await act(buyer, 'Confirm receipt');
    await act(buyer, 'Report a problem', { menu: true, pieces: '1', text: 'One tip is bent' });
    await expect(buyer.getByText(/^Waiting for .* to answer the reported problem/)).toBeVisible();
    await show(buyer, '19-problem-buyer');
    // What arrived well is wanted once more.
    await buyer.getByRole('navigation', { name: 'Order sections' }).getByRole('link', { name: 'Parts' }).click();
    await buyer.getByRole('link', { name: `Order ${step.name} again` }).click();
    await expect(buyer.getByRole('list', { name: 'Parts' }).locator('> li')).toHaveCount(1);
    await expect(buyer.getByRole('spinbutton')).toHaveValue('2');
    await show(buyer, '20-order-again');
  });

  // The provider's screen follows by itself.
  await expect(page.getByText('One tip is bent').first()).toBeVisible();
  await show(page, '19-problem-provider');
  await act(page, 'Make parts again');
  await expect(page.getByText('In production').first()).toBeVisible();
  await show(page, '20-made-again');
});
