import { randomUUID } from 'node:crypto';
import { holdLot, listLotMoves, readLot } from '@sinter/sdk/contract/production/lots';
import { signedIn } from './http.ts';
import { builtLot } from './lots.ts';
import { people } from './people.ts';
import { expect, show, signIn, test, type Page } from './test.ts';

const workCenter = '/service-provider/work-center';
const tablet = { viewport: { width: 820, height: 1180 }, hasTouch: true };
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const count = (page: Page, kind: string) => page.locator(`[data-count="${kind}"] dd`);

/** The worker has the document and its files. */
const isKept = (page: Page) =>
  page.evaluate(async (path) => (await (await caches.open('kept work-center')).match(path)) !== undefined, workCenter);

test('a tablet without a connection works on, is restarted, and sends all of it once', async ({ app, browser }) => {
  const { lot, leave } = await builtLot(app.url, 'Plate without a connection');
  // What is cut off is told by the browser itself.
  const party = people(browser, app.url, [/ERR_INTERNET_DISCONNECTED|Failed to fetch|status of (409|422)/, /\[host\]/]);
  const page = await party.enter('operator', workCenter, tablet);
  const context = page.context();
  const path = `${workCenter}/lots/${lot.id}`;
  const onBoard = async (tab: Page) => {
    const centers = tab.getByRole('group', { name: 'Work centers' });
    await centers.getByRole('button', { name: /^Finishing/ }).tap();
    return tab.getByRole('link', { name: `Lot ${lot.id}` }).first();
  };
  await expect(await onBoard(page)).toBeVisible();
  await page.goto(`${path}?step=1`);
  await expect(button(page, 'Start')).toBeVisible();
  await expect.poll(() => isKept(page), { timeout: 15_000 }).toBe(true);

  // Ten actions, each shown at once.
  await context.setOffline(true);
  const status = page.getByRole('status').filter({ hasText: 'on this device' });
  const good = page.getByRole('textbox', { name: 'Good' });
  await button(page, 'Start').tap();
  await expect(status).toContainText('1 action');
  await button(page, 'Pause').tap();
  await button(page, 'Resume').tap();
  for (const [pieces, left] of [
    ['1', '7'],
    ['1', '6'],
    ['1', '5'],
    ['2', '3'],
  ] as const) {
    await good.fill(pieces);
    await button(page, 'Progress').tap();
    await expect(count(page, 'open')).toHaveText(left);
  }
  await button(page, 'Pause').tap();
  await button(page, 'Resume').tap();
  await button(page, 'The rest (3)').tap();
  await button(page, 'Progress and finish').tap();
  await expect(status).toContainText('10 actions');
  await expect(page.getByRole('link', { name: /Finishing.*Finished/ })).toBeVisible();
  await show(page, 'offline-lot');

  // The tablet is restarted: the page opens from the device, and nothing is lost.
  await page.close();
  const again = await context.newPage();
  await again.goto(`${path}?step=1`);
  await expect(again.getByRole('status').filter({ hasText: 'on this device' })).toContainText('10 actions');
  await expect(again.getByRole('status').filter({ hasText: 'No connection. This is what was here' })).toBeVisible();
  await expect(count(again, 'good')).toHaveText('8');
  await show(again, 'offline-restarted');
  await again.goto(workCenter);
  await expect(await onBoard(again)).toContainText('10 not sent');
  await show(again, 'offline-board');

  // The session has ended meanwhile, and somebody else signs in: they neither see nor send what waits.
  await again.close();
  await context.setOffline(false);
  const other = await context.newPage();
  await signIn(other, 'planner');
  await other.goto(workCenter);
  await expect(await onBoard(other)).not.toContainText('not sent');
  await expect(other.getByRole('status').filter({ hasText: 'on this device' })).toHaveCount(0);
  const planner = await signedIn(app.url, 'planner');
  const step = async (position: number) => (await planner.call(readLot, { params: { id: lot.id } })).steps[position];
  expect(await step(1)).toMatchObject({ status: 'READY', good: 0 });

  // The lot is on hold when the same person is back.
  const hold = (on: boolean) =>
    planner.call(holdLot, { params: { id: lot.id }, body: { eventId: randomUUID(), hold: on, reason: 'Dust on it' } });
  await hold(true);
  await other.close();
  const back = await context.newPage();
  await signIn(back, 'operator');
  await back.goto(workCenter);
  await expect(back.getByText('1 action could not be saved')).toBeVisible();
  await back
    .getByRole('link', { name: `Lot ${lot.id}`, exact: true })
    .first()
    .tap();
  const conflict = back.getByRole('region', { name: 'Not saved: your decision is needed' });
  await expect(conflict).toContainText('Dust on it');
  await expect(conflict).toContainText('9 later actions on this lot wait for it.');
  await show(back, 'offline-conflict');

  // It is settled: once more, on the lot as it is now.
  await hold(false);
  await button(back, 'Do it again').tap();
  await expect(conflict).toHaveCount(0);
  await expect(back.getByRole('status').filter({ hasText: 'on this device' })).toHaveCount(0);
  await expect.poll(() => step(1)).toMatchObject({ status: 'COMPLETED', good: 8, open: 0 });
  const { moves } = await planner.call(listLotMoves, { params: { id: lot.id }, query: {} });
  expect(moves.filter(({ position }) => position === 1).map(({ quantity }) => quantity)).toEqual([3, 2, 1, 1, 1]);

  // A short gap: what waits is sent without a word as soon as the line is back.
  await context.setOffline(true);
  await back.getByRole('link', { name: /Inspection/ }).tap();
  await button(back, 'Start').tap();
  await expect(back.getByRole('status').filter({ hasText: '1 action' })).toBeVisible();
  await context.setOffline(false);
  await expect.poll(() => step(2)).toMatchObject({ status: 'IN_PROGRESS' });
  await expect(back.getByRole('status').filter({ hasText: 'on this device' })).toHaveCount(0);

  // Who signs out leaves nothing to read.
  await back.goto('/logout');
  await back.waitForURL('**/custom-login');
  expect(await isKept(back)).toBe(false);
  await party.leave();
  await leave();
});
