import { switchModule } from '@sinter/sdk/contract/host/modules';
import type { Browser, CDPSession, TestInfo } from 'playwright/test';
import { signedIn, type Client } from './http.ts';
import { people } from './people.ts';
import { expect, type App, type Page, type test } from './test.ts';

const visitEvery = 5;
/** Timers of single-spa hold a page that was taken down for so long. */
const keptMs = 3500;

interface Figures {
  heap: number;
  listeners: number;
  nodes: number;
  documents: number;
  sheets: number;
  links: number;
  /** Since the last ones. */
  requests: number;
}

const measured = {
  JSHeapUsedSize: 'heap',
  JSEventListeners: 'listeners',
  Nodes: 'nodes',
  Documents: 'documents',
} as const;

/** After a garbage collection. Wants `Performance.enable` before. */
export async function figures(page: Page, cdp: CDPSession, requests: number): Promise<Figures> {
  await page.waitForTimeout(keptMs);
  for (let round = 0; round < 3; round++) await cdp.send('HeapProfiler.collectGarbage');
  const { metrics } = await cdp.send('Performance.getMetrics');
  const found = { heap: 0, listeners: 0, nodes: 0, documents: 0 };
  for (const [name, key] of Object.entries(measured)) {
    found[key] = metrics.find((metric) => metric.name === name)?.value ?? NaN;
  }
  const sheets = await page.evaluate(() => ({
    sheets: document.styleSheets.length,
    links: document.querySelectorAll('link[data-plugin]').length,
  }));
  return { ...found, ...sheets, requests };
}

/** What is done again and again, and how its screen is visited in between. */
export interface Round {
  /** Once, before the browser opens. */
  prepare?(admin: Client): Promise<void>;
  toggle(admin: Client, page: Page): Promise<void>;
  visit(page: Page): Promise<void>;
}

async function toggle(admin: Client, page: Page): Promise<void> {
  const entry = page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: 'Enterprise Scheduler' });
  for (const enabled of [false, true]) {
    await admin.call(switchModule, { params: { id: 'scheduling' }, body: { enabled } });
    await expect(entry).toBeVisible({ visible: enabled });
  }
}

/** Opens the module's page and goes back to one that stays. */
async function visit(page: Page): Promise<void> {
  const menu = page.getByRole('navigation', { name: 'Main menu' });
  await menu.getByRole('link', { name: 'Enterprise Scheduler' }).click();
  await expect(page.getByRole('grid', { name: 'Machines and their jobs' })).toBeVisible();
  await menu.getByRole('link', { name: 'Part Orders' }).click();
  await expect(page.getByRole('row', { name: '#' }).first()).toBeVisible();
}

const switched: Round = { toggle, visit };

/** How the browser runs whose memory is measured. */
export const measurable: Parameters<typeof test.use>[0] = {
  // The recorder keeps what it has seen of the page in the page.
  trace: 'off',
  // Machine code that is made for what runs often is part of the heap, and grows for thousands of rounds.
  launchOptions: [
    async ({ launchOptions }, use) =>
      use({
        ...launchOptions,
        args: [...(launchOptions.args ?? []), '--js-flags=--no-opt --no-maglev --no-sparkplug'],
      }),
    { scope: 'worker' },
  ],
};

/**
 * Switches a module off and on again, or does another round, and looks at what an open browser keeps of it: `measureEvery` times there is a
 * figure, of which the first is taken when everything has been loaded once.
 */
export async function expectNothingLeft(
  { browser, app }: { browser: Browser; app: App },
  info: TestInfo,
  toggles: number,
  measureEvery: number,
  { prepare, toggle, visit }: Round = switched,
): Promise<void> {
  // A module that goes off while its texts are on their way answers 404 for them.
  const party = people(browser, app.url, [/status of 404/]);
  const admin = await signedIn(app.url, 'admin');
  await prepare?.(admin);
  const page = await party.enter('planner', '/service-provider');
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Performance.enable');
  let requests = 0;
  // Pictures of parts come as far as the person stays to see them.
  page.on('request', (request) => {
    if (request.resourceType() !== 'image') requests++;
  });

  const rounds: Figures[] = [];
  for (let round = 1; round <= toggles; round++) {
    if (round % visitEvery === 0) await visit(page);
    await toggle(admin, page);
    if (round % measureEvery !== 0) continue;
    rounds.push(await figures(page, cdp, requests));
    requests = 0;
  }
  info.annotations.push({ type: 'figures', description: JSON.stringify(rounds) });

  const [start, second] = rounds;
  const end = rounds.at(-1);
  if (!start || !second || !end) throw new Error('Nothing was measured.');
  expect(end.heap / start.heap).toBeLessThanOrEqual(1.1);
  expect(end.listeners).toBe(start.listeners);
  expect(end.documents).toBe(start.documents);
  expect([end.sheets, end.links]).toEqual([start.sheets, start.links]);
  expect(Math.abs(end.nodes / start.nodes - 1)).toBeLessThanOrEqual(0.05);
  // The first ten also load what is loaded once.
  expect(end.requests).toBe(second.requests);
  await party.leave();
}
