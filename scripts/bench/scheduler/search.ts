import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import pg from 'pg';
import { openCalendar } from '@sinter/sdk/contract/scheduling/calendar';
import { decodeChartColumns } from '@sinter/sdk/contract/scheduling/chartColumns';
import { startEmbedded } from '#host/server/database/embedded.ts';
import { nextSlot } from '../../../plugins/scheduling/server/slots.ts';
import { createCaller, expectOk, signIn, type Caller } from '../caller.ts';
import { costOver, type Figure, type Table } from '../figure.ts';
import { emptyFolder, productSources, startProduct } from '../program.ts';
import { inRounds, median, percentile } from '../statistics.ts';
import { label, windows, type Size } from './data.ts';
import { addFullMachine, addParts, replaceJobs, slotHours } from './seed.ts';

const address = '/api/v4/job-scheduling/search?getFromAllFacilities=true';
const forms = { JSON: 'application/json', compact: 'application/vnd.sinter.chart-columns' } as const;
type Form = keyof typeof forms;
const form: readonly Form[] = ['JSON', 'compact'];
const asked = ['week', 'year'] as const;
/** What people have on the wire for a job. */
const bytesPerJob = 40;

/** The scheduler's search and next slot over HTTP, beside the same statements by a bare `pg` client. */
export async function chartCalls(rounds: number, sizes: readonly Size[]): Promise<Table[]> {
  const data = join(emptyFolder('scheduler'), 'data');
  const product = await startProduct(data);
  const database = await startEmbedded({ dataDir: join(data, 'db') });
  const pool = new pg.Pool({ ...database.connection, max: 1 });
  try {
    const session = await signIn(product.url, 'planner');
    const token = /sinter_session=([^;]+)/.exec(session.cookie)?.[1] ?? '';
    const caller = createCaller(product.url, session);
    await addParts(pool);
    const figures: Figure[] = [];
    const bytes: Figure[] = [];
    for (const size of sizes) {
      await replaceJobs(pool, size);
      for (const name of asked) {
        const measured = await searches(rounds, pool, caller, database.connection, token, name);
        figures.push(...measured.figures.map((figure) => ({ ...figure, name: `${label(size)}, ${figure.name}` })));
        bytes.push(...measured.bytes.map((figure) => ({ ...figure, name: `${label(size)}, ${figure.name}` })));
      }
    }
    const slot = await slots(rounds, pool, caller);
    caller.close();
    return [
      {
        subject: 'Scheduler search',
        note: `POST /api/v4/job-scheduling/search over HTTP, compressed as a browser gets it, one after the other; floor: the same statements by bare pg.`,
        figures,
      },
      { subject: 'Scheduler search, bytes', note: 'On the wire in Brotli; uncompressed as the floor.', figures: bytes },
      slot,
    ];
  } finally {
    await pool.end();
    await product.stop();
    await database.stop();
  }
}

async function searches(
  rounds: number,
  pool: pg.Pool,
  caller: Caller,
  connection: pg.PoolConfig,
  token: string,
  name: (typeof asked)[number],
): Promise<{ figures: Figure[]; bytes: Figure[] }> {
  const { from, to } = windows[name];
  const body = { fromDate: String(from), toDate: String(to) };
  const { chartStatements } = await productSources();
  const [statements = []] = await chartStatements(connection, token, [
    { query: { getFromAllFacilities: 'true' }, body },
  ]);
  const ask = async (one: Form, encoding = 'gzip, deflate, br') => {
    const answer = await caller.post(address, body, { accept: forms[one], 'accept-encoding': encoding });
    if (answer.status !== 200) throw new Error(`Answered ${answer.status}: ${answer.text.slice(0, 300)}`);
    return answer.bytes;
  };
  const bare = async () => {
    await pool.query('begin');
    for (const { sql, parameters } of statements) await pool.query(sql, [...parameters]);
    await pool.query('commit');
  };
  const times = { JSON: [] as number[], compact: [] as number[], bare: [] as number[] };
  const timed = (into: number[], work: () => Promise<unknown>) => async (round: number) => {
    const begun = performance.now();
    await work();
    if (round > 0) into.push(performance.now() - begun);
  };
  await inRounds(
    rounds * 3 + 1, // the first one compiles
    timed(times.bare, bare),
    ...form.map((one) => timed(times[one], () => ask(one))),
  );
  const compact = await ask('compact');
  const { count } = decodeChartColumns(await plain(ask('compact', 'identity')));
  const sizes = { JSON: (await ask('JSON')).length, compact: compact.length };
  const plainSizes = { JSON: (await ask('JSON', 'identity')).length, compact: brotliDecompressSync(compact).length };
  return {
    figures: form.flatMap((one): Figure[] => [
      { name: `${name} as ${one}`, unit: 'ms', ...costOver(median(times.bare), median(times[one])) },
      { name: `${name} as ${one}: p95`, unit: 'ms', measured: percentile(times[one], 0.95) },
    ]),
    bytes: [
      ...form.map((one): Figure => ({
        name: `${name} as ${one}`,
        unit: 'kB',
        ...costOver(plainSizes[one] / 1000, sizes[one] / 1000),
      })),
      {
        name: `${name} as compact: bytes a job (${count} jobs)`,
        unit: '',
        measured: sizes.compact / count,
        target: { atMost: bytesPerJob },
      },
    ],
  };
}

const plain = async (answer: Promise<Buffer>): Promise<ArrayBuffer> => Uint8Array.from(await answer).buffer;

/** A machine with a thousand jobs and no gap that is long enough between any two of them. */
async function slots(rounds: number, pool: pg.Pool, caller: Caller): Promise<Table> {
  const { equipment, reservations, notBefore } = await addFullMachine(pool);
  const path = `/api/v1/job-scheduling/getNextAvailableTimeSlot?equipment=${equipment}&totalHours=${slotHours}`;
  const times = { http: [] as number[], pure: [] as number[] };
  const machine = { reservations, calendar: openCalendar, zone: 'Europe/Berlin' };
  for (let round = -10; round < rounds * 20; round += 1) {
    let begun = performance.now();
    await expectOk(caller.get(path));
    if (round >= 0) times.http.push(performance.now() - begun);
    begun = performance.now();
    nextSlot(machine, { duration: slotHours * 3_600_000, materialId: null, notBefore });
    if (round >= 0) times.pure.push(performance.now() - begun);
  }
  return {
    subject: 'Next slot',
    note: `${reservations.length} jobs on the machine, and the only gap that is long enough after all of them.`,
    figures: [
      { name: 'over HTTP', unit: 'ms', measured: median(times.http), target: { atMost: 10 } },
      { name: 'over HTTP: p95', unit: 'ms', measured: percentile(times.http, 0.95), target: { atMost: 10 } },
      { name: 'the search alone', unit: 'ms', measured: median(times.pure), target: { atMost: 10 } },
    ],
  };
}
