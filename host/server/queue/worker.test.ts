import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { buildSync } from 'esbuild';
import { sql } from 'kysely';
import * as z from 'zod';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { type TestDatabase, testDatabase } from '../database/testing.ts';
import { enqueue } from './enqueue.ts';
import { queueMigrations } from './schema.ts';
import { type Task, type Worker, type WorkerOptions, startWorker, task } from './worker.ts';

vi.setConfig({ testTimeout: 30_000, hookTimeout: 30_000 });

const quiet = { debug() {}, info() {}, warn() {}, error() {} };
const payloadSchema = z.object({ n: z.number() });
const workers: Worker[] = [];
const children: ChildProcess[] = [];
let database: TestDatabase<object>;

beforeAll(async () => {
  database = await testDatabase({ migrations: [queueMigrations], log: quiet });
});
afterEach(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  await Promise.all(workers.splice(0).map((one) => one.stop()));
  await sql`delete from graphile_worker._private_jobs`.execute(database.db);
});
afterAll(() => database.close());

async function work(tasks: Record<string, Task>, more: Partial<WorkerOptions> = {}): Promise<Worker> {
  const worker = await startWorker({ pool: database.pool, lane: 'light', tasks, concurrency: 2, log: quiet, ...more });
  workers.push(worker);
  return worker;
}

/** A task that keeps the numbers it got. */
function collector(): { got: number[]; collect: Task<typeof payloadSchema> } {
  const got: number[] = [];
  return { got, collect: task(payloadSchema, async ({ n }) => void got.push(n)) };
}

test('a job runs after its transaction commits; one that was rolled back never does', async () => {
  const { got, collect } = collector();
  await work({ collect });
  const refused = database.db.transaction().execute(async (tx) => {
    await enqueue(tx, 'collect', { n: 1 });
    throw new Error('refused');
  });
  await expect(refused).rejects.toThrow('refused');
  await database.db.transaction().execute((tx) => enqueue(tx, 'collect', { n: 2 }));
  await expect.poll(() => got).toEqual([2]);
  await sleep(100);
  expect(got).toEqual([2]);
});

test('a key replaces the waiting job, and a time is waited for', async () => {
  await enqueue(database.db, 'collect', { n: 1 }, { key: 'same' });
  await enqueue(database.db, 'collect', { n: 2 }, { key: 'same' });
  await enqueue(database.db, 'collect', { n: 3 }, { runAt: new Date(Date.now() + 3_600_000) });
  const { got, collect } = collector();
  await work({ collect });
  await expect.poll(() => got).toEqual([2]);
  await sleep(100);
  expect(got).toEqual([2]);
});

test('of those that wait, the lower number begins first', async () => {
  await enqueue(database.db, 'collect', { n: 1 }, { priority: 10 });
  await enqueue(database.db, 'collect', { n: 2 });
  const { got, collect } = collector();
  await work({ collect }, { concurrency: 1 });
  await expect.poll(() => got).toEqual([2, 1]);
});

test('a second account begins while the first has a hundred jobs waiting, and does not keep them waiting in turn', async () => {
  const order: string[] = [];
  let more = 20;
  const accounts = ['one', 'two'];
  const operate = task(payloadSchema, async ({ n }) => {
    order.push(accounts[n] ?? '');
    if (n === 1 && more-- > 0) await enqueue(database.db, 'operate', { n }, { account: 'two' });
  });
  for (let count = 0; count < 100; count += 1) await enqueue(database.db, 'operate', { n: 0 }, { account: 'one' });
  await enqueue(database.db, 'operate', { n: 1 }, { account: 'two' });
  await work({ operate }, { concurrency: 1 });
  await expect.poll(() => order.length, { timeout: 20_000 }).toBe(121);
  expect(order.slice(0, 2)).toContain('two');
  // The second one always has another: they take turns.
  const first = order.slice(0, 30);
  expect(first.filter((account) => account === 'two').length).toBeGreaterThanOrEqual(13);
  expect(first.filter((account) => account === 'one').length).toBeGreaterThanOrEqual(13);
});

test('of one account, what is less urgent comes behind all the rest, and before the backlog of another', async () => {
  const order: string[] = [];
  const note = (name: string) => task(payloadSchema, async ({ n }) => void order.push(`${name} ${n}`));
  for (const n of [1, 2, 3]) await enqueue(database.db, 'operate', { n }, { account: 'one' });
  await enqueue(database.db, 'draw', { n: 1 }, { account: 'one', priority: 2 });
  await enqueue(database.db, 'operate', { n: 4 }, { account: 'one' });
  for (let n = 5; n < 20; n += 1) await enqueue(database.db, 'operate', { n }, { account: 'one' });
  await enqueue(database.db, 'draw', { n: 2 }, { account: 'two', priority: 2 });
  await work({ operate: note('operate'), draw: note('draw') }, { concurrency: 1 });
  await expect.poll(() => order.length, { timeout: 10_000 }).toBe(21);
  expect(order.indexOf('draw 1')).toBeGreaterThan(order.indexOf('operate 3'));
  expect(order.indexOf('draw 2')).toBeLessThan(5);
});

test('each lane takes only its own work', async () => {
  const [light, heavy] = [collector(), collector()];
  await work({ mail: light.collect });
  await work({ mesh: heavy.collect }, { lane: 'heavy', concurrency: 1 });
  await enqueue(database.db, 'mesh', { n: 1 });
  await enqueue(database.db, 'mail', { n: 2 });
  await expect.poll(() => [light.got, heavy.got]).toEqual([[2], [1]]);
});

test('a failed job is tried again and reported when it is dead; so is a payload that does not parse', async () => {
  const attempts: number[] = [];
  const dead: unknown[] = [];
  const fails = task(payloadSchema, async (_, { attempt, maxAttempts }) => {
    attempts.push(attempt);
    throw new Error(`${attempt} of ${maxAttempts}`);
  });
  await work({ fails }, { onDead: async (name, payload, error) => void dead.push([name, payload, error.message]) });
  await enqueue(database.db, 'fails', { n: 1 }, { maxAttempts: 2 });
  await expect.poll(() => dead, { timeout: 10_000 }).toEqual([['fails', { n: 1 }, '2 of 2']]);
  expect(attempts).toEqual([1, 2]);
  await enqueue(database.db, 'fails', { n: 'one' }, { maxAttempts: 1 });
  await expect.poll(() => dead.length).toBe(2);
  expect(attempts).toEqual([1, 2]);
});

test('stop waits for the job that runs and leaves the others', async () => {
  const done: number[] = [];
  const slow = task(payloadSchema, async ({ n }) => {
    await sleep(200);
    done.push(n);
  });
  const worker = await work({ slow }, { concurrency: 1 });
  await enqueue(database.db, 'slow', { n: 1 });
  await enqueue(database.db, 'slow', { n: 2 });
  await expect.poll(() => locked()).toBe(1);
  await worker.stop();
  workers.length = 0;
  expect(done).toEqual([1]);
  expect(await locked()).toBe(0);
});

test(
  'goes on when the database has cut every connection, also in the middle of a job',
  { timeout: 60_000 },
  async () => {
    const { got, collect } = collector();
    const cut = task(payloadSchema, async ({ n }) => {
      await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`.execute(database.db);
      got.push(n);
    });
    await work({ collect, cut }, { deadAfter: 3_000 });
    await enqueue(database.db, 'cut', { n: 1 });
    await expect.poll(() => got.length).toBeGreaterThan(0);
    await expect
      .poll(() =>
        enqueue(database.db, 'collect', { n: 2 }).then(
          () => true,
          () => false,
        ),
      )
      .toBe(true);
    await expect.poll(() => got, { timeout: 25_000 }).toEqual([1, 2]);
    await expect.poll(() => locked(), { timeout: 25_000 }).toBe(0);
  },
);

test(
  'the job of a killed worker is taken over; in its last attempt it is dead and reported',
  { timeout: 20_000 },
  async () => {
    await enqueue(database.db, 'collect', { n: 1 });
    await enqueue(database.db, 'collect', { n: 2 }, { maxAttempts: 1 });
    const child = startHangingWorker();
    await expect.poll(() => locked(), { timeout: 10_000 }).toBe(2);
    child.kill('SIGKILL');

    const { got, collect } = collector();
    const dead: unknown[] = [];
    await work({ collect }, { deadAfter: 3_000, onDead: async (name, payload) => void dead.push([name, payload]) });
    await expect.poll(() => got, { timeout: 10_000 }).toEqual([1]);
    await expect.poll(() => dead).toEqual([['collect', { n: 2 }]]);
    await sleep(100);
    expect(got).toEqual([1]);
  },
);

test('the schema is the one graphile-worker wants', async () => {
  const { rows } = await sql`select id from graphile_worker.migrations`.execute(database.db);
  await work({});
  const after = await sql`select id from graphile_worker.migrations`.execute(database.db);
  expect(after.rows).toEqual(rows);
});

async function locked(): Promise<number> {
  const { rows } = await sql`select 1 from graphile_worker.jobs where locked_at is not null`.execute(database.db);
  return rows.length;
}

/** A worker in a process of its own whose jobs never end. */
function startHangingWorker(): ChildProcess {
  const outfile = join(fileURLToPath(new URL('../../..', import.meta.url)), '.build/test-programs/hanging-worker.mjs');
  buildSync({
    stdin: {
      resolveDir: import.meta.dirname,
      loader: 'ts',
      contents: `
        import * as z from 'zod';
        import { connectDatabase } from '../database/connect.ts';
        import { startWorker } from './worker.ts';
        const log = { debug() {}, info() {}, warn() {}, error() {} };
        const connection = { connectionString: process.argv[2] };
        const { pool } = connectDatabase(connection, connection, log);
        const collect = { schema: z.unknown(), run: () => new Promise(() => {}) };
        await startWorker({ pool, lane: 'light', tasks: { collect }, concurrency: 2, log });`,
    },
    bundle: true,
    platform: 'node',
    format: 'esm',
    packages: 'external',
    outfile,
  });
  const child = spawn(process.execPath, [outfile, database.url], { stdio: 'inherit' });
  children.push(child);
  return child;
}
