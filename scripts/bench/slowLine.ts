import { createServer, type Server } from 'node:http';
import { brotliCompressSync, constants } from 'node:zlib';
import type { Browser, Page } from 'playwright';
import { costOver, type Figure, type Table } from './figure.ts';
import { median } from './statistics.ts';
import { appears, context, markReady, type Screen, screens } from './visit.ts';

/** 10 Mbit/s and 40 ms, as on a good day in a factory hall. */
const line = { offline: false, latency: 40, downloadThroughput: 1_250_000, uploadThroughput: 1_250_000 };

/**
 * Each screen over a slow line with an empty cache, against what could be done by hand at best: a page with one script that
 * has the same bytes and is compiled too, and one call after it, whose answer is what the screen was told.
 */
export async function slowLine(
  browser: Browser,
  url: string,
  cookieOf: (account: string) => string | undefined,
  rounds: number,
): Promise<Table> {
  const figures: Figure[] = [];
  for (const screen of screens) {
    const cookie = cookieOf(screen.account ?? '');
    const floor = await floorOf(await load(browser, url, screen, cookie));
    const ours: number[] = [];
    const least: number[] = [];
    try {
      for (let round = -1; round < rounds; round += 1) {
        const one = await cold(browser, url, screen.path, screen.ready, cookie);
        const other = await cold(browser, floor.url, '/', '#ready', undefined);
        if (round >= 0) [ours, least].forEach((all, index) => all.push(index === 0 ? one : other));
      }
    } finally {
      floor.server.close();
    }
    figures.push({
      name: `${screen.name}: ready`,
      unit: 'ms',
      ...costOver(median(least), median(ours)),
      target: { atMost: screen.maxRatio },
    });
  }
  return {
    subject: 'A slow line',
    note: '10 Mbit/s and 40 ms, empty cache; the floor is the same bytes as one script, and one call.',
    figures,
  };
}

async function cold(browser: Browser, url: string, path: string, ready: string, cookie: string | undefined) {
  const visitor = await context(browser, url, cookie);
  try {
    const page = await visitor.newPage();
    await (await visitor.newCDPSession(page)).send('Network.emulateNetworkConditions', line);
    await page.goto(url + path, { waitUntil: 'commit' });
    return await appears(page, ready);
  } finally {
    await visitor.close();
  }
}

interface Loaded {
  /** Texts of all files that the screen fetched before it was ready. */
  scripts: string[];
  others: string[];
  told: string[];
}

async function load(browser: Browser, url: string, screen: Screen, cookie: string | undefined): Promise<Loaded> {
  const visitor = await context(browser, url, cookie);
  const loaded: Loaded = { scripts: [], others: [], told: [] };
  try {
    const page: Page = await visitor.newPage();
    const reading: Promise<void>[] = [];
    page.on('response', (response) => {
      const type = response.headers()['content-type'] ?? '';
      const { pathname } = new URL(response.url());
      if (!/javascript|css|json|html/.test(type)) return;
      // SystemJS would run, and take the place of what stands for it.
      const isScript = type.includes('javascript') && !pathname.includes('/system-');
      const into = !/^\/(assets|plugins)\//.test(pathname) ? loaded.told : isScript ? loaded.scripts : loaded.others;
      reading.push(response.text().then((text) => void into.push(text)));
    });
    await page.addInitScript(markReady, screen.ready);
    await page.goto(url + screen.path, { waitUntil: 'commit' });
    await appears(page, screen.ready);
    await Promise.all(reading);
    return loaded;
  } finally {
    await visitor.close();
  }
}

/** Compiled like ours: the loader's calls are there and do nothing. */
const before = `var System = { packing() {}, register() {}, constructor: { prototype: {} } };`;
const after = `fetch('/told').then((answer) => answer.text()).then(() => {
  document.body.append(Object.assign(document.createElement('i'), { id: 'ready' }));
});`;

async function floorOf({ scripts, others, told }: Loaded): Promise<{ url: string; server: Server }> {
  const rest = others.map((text) => `/*${text.replaceAll('*/', '* /')}*/`);
  const bodies: Record<string, [type: string, text: string]> = {
    '/': ['text/html', '<!doctype html><body></body><script src="/all.js"></script>'],
    '/all.js': ['text/javascript', [before, ...scripts, ...rest, after].join('\n')],
    '/told': ['text/plain', told.join('\n')],
  };
  const packed = Object.fromEntries(
    Object.entries(bodies).map(([path, [type, text]]) => [
      path,
      { type, body: brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }) },
    ]),
  );
  const server = createServer(({ url = '/' }, answer) => {
    const found = packed[url];
    if (!found) return answer.writeHead(404).end();
    return answer.writeHead(200, { 'content-type': found.type, 'content-encoding': 'br' }).end(found.body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The floor has no port.');
  return { url: `http://127.0.0.1:${address.port}`, server };
}
