import { chromium } from 'playwright/test';
import { expect, heading, logIn, show, signIn, test, type Page } from './test.ts';
import { listEquipments } from '@sinter/sdk/contract/catalog/catalog';
import { searchOrders, type OrderRow } from '@sinter/sdk/contract/orders/rows';
import { fireJobEvent } from '@sinter/sdk/contract/scheduling/jobs';
import { partSearch } from '../../plugins/grabcad/shared/partSearch.ts';
import { password } from './app.ts';
import { signedIn, type Client } from './http.ts';
import { trayQuery } from './screens.ts';
import { startTray } from './trayTool.ts';

/** The screens inside the print-preparation tool, beside those of the journey. */

const parts = '/grabcad/grabcad-select-parts';
const jobs = '/grabcad/grabcad-jobs-scheduled';
const leave = (page: Page) => page.getByRole('dialog', { name: 'Leave without saving?' });

test(
  'the browser’s back and forward work in the tool, and ask before unsaved work is left',
  { tag: '@grabcad' },
  async ({ page }) => {
    await signIn(page, 'planner');
    await page.goto(parts);
    await heading(page, 'Select parts').waitFor();
    await page.getByRole('link', { name: 'Scheduled jobs' }).click();
    await heading(page, 'Scheduled jobs').waitFor();
    await page.goBack();
    await heading(page, 'Select parts').waitFor();
    await page.goForward();
    await heading(page, 'Scheduled jobs').waitFor();
    await page.reload();
    await page.goBack();
    await heading(page, 'Select parts').waitFor();

    await page.goto(`/grabcad/grabcad-job${trayQuery}`);
    // What the form has filled in is nothing that somebody entered.
    await expect(page.getByText('1 machine can make all selected parts')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Use this Slot' })).toBeVisible();
    await page.getByRole('link', { name: 'Scheduled jobs' }).click();
    await heading(page, 'Scheduled jobs').waitFor();

    await page.goto(`/grabcad/grabcad-job${trayQuery}`);
    await page.getByRole('textbox', { name: 'Job name' }).fill('Half done');
    await page.getByRole('link', { name: 'Select parts' }).click();
    await expect(leave(page)).toBeVisible();
    await show(page, 'grabcad-unsaved');
    await leave(page).getByRole('button', { name: 'Stay' }).click();
    await expect(page).toHaveURL(/grabcad-job\?/);
    await page.getByRole('link', { name: 'Scheduled jobs' }).click();
    await leave(page).getByRole('button', { name: 'Leave' }).click();
    await heading(page, 'Scheduled jobs').waitFor();

    await page.goBack();
    await page.getByRole('textbox', { name: 'Job name' }).fill('Half done again');
    await page.goForward();
    await expect(leave(page)).toBeVisible();
    await expect(page).toHaveURL(/grabcad-job\?/);
    await leave(page).getByRole('button', { name: 'Stay' }).click();
    await page.goForward();
    await leave(page).getByRole('button', { name: 'Leave' }).click();
    await heading(page, 'Scheduled jobs').waitFor();
    await expect(page).toHaveURL(jobs);
  },
);

test(
  'the tool is worked by keyboard in a panel of 360 px: the way to the tray stays in sight, and the focus with the hand',
  { tag: '@grabcad' },
  async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 720 });
    await signIn(page, 'planner');
    await page.goto(parts);
    const focused = page.locator(':focus');
    const send = page.getByRole('button', { name: 'Send to Tray' });
    const add = page.getByRole('button', { name: /^Add / }).and(page.locator(':enabled'));
    await add.first().waitFor();
    await expect(send).toBeInViewport({ ratio: 1 });
    for (const name of ['Select parts', 'Scheduled jobs']) {
      await tabTo(page, page.getByRole('link', { name }));
    }
    await tabTo(page, page.getByRole('searchbox'));
    await tabTo(page, add.first());
    await page.keyboard.press('Enter');
    await expect(send).toBeEnabled();
    // Each that is reached is seen: none is under the buttons that stay.
    const bar = await send.boundingBox();
    for (let presses = 0; presses < 40; presses += 1) {
      await page.keyboard.press('Tab');
      if (await send.evaluate((button) => button === document.activeElement)) break;
      const box = (await focused.count()) > 0 ? await focused.boundingBox() : null;
      if (box && bar) expect(box.y).toBeLessThan(bar.y);
    }
    await expect(send).toBeFocused();
    await show(page, 'grabcad-narrow-keyboard');
    await page.getByRole('button', { name: /^Remove / }).focus();
    await page.keyboard.press('Enter');
    await expect(send).toBeDisabled();
    await expect(focused).toContainText('Once a file is sent to Tray');
    await page.getByRole('link', { name: 'Scheduled jobs' }).focus();
    await page.keyboard.press('Enter');
    await heading(page, 'Scheduled jobs').waitFor();
    await expect(page.getByRole('main')).toBeFocused();
    await show(page, 'grabcad-narrow-jobs');
  },
);

test('from the sign-in to a saved job and back, by keyboard alone', { tag: '@grabcad' }, async ({ page, app }) => {
  await page.setViewportSize({ width: 360, height: 720 });
  const { keyboard } = page;
  await page.goto('/grabcad-login');
  await tabTo(page, page.getByLabel('Username or email'));
  await keyboard.type('planner@demo.example');
  await tabTo(page, page.getByLabel('Password', { exact: true }));
  await keyboard.type(password);
  await keyboard.press('Enter');
  await heading(page, 'Select parts').waitFor();

  const planner = await signedIn(app.url, 'planner');
  const { orderId, two } = await leftOfOne(planner);
  await page.goto(`/grabcad/grabcad-job${trayOf(orderId, two)}`);
  await expect(page.getByText(/machines? can make all selected parts/)).toBeVisible();
  const name = page.getByRole('textbox', { name: 'Job name' });
  await tabTo(page, name);
  await keyboard.press('ControlOrMeta+A');
  await keyboard.type('By keyboard');
  const machine = page.getByRole('combobox', { name: 'Machine' });
  await tabTo(page, machine);
  await keyboard.press('ArrowDown');
  await page.locator('.ant-select-dropdown:visible').waitFor();
  await keyboard.press('Enter');
  await expect(page.locator('.ant-select-dropdown:visible')).toHaveCount(0);
  await tabTo(page, page.getByRole('button', { name: 'Use this Slot' }));
  await keyboard.press('Space');
  await expect(page.getByRole('textbox', { name: 'To', exact: true })).not.toHaveValue('');
  await show(page, 'grabcad-keyboard-slot');
  // Escape closes what lies above the form, and loses nothing of it.
  await tabTo(page, page.getByRole('textbox', { name: 'From', exact: true }));
  await keyboard.press('ArrowDown');
  await keyboard.press('Escape');
  await expect(name).toHaveValue('By keyboard');
  const save = page.getByRole('button', { name: 'Save Job' });
  await tabTo(page, save);
  await expect(save).toBeInViewport({ ratio: 1 });
  await keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Success' }).waitFor();
  await show(page, 'grabcad-keyboard-saved');
  const jobId = Number(/#(\d+)/.exec(await page.getByText(/^Job #\d+ By keyboard was created\.$/).innerText())?.[1]);
  await expect(page.getByRole('button', { name: 'Back to GrabCad' })).toBeFocused();
  await keyboard.press('Enter');
  await heading(page, 'Select parts').waitFor();
  await planner.call(fireJobEvent, { params: { id: jobId }, body: { event: 'CANCEL', reason: 'test' } });
});

type PartLeft = OrderRow['rfqFileDTOs'][number];

/** Two parts of an order that are left to schedule and made in one material, on one of the machines. */
async function leftOfOne(planner: Client): Promise<{ orderId: number; two: PartLeft[] }> {
  const { orders } = await planner.call(searchOrders, partSearch('', 0, {}));
  const machines = await planner.call(listEquipments, { query: {} });
  const pair = orders
    .map(({ id, rfqFileDTOs }) => ({ id, files: rfqFileDTOs.filter(({ notScheduled }) => notScheduled > 1) }))
    .find(({ files: [first, second] }) => {
      const process = first?.aMProcess.id;
      const made = second?.aMProcess.id === process && second?.materials[0]?.id === first?.materials[0]?.id;
      return made && machines.some(({ machine, hidden }) => !hidden && machine.amProcess.id === process);
    });
  if (!pair) throw new Error('No order has two parts left.');
  return { orderId: pair.id, two: pair.files.slice(0, 2) };
}

/** The address of a tray of all that is left of these parts, and so many more of each. */
function trayOf(orderId: number, files: readonly PartLeft[], more = 0): string {
  const lines = files.map(({ id: fileId, notScheduled, originalFileDTO: { fileName } }) => ({
    orderId,
    fileId,
    fileName,
    quantity: notScheduled + more,
  }));
  return `?${new URLSearchParams({ duration: '9000', material: '0.00002', tray: JSON.stringify(lines) })}`;
}

/** Presses Tab until it is there. */
async function tabTo(page: Page, place: ReturnType<Page['locator']>): Promise<void> {
  for (let presses = 0; presses < 60; presses += 1) {
    await page.keyboard.press('Tab');
    if (await place.evaluate((element) => element === document.activeElement)) return;
  }
  throw new Error('The focus does not come there.');
}

test(
  'the browser’s question about apps on this device is explained before, and what to do when it says no',
  { tag: '@grabcad' },
  async ({ app }) => {
    const { port } = new URL(app.url);
    // The browser takes this server for one on the internet, which the tray tool is not.
    const origin = `http://parts.localhost:${port}`;
    const tool = await startTray('--no-ticket-check', '--origin', origin);
    const { launchOptions } = test.info().project.use;
    const spaces = `--ip-address-space-overrides=127.0.0.1:${port}=public,[::1]:${port}=public`;
    const browser = await chromium.launch({ ...launchOptions, args: [...(launchOptions?.args ?? []), spaces] });
    try {
      const context = await browser.newContext({ baseURL: origin });
      const page = await context.newPage();
      const session = await browser.newBrowserCDPSession();
      const browserContextId = (await session.send('Target.getBrowserContexts')).browserContextIds.at(-1);
      const permission = { name: 'loopback-network' };
      const allow = (setting: 'denied' | 'granted') =>
        session.send('Browser.setPermission', { permission, setting, origin, browserContextId });
      const panel = page.getByRole('region', { name: 'Tray tool' });
      await page.goto('/grabcad-login');
      await expect(page.getByText('After the sign-in, your browser asks')).toBeVisible();
      await show(page, 'grabcad-sign-in-asks');
      await allow('denied');
      await page.reload();
      await expect(page.getByText('so it can’t connect to GrabCAD Print')).toBeVisible();
      await logIn(page, 'planner@demo.example');
      await expect(panel.getByText('allow access to apps on this device, then connect again')).toBeVisible();
      await page.setViewportSize({ width: 360, height: 720 });
      await show(page, 'grabcad-blocked');
      // It goes on by itself.
      await allow('granted');
      await expect(panel.getByText('Connected', { exact: true })).toBeVisible({ timeout: 15_000 });
    } finally {
      await browser.close();
      tool.kill();
    }
  },
);

test(
  'a page that came by plain http says that the tray tool is reached by https alone',
  { tag: '@grabcad' },
  async ({ page }) => {
    // A server with the demo company answers at this computer's own names, which browsers trust also without https.
    await page.addInitScript(() => Object.defineProperty(window, 'isSecureContext', { value: false }));
    // The tool of another test would answer.
    await page.routeWebSocket(/:12001/, (socket) => socket.close());
    await signIn(page, 'planner');
    await page.goto(parts);
    const panel = page.getByRole('region', { name: 'Tray tool' });
    await panel.getByRole('button', { name: 'Connect' }).click();
    await expect(panel).toContainText('Browsers let only pages opened by https reach the tray tool.');
    await page.setViewportSize({ width: 360, height: 720 });
    await show(page, 'grabcad-plain-http');
  },
);

test(
  'the sign-in at the tool says how it went, for two seconds, and closes its window after three',
  { tag: '@grabcad' },
  async ({ page }) => {
    await page.addInitScript(() => {
      window.close = () => document.documentElement.setAttribute('data-closed', '');
    });
    await page.clock.install();
    await page.goto('/grabcad-login');
    await expect(page.getByText('Connected to CO-AM Server')).toBeVisible();
    await expect(page.getByText(new URL(page.url()).origin)).toBeVisible();
    await logIn(page, 'planner@demo.example', 'wrong-password');
    await expect(page.getByText('Unable to login')).toBeVisible();
    await show(page, 'grabcad-sign-in-refused');
    await logIn(page, 'planner@demo.example');
    const done = page.getByText('Login Successful. Redirecting to GrabCAD Print.');
    await expect(done).toBeVisible();
    await page.clock.pauseAt(Date.now() + 60_000);
    await expect(done).toBeHidden();
    await expect(page.locator('html[data-closed]')).toHaveCount(1);
    // A window that the browser keeps open goes on.
    await page.clock.resume();
    await expect(heading(page, 'Select parts')).toBeVisible();
    await expect(page.getByRole('banner')).toContainText('Paul Lindner');
  },
);

test(
  'whoever may not open a screen of the tool is told so, and a kiosk sends nothing to the tray',
  { tag: '@grabcad' },
  async ({ browser, app }) => {
    const as = async (account: string, path: string) => {
      const context = await browser.newContext({ baseURL: app.url, viewport: { width: 360, height: 720 } });
      const page = await context.newPage();
      await signIn(page, account);
      await page.goto(path);
      return page;
    };
    for (const [account, path] of [
      ['buyer', parts],
      ['operator', `/grabcad/grabcad-create-job${trayQuery}`],
      ['operator', `/grabcad/grabcad-job${trayQuery}`],
      ['lot', parts],
    ] as const) {
      const page = await as(account, path);
      await expect(page).toHaveURL(/\/access-denied$/);
      await expect(heading(page, 'Access Denied')).toBeVisible();
      await page.context().close();
    }
    const unverified = await as('unverified', parts);
    await expect(unverified).toHaveURL(/\/account-verify$/);
    await unverified.context().close();

    const kiosk = await as('lot', jobs);
    await expect(kiosk.getByRole('row').nth(1)).toBeVisible();
    await expect(kiosk.getByRole('button', { name: /to Tray$/ })).toHaveCount(0);
    await expect(kiosk.getByRole('navigation', { name: 'Screens' }).getByRole('link')).toHaveText(['Scheduled jobs']);
    // Who is here stands above also where the panel is narrow.
    await expect(kiosk.getByRole('banner').getByText('Line Terminal')).toBeInViewport({ ratio: 1 });
    await show(kiosk, 'grabcad-kiosk');
    await kiosk.context().close();
  },
);

test(
  'a job of two parts is saved with its files and materials, is listed with both, and goes into the tray',
  { tag: '@grabcad' },
  async ({ page, app }) => {
    const planner = await signedIn(app.url, 'planner');
    const { orderId, two } = await leftOfOne(planner);
    const [first, second] = two.map((file) => file.originalFileDTO.fileName);
    // One more of each than is left.
    const query = trayOf(orderId, two, 1);

    await signIn(page, 'planner');
    await page.goto(`/grabcad/grabcad-job${query}`);
    await expect(page.getByText(/machines? can make all selected parts/)).toBeVisible();
    const choose = async (name: string | RegExp) => {
      await page.getByRole('combobox', { name }).click();
      await page.locator('.ant-select-dropdown:visible .ant-select-item-option').first().click();
    };
    await choose('Machine');
    await page.getByRole('textbox', { name: 'Job name' }).fill('Two of a tray');
    await page.getByRole('button', { name: 'Use this Slot' }).click();
    await page.getByRole('button', { name: 'Add secondary material' }).click();
    await page.getByRole('button', { name: 'Save Job' }).click();
    await expect(page.getByText('Please select material')).toBeVisible();
    await choose('Secondary material 1');
    await page.getByRole('spinbutton', { name: 'Amount 1' }).fill('12.5');
    await page.getByLabel('Drop files here, or browse').setInputFiles([
      { name: 'plate.gcode', mimeType: 'text/plain', buffer: Buffer.from('G28') },
      { name: 'print.log', mimeType: 'text/plain', buffer: Buffer.from('layer 1') },
    ]);
    await expect(page.getByRole('link', { name: 'plate.gcode' })).toBeVisible();
    await expect(page.getByRole('link', { name: 'print.log' })).toBeVisible();
    // The tray holds one more of each than is left.
    await page.getByRole('button', { name: 'Save Job' }).click();
    await expect(page.getByText(`Left to schedule: ${two[0]?.notScheduled}`).first()).toBeVisible();
    await show(page, 'grabcad-job-too-many');
    for (const name of [first, second]) {
      const quantity = page.getByRole('spinbutton', { name: `Build quantity of ${name}` });
      await quantity.fill('');
      await quantity.fill('1');
    }
    await expect(page.getByText(/^The tray holds \d+\./)).toHaveCount(2);
    await page.getByRole('button', { name: 'Save Job' }).click();
    await expect(page.getByRole('heading', { name: 'Success' })).toBeVisible();
    const jobId = /#(\d+)/.exec(await page.getByText(/^Job #\d+ Two of a tray was created\.$/).innerText())?.[1] ?? '';

    await page.goto(`/grabcad/grabcad-job?id=${jobId}`);
    const files = page.getByRole('list', { name: 'Job files' });
    await expect(files.getByRole('link')).toHaveText(['plate.gcode', 'print.log']);
    const download = page.waitForEvent('download');
    await files.getByRole('link', { name: 'plate.gcode' }).click();
    const stream = await (await download).createReadStream();
    expect((await stream.toArray()).join('')).toBe('G28');
    await expect(page.getByRole('spinbutton', { name: 'Amount 1' })).toHaveValue('12.5');
    await expect(page.getByRole('spinbutton', { name: 'Estimated time' })).toHaveValue('2.5');
    await files.getByRole('button', { name: 'Remove print.log' }).click();
    await page.getByRole('button', { name: 'Update Job' }).click();
    await expect(page.getByText(`Job #${jobId} Two of a tray was updated.`)).toBeVisible();
    await page.goto(`/grabcad/grabcad-job?id=${jobId}`);
    await expect(files.getByRole('link')).toHaveText(['plate.gcode']);

    const tool = await startTray('--origin', app.url);
    try {
      await page.goto(jobs);
      await page.getByLabel('From date').fill('2020-01-01');
      await page.getByLabel('From date').press('Enter');
      await page.getByLabel('To date').fill('2099-12-31');
      await page.getByLabel('To date').press('Enter');
      const pager = page.getByRole('navigation', { name: 'Pages' });
      await expect(pager).toContainText(/Results: 1 - 25 of \d+/);
      await expect(pager.getByRole('button', { name: 'Previous' })).toBeDisabled();
      await pager.getByRole('button', { name: 'Next' }).click();
      await expect(pager).toContainText(/Results: 26 - \d+ of \d+/);
      await pager.getByRole('button', { name: 'Previous' }).click();
      await expect(pager).toContainText(/Results: 1 - 25 of/);
      const row = page.getByRole('row').filter({ hasText: 'Two of a tray' });
      await expect(row).toContainText(`${first} 0 / 1`);
      await row.getByRole('button', { name: '1 more' }).click();
      await expect(row).toContainText(`${second} 0 / 1`);
      await show(page, 'grabcad-jobs-more');
      await row.getByRole('button', { name: 'Collapse' }).click();
      await expect(row).not.toContainText(`${second} 0 / 1`);

      await row.getByRole('button', { name: 'Send Two of a tray to Tray' }).click();
      await expect(page.getByText('Two of a tray sent to Tray.')).toBeVisible({ timeout: 30_000 });
      const held: unknown = await (await fetch('http://127.0.0.1:12001/status')).json();
      expect(held).toMatchObject({ job: { jobName: 'Two of a tray' }, tray: [{ quantity: 1 }, { quantity: 1 }] });
    } finally {
      tool.kill();
    }
    await page.setViewportSize({ width: 360, height: 720 });
    await expect(page.getByRole('row').filter({ hasText: 'Two of a tray' })).toContainText(`${first} 0 / 1`);
    await show(page, 'grabcad-jobs-narrow');
    await page.goto(`/grabcad/grabcad-job?id=${jobId}`);
    await expect(page.getByRole('button', { name: 'Update Job' })).toBeEnabled();
    await show(page, 'grabcad-job-narrow');
  },
);
