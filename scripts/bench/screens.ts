import { join } from 'node:path';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright';
import { findBrowser } from '../test/browser.ts';
import { signIn } from './caller.ts';
import type { Figure, Table } from './figure.ts';
import { emptyFolder, startProduct } from './program.ts';
import { median } from './statistics.ts';

interface Screen {
  name: string;
  path: string;
  /** Whose; without it, nobody's. */
  account?: string;
  /** Is there when the screen can be worked with. */
  ready: string;
  maxKb?: number;
  maxCpuSeconds?: number;
}

const maxRequests = 75;

const screens: Screen[] = [
  { name: 'sign-in', path: '/custom-login', ready: 'form button[type=submit]', maxKb: 220, maxCpuSeconds: 0.25 },
  {
    name: 'first work screen',
    path: '/service-provider',
    account: 'planner',
    ready: 'table tbody tr a',
    maxKb: 430,
    maxCpuSeconds: 0.45,
  },
  { name: 'store front', path: '/store-front', account: 'buyer', ready: 'main input[type=file]' },
  { name: 'scheduler view', path: '/service-provider/scheduler-view', account: 'planner', ready: 'main canvas' },
  {
    name: 'GrabCAD in the minimal host',
    path: '/grabcad/grabcad-select-parts',
    account: 'planner',
    ready: 'select option + option',
    maxKb: 250,
  },
];

interface Visit {
  /** As served, without headers. */
  scriptKb: number;
  /** All that came over the wire, headers included. */
  wireKb: number;
  requests: number;
  paintMs: number;
  readyMs: number;
  cpuSeconds: number;
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
        { name: `${name}: files`, unit: 'kB', measured: middle('scriptKb'), target: { atMost: maxKb } },
        { name: `${name}: all, with headers`, unit: 'kB', measured: middle('wireKb') },
        { name: `${name}: requests`, unit: 'requests', measured: middle('requests'), target: { atMost: maxRequests } },
      );
      times.push(
        { name: `${name}: first paint`, unit: 'ms', measured: middle('paintMs') },
        { name: `${name}: ready`, unit: 'ms', measured: middle('readyMs') },
        { name: `${name}: main thread`, unit: 's', measured: middle('cpuSeconds'), target: { atMost: maxCpuSeconds } },
      );
    }
    times.push(...(await mounts(browser, product.url, cookies.get('planner') ?? '', rounds)));
    return [
      {
        subject: 'Cold bytes',
        note: 'Scripts, style sheets and texts as served (Brotli), and requests of every kind, in Chromium with an empty cache.',
        figures: bytes,
      },
      {
        subject: 'Boot',
        note: 'From the navigation, empty cache, this machine at full speed; main thread: all of its work until half a second after.',
        figures: times,
      },
    ];
  } finally {
    await browser.close();
    await product.stop();
  }
}

async function context(browser: Browser, url: string, cookie: string | undefined): Promise<BrowserContext> {
  const made = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const pairs = cookie?.split('; ') ?? [];
  await made.addCookies(
    pairs.map((pair) => {
      const at = pair.indexOf('=');
      return { name: pair.slice(0, at), value: pair.slice(at + 1), url };
    }),
  );
  return made;
}

async function visit(browser: Browser, url: string, screen: Screen, cookie: string | undefined): Promise<Visit> {
  const visitor = await context(browser, url, cookie);
  try {
    const page = await visitor.newPage();
    const tools = await visitor.newCDPSession(page);
    const served = new Map<string, { file: boolean; bytes: number }>();
    await tools.send('Network.enable');
    await tools.send('Performance.enable');
    tools.on('Network.responseReceived', ({ requestId, response }) => {
      const { pathname } = new URL(response.url);
      const bytes = Number(response.headers['content-length'] ?? response.headers['Content-Length'] ?? 0);
      if (!response.url.startsWith('data:'))
        served.set(requestId, { file: /^\/(assets|plugins)\//.test(pathname), bytes });
    });
    let wire = 0;
    tools.on('Network.loadingFinished', ({ encodedDataLength }) => (wire += encodedDataLength));
    const before = await taskSeconds();
    await page.goto(url + screen.path, { waitUntil: 'commit' });
    const readyMs = await appears(page, screen.ready);
    await page.waitForTimeout(500);
    const cpuSeconds = (await taskSeconds()) - before;
    const paintMs = await page.evaluate(
      () => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN,
    );
    const files = [...served.values()].filter(({ file }) => file);
    return {
      scriptKb: files.reduce((sum, { bytes }) => sum + bytes, 0) / 1000,
      wireKb: wire / 1000,
      requests: served.size,
      paintMs,
      readyMs,
      cpuSeconds,
    };

    async function taskSeconds(): Promise<number> {
      const { metrics } = await tools.send('Performance.getMetrics');
      return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0;
    }
  } finally {
    await visitor.close();
  }
}

/** The page's own clock at the first frame that has something that fits `selector`. */
async function appears(page: Page, selector: string): Promise<number> {
  const seen = await page
    .waitForFunction((wanted) => document.querySelector(wanted) && performance.now(), selector, {
      polling: 'raf',
      timeout: 20_000,
    })
    .catch((error: unknown) => {
      throw new Error(`${page.url()} never had "${selector}".`, { cause: error });
    });
  return (await seen.jsonValue()) ?? Number.NaN;
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
