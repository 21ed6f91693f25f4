import { join } from 'node:path';
import pg from 'pg';
import { chromium, type Page } from 'playwright';
import { startEmbedded } from '#host/server/database/embedded.ts';
import { findBrowser } from '../test/browser.ts';
import { signIn } from './caller.ts';
import type { Figure, Table } from './figure.ts';
import { addOrders } from './orders.ts';
import { emptyFolder, startProduct } from './program.ts';
import { median, percentile } from './statistics.ts';
import { context } from './visit.ts';

const lots = 5_000;
/** More than are asked for, as some copies have none to schedule. */
const orders = 9_000;
const moves = 90;

/** The work centers with 5,000 open lots and planning with 10,000 parts: until they can be worked with, and their frames under the hand. */
export async function production(rounds: number): Promise<Table> {
  const data = join(emptyFolder('production'), 'data');
  const product = await startProduct(data, { LOG_LEVEL: 'warn' });
  const database = await startEmbedded({ dataDir: join(data, 'db') });
  const pool = new pg.Pool({ ...database.connection, max: 1 });
  const browser = await chromium.launch({ executablePath: findBrowser(), args: ['--no-sandbox', '--disable-gpu'] });
  try {
    await addOrders(pool, orders);
    await addLots(pool);
    const { parts, open } = await counted(pool);
    const { cookie } = await signIn(product.url, 'planner');
    const figures: Figure[] = [];
    for (const screen of screens) {
      const ready: number[] = [];
      const frames: number[] = [];
      const floor: number[] = [];
      for (let round = -1; round < rounds; round += 1) {
        const made = await context(browser, product.url, cookie);
        const page = await made.newPage();
        const begun = performance.now();
        await page.goto(product.url + screen.path);
        await page.locator(screen.ready).first().waitFor({ timeout: 60_000 });
        if (round >= 0) ready.push(performance.now() - begun);
        await screen.prepare(page);
        const own = await framesOf(page, () => screen.move(page));
        await page.goto('about:blank');
        const blank = await framesOf(page, () => wander(page, { x: 300, y: 200 }, { x: 900, y: 600 }));
        if (round >= 0) {
          frames.push(...own);
          floor.push(...blank);
        }
        await made.close();
      }
      const p95 = percentile(frames, 0.95);
      figures.push(
        { name: `${screen.name}: ready`, unit: 'ms', measured: median(ready) },
        { name: `${screen.name}: p50 frame`, unit: 'ms', measured: median(frames), floor: median(floor) },
        {
          ...{ name: `${screen.name}: p95 frame`, unit: 'ms', measured: p95, floor: percentile(floor, 0.95) },
          target: { atMost: 16.8 },
        },
      );
    }
    return {
      subject: 'Production',
      note: `${open} open lots, ${parts} parts in the pool; ${rounds} rounds in Chromium without a GPU. Floor: an empty page under the same hand.`,
      figures,
    };
  } finally {
    await browser.close();
    await pool.end();
    await product.stop();
    await database.stop();
  }
}

interface Measured {
  name: string;
  path: string;
  ready: string;
  prepare(page: Page): Promise<void>;
  move(page: Page): Promise<void>;
}

const screens: readonly Measured[] = [
  {
    name: 'work center, scrolled',
    path: '/service-provider/work-center',
    ready: 'main section li a',
    // Ten pages more of the column that has the most.
    async prepare(page) {
      for (let more = 0; more < 10; more += 1) {
        const button = page.getByRole('button', { name: /more/i }).first();
        if (!(await button.isVisible())) return;
        const before = await page.locator('main section li a').count();
        await button.click();
        await page.waitForFunction((count) => document.querySelectorAll('main section li a').length > count, before);
      }
    },
    async move(page) {
      const box = await page.locator('main section li a').first().boundingBox();
      await page.mouse.move((box?.x ?? 0) + 40, (box?.y ?? 0) + 20);
      for (let step = 0; step < moves; step += 1) {
        await page.mouse.wheel(0, step < moves / 2 ? 120 : -120);
        await page.evaluate(() => new Promise(requestAnimationFrame));
      }
    },
  },
  {
    name: 'planning, part dragged',
    path: '/service-provider/build-planning-new',
    ready: 'main [data-part]',
    async prepare(page) {
      await page.locator('main [data-part]').nth(2).hover();
    },
    async move(page) {
      const from = await page.locator('main [data-part]').nth(1).boundingBox();
      const start = { x: (from?.x ?? 0) + 200, y: (from?.y ?? 0) + 40 };
      await page.mouse.move(start.x, start.y);
      await page.mouse.down();
      await wander(page, start, { x: 1300, y: 500 });
      await wander(page, { x: 1300, y: 500 }, start);
      await page.mouse.up();
    },
  },
];

async function wander(page: Page, from: { x: number; y: number }, to: { x: number; y: number }): Promise<void> {
  for (let step = 1; step <= moves; step += 1) {
    const share = step / moves;
    await page.mouse.move(from.x + (to.x - from.x) * share, from.y + (to.y - from.y) * share);
    await page.evaluate(() => new Promise(requestAnimationFrame));
  }
}

/** Milliseconds between frames while something is done. */
async function framesOf(page: Page, act: () => Promise<void>): Promise<number[]> {
  await page.evaluate(() => {
    const seen: number[] = [];
    Object.assign(window, { benchFrames: seen });
    let last = performance.now();
    const next = (): void => {
      const now = performance.now();
      seen.push(now - last);
      last = now;
      requestAnimationFrame(next);
    };
    requestAnimationFrame(next);
  });
  await act();
  const all: unknown = await page.evaluate('window.benchFrames');
  return Array.isArray(all) ? all.filter((each) => typeof each === 'number').slice(1) : [];
}

/** Copies of a demo lot that wait, run and are held, each at one of its steps. */
async function addLots(pool: pg.Pool): Promise<void> {
  const statements = [
    'set session_replication_role = replica',
    `drop table if exists copied_lot; create temporary table copied_lot as
       select n, nextval(pg_get_serial_sequence('lot', 'id')) as id, template.id as template_id
       from generate_series(1, ${lots}) n
       join (select l.id, row_number() over (order by l.id) - 1 as place, count(*) over () as many from lot l
         join facility on facility.id = l.facility_id and facility.root_facility_id is null
         where exists (select from lot_step s where s.lot_id = l.id and s.position = 2)) template
         on template.place = n % template.many`,
    `insert into lot (id, facility_id, order_id, order_file_id, job_id, quantity, state, created_at)
       overriding system value
       select c.id, l.facility_id, l.order_id, l.order_file_id, l.job_id, 20, 'OPEN', now() - c.n * interval '1 minute'
       from copied_lot c join lot l on l.id = c.template_id`,
    `insert into lot_step (lot_id, position, facility_id, step, name, kind, work_center, status, joined, received, good, since)
       select c.id, s.position, s.facility_id, s.step, s.name, s.kind, s.work_center,
         case when s.position < 1 + c.n % 2 then 'COMPLETED' when s.position > 1 + c.n % 2 then 'NOT_READY'
           when c.n % 5 = 0 then 'IN_PROGRESS' else 'READY' end,
         case when s.position = 0 then 20 else 0 end, case when s.position <= 1 + c.n % 2 then 20 else 0 end,
         case when s.position < 1 + c.n % 2 then 20 else 0 end, now() - c.n * interval '1 minute'
       from copied_lot c join lot_step s on s.lot_id = c.template_id`,
    // Copies of orders of every kind: all of them are to be made.
    `update rfq_match m set status = 'SP_BID_ACCEPTED' from facility
       where facility.id = m.facility_id and facility.root_facility_id is null and m.order_id in (select id from copied)`,
    'set session_replication_role = origin',
    'analyze',
  ];
  for (const statement of statements) await pool.query(statement);
}

async function counted(pool: pg.Pool): Promise<{ parts: number; open: number }> {
  const { rows } = await pool.query<{ parts: number; open: number }>(`select
    (select count(*)::int from rfq_order_file f join rfq_match m on m.order_id = f.order_id
      join facility on facility.id = m.facility_id and facility.root_facility_id is null
      where m.status = 'SP_BID_ACCEPTED' and f.quantity > f.scheduled) as parts,
    (select count(*)::int from lot where state = 'OPEN') as open`);
  return rows[0] ?? { parts: 0, open: 0 };
}
