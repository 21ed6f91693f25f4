import { writeFile } from 'node:fs/promises';
import { ball } from '../fixtures/solids.ts';
import { bring, enterShop } from './shop.ts';
import { expect, show, test, type Page } from './test.ts';

/** A file that takes a while, over a connection that breaks, in a page that is loaded again. */
const large = { name: 'large.stl', mimeType: 'model/stl', buffer: Buffer.from(ball(30, 450)) };

const part = (page: Page, name: string) =>
  page.getByRole('list', { name: 'Parts' }).getByRole('listitem').filter({ hasText: name });
const share = async (page: Page) =>
  Number(await part(page, large.name).getByRole('progressbar').getAttribute('aria-valuenow'));

test('a large upload outlives a lost connection and a reload, and is not sent again from its beginning', async ({
  page,
  context,
}, info) => {
  test.setTimeout(120_000);
  const path = info.outputPath(large.name);
  await writeFile(path, large.buffer);
  await enterShop(page);
  const line = await context.newCDPSession(page);
  const connection = (offline: boolean, uploadThroughput: number) =>
    line.send('Network.emulateNetworkConditions', { offline, latency: 0, downloadThroughput: -1, uploadThroughput });
  await connection(false, 3_000_000);
  await bring(page, path);
  await expect.poll(() => share(page), { timeout: 30_000 }).toBeGreaterThan(45);

  await connection(true, 0);
  await expect(part(page, large.name)).toContainText('Connection lost. Upload resumes', { timeout: 30_000 });
  const before = await share(page);
  await show(page, '30-upload-waits');
  await connection(false, 2_000_000);
  await expect(part(page, large.name)).not.toContainText('Connection lost. Upload resumes', { timeout: 30_000 });
  expect(await share(page)).toBeGreaterThanOrEqual(before);

  page.once('dialog', (dialog) => void dialog.accept());
  await page.reload();
  await expect(part(page, large.name)).toContainText('Paused. Choose the file again to continue.');
  await expect.poll(() => share(page)).toBeGreaterThan(30);
  await show(page, '31-upload-paused');
  const offsets: number[] = [];
  page.on('request', (request) => {
    const offset = /\/uploads\/[^/]+\/pieces\/(\d+)/.exec(request.url())?.[1];
    if (offset !== undefined) offsets.push(Number(offset));
  });
  await connection(false, -1);
  const chooser = page.waitForEvent('filechooser');
  await part(page, large.name).getByRole('button', { name: 'Choose the file again' }).click();
  await (await chooser).setFiles(path);
  await expect(part(page, large.name)).toContainText('60 × 60 × 60 mm', { timeout: 60_000 });
  expect(Math.min(...offsets)).toBeGreaterThan(0);
});

test('a part whose size looks like inches is prepared again as such', async ({ page }) => {
  await enterShop(page);
  await bring(page, { name: 'inches.stl', mimeType: 'model/stl', buffer: Buffer.from(ball(0.4, 24)) });
  await expect(part(page, 'inches.stl')).toContainText('The file may be in inches (25.4×).', { timeout: 60_000 });
  await part(page, 'inches.stl').getByRole('button', { name: 'Use inches' }).click();
  await expect(part(page, 'inches.stl')).toContainText('20.3 × 20.3 × 20.3 mm', { timeout: 60_000 });
});
