import { spawn } from 'node:child_process';
import { chromium } from 'playwright/test';
import { expect, heading, logIn, show, signIn, test, type Page } from './test.ts';
import { trayQuery } from './screens.ts';

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
  'the browser’s question about apps on this device is explained before, and what to do when it says no',
  { tag: '@grabcad' },
  async ({ app }) => {
    const { port } = new URL(app.url);
    // The browser takes this server for one on the internet, which the tray tool is not.
    const origin = `http://parts.localhost:${port}`;
    const options = ['--accept', '--no-ticket-check', '--origin', origin];
    const tool = spawn(process.execPath, ['.build/server/tray.mjs', ...options], { stdio: 'ignore' });
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
  'a job takes files and further materials, and is for machines that can make its parts',
  { tag: '@grabcad' },
  async ({ page }) => {
    await signIn(page, 'planner');
    await page.goto(`/grabcad/grabcad-job${trayQuery}`);
    await expect(page.getByText(/machines? can make all selected parts/)).toBeVisible();
    const choose = async (name: string | RegExp) => {
      await page.getByRole('combobox', { name }).click();
      await page.locator('.ant-select-dropdown:visible .ant-select-item-option').first().click();
    };
    await choose('Machine');
    await page.getByRole('button', { name: 'Add secondary material' }).click();
    await page.getByRole('textbox', { name: 'Job name' }).fill('Plate of the tool');
    await page.getByRole('button', { name: 'Save Job' }).click();
    await expect(page.getByText('Please select material')).toBeVisible();
    await choose('Secondary material 1');
    await page.getByRole('spinbutton', { name: 'Amount 1' }).fill('12.5');
    await page.getByLabel('Drop files here, or browse').setInputFiles([
      { name: 'plate.gcode', mimeType: 'text/plain', buffer: Buffer.from('G28') },
      { name: 'print.log', mimeType: 'text/plain', buffer: Buffer.from('layer 1') },
    ]);
    await expect(page.getByRole('link', { name: 'plate.gcode' })).toBeVisible();
    await page.getByRole('button', { name: 'Remove print.log' }).click();
    await expect(page.getByText('print.log')).toHaveCount(0);
    await show(page, 'grabcad-job-filled');
    await page.setViewportSize({ width: 360, height: 720 });
    await show(page, 'grabcad-job-narrow');
  },
);
