import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Server } from 'node:http';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import * as z from 'zod';
import { startEmbedded } from '#host/server/database/embedded.ts';
import type { Reading } from '@sinter/sdk/contract/connectivity/connectors';
import { mtconnectAgent } from '../plant/mtconnect.ts';
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

/**
 * 500 machines at two messages a second: what a node uses for them, and how old what is known is. Floor: a program that does nothing but ask the
 * same agents, find the newest layer of each machine, and write it in one statement each second.
 */
export async function machines(): Promise<Table> {
  // Everything counts from here: a layer is the number of half seconds.
  const begun = Date.now();
  const servers: Server[] = [];
  for (let agent = 0; agent < agents; agent += 1) {
    const devices = Array.from({ length: devicesEach }, (_, device) => () => reading(agent, device, begun));
    servers.push(await listening(port + agent, mtconnectAgent(devices, 100)));
  }
  const data = join(emptyFolder('machines'), 'data');
  const env = { DATA_DIR: data, ALLOWED_NETWORKS: '127.0.0.1/32', LOG_LEVEL: 'warn' };
  const product = await startProgram(['.build/server/main.mjs'], env);
  const database = await startEmbedded({ dataDir: join(data, 'db') });
  const pool = new pg.Pool({ ...database.connection, max: 2 });
  try {
    await listenTo(product.url);
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
    const floor = await startProgram([await bundle('floor/machines')], {
      DATABASE: JSON.stringify(connection),
      AGENTS: JSON.stringify(Array.from({ length: agents }, (_, agent) => `http://127.0.0.1:${port + agent}`)),
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
      subject: 'Machines',
      note: `${agents * devicesEach} machines behind ${agents} MTConnect agents, 2 messages a second each, asked each half second, for ${seconds} s. Processor with the database, of one core. Age: from the message until a screen could read it.`,
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
    for (const server of servers) server.close();
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

async function listenTo(url: string): Promise<void> {
  const caller = createCaller(url, await signIn(url, 'admin'));
  const path = '/api/v1/machine-connectivity/connectors';
  const { connectors } = connectorsSchema.parse(JSON.parse(await expectOk(caller.get(path))));
  for (const { id } of connectors) await expectOk(caller.post(`${path}/${id}/run`, { run: 'OFF' }));
  for (let agent = 0; agent < agents; agent += 1) {
    const draft = { type: 'MTCONNECT', name: `Hall ${agent}`, endpoint: `http://127.0.0.1:${port + agent}` };
    const body = { ...draft, pollSeconds: everyMs / 1000, eventId: randomUUID() };
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
