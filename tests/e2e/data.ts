import { readFileSync, readdirSync, statSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import * as z from 'zod';
import { startEmbedded, type EmbeddedServer } from '../../host/server/database/embedded.ts';
import { sha256, until, type Operation } from './http.ts';

/** The database of a data folder, and the files beside it, as an administrator could look at them. */
export interface Data {
  /** For a node that is told where its database is. */
  databaseUrl: string;
  rows<S extends z.ZodType>(schema: S, query: string, values?: readonly unknown[]): Promise<z.output<S>[]>;
  close(): Promise<void>;
}

/** Joins the database server that runs on `dataDir`, or starts one. */
export async function openData(dataDir: string): Promise<Data> {
  const server: EmbeddedServer = await startEmbedded({ dataDir: join(dataDir, 'db') });
  const { host, user, database } = server.connection;
  const pool = new pg.Pool({ ...server.connection, max: 2 });
  pool.on('error', () => {}); // the next query says so
  return {
    databaseUrl: `postgres://${user}@${encodeURIComponent(host ?? '')}/${database}`,
    async rows(schema, query, values = []) {
      return z.array(schema).parse((await pool.query(query, [...values])).rows);
    },
    async close() {
      await pool.end();
      await server.stop();
    },
  };
}

/** As if the person had signed in an hour ago: calls that need a proof of identity ask for a new one. */
export async function waitAnHour(dataDir: string, account: string): Promise<void> {
  const data = await openData(dataDir);
  const older = `update session set authenticated_at = authenticated_at - interval '1 hour'
    where user_id = (select id from app_user where email = $1) returning id`;
  const sessions = await data.rows(z.object({ id: z.string() }), older, [`${account}@demo.example`]);
  await data.close();
  if (sessions.length === 0) throw new Error(`${account} is signed in nowhere.`);
  // The server may go on for three seconds with what it knew.
  await sleep(3_100);
}

/** Resolves when a worker has taken the operation up. */
export async function underWay(data: Data, { id }: Operation): Promise<void> {
  const taken = 'select 1 as taken from graphile_worker.jobs where key = $1 and locked_at is not null';
  const ask = async () => (await data.rows(z.object({ taken: z.number() }), taken, [id]))[0];
  await until('a worker has the operation', ask, 20);
}

/** Resolves when no background job is due any more. */
export async function workedOff(data: Data): Promise<void> {
  const due = 'select 1 as due from graphile_worker.jobs where run_at <= now() and attempts < max_attempts limit 1';
  const ask = async () => (await data.rows(z.object({ due: z.number() }), due)).length === 0 || undefined;
  await until('the background jobs are done', ask, 120);
}

const folders = (dataDir: string) => ['files', 'files-controlled'].map((name) => join(dataDir, name));

function namesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path, { throwIfNoEntry: false })?.isFile());
}

/** Every file of the store. */
export const storedPaths = (dataDir: string): string[] => folders(dataDir).flatMap(namesIn);

/** Files of uploads that are still coming in, or whose server was killed. */
export const unfinishedPaths = (dataDir: string): string[] =>
  storedPaths(dataDir).filter((path) => path.includes('writing-'));

/** Makes them look as if nobody had written to them for `seconds`. */
export function age(paths: readonly string[], seconds: number): void {
  const then = new Date(Date.now() - seconds * 1000);
  for (const path of paths) utimesSync(path, then, then);
}

const storedRow = z.object({ sha256: z.string(), size: z.coerce.number(), controlled: z.boolean() });

/** What is wrong with the data: rows that contradict each other, and files that are not what their rows say. */
export async function damage(data: Data, dataDir: string): Promise<string[]> {
  const [open = '', controlled = ''] = folders(dataDir);
  const stored = await data.rows(storedRow, 'select distinct sha256, size, controlled from stored_file');
  const files = stored.flatMap((row) => {
    const path = join(row.controlled ? controlled : open, row.sha256.slice(0, 2), row.sha256);
    const bytes = statSync(path, { throwIfNoEntry: false }) && readFileSync(path);
    if (!bytes) return [`file ${row.sha256} is gone`];
    return bytes.length === row.size && sha256(bytes) === row.sha256 ? [] : [`file ${row.sha256} is damaged`];
  });
  const orders = await data.rows(
    z.object({ what: z.string() }),
    `select 'order ' || id || ' is ' || status as what from rfq_order where status = 'SUBMITTED'
     union all
     select 'order ' || id || ' has no parts' from rfq_order o
       where not exists (select from rfq_order_file f where f.order_id = o.id)
     union all
     select 'order ' || id || ' was sent to nobody' from rfq_order o
       where status = 'DISTRIBUTED' and not exists (select from rfq_match m where m.order_id = o.id)
     union all
     select 'operation ' || id || ' succeeded without facts' from file_operation o
       where status = 'SUCCESS' and not exists (
         select from file_facts f where f.file_id = coalesce(
           (select p.file_id from file_operation_output p where p.operation_id = o.id and p.position = 0), o.file_id))`,
  );
  return [...files, ...orders.map(({ what }) => what)];
}
