import { randomUUID } from 'node:crypto';
import { ball } from '../fixtures/solids.ts';
import { preparedPart, signedIn } from './http.ts';
import { draftOrder, place } from './orders.ts';
import { expect, signIn, test } from './test.ts';

/** How long every answer takes, ms: far more than the browser and the server need between two of them. */
const roundTrip = 400;
/** The clock of a page is stopped at a time that it has surely not come to yet, on a busy machine too. */
const aheadMs = 10_000;

const screens: { name: string; account?: string; path: string; ready: string; stages: number }[] = [
  { name: 'sign-in', path: '/custom-login', ready: 'form button[type=submit]', stages: 2 },
  { name: 'order list', account: 'planner', path: '/service-provider', ready: 'table tbody tr a', stages: 2 },
  { name: 'home', account: 'planner', path: '/', ready: 'table tbody tr a', stages: 2 },
  { name: 'store front', account: 'buyer', path: '/store-front', ready: 'main input[type=file]', stages: 2 },
  {
    name: 'scheduler view',
    account: 'planner',
    path: '/service-provider/scheduler-view',
    ready: 'main canvas',
    stages: 2,
  },
  {
    name: 'GrabCAD in the minimal host',
    account: 'planner',
    path: '/grabcad/grabcad-select-parts',
    ready: 'select option + option',
    stages: 2,
  },
];

/** What another plugin adds to a screen: the signs of non-conformances on the schedule. */
const beside = /^\/plugins\/quality\//;
/** What follows the first data and does not hold it up: pictures, the stream of events, a second look at the manifest. */
const afterwards = /\/files\/\d+\/content|\/events$|\/registry\/manifest$/;

for (const { name, account, path, ready, stages } of screens) {
  test(`${name}: seen after ${stages} round trips, cold`, async ({ page }) => {
    if (account) await signIn(page, account);
    const begun: { at: number; path: string }[] = [];
    await page.route('**/*', async (route) => {
      const { pathname } = new URL(route.request().url());
      // Never answered: the screen must be there without it.
      if (beside.test(pathname)) return;
      begun.push({ at: Date.now(), path: pathname });
      await new Promise((resolve) => setTimeout(resolve, roundTrip));
      await route.continue().catch(() => undefined); // gone with its page
    });
    // No timer of the page ends: what is there must not be kept back for a while.
    await page.clock.install();
    await page.clock.pauseAt(Date.now() + aheadMs);
    await page.goto(path, { waitUntil: 'commit' });
    await page.locator(ready).first().waitFor({ state: 'attached' });
    const seen = Date.now();
    // A request belongs to a later stage than another when it began only after that one could be answered.
    let [stage, from] = [0, Number.NEGATIVE_INFINITY];
    const table: string[] = [];
    for (const request of begun) {
      if (request.at > seen || afterwards.test(request.path)) continue;
      if (request.at - from >= roundTrip) [stage, from] = [stage + 1, request.at];
      table.push(`${stage} ${request.path}`);
    }
    expect(stage, table.join('\n')).toBeLessThanOrEqual(stages);
    // What was fetched ahead was what the page then asked for.
    const files = begun.map((request) => request.path).filter((file) => /^\/(assets|plugins)\//.test(file));
    expect(files).toEqual([...new Set(files)]);
  });
}

test('a second visit fetches no file again', async ({ page }) => {
  await signIn(page, 'planner');
  const fetched = () =>
    page.evaluate(() =>
      performance
        .getEntriesByType('resource')
        .filter((entry) => entry instanceof PerformanceResourceTiming && entry.transferSize > 0)
        .map(({ name }) => new URL(name).pathname)
        .filter((path) => /^\/(assets|plugins)\//.test(path)),
    );
  await page.goto('/service-provider');
  await expect(page.getByRole('table').getByRole('link').first()).toBeVisible();
  expect(await fetched()).not.toEqual([]);
  await page.goto('/service-provider');
  await expect(page.getByRole('table').getByRole('link').first()).toBeVisible();
  expect(await fetched()).toEqual([]);
});

test('what happens while a page is still opening its stream of events is seen on it', async ({ page, app }) => {
  await signIn(page, 'planner');
  const buyer = await signedIn(app.url, 'buyer');
  const part = await preparedPart(buyer, 'late.stl', ball(9, 16));
  const draft = await draftOrder(buyer, part, `Late ${randomUUID()}`);
  const group = page.getByRole('button', { name: /^All ?\d+$/ });
  const counted = async () => Number(/\d+/.exec(await group.innerText())?.[0]);
  let before = Number.NaN;
  await page.route(
    '**/api/v1/events*',
    async (stream) => {
      before = await counted();
      await place(buyer, draft);
      await stream.continue();
    },
    { times: 1 }, // a later stream is none of this test's
  );
  await page.goto('/service-provider');
  await expect.poll(async () => (await counted()) - before).toBe(1);
});
