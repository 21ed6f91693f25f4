import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import * as z from 'zod';
import { startEmbedded } from '#host/server/database/embedded.ts';
import type { Reading } from '@sinter/sdk/contract/connectivity/connectors';
import { mtconnectAgent } from '../plant/mtconnect.ts';
import { mqttBroker } from '../plant/mqtt.ts';
import { listening } from '../plant/serve.ts';
import { createCaller, expectOk, signIn } from './caller.ts';
import type { Table } from './figure.ts';
import { cpuSeconds, secondsOf } from './load/cpu.ts';
import { bundle, emptyFolder, startProgram } from './program.ts';
import { percentile } from './statistics.ts';

const agents = 5;
const devicesEach = 100;
const everyMs = 500;
const port = 25_200;
const seconds = 60;

const madeSchema = z.object({ id: z.number() });
const connectorsSchema = z.object({ connectors: z.array(madeSchema) });

/** How the machines are heard. */
interface Way {
  name: string;
  note: string;
  /** The machines begin; everything counts from `begun`: a layer is the number of half seconds. */
  serve(begun: number): Promise<{ close(): void }>;
  drafts: readonly object[];
  /** The program that does nothing else, and what it is told. */
  floor: string;
  places: readonly string[];
}

const agentsAt = Array.from({ length: agents }, (_, agent) => `http://127.0.0.1:${port + agent}`);
const mtconnect: Way = {
  ...{ name: 'MTConnect', note: `behind ${agents} MTConnect agents, asked each half second`, floor: 'floor/machines' },
  async serve(begun) {
    const servers = await Promise.all(
      agentsAt.map((_, agent) => {
        const devices = Array.from({ length: devicesEach }, (__, device) => () => reading(agent, device, begun));
        return listening(port + agent, mtconnectAgent(devices, 100));
      }),
    );
    return { close: () => servers.forEach((server) => void server.close()) };
  },
  drafts: agentsAt.map((endpoint) => ({ type: 'MTCONNECT', endpoint, pollSeconds: everyMs / 1000 })),
  places: agentsAt,
};

const brokerAt = `mqtt://127.0.0.1:${port}`;
const mqtt: Way = {
  ...{ name: 'MQTT', note: 'that publish to one broker, heard by one connector', floor: 'floor/published' },
  async serve(begun) {
    const all = Array.from(
      { length: agents * devicesEach },
      (_, index) => () => reading(Math.floor(index / devicesEach), index % devicesEach, begun),
    );
    const broker = await mqttBroker(port, all);
    const ending = new AbortController();
    const { signal } = ending;
    void (async () => {
      for (let next = begun; !signal.aborted; broker.publish()) {
        next += everyMs;
        await sleep(Math.max(0, next - Date.now()), undefined, { signal }).catch(() => {});
      }
    })();
    return {
      close() {
        ending.abort();
        broker.close();
      },
    };
  },
  drafts: [
    {
      ...{ type: 'MQTT', endpoint: brokerAt, pollSeconds: everyMs / 1000 },
      settings: {
        state: 'state',
        progress: 'progress',
        layer: 'layer',
        layers: 'layers',
        job: 'job',
        alarm: 'alarm',
        progressUnit: 'PERCENT',
      },
      sources: [{ machine: '+', settings: { topic: 'plant/+/status' } }],
    },
  ],
  places: [brokerAt],
};

/**
 * 500 machines at two messages a second: what a node uses for them, and how old what is known is. Floor: a program that does nothing but listen
 * to the same, find the newest layer of each machine, and write it in one statement each second.
 */
export const machines = async (): Promise<Table[]> => [await measured(mtconnect), await measured(mqtt)];

async function measured({ name, note, serve, drafts, floor: alone, places }: Way): Promise<Table> {
  const begun = Date.now();
  const served = await serve(begun);
  const data = join(emptyFolder('machines'), 'data');
  const env = { DATA_DIR: data, ALLOWED_NETWORKS: '127.0.0.1/32', LOG_LEVEL: 'warn' };
  const product = await startProgram(['.build/server/main.mjs'], env);
  const database = await startEmbedded({ dataDir: join(data, 'db') });
  const pool = new pg.Pool({ ...database.connection, max: 2 });
  try {
    await listenTo(product.url, drafts);
    const known = `select id, (live ->> 'layer')::int as layer from mc_machine where machine like 'M-%'`;
    await until(async () => (await pool.query(known)).rowCount === agents * devicesEach);
    await sleep(5000);

    const processor = async () => {
      const workers = childrenOf(product.pid).reduce((sum, pid) => sum + secondsOf(pid), 0);
      return workers + (await cpuSeconds(product.url, pool));
    };
    const before = await processor();
    const ages = await agesOf(pool, known, begun);
    const used = (await processor()) - before;

    await pool.query('create table floor_machine (name text primary key, layer int)');
    const { connection } = database;
    const floor = await startProgram([await bundle(alone)], {
      DATABASE: JSON.stringify(connection),
      AGENTS: JSON.stringify(places),
    });
    const floorKnown = `select name as id, layer from floor_machine`;
    await until(async () => (await pool.query(floorKnown)).rowCount === agents * devicesEach);
    await sleep(5000);
    const inDatabase = async () => {
      const { rows } = await pool.query<{ pid: number }>(
        `select pid from pg_stat_activity where application_name = 'floor'`,
      );
      return rows.reduce((sum, { pid }) => sum + secondsOf(pid), secondsOf(floor.pid));
    };
    const floorBefore = await inDatabase();
    const floorAges = await agesOf(pool, floorKnown, begun);
    const floorUsed = (await inDatabase()) - floorBefore;
    await floor.stop();

    const age = (share: number) => ({ measured: percentile(ages, share), floor: percentile(floorAges, share) });
    return {
      subject: `Machines by ${name}`,
      note: `${agents * devicesEach} machines ${note}, 2 messages a second each, for ${seconds} s. Processor with the database, of one core. Age: from the message until a screen could read it.`,
      figures: [
        { name: 'processor', unit: '', measured: used / seconds, floor: floorUsed / seconds },
        { name: 'age, p50', unit: 'ms', ...age(0.5) },
        { name: 'age, p95', unit: 'ms', ...age(0.95), target: { atMost: 2000 } },
        { name: 'age, p99', unit: 'ms', ...age(0.99) },
      ],
    };
  } finally {
    await pool.end();
    await product.stop();
    await database.stop();
    served.close();
  }
}

const reading = (agent: number, device: number, begun: number): Reading => ({
  ...{ machine: `M-${agent}-${device}`, vendorState: 'RUNNING', job: 'plate', progress: 0.5, secondsLeft: 3600 },
  ...{
    layer: Math.floor((Date.now() - begun) / everyMs),
    layers: 100_000,
    material: 'PA 12',
    alarm: null,
    skipped: [],
  },
  temperatures: [{ name: 'bed', actual: 170, target: 170 }],
});

async function listenTo(url: string, drafts: readonly object[]): Promise<void> {
  const caller = createCaller(url, await signIn(url, 'admin'));
  const path = '/api/v1/machine-connectivity/connectors';
  const { connectors } = connectorsSchema.parse(JSON.parse(await expectOk(caller.get(path))));
  for (const { id } of connectors) await expectOk(caller.post(`${path}/${id}/run`, { run: 'OFF' }));
  for (const [hall, draft] of drafts.entries()) {
    const body = { name: `Hall ${hall}`, ...draft, eventId: randomUUID() };
    const { id } = madeSchema.parse(JSON.parse(await expectOk(caller.post(path, body))));
    await expectOk(caller.post(`${path}/${id}/run`, { run: 'ON' }));
  }
  caller.close();
}

const rowsSchema = z.array(z.object({ id: z.union([z.number(), z.string()]), layer: z.number().nullable() }));

/** How old each message was when it could be read first. */
async function agesOf(pool: pg.Pool, known: string, begun: number): Promise<number[]> {
  const last = new Map<number | string, number>();
  const ages: number[] = [];
  for (const end = Date.now() + seconds * 1000; Date.now() < end; await sleep(50)) {
    const rows = rowsSchema.parse((await pool.query(known)).rows);
    const now = Date.now();
    for (const { id, layer } of rows) {
      if (layer === null || layer <= (last.get(id) ?? -1)) continue;
      if (last.has(id)) ages.push(now - (begun + layer * everyMs));
      last.set(id, layer);
    }
  }
  return ages;
}

const childrenOf = (pid: number): number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean).map(Number);

async function until(so: () => Promise<boolean>): Promise<void> {
  for (const end = Date.now() + 60_000; !(await so()); await sleep(200))
    if (Date.now() > end) throw new Error('The machines are not heard.');
}
