import { fileOperationResult } from '@sinter/sdk/contract/preparation/fileOperations';
import type { CallInput } from '@sinter/sdk/contract/call';
import type { createOrder } from '@sinter/sdk/contract/orders/orders';
import { boxFacets, cylinderFacets, stlOf } from '../fixtures/solids.ts';
import { findings } from './axe.ts';
import { settled } from './settled.ts';
import { ended, operate, preparedPart, signedIn, targetOf, upload } from './http.ts';
import { firstOffer, place } from './orders.ts';
import { expect, show, signIn, test as base, type App, type Page } from './test.ts';

/** The CAD viewer with parts of known size: a block, a block beside a pin, and a block that had a hole. */
interface Shown {
  orderId: number;
  parts: { block: number; pair: number; holed: number };
}

const size = [30, 20, 40] as const;

async function makeOrder(app: App): Promise<Shown> {
  const buyer = await signedIn(app.url, 'buyer');
  const block = boxFacets(size);
  const pin = cylinderFacets({ radius: 8, height: 40, at: [60, 10] });
  const whole = await preparedPart(buyer, 'block.stl', stlOf(block));
  const pair = await preparedPart(buyer, 'pair.stl', stlOf([...block, ...pin]));
  const holed = await upload(buyer, 'holed.stl', stlOf(block.slice(6)));
  const repair = await operate(buyer, 'REPAIR', holed);
  await ended(buyer, repair);
  const [repaired = holed] = (await buyer.call(fileOperationResult, targetOf(repair))).fileDTOs;
  const offer = await firstOffer(buyer);
  const line = (originalFileId: number, fileId = originalFileId) => ({ originalFileId, fileId, ...offer, quantity: 1 });
  const draft: CallInput<typeof createOrder>['body'] = {
    eventId: crypto.randomUUID(),
    displayTitle: 'To look at',
    exportControlled: false,
    rfqFileDTOs: [line(whole.id), line(pair.id), line(holed.id, repaired.id)],
  };
  const order = await place(buyer, draft);
  const partOf = (name: string) => order.rfqFileDTOs.find((part) => part.originalFileDTO.fileName === name)?.id ?? 0;
  return {
    orderId: order.id,
    parts: { block: partOf('block.stl'), pair: partOf('pair.stl'), holed: partOf('holed.stl') },
  };
}

const test = base.extend<object, { shown: Shown }>({
  shown: [async ({ app }, provide) => provide(await makeOrder(app)), { scope: 'worker', timeout: 90_000 }],
});

/** The part goes to a standard view at once, and the recorder does not film what is drawn by software. */
const still = { viewport: { width: 1200, height: 760 }, reducedMotion: 'reduce' } as const;
test.use({
  viewport: still.viewport,
  contextOptions: { reducedMotion: still.reducedMotion },
  trace: { mode: 'retain-on-failure', screenshots: false },
});

const stage = (page: Page) => page.getByRole('application');
const said = (page: Page) => page.getByRole('status').filter({ hasText: /\S/ });
const panel = (page: Page, title: string) =>
  page.getByRole('group').filter({ has: page.getByText(title, { exact: true }) });
const unfold = (page: Page, title: string) => page.getByText(title, { exact: true }).click();

async function look(page: Page, { orderId, parts }: Shown, part: keyof Shown['parts'] = 'block'): Promise<void> {
  await page.goto(`/order/${orderId}/cad-viewer?part=${parts[part]}`);
  await expect(stage(page).locator('canvas')).toBeVisible({ timeout: 30_000 });
  await expect.poll(async () => (await seen(page)).area).toBeGreaterThan(1000);
}

/** What is seen of the part: its pixels, how many of them are orange, and where it begins and ends. */
interface Seen {
  area: number;
  thin: number;
  left: number;
  right: number;
  top: number;
  bottom: number;
  /** Of the columns between left and right, those with nothing in them. */
  gaps: number;
}

async function seen(page: Page): Promise<Seen> {
  const picture = (await stage(page).screenshot()).toString('base64');
  return page.evaluate(async (base64) => {
    const bytes = Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
    const image = await createImageBitmap(new Blob([bytes]));
    const canvas = new OffscreenCanvas(image.width, image.height);
    const context = canvas.getContext('2d');
    if (!context) throw new Error('No picture to look at.');
    context.drawImage(image, 0, 0);
    const { data } = context.getImageData(0, 0, image.width, image.height);
    const found = { area: 0, thin: 0, left: Infinity, right: -1, top: Infinity, bottom: -1, gaps: 0 };
    const columns = new Set<number>();
    for (let y = 4; y < image.height - 4; y++) {
      for (let x = 4; x < image.width - 4; x++) {
        const at = (y * image.width + x) * 4;
        const [red = 0, green = 0, blue = 0] = data.subarray(at, at + 3);
        // The page behind it is nearly white.
        if (Math.min(red, green, blue) > 222) continue;
        found.area++;
        if (red > blue + 60) found.thin++;
        columns.add(x);
        found.left = Math.min(found.left, x);
        found.right = Math.max(found.right, x);
        found.top = Math.min(found.top, y);
        found.bottom = Math.max(found.bottom, y);
      }
    }
    found.gaps = (found.right - found.left + 1 - columns.size) / Math.max(found.right - found.left + 1, 1);
    return found;
  }, picture);
}

async function lookFrom(page: Page, side: string): Promise<Seen> {
  await page.getByRole('combobox', { name: 'Standard view' }).selectOption({ label: side });
  // Drawn with the next picture of the page.
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
  return seen(page);
}

test('says how large the part is and measures what one clicks on', async ({ page, shown }) => {
  await signIn(page, 'buyer');
  await look(page, shown);
  const facts = panel(page, 'Part');
  for (const fact of ['30 × 20 × 40 mm', '24 cm³', '52 cm²', 'Watertight']) await expect(facts).toContainText(fact);

  const { left, right, top, bottom } = await lookFrom(page, 'Top (6)');
  const canvas = await stage(page).boundingBox();
  // Fitted: one way or the other it fills the picture.
  expect(Math.max((right - left) / (canvas?.width ?? 0), (bottom - top) / (canvas?.height ?? 0))).toBeGreaterThan(0.8);
  const middle = { x: (left + right) / 2, y: (top + bottom) / 2 };
  const click = (x: number, y: number) => stage(page).click({ position: { x, y } });
  const results = page.getByRole('list', { name: 'Measurements' }).getByRole('listitem');

  await page.getByRole('button', { name: 'Distance', exact: true }).click();
  await click(left + 4, bottom - 4);
  await expect(said(page)).toContainText('1 point marked.');
  await click(right - 4, bottom - 4);
  await expect(results).toHaveCount(1);
  await expect(results.nth(0)).toContainText('30 mm');
  await page.getByRole('button', { name: 'Edge', exact: true }).click();
  // Beside the part is close to the edge, too.
  await click(left - 3, middle.y);
  await expect(results.nth(1)).toContainText('20 mm');
  await page.getByRole('button', { name: 'Wall', exact: true }).click();
  await click(middle.x, middle.y);
  await expect(results.nth(2)).toContainText('40 mm');
  await expect(said(page)).toContainText('Wall: 40 mm');
  await click(20, 20);
  await expect(said(page)).toContainText('No part here.');

  await look(page, shown, 'pair');
  const both = await lookFrom(page, 'Top (6)');
  await page.getByRole('button', { name: 'Radius', exact: true }).click();
  await click(both.right - 3, (both.top + both.bottom) / 2);
  await expect(results.nth(0)).toContainText('R 8 mm');
  await expect(results.nth(0)).toContainText('Diameter 16 mm');
  const apart = both.gaps;
  await page.getByRole('button', { name: 'Remove all' }).click();
  await page.getByRole('button', { name: 'Radius', exact: true }).click();
  await unfold(page, '2 components');
  await page.getByRole('slider', { name: 'Explode' }).fill('1');
  await expect.poll(async () => (await seen(page)).gaps).toBeGreaterThan(apart * 1.2);
});

test('cuts the part, shows thin walls, lays it on the plate, compares it and saves the picture', async ({
  page,
  shown,
}) => {
  await signIn(page, 'buyer');
  await look(page, shown);
  const { area } = await lookFrom(page, 'Front (2)');
  await unfold(page, 'Section');
  await page.getByRole('button', { name: 'Perpendicular to X' }).click();
  await expect.poll(async () => Math.abs((await seen(page)).area / area - 0.5)).toBeLessThan(0.05);
  await page.getByRole('group', { name: 'Section' }).getByRole('button', { name: 'Off' }).click();

  await unfold(page, 'Wall thickness');
  await page.getByRole('textbox', { name: 'Minimum wall (mm)' }).fill('25');
  await page.getByRole('button', { name: 'Measure entire part' }).click();
  await expect(page.getByRole('img', { name: /Color scale: orange is thinner than 25 mm/ })).toBeVisible();
  // From the front one looks at the wall of 20 mm.
  await expect.poll(async () => (await seen(page)).thin).toBeGreaterThan(area * 0.9);
  await show(page, '71-viewer-walls');
  await page.getByRole('checkbox', { name: 'Show colors' }).uncheck();

  await unfold(page, 'Build orientation');
  await page.getByRole('button', { name: 'Find best orientation' }).click();
  await expect(panel(page, 'Build orientation')).toContainText('40 mm → 20 mm');

  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save picture' }).click();
  expect((await saved).suggestedFilename()).toBe('block.png');

  await look(page, shown, 'holed');
  await unfold(page, 'Before and after');
  await page.getByRole('checkbox', { name: 'Compare with uploaded file' }).check();
  await expect(panel(page, 'Before and after')).toContainText(/[1-9]\d* → 0/);
  await expect(page.getByRole('slider', { name: 'Before on the left, after on the right' })).toBeVisible();
});

test('a pin survives a reload, the other side sees it at once, and its answer comes back', async ({
  browser,
  page,
  context,
  shown,
  app,
}) => {
  const theirs = await browser.newContext({ baseURL: app.url, ...still });
  const provider = await theirs.newPage();
  await Promise.all([signIn(page, 'buyer'), signIn(provider, 'admin')]);
  await Promise.all([look(page, shown), look(provider, shown)]);
  await page.getByRole('button', { name: 'Add comment' }).click();
  await stage(page).click({ position: { x: 12, y: 200 } });
  await expect(said(page)).toContainText('No part here.');
  await stage(page).click();
  await page.getByRole('textbox', { name: 'Comment' }).fill('Please ream this');

  await context.setOffline(true);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByRole('alert').filter({ hasText: /connection|reach/i })).toBeVisible();
  await context.setOffline(false);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  const pin = (who: Page) => who.getByRole('button', { name: 'Comment 1: Please ream this' });
  await expect(pin(page)).toBeVisible();
  await page.getByRole('button', { name: 'Add comment' }).click();
  await expect(said(page)).toHaveText(/^Click/);
  await stage(page).press('Escape');

  await expect(pin(provider)).toBeVisible();
  await page.reload();
  await expect(pin(page)).toBeVisible();
  await provider.getByRole('button', { name: 'Reply' }).click();
  await provider.getByRole('textbox', { name: 'Reply' }).fill('To which fit?');
  await provider.getByRole('button', { name: 'Send' }).click();
  await expect(page.getByRole('list', { name: 'Replies to comment 1' })).toContainText('To which fit?');
  await show(page, '72-viewer-pins');
  await theirs.close();
});

test('is used by keyboard alone, and comes back when the graphics are lost', async ({ page, shown }) => {
  await signIn(page, 'buyer');
  await look(page, shown);
  const iso = await seen(page);
  await page.getByRole('button', { name: 'Wall', exact: true }).focus();
  await page.keyboard.press('Enter');
  await expect(said(page)).toContainText('Click where you want to measure wall thickness.');
  for (let tries = 0; tries < 30; tries++) {
    if (await stage(page).evaluate((element) => element === document.activeElement)) break;
    await page.keyboard.press('Shift+Tab');
  }
  await expect(stage(page)).toBeFocused();
  await page.keyboard.press('6');
  await expect.poll(async () => (await seen(page)).area).not.toBe(iso.area);
  await page.keyboard.press('Enter');
  await expect(said(page)).toContainText('Wall: 40 mm');
  await page.keyboard.press('Escape');
  await expect(said(page)).toHaveCount(0);
  const top = await seen(page);
  await page.keyboard.press('Shift+ArrowRight');
  await expect.poll(async () => (await seen(page)).left).toBeGreaterThan(top.left + 20);
  await page.keyboard.press('f');
  await expect.poll(async () => (await seen(page)).left).toBe(top.left);

  await stage(page)
    .locator('canvas')
    .evaluate((canvas: HTMLCanvasElement) => {
      const extension = canvas.getContext('webgl2')?.getExtension('WEBGL_lose_context');
      extension?.loseContext();
      addEventListener('graphics', () => extension?.restoreContext(), { once: true });
    });
  await expect(page.getByText('The graphics processor lost the picture.')).toBeVisible();
  await page.evaluate(() => dispatchEvent(new Event('graphics')));
  await expect(page.getByText('The graphics processor lost the picture.')).toHaveCount(0);
  await expect.poll(async () => (await seen(page)).area).toBe(top.area);
});

test('is used by touch on a telephone', async ({ browser, app, shown }) => {
  const context = await browser.newContext({
    baseURL: app.url,
    reducedMotion: still.reducedMotion,
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  });
  const page = await context.newPage();
  await signIn(page, 'buyer');
  // Not the part that somebody has put a pin in the middle of.
  await look(page, shown, 'holed');
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await stage(page).scrollIntoViewIfNeeded();
  const before = await seen(page);
  const canvas = await stage(page).boundingBox();
  const [x, y] = [(canvas?.x ?? 0) + (canvas?.width ?? 0) / 2, (canvas?.y ?? 0) + (canvas?.height ?? 0) / 2];
  const line = await context.newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...points: readonly (readonly [number, number])[]) =>
    line.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: points.map(([right, down], id) => ({ x: x + right, y: y + down, id })),
    });
  await touch('touchStart', [0, 0]);
  for (let step = 1; step <= 4; step++) await touch('touchMove', [20 * step, 0]);
  await touch('touchEnd');
  await expect.poll(async () => (await seen(page)).area).not.toBe(before.area);
  const turned = await seen(page);
  await touch('touchStart', [-80, 0], [80, 0]);
  for (let step = 1; step <= 4; step++) await touch('touchMove', [-80 + 10 * step, 0], [80 - 10 * step, 0]);
  await touch('touchEnd');
  await expect.poll(async () => (await seen(page)).area).toBeLessThan(turned.area * 0.6);
  await page.getByRole('button', { name: 'Wall', exact: true }).tap();
  await stage(page).tap();
  await expect(said(page)).toContainText(/Wall: \d/);
  await show(page, '73-viewer-phone');
  await context.close();
});

test('has no accessibility finding in light and dark, says what failed, and leaves nothing behind', async ({
  browser,
  app,
  shown,
}) => {
  // The checker runs in the page, which the page's own policy forbids.
  const context = await browser.newContext({ baseURL: app.url, bypassCSP: true, ...still });
  const page = await context.newPage();
  await signIn(page, 'buyer');
  await page.route('**/api/v1/file-preview/**', (route) =>
    route.fulfill({
      json: {
        status: 'FAILED',
        message: 'The file ends in the middle.',
        report: null,
        previewFileDTO: null,
        fullFileDTO: null,
        pictures: [],
      },
    }),
  );
  await page.goto(`/order/${shown.orderId}/cad-viewer?part=${shown.parts.pair}`);
  await expect(page.getByText('The file ends in the middle.')).toBeVisible();
  await page.unroute('**/api/v1/file-preview/**');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(stage(page).locator('canvas')).toBeVisible();

  await page.getByRole('button', { name: 'Distance', exact: true }).click();
  await stage(page).click();
  for (const title of ['Section', 'Wall thickness', 'Build orientation', '2 components']) await unfold(page, title);
  await page.getByRole('button', { name: 'Perpendicular to Z' }).click();
  await settled(page);
  expect(await findings(page, 'viewer')).toEqual([]);

  const line = await context.newCDPSession(page);
  await line.send('Performance.enable');
  const listeners = async (): Promise<number> => {
    await line.send('HeapProfiler.collectGarbage');
    const { metrics } = await line.send('Performance.getMetrics');
    return metrics.find(({ name }) => name === 'JSEventListeners')?.value ?? NaN;
  };
  let second = NaN;
  for (let visit = 0; visit < 3; visit++) {
    await expect(stage(page).locator('canvas')).toBeVisible();
    const context3d = await stage(page)
      .locator('canvas')
      .evaluateHandle((canvas: HTMLCanvasElement) => canvas.getContext('webgl2'));
    await page.getByRole('link', { name: `#${shown.orderId}` }).click();
    await expect(page).toHaveURL(/order-details/);
    await expect.poll(() => context3d.evaluate((drawn) => drawn?.isContextLost())).toBe(true);
    await context3d.dispose();
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    if (visit === 1) second = await listeners();
    // What the screen itself is still drawing listens too, for a moment.
    if (visit === 2) await expect.poll(listeners).toBeLessThanOrEqual(second);
    await page.goBack();
  }
  await context.close();
});
