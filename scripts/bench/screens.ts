import { join } from 'node:path';
import { type Browser, type CDPSession, chromium } from 'playwright';
import { findBrowser } from '../test/browser.ts';
import { signIn } from './caller.ts';
import type { Figure, Table } from './figure.ts';
import { emptyFolder, startProduct } from './program.ts';
import { slowLine } from './slowLine.ts';
import { median } from './statistics.ts';
import { appears, context, markReady, type Screen, screens } from './visit.ts';

const maxFiles = 30;

/** What was asked for before the screen could be worked with; sizes as served, without headers. */
interface Visit {
  /** Scripts, style sheets and texts. */
  fileKb: number;
  files: number;
  /** The page itself and what it asked the server. */
  callKb: number;
  pictureKb: number;
  /** Files that were asked for later: what the next screen will need. */
  aheadKb: number;
  paintMs: number;
  readyMs: number;
  cpuSeconds: number;
  cpuSecondsLater: number;
}

/** What a screen costs somebody who has never opened the product: an empty cache, each time anew. */
export async function coldScreens(rounds: number): Promise<Table[]> {
  const product = await startProduct(join(emptyFolder('screens'), 'data'));
  const browser = await chromium.launch({
    executablePath: findBrowser(),
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update'],
  });
  try {
    const cookies = new Map<string, string>();
    for (const account of ['planner', 'buyer']) cookies.set(account, (await signIn(product.url, account)).cookie);
    const bytes: Figure[] = [];
    const times: Figure[] = [];
    for (const screen of screens) {
      const visits: Visit[] = [];
      for (let round = -1; round < rounds; round += 1) {
        const visited = await visit(browser, product.url, screen, cookies.get(screen.account ?? ''));
        if (round >= 0) visits.push(visited);
      }
      const middle = (name: keyof Visit) => median(visits.map((one) => one[name]));
      const { name, maxKb, maxCpuSeconds } = screen;
      bytes.push(
        { name: `${name}: files`, unit: 'kB', measured: middle('fileKb'), target: { atMost: maxKb } },
        { name: `${name}: number of files`, unit: '', measured: middle('files'), target: { atMost: maxFiles } },
        { name: `${name}: page and calls`, unit: 'kB', measured: middle('callKb') },
        { name: `${name}: pictures`, unit: 'kB', measured: middle('pictureKb') },
        { name: `${name}: files fetched ahead`, unit: 'kB', measured: middle('aheadKb') },
      );
      times.push(
        { name: `${name}: first paint`, unit: 'ms', measured: middle('paintMs') },
        { name: `${name}: ready`, unit: 'ms', measured: middle('readyMs') },
        {
          name: `${name}: CPU until ready`,
          unit: 's',
          measured: middle('cpuSeconds'),
          target: { atMost: maxCpuSeconds },
        },
        { name: `${name}: CPU half a second later`, unit: 's', measured: middle('cpuSecondsLater') },
      );
    }
    const line = await slowLine(browser, product.url, (account) => cookies.get(account), rounds);
    times.push(...(await mounts(browser, product.url, cookies.get('planner') ?? '', rounds)));
    return [
      {
        subject: 'Cold bytes',
        note: 'Bodies as served (Brotli where the server has it), in Chromium with an empty cache; ahead: within half a second after ready.',
        figures: bytes,
      },
      {
        subject: 'Boot',
        note: 'From the navigation, empty cache, processor at full speed; CPU: time of the main thread.',
        figures: times,
      },
      line,
    ];
  } finally {
    await browser.close();
    await product.stop();
  }
}

async function visit(browser: Browser, url: string, screen: Screen, cookie: string | undefined): Promise<Visit> {
  const visitor = await context(browser, url, cookie);
  try {
    const page = await visitor.newPage();
    const tools = await visitor.newCDPSession(page);
    await tools.send('Performance.enable');
    await page.addInitScript(markReady, screen.ready);
    await page.goto(url + screen.path, { waitUntil: 'commit' });
    const readyMs = await appears(page, screen.ready);
    const cpuSeconds = await mainThreadSeconds(tools);
    await page.waitForTimeout(500);
    const cpuSecondsLater = await mainThreadSeconds(tools);
    const { paintMs, builtMs, loaded } = await page.evaluate(() => {
      const entries = [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')];
      return {
        builtMs: performance.getEntriesByName('bench-ready')[0]?.startTime ?? Number.NaN,
        paintMs: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN,
        loaded: entries.flatMap((entry) =>
          entry instanceof PerformanceResourceTiming && entry.transferSize > 0
            ? [{ path: new URL(entry.name).pathname, begun: entry.startTime, bytes: entry.encodedBodySize }]
            : [],
        ),
      };
    });
    const isFile = ({ path }: { path: string }) => /^\/(assets|plugins)\//.test(path);
    const isPicture = ({ path }: { path: string }) => /^\/api\/v1\/files\/\d+\/content$/.test(path);
    const kb = (some: { bytes: number }[]) => some.reduce((sum, { bytes }) => sum + bytes, 0) / 1000;
    const files = loaded.filter((one) => isFile(one) && one.begun < builtMs);
    return {
      fileKb: kb(files),
      files: files.length,
      callKb: kb(loaded.filter((one) => !isFile(one) && !isPicture(one))),
      pictureKb: kb(loaded.filter(isPicture)),
      aheadKb: kb(loaded.filter((one) => isFile(one) && one.begun >= builtMs)),
      paintMs,
      readyMs,
      cpuSeconds,
      cpuSecondsLater,
    };
  } finally {
    await visitor.close();
  }
}

/** Processor time, which others who use the machine do not change. */
async function mainThreadSeconds(tools: CDPSession): Promise<number> {
  const { metrics } = await tools.send('Performance.getMetrics');
  return metrics.find(({ name }) => name === 'ThreadTime')?.value ?? Number.NaN;
}

/** A plugin's page opened from the menu: the first time with its code, then again. */
async function mounts(browser: Browser, url: string, cookie: string, rounds: number): Promise<Figure[]> {
  const first: number[] = [];
  const again: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const visitor = await context(browser, url, cookie);
    try {
      const page = await visitor.newPage();
      await page.goto(`${url}/service-provider`);
      await appears(page, 'table tbody tr a');
      const open = async (path: string, ready: string): Promise<number> => {
        const begun = await page.evaluate((address) => {
          const link = document.querySelector(`nav a[href="${address}"]`);
          if (!(link instanceof HTMLElement)) throw new Error(`The menu has no ${address}.`);
          link.click();
          return performance.now();
        }, path);
        return (await appears(page, ready)) - begun;
      };
      first.push(await open('/service-provider/scheduler-view', 'main canvas'));
      await open('/service-provider', 'table tbody tr a');
      again.push(await open('/service-provider/scheduler-view', 'main canvas'));
    } finally {
      await visitor.close();
    }
  }
  return [
    { name: 'scheduler view from the menu, first time', unit: 'ms', measured: median(first) },
    { name: 'scheduler view from the menu, again', unit: 'ms', measured: median(again) },
  ];
}
