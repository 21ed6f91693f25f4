import type { Browser, BrowserContext, Page } from 'playwright';

export interface Screen {
  name: string;
  path: string;
  /** The account that is signed in; none when left out. */
  account?: string;
  /** Is there when the screen can be worked with. */
  ready: string;
  maxKb?: number;
  maxCpuSeconds?: number;
  /** How many times what the same bytes cost in one script, over a slow line. */
  maxRatio: number;
}

export const screens: Screen[] = [
  {
    name: 'sign-in',
    path: '/custom-login',
    ready: 'form button[type=submit]',
    maxKb: 220,
    maxCpuSeconds: 0.25,
    maxRatio: 1.4,
  },
  {
    name: 'first work screen',
    path: '/service-provider',
    account: 'planner',
    ready: 'table tbody tr a',
    maxKb: 430,
    maxCpuSeconds: 0.45,
    maxRatio: 1.4,
  },
  { name: 'store front', path: '/store-front', account: 'buyer', ready: 'main input[type=file]', maxRatio: 1.4 },
  {
    name: 'scheduler view',
    path: '/service-provider/scheduler-view',
    account: 'planner',
    ready: 'main canvas',
    maxRatio: 1.6,
  },
  {
    name: 'GrabCAD in the minimal host',
    path: '/grabcad/grabcad-select-parts',
    account: 'planner',
    ready: 'select option + option',
    maxKb: 250,
    maxRatio: 1.4,
  },
];

export async function context(browser: Browser, url: string, cookie: string | undefined): Promise<BrowserContext> {
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

/** In the page: marks when the screen is in the document, which is before it fetches what comes after it. */
export function markReady(selector: string): void {
  const observer = new MutationObserver(() => {
    if (!document.querySelector(selector)) return;
    performance.mark('bench-ready');
    observer.disconnect();
  });
  observer.observe(document, { childList: true, subtree: true });
}

/** The page's own clock at the first frame that has something that fits `selector`. */
export async function appears(page: Page, selector: string): Promise<number> {
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
