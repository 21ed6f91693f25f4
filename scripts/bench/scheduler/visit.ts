import type { Browser, CDPSession } from 'playwright';
import type { Size, WindowName } from './data.ts';
import type { BenchPage } from './pages.ts';

/** What one page was measured at. Milliseconds; frames are the times between them. */
export interface Visit {
  painted: number;
  month: number;
  year: number;
  update: number;
  weekScroll: number[];
  yearScroll: number[];
  weekPan: number[];
  yearPan: number[];
  /** Bytes of script heap and of its buffers above what was there with the data in hand. */
  heap: number;
  nodes: number;
  /** Columns read and sorted into rows; of the product only. */
  indexed: number | undefined;
}

/** As much of a large screen as the product gives its chart there. */
const viewport = { width: 1920, height: 1080 };
const frames = 60;
const origin = 'http://localhost';

/** Opens a page with the jobs in hand, and does with it what people do. */
export async function visit(browser: Browser, { script, style }: BenchPage, size: Size, data: Buffer): Promise<Visit> {
  const context = await browser.newContext({ viewport });
  try {
    const page = await context.newPage();
    page.on('pageerror', (error) => console.error(error));
    const html = `<!doctype html><meta charset="utf-8"><style>
      body { margin: 0; font-family: sans-serif; }
      #place { position: relative; height: 740px; overflow: hidden; }
      .vis-item { height: 32px; } ${style}</style><body>`;
    await page.route('**', (route) => {
      const { origin: from, pathname: path } = new URL(route.request().url());
      if (from !== origin) return route.abort(); // the style sheet of one of them asks for fonts from elsewhere
      if (path === '/script.js') return route.fulfill({ contentType: 'text/javascript; charset=utf-8', body: script });
      if (path === '/data') return route.fulfill({ contentType: 'application/octet-stream', body: data });
      return route.fulfill({ contentType: 'text/html; charset=utf-8', body: html });
    });
    await page.goto(origin);
    await page.addScriptTag({ url: `${origin}/script.js` });
    await page.evaluate(({ machines }) => bench.load('/data', machines), size);
    const tools = await context.newCDPSession(page);
    const before = await heapBytes(tools);
    const show = (name: WindowName) => page.evaluate((each) => bench.show(each), name);
    const scroll = () => page.evaluate((count) => bench.scroll(count), frames);
    const pan = () => page.evaluate((count) => bench.pan(count), frames);

    const painted = await page.evaluate(() => bench.mount());
    const heap = (await heapBytes(tools)) - before;
    const nodes = await page.evaluate(() => bench.nodes());
    const month = await show('month');
    const year = await show('year');
    const [yearScroll, yearPan] = [await scroll(), await pan()];
    await show('week');
    const [weekScroll, weekPan] = [await scroll(), await pan()];
    const update = await page.evaluate(() => bench.update());
    const indexed = await page.evaluate(() => performance.getEntriesByName('indexed')[0]?.duration);
    return { painted, month, year, update, weekScroll, yearScroll, weekPan, yearPan, heap, nodes, indexed };
  } finally {
    await context.close();
  }
}

/** What is left after a garbage collection. */
async function heapBytes(tools: CDPSession): Promise<number> {
  await tools.send('HeapProfiler.collectGarbage');
  await tools.send('HeapProfiler.collectGarbage');
  const { usedSize, backingStorageSize } = await tools.send('Runtime.getHeapUsage');
  return usedSize + backingStorageSize;
}
