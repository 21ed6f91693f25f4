import { join } from 'node:path';
import { type Browser, chromium } from 'playwright';
import {
  addPublisher,
  addPublisherKey,
  approveExtension,
  publishExtension,
  submitExtension,
} from '@sinter/sdk/contract/host/extensionReview';
import { installExtension, uninstallExtension } from '@sinter/sdk/contract/host/extensions';
import { packageOf, vendorKey, type VendorKey } from '#host/server/extensions/testing.ts';
import { findBrowser } from '../test/browser.ts';
import { createCaller, expectOk, type Session, signIn } from './caller.ts';
import { costOver, type Figure, type Table } from './figure.ts';
import { emptyFolder, type Program, startProduct } from './program.ts';
import { inRounds, median, percentile } from './statistics.ts';
import { appears, context, markReady, screens } from './visit.ts';

const few = 6;
const many = 30;
const languages = ['en_US', 'de_DE', 'fr_FR', 'ja_JP', 'ar_SA'];

/** What vendors' apps cost those who do not use them just now: the first work screen with many installed beside few. */
export async function manyApps(rounds: number): Promise<Table> {
  const folder = emptyFolder('apps');
  const [withFew, withMany] = [await serverWith(few), await serverWith(many)];
  const browser = await chromium.launch({ executablePath: findBrowser(), args: ['--no-sandbox', '--disable-gpu'] });
  try {
    const visits = { few: [] as Visit[], many: [] as Visit[] };
    await inRounds(
      rounds + 1,
      async (round) => void (await both(browser, withFew, round, visits.few)),
      async (round) => void (await both(browser, withMany, round, visits.many)),
    );
    const middle = (name: keyof Visit) =>
      costOver(median(visits.few.map((one) => one[name])), median(visits.many.map((one) => one[name])));
    const reached = { few: await installs(browser, withFew), many: await installs(browser, withMany) };
    const reach = (name: string, share: number): Figure => ({
      name: `an installation is seen in an open browser, ${name}`,
      unit: 'ms',
      ...costOver(percentile(reached.few, share), percentile(reached.many, share)),
    });
    const atMost = { target: { atMost: 1.1 } };
    return {
      subject: 'Apps of vendors',
      note: `First work screen with ${many} apps installed; floor: with ${few}, in the same rounds. Each has a page in the menu.`,
      figures: [
        { name: 'first visit: ready', unit: 'ms', ...middle('coldMs'), ...atMost },
        { name: 'first visit: CPU until ready', unit: 's', ...middle('coldCpu'), ...atMost },
        { name: 'again: ready', unit: 'ms', ...middle('warmMs'), ...atMost },
        { name: 'again: CPU until ready', unit: 's', ...middle('warmCpu'), ...atMost },
        { name: 'the page as served', unit: 'kB', ...middle('pageKb') },
        { name: 'the page is answered', unit: 'ms', ...middle('answeredMs') },
        reach('p50', 0.5),
        {
          name: 'an installation is seen in an open browser, longest',
          unit: 'ms',
          measured: Math.max(...reached.few, ...reached.many),
          target: { atMost: 3000 },
        },
      ],
    };
  } finally {
    await browser.close();
    await withFew.product.stop();
    await withMany.product.stop();
  }

  /** Both servers offer all apps; they differ in what is installed. */
  async function serverWith(count: number): Promise<Server> {
    const product = await startProduct(join(folder, String(count), 'data'));
    const admin = adminOf(product.url, await signIn(product.url, 'admin'));
    const key = vendorKey();
    await admin.post(addPublisher.path, { id: 'acme', name: 'Acme Tools', contact: '' });
    await admin.post(addPublisherKey.path.replace('{id}', 'acme'), { publicKey: key.text });
    for (let number = 1; number <= many + 1; number += 1) await admin.offer(appPackage(number, key));
    for (let number = 1; number <= count; number += 1) await admin.install(appId(number));
    return { product, admin, cookie: (await signIn(product.url, 'planner')).cookie, spare: appId(many + 1) };
  }
}

interface Server {
  product: Program;
  admin: ReturnType<typeof adminOf>;
  cookie: string;
  /** An app that is not installed. */
  spare: string;
}

interface Visit {
  coldMs: number;
  coldCpu: number;
  warmMs: number;
  warmCpu: number;
  pageKb: number;
  answeredMs: number;
}

const appId = (number: number): string => `acme.app-${number}`;
const titleOf = (number: number): string => `App ${number}`;

/** A small app as vendors pack it: a page with its menu entry, parts of screens, a few modules, its texts in five languages. */
function appPackage(number: number, key: VendorKey): Uint8Array<ArrayBuffer> {
  const texts = Object.fromEntries(Array.from({ length: 40 }, (_, at) => [`text.${at}`, `What it says, ${at}.`]));
  const say = JSON.stringify({ ...texts, title: titleOf(number), reason: 'To show what is due.' });
  const chunk = (name: string) =>
    `System.register([],function(out){out('default',${JSON.stringify(name.repeat(200))});return{}})`;
  const slots = ['orders/OrderTabs@1', 'orders/OrderActions@1', 'scheduling/JobDrawer@1', 'catalog/PartDrawer@1'];
  return packageOf({
    id: appId(number),
    key,
    files: {
      ...Object.fromEntries(languages.map((language) => [`locales/${language}.json`, say])),
      ...Object.fromEntries(
        ['Page', 'Tab', 'Tile', 'shared', 'chart', 'table'].map((name) => [`${name}.js`, chunk(name)]),
      ),
      'style.css': '.tile { padding: 8px }',
    },
    descriptor: {
      title: titleOf(number),
      contributes: {
        pages: [
          {
            id: 'main',
            path: `/apps/${appId(number)}`,
            title: 'title',
            guard: { kind: 'member', roles: ['ROLE_SERVICE_PROVIDER'] },
            menu: { section: 'apps', order: 10 + number, icon: 'app', label: 'title' },
          },
        ],
        slots: slots.map((slot) => ({ slot, id: 'part', label: 'title' })),
      },
    },
  });
}

function adminOf(url: string, session: Session) {
  const caller = createCaller(url, session);
  const post = (path: string, body: unknown) => expectOk(caller.post(path, body));
  return {
    post,
    async offer(file: Uint8Array<ArrayBuffer>): Promise<void> {
      const body = new FormData();
      body.append('changes', 'New.');
      body.append('file', new Blob([file]), 'package.sinterplugin');
      const answer = await fetch(url + submitExtension.path, { method: 'POST', headers: session, body });
      if (!answer.ok) throw new Error(`Submitting: ${answer.status} ${await answer.text()}`);
      const { packageId } = submitExtension.response.parse(await answer.json());
      await post(approveExtension.path.replace('{packageId}', String(packageId)), { tier: 'REVIEWED' });
      const rollout = { percent: 100, facilityIds: [] };
      await post(publishExtension.path.replace('{packageId}', String(packageId)), { rollout });
    },
    install: (id: string) =>
      post(installExtension.path.replace('{id}', id), { version: '1.0.0', grants: ['orders:read'] }),
    uninstall: (id: string) => post(uninstallExtension.path.replace('{id}', id), { keepData: false }),
  };
}

/** With an empty cache, then again. */
async function both(browser: Browser, { product, cookie }: Server, round: number, visits: Visit[]): Promise<void> {
  const [, screen] = screens;
  if (!screen) throw new Error('There is no first work screen.');
  const visitor = await context(browser, product.url, cookie);
  try {
    const once = async () => {
      const page = await visitor.newPage();
      const tools = await visitor.newCDPSession(page);
      await tools.send('Performance.enable');
      await page.addInitScript(markReady, screen.ready);
      await page.goto(product.url + screen.path, { waitUntil: 'commit' });
      const ms = await appears(page, screen.ready);
      const { metrics } = await tools.send('Performance.getMetrics');
      const cpu = metrics.find(({ name }) => name === 'ThreadTime')?.value ?? Number.NaN;
      const { kb, answeredMs } = await page.evaluate(() => {
        const [document] = performance.getEntriesByType('navigation');
        return document instanceof PerformanceNavigationTiming
          ? { kb: document.encodedBodySize / 1000, answeredMs: document.responseEnd - document.requestStart }
          : { kb: Number.NaN, answeredMs: Number.NaN };
      });
      await page.waitForLoadState('networkidle');
      await page.close();
      return { ms, cpu, kb, answeredMs };
    };
    const cold = await once();
    const warm = await once();
    if (round === 0) return; // until everything is compiled
    visits.push({
      coldMs: cold.ms,
      coldCpu: cold.cpu,
      warmMs: warm.ms,
      warmCpu: warm.cpu,
      pageKb: cold.kb,
      answeredMs: cold.answeredMs,
    });
  } finally {
    await visitor.close();
  }
}

/** From an administrator's consent until somebody else's open page has the app in its menu; ms. */
async function installs(browser: Browser, { product, cookie, admin, spare }: Server): Promise<number[]> {
  const visitor = await context(browser, product.url, cookie);
  try {
    const page = await visitor.newPage();
    await page.goto(`${product.url}/service-provider`);
    await appears(page, 'table tbody tr a');
    const entry = page.locator(`nav a[href="/apps/${spare}"]`);
    const took: number[] = [];
    for (let count = 0; count < 10; count += 1) {
      const begun = performance.now();
      await admin.install(spare);
      await entry.waitFor({ state: 'attached' });
      took.push(performance.now() - begun);
      await admin.uninstall(spare);
      await entry.waitFor({ state: 'detached' });
    }
    return took;
  } finally {
    await visitor.close();
  }
}
