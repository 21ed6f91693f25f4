import { ball, noise } from '../fixtures/solids.ts';
import { bring, enterShop } from './shop.ts';
import { expect, show, test, type Page } from './test.ts';

/** Files that cannot be used: the screen says why, and keeps everything else. */
const limit = 3_000_000;
test.use({ appEnv: { MAX_UPLOAD_BYTES: String(limit) } });

const bytes = (text: string) => Buffer.from(text);
const file = (name: string, buffer: Uint8Array) => ({
  name,
  mimeType: 'application/octet-stream',
  buffer: Buffer.from(buffer),
});
const drop = (page: Page, ...files: ReturnType<typeof file>[]) => bring(page, files);
const part = (page: Page, name: string) =>
  page.getByRole('list', { name: 'Parts' }).getByRole('listitem').filter({ hasText: name });

test('each bad file says what is wrong with it, and the good one beside them is priced', async ({ page }) => {
  await enterShop(page);
  const good = ball(20, 24);
  await drop(
    page,
    file('good.stl', good),
    file('page.stl', bytes('<!DOCTYPE html><html><body>Sign in</body></html>')),
    file('noise.stl', noise(5000, 3)),
    file('empty.stl', bytes('')),
    file('cut.step', bytes('ISO-10303-21;\nHEADER;\nFILE_DESCRIPTION((')),
    file('part.sldprt', Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), noise(600, 5)])),
    file('huge.stl', noise(limit + 1000, 9)),
    file('good.stl', ball(10, 12)),
  );
  await expect(part(page, 'page.stl')).toContainText('The file is a web page, not a model.', { timeout: 60_000 });
  await expect(part(page, 'noise.stl')).toContainText('The content is not an STL file.', { timeout: 60_000 });
  await expect(part(page, 'empty.stl')).toContainText(/empty/i);
  await expect(part(page, 'cut.step')).toContainText("Couldn't convert.", { timeout: 60_000 });
  await expect(part(page, 'part.sldprt')).toContainText('This format needs a converter; ask your administrator.', {
    timeout: 60_000,
  });
  await expect(part(page, 'huge.stl')).toContainText(/larger than the limit/i, { timeout: 60_000 });
  await expect(part(page, 'good.stl')).toHaveCount(2);
  await expect(part(page, 'good.stl').first()).toContainText('Price breakdown', { timeout: 60_000 });
  await expect(part(page, 'good.stl').last()).toContainText('20 × 20 × 20 mm', { timeout: 60_000 });
  await show(page, '20-bad-files');

  // What comes late makes the form longer, and moves the button.
  await expect(page.getByRole('group', { name: 'Price and delivery date' })).toBeVisible();
  await expect(page.getByRole('group', { name: 'Who gets this request?' })).toBeVisible();
  await page.getByLabel('Title').fill('Only the good ones');
  await page.getByRole('button', { name: 'Request quotes' }).click();
  await expect(page.getByText("Some files couldn't be used. Try again or remove them.")).toBeVisible();
  for (const name of ['page.stl', 'noise.stl', 'empty.stl', 'cut.step', 'part.sldprt', 'huge.stl']) {
    await page.getByRole('button', { name: `Remove ${name}` }).click();
  }
  await page.getByRole('button', { name: 'Request quotes' }).click();
  await expect(page.getByRole('heading', { name: /Quotes requested for order #\d+/ })).toBeVisible({ timeout: 30_000 });
});

test('what is no model at all is refused before it is sent', async ({ page }) => {
  await enterShop(page);
  await drop(page, file('notes.txt', bytes('hello')), file('setup.exe', bytes('MZ')));
  await expect(page.getByRole('alert')).toContainText('notes.txt');
  await expect(page.getByRole('alert')).toContainText('setup.exe');
});

test('an upload whose connection is lost says so, and goes on by itself', async ({ page, context }) => {
  await enterShop(page);
  // With the first part the form comes, whose modules need the line too.
  await drop(page, file('first.stl', ball(10, 12)));
  await expect(part(page, 'first.stl')).toContainText('20 × 20 × 20 mm', { timeout: 60_000 });
  await expect(page.getByRole('group', { name: 'Price and delivery date' })).toBeVisible();
  const line = await context.newCDPSession(page);
  await line.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 0,
    downloadThroughput: -1,
    uploadThroughput: 100_000,
  });
  await drop(page, file('slow.stl', ball(30, 110)));
  await expect(part(page, 'slow.stl').getByRole('progressbar', { name: 'Uploading' })).toBeVisible();
  await line.send('Network.emulateNetworkConditions', {
    offline: true,
    latency: 0,
    downloadThroughput: 0,
    uploadThroughput: 0,
  });
  await expect(part(page, 'slow.stl')).toContainText(/connection lost/i, { timeout: 30_000 });
  await show(page, '21-connection-lost');
  await line.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 0,
    downloadThroughput: -1,
    uploadThroughput: -1,
  });
  await expect(part(page, 'slow.stl')).toContainText('60 × 60 × 60 mm', { timeout: 60_000 });
});
