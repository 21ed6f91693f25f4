import { ball } from '../fixtures/solids.ts';
import { expect, show, signIn, test, type Page } from './test.ts';

const model = (name: string, radius: number) => ({
  name,
  mimeType: 'model/stl',
  buffer: Buffer.from(ball(radius, 12)),
});
const next = (page: Page) => page.getByRole('button', { name: 'Next', exact: true }).click();
const parts = (page: Page) => page.getByRole('list', { name: 'Parts' }).locator('> li');
const saved = (page: Page) =>
  expect(page.getByRole('status').filter({ hasText: 'Draft saved' })).toBeVisible({ timeout: 30_000 });

test('a request is begun with files before the question, outlives a reload, goes on in a second browser and is sent', async ({
  page,
  browser,
  app,
}) => {
  await signIn(page, 'buyer');
  await page.goto('/order/create?from=sf');
  await page.locator('input[type=file]').setInputFiles([model('knob.stl', 9), model('grip.stl', 14)]);
  const waiting = page.getByRole('region', { name: 'Files waiting to upload' });
  await expect(waiting.getByRole('listitem')).toHaveText([/knob\.stl/, /grip\.stl/]);
  await show(page, '110-request-waiting');
  // It is a draft from the first file on.
  await expect(page).toHaveURL(/order=\d+/);
  await page.getByRole('radio', { name: 'No', exact: true }).check();
  await expect(waiting).toHaveCount(0);
  await expect(parts(page)).toHaveCount(2);
  await expect(parts(page).nth(1)).toContainText('28 × 28', { timeout: 60_000 });

  await next(page);
  await parts(page).nth(0).getByRole('spinbutton').fill('3');
  await parts(page).nth(0).getByText('Finish, color, tolerance, inspection').click();
  await parts(page).nth(0).getByRole('textbox', { name: 'Color' }).fill('Signal red');
  await saved(page);
  await show(page, '111-request-configure');
  await page.reload();
  await expect(parts(page).nth(0).getByRole('spinbutton')).toHaveValue('3');
  await expect(parts(page).nth(0)).toContainText('Signal red');

  const context = await browser.newContext({ baseURL: app.url });
  try {
    const other = await context.newPage();
    await signIn(other, 'buyer');
    await other.goto('/order-history');
    await other.getByRole('link', { name: /^#\d+/ }).first().click();
    await expect(other).toHaveURL(/order\/create\?order=\d+/);
    await expect(parts(other)).toHaveCount(2);
    await next(other);
    await expect(parts(other).nth(0)).toContainText('Signal red');
    await next(other);
    await other.getByRole('textbox', { name: 'Title' }).fill('Knobs and grips');
    await other.getByRole('textbox', { name: 'Your reference' }).fill('REQ-4711');
    await saved(other);
    // The first one hears of it, and loses nothing of its own.
    await expect(page.getByText('Changed elsewhere and brought in here.')).toBeVisible();
    await show(other, '112-request-requirements');
    await next(other);
    await expect(
      other.getByRole('group', { name: 'Price and delivery date' }).getByRole('radio').first(),
    ).toBeVisible();
    await show(other, '113-request-delivery');
    await next(other);
    await expect(other.getByRole('region', { name: 'Requirements' })).toContainText('REQ-4711');
    await show(other, '114-request-review');
    await other.getByRole('button', { name: 'Request quotes', exact: true }).click();
    await expect(other).toHaveURL(/order-details\/\d+/, { timeout: 30_000 });
    await expect(other.getByRole('heading', { level: 1, name: 'Knobs and grips' })).toBeVisible();
    await expect(other.getByText('REQ-4711')).toBeVisible();
    await show(other, '115-request-sent');
  } finally {
    await context.close();
  }
  await expect(page.getByText('This request was sent from another tab or by someone else.')).toBeVisible();
});
