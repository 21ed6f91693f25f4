import { ball } from '../fixtures/solids.ts';
import type { Browser } from 'playwright/test';
import { findings } from './axe.ts';
import { settled } from './settled.ts';
import { expect, heading, show, signIn, test, type Page } from './test.ts';

/** The part inventory, as those who buy, those who draw for others and those who print see it. */

const model = (name: string, radius: number) => ({
  name,
  mimeType: 'model/stl',
  buffer: Buffer.from(ball(radius, 12)),
});
const list = (page: Page) => page.getByRole('table', { name: 'Parts' });
const row = (page: Page, name: string) => list(page).getByRole('row').filter({ hasText: name });
const names = (page: Page) => list(page).locator('tbody td:nth-child(2) button').allTextContents();
const choose = (page: Page, name: string) => page.getByRole('checkbox', { name: `Select ${name}`, exact: true });
const incoming = (page: Page, fileName: string) =>
  page.getByRole('listitem').filter({ hasText: fileName }).filter({ hasText: 'File units' });
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name });

/** Opens a screen as somebody. */
async function enter(page: Page, account: string, path: string): Promise<void> {
  await signIn(page, account);
  await page.goto(path);
}

/** Somebody else, in a browser of their own. */
async function meet(browser: Browser, baseURL: string, account: string, path: string): Promise<Page> {
  const page = await (await browser.newContext({ baseURL })).newPage();
  await enter(page, account, path);
  return page;
}

/** The letter is kept from mixing with a text that runs from right to left, by marks that nobody sees. */
const secondOfTwo = /B\W* of 2/;

/** Answers whether the files are export controlled, and brings them. */
async function bring(page: Page, controlled: 'Yes' | 'No', ...files: ReturnType<typeof model>[]): Promise<void> {
  await page.getByRole('button', { name: 'Add parts' }).click();
  await expect(page.getByText('Answer the question above to add files')).toBeVisible();
  await expect(page.locator('input[type=file]')).toBeDisabled();
  await page.getByRole('radio', { name: controlled, exact: true }).check();
  await page.locator('input[type=file]').setInputFiles(files);
}

/** Names a file that is ready, and makes it a part. */
async function name(page: Page, fileName: string, partName: string): Promise<void> {
  const line = incoming(page, fileName);
  await line.getByRole('textbox', { name: 'Name' }).fill(partName);
  await line.getByRole('button', { name: 'Add', exact: true }).click();
}

async function bulkDelete(page: Page): Promise<void> {
  await page.getByRole('group', { name: 'Selected rows' }).getByRole('button', { name: 'Delete' }).click();
  await page
    .getByRole('dialog', { name: /^Delete \d/ })
    .getByRole('button', { name: 'Delete' })
    .click();
}

test.describe.serial('a buyer’s part', () => {
  test('comes from a file, which a colleague sees at once; the same content is found again', async ({
    page: buyer,
    browser,
    app,
  }) => {
    await enter(buyer, 'buyer', '/digital-part-inventory');
    const colleague = await meet(browser, app.url, 'engineer', '/engineer/part-inventory');
    await expect(row(colleague, 'Camera bracket')).toBeVisible();
    await bring(buyer, 'No', model('joint.stl', 10), model('joint (copy).stl', 10));
    await expect(incoming(buyer, 'joint.stl')).toContainText('20 × 20 × 20 mm', { timeout: 30_000 });
    await expect(incoming(buyer, 'joint (copy).stl')).toContainText('20 × 20 × 20 mm', { timeout: 30_000 });
    await name(buyer, 'joint.stl', 'Ball joint');
    await expect(row(buyer, 'Ball joint')).toContainText('20 × 20 × 20 mm');
    await expect(row(colleague, 'Ball joint')).toBeVisible();
    await colleague.context().close();

    await name(buyer, 'joint (copy).stl', 'Another joint');
    const copy = incoming(buyer, 'joint (copy).stl');
    await expect(copy).toContainText('You already have this file as Ball joint, revision A.');
    await copy.getByRole('button', { name: 'Add as next revision' }).click();
    await expect(copy).toContainText('Revision A is this file already.');
    await show(buyer, '60-inventory-duplicate');
    await copy.getByRole('button', { name: 'Remove joint (copy).stl' }).click();
    await dialog(buyer, 'Remove joint (copy).stl?').getByRole('button', { name: 'Remove' }).click();
    await expect(copy).toHaveCount(0);
  });

  test('gets a new revision', async ({ page: buyer }) => {
    await enter(buyer, 'buyer', '/digital-part-inventory');
    await row(buyer, 'Ball joint').getByRole('button', { name: 'Ball joint' }).click();
    const drawer = dialog(buyer, 'Ball joint');
    await expect(drawer.locator('input[type=file]')).toBeDisabled();
    await drawer.getByRole('radio', { name: 'No', exact: true }).check();
    await drawer.locator('input[type=file]').setInputFiles(model('joint-2.stl', 11));
    await expect(buyer.getByText('Ball joint is now at revision B.')).toBeVisible({ timeout: 30_000 });
    await expect(drawer.getByRole('button', { name: 'Show revision A' })).toBeVisible();
    await expect(drawer).toContainText('22 × 22 × 22 mm');
    await show(buyer, '61-inventory-part');
    await drawer.getByRole('button', { name: 'Close' }).click();
    await expect(row(buyer, 'Ball joint')).toContainText(secondOfTwo);
  });

  test('is deleted and comes back, where one that was ordered stays', async ({ page: buyer }) => {
    await enter(buyer, 'buyer', '/digital-part-inventory');
    await choose(buyer, 'Ball joint').check();
    await choose(buyer, 'Camera bracket').check();
    await bulkDelete(buyer);
    const result = dialog(buyer, 'Delete parts');
    await expect(result).toContainText('1 of 2 done.');
    await expect(result.getByRole('listitem').filter({ hasText: 'Ball joint' })).toContainText('Deleted');
    await expect(result.getByRole('listitem').filter({ hasText: 'Camera bracket' })).toContainText(
      'It was ordered: archive it instead',
    );
    await result.getByRole('button', { name: 'Close' }).last().click();
    await expect(row(buyer, 'Ball joint')).toHaveCount(0);
    await buyer.getByRole('button', { name: 'Undo' }).click();
    await expect(row(buyer, 'Ball joint')).toContainText(secondOfTwo);
    await buyer.reload();
    await choose(buyer, 'Ball joint').check();
    await bulkDelete(buyer);
    await expect(result).toContainText('1 of 1 done.');
  });
});

test('an export-controlled part is seen by who brought it, and by nobody who is not cleared', async ({
  page: buyer,
  browser,
  app,
}) => {
  await enter(buyer, 'buyer', '/digital-part-inventory');
  const colleague = await meet(browser, app.url, 'engineer', '/engineer/part-inventory');
  await bring(buyer, 'Yes', model('seeker.stl', 9));
  await expect(incoming(buyer, 'seeker.stl')).toContainText('Export controlled');
  await expect(incoming(buyer, 'seeker.stl')).toContainText('18 × 18 × 18 mm', { timeout: 30_000 });
  await name(buyer, 'seeker.stl', 'Seeker dome');
  await expect(row(buyer, 'Seeker dome')).toContainText('Export controlled');
  await colleague.getByRole('searchbox', { name: 'Search parts' }).fill('seeker');
  await expect(colleague.getByText('No matching parts')).toBeVisible();
  await row(buyer, 'Seeker dome').getByRole('button', { name: 'Seeker dome' }).click();
  const drawer = dialog(buyer, 'Seeker dome');
  await expect(drawer).toContainText('so its next revision will be too');
  await colleague.goto(`/engineer/part-inventory${new URL(buyer.url()).search}`);
  await expect(dialog(colleague, 'Part').getByRole('alert')).toBeVisible();
  await drawer.getByRole('button', { name: 'Delete' }).click();
  await dialog(buyer, 'Delete Seeker dome?').getByRole('button', { name: 'Delete' }).click();
  await expect(buyer.getByText('Seeker dome deleted.')).toBeVisible();
  await colleague.context().close();
});

test('an operation on several parts says of each what came of it, and chosen parts are ordered', async ({
  page: buyer,
}) => {
  await enter(buyer, 'buyer', '/digital-part-inventory?sort=name');
  for (const part of ['Wind-tunnel blade', 'Inspection hatch hinge']) await choose(buyer, part).check();
  await buyer.getByRole('button', { name: 'Run operation' }).click();
  const run = buyer.getByRole('dialog', { name: /^(Run an operation|Cut)/ });
  await run.getByRole('combobox', { name: 'Operation' }).click();
  await buyer.getByTitle('Cut', { exact: true }).click();
  await run.getByRole('spinbutton', { name: 'Distance from the origin' }).fill('60');
  await run.getByRole('button', { name: 'Run on 2 parts' }).click();
  await expect(run).toContainText('Done', { timeout: 30_000 });
  const lines = run.getByRole('listitem');
  await expect(lines.filter({ hasText: 'Wind-tunnel blade' })).toContainText('Cut surface');
  await expect(lines.filter({ hasText: 'Inspection hatch hinge' })).toContainText(
    'The plane does not pass through the part.',
  );
  await show(buyer, '63-inventory-operation');
  await run.getByRole('button', { name: 'Close' }).last().click();

  await buyer.getByRole('group', { name: 'Selected rows' }).getByRole('button', { name: 'Order' }).click();
  await expect(heading(buyer, 'New order')).toBeVisible();
  const ordered = buyer.getByRole('list', { name: 'Parts' }).getByRole('listitem');
  await expect(ordered.filter({ hasText: 'turbine-blade.stl' })).toContainText('38 × 48 × 112 mm');
  await expect(ordered.filter({ hasText: 'hinge-leaf.stl' })).toContainText('62 × 60 × 12 mm');
  expect(new URL(buyer.url()).search).toBe('');
});

test('a provider looks at the parts of its orders: sorting, filters and page outlive a reload', async ({
  page: provider,
}) => {
  await enter(provider, 'planner', '/service-provider/part-inventory');
  await list(provider).getByRole('button', { name: 'Volume' }).click();
  await expect(list(provider).getByRole('columnheader', { name: 'Volume' })).toHaveAttribute('aria-sort', 'ascending');
  await settled(provider);
  const first = await names(provider);
  await provider.getByRole('navigation', { name: 'Pages' }).getByRole('button', { name: 'Next' }).click();
  await expect(provider).toHaveURL(/sort=volume.*page=2/);
  await settled(provider);
  const before = await names(provider);
  expect([first.length, before.some((part) => first.includes(part))]).toEqual([15, false]);
  await provider.reload();
  await expect.poll(() => names(provider)).toEqual(before);
  await expect(provider.getByRole('button', { name: 'Add parts' })).toHaveCount(0);

  await provider.getByRole('searchbox', { name: 'Search parts' }).fill('camera');
  await expect.poll(() => names(provider)).toEqual(['Camera bracket']);
  await provider.reload();
  await expect.poll(() => names(provider)).toEqual(['Camera bracket']);
  await row(provider, 'Camera bracket').getByRole('button').first().click();
  const drawer = dialog(provider, 'Camera bracket');
  await expect(drawer).toContainText('Nordwind Robotics');
  await expect(drawer.getByRole('link', { name: /^#\d/ }).first()).toBeVisible();
  await expect(drawer.getByRole('button', { name: 'Archive' })).toHaveCount(0);
  await show(provider, '64-inventory-provider');
});

test('a planner packs parts into the build volume of a machine, and sees the build with its numbers', async ({
  page: planner,
}) => {
  await enter(planner, 'planner', '/service-provider/pack');
  await expect(planner.getByRole('button', { name: 'Pack', exact: true })).toBeDisabled();
  await expect(planner.getByText('Add at least one part.')).toBeVisible();
  const search = planner.getByRole('searchbox', { name: 'Search parts' });
  for (const part of ['Camera bracket', 'Display gear']) {
    await search.fill(part);
    await planner.getByRole('button', { name: `Add ${part}`, exact: true }).click();
  }
  const chosen = planner.getByRole('list', { name: 'Parts to pack' }).getByRole('listitem');
  await chosen.filter({ hasText: 'Camera bracket' }).getByRole('spinbutton').fill('12');
  for (const side of ['Width (X)', 'Depth (Y)', 'Height (Z)']) {
    await planner.getByRole('spinbutton', { name: side }).fill('200');
  }
  await planner.reload();
  await expect(chosen.filter({ hasText: 'Camera bracket' }).getByRole('spinbutton')).toHaveValue('12');
  await planner.getByRole('button', { name: 'Pack', exact: true }).click();
  const result = planner.getByRole('region', { name: 'Packed build' });
  await expect(result).toContainText(/13\W* of \W*13/, { timeout: 30_000 });
  await expect(result.getByRole('link', { name: 'Download STL' })).toBeVisible();
  await expect(result.getByRole('application').locator('canvas')).toBeVisible({ timeout: 30_000 });
  await show(planner, '65-pack');
});

test('a third-party engineer chooses columns, and finds them so again', async ({ page: third }) => {
  await enter(third, 'third', '/engineer/part-inventory?q=gear');
  await expect.poll(() => row(third, 'Display gear').count()).toBe(1);
  await expect(row(third, 'Camera bracket')).toHaveCount(0);
  await third.getByRole('button', { name: 'Columns' }).click();
  await third.getByRole('checkbox', { name: 'Shells' }).check();
  await expect(list(third).getByRole('columnheader', { name: 'Shells' })).toBeVisible();
  await third.reload();
  await expect(list(third).getByRole('columnheader', { name: 'Shells' })).toBeVisible();
  await third.getByRole('button', { name: 'Columns' }).click();
  await third.getByRole('checkbox', { name: 'Shells' }).uncheck();
  await expect(list(third).getByRole('columnheader', { name: 'Shells' })).toHaveCount(0);
});

test.describe('accessibility', () => {
  // The checker runs in the page, which the page's own policy forbids.
  test.use({ bypassCSP: true });

  for (const [account, path] of [
    ['buyer', '/digital-part-inventory?part=1'],
    ['third', '/engineer/part-inventory'],
    ['planner', '/service-provider/part-inventory'],
  ] as const) {
    test(`${path} has no finding, in light and in dark`, async ({ page }) => {
      await enter(page, account, path);
      await expect(list(page).getByRole('row')).not.toHaveCount(1);
      if (path.includes('part=')) await expect(page.getByRole('dialog').getByRole('img').first()).toBeVisible();
      else if (account === 'third') await page.getByRole('button', { name: 'Add parts' }).click();
      await settled(page);
      expect(await findings(page, path)).toEqual([]);
    });
  }
});
