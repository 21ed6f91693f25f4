import { createHash, randomBytes } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg, { type PoolConfig } from 'pg';
import * as z from 'zod';
import { type Database, connectDatabase } from './connect.ts';
import type { DatabaseLog } from './listen.ts';
import { type EmbeddedServer, startEmbedded } from './embedded.ts';
import { type MigrationSet, migrate } from './migrate.ts';

/** A database of its own for one test file. `close()` drops it. */
export interface TestDatabase<DB> extends Database<DB> {
  connection: PoolConfig;
  /** As the product reaches a server of our own: rows only. */
  application: PoolConfig;
  /** Files that `prepare` has left for every database of this template. To be copied, not changed. */
  prepared: string;
  /** For a process that the test starts. */
  url: string;
}

export interface Preparation<DB> {
  /** Tells this preparation from others with the same migrations. */
  key: string;
  /** Fills the template and, if need be, an empty folder that goes with it. */
  run(database: Database<DB>, folder: string): Promise<void>;
}

export interface TestDatabaseOptions<DB> {
  migrations?: MigrationSet[];
  /** Runs once for each key and set of migrations, in the template that the databases are copied from (seed data). */
  prepare?: Preparation<DB>;
  log?: DatabaseLog;
}

/** These databases need not survive a power failure: nothing waits for the disk, and nothing is cleaned up. */
const settings = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  autovacuum: 'off',
  checkpoint_timeout: '1h',
  max_wal_size: '4GB',
};
const consoleLog: DatabaseLog = { warn: console.warn, error: console.error };

/**
 * A fresh database with the schema of `migrations`, copied from a template that the first caller made. All test
 * processes share one server; it stops with the last of them. TEST_POSTGRES_MAJOR chooses another installed version.
 */
export async function testDatabase<DB>(options: TestDatabaseOptions<DB> = {}): Promise<TestDatabase<DB>> {
  const { migrations = [], prepare, log = consoleLog } = options;
  const { server, admin } = await (shared ??= startTestServer());
  const template = await provideTemplate(server, admin, { migrations, prepare, log });
  const name = `test_${randomBytes(6).toString('hex')}`;
  await admin.query(`create database ${name} template ${template} strategy file_copy`);
  const connection = { ...server.connection, database: name, max: 8 };
  const database = connectDatabase<DB>(connection, connection, log);
  const application = { ...connection, user: server.application.user };
  const close = async (): Promise<void> => {
    await database.close();
    await admin.query(`drop database ${name} with (force)`);
  };
  const url = `postgres://${connection.user}@${encodeURIComponent(connection.host ?? '')}/${name}`;
  return { ...database, connection, application, url, close, prepared: folderOf(template) };
}

let shared: Promise<{ server: EmbeddedServer; admin: pg.Pool }> | undefined;

const major = process.env.TEST_POSTGRES_MAJOR;
const dataDir = fileURLToPath(new URL(`../../../.build/test-db/${major ?? 'newest'}`, import.meta.url));
const folders = join(dataDir, 'prepared');
const folderOf = (template: string): string => join(folders, template);

async function startTestServer(): Promise<{ server: EmbeddedServer; admin: pg.Pool }> {
  const server = await startEmbedded({ dataDir, major: major === undefined ? undefined : Number(major), settings });
  const admin = new pg.Pool({ ...server.connection, max: 1, allowExitOnIdle: true });
  admin.on('error', () => {}); // the next query says so
  return { server, admin };
}

type Wanted<DB> = Required<Pick<TestDatabaseOptions<DB>, 'migrations' | 'log'>> &
  Pick<TestDatabaseOptions<DB>, 'prepare'>;
const startSchema = z.tuple([z.object({ start: z.string() })]);

/** Templates are of one run of the server: the next run drops them, so that none outlives a change of the code. */
async function provideTemplate<DB>(server: EmbeddedServer, admin: pg.Pool, wanted: Wanted<DB>): Promise<string> {
  const client = await admin.connect();
  try {
    await client.query(`select pg_advisory_lock(hashtext('test template'))`);
    const epoch = `(extract(epoch from pg_postmaster_start_time()) * 1000)::bigint::text`;
    const [{ start }] = startSchema.parse((await client.query(`select ${epoch} as start`)).rows);
    const name = `template_${start}_${fingerprint(wanted)}`;
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [name]);
    if (rowCount === 0) await buildTemplate(server, client, name, start, wanted);
    return name;
  } finally {
    await client.query('select pg_advisory_unlock_all()');
    client.release();
  }
}

async function buildTemplate<DB>(
  server: EmbeddedServer,
  client: pg.PoolClient,
  name: string,
  start: string,
  { migrations, prepare, log }: Wanted<DB>,
): Promise<void> {
  const stale = await client.query(
    `select datname from pg_database where datname like 'template\\_%' and not datname like $1 or datname = 'building'`,
    [`template\\_${start}\\_%`],
  );
  const names = z.array(z.object({ datname: z.string() })).parse(stale.rows);
  for (const { datname } of names) {
    await client.query(`drop database ${datname} with (force)`);
    await rm(folderOf(datname), { recursive: true, force: true });
  }

  await client.query('create database building');
  const connection = { ...server.connection, database: 'building', max: 4 };
  const database = connectDatabase<DB>(connection, connection, log);
  try {
    await migrate(database.db, migrations);
    await mkdir(folderOf(name), { recursive: true });
    await prepare?.run(database, folderOf(name));
  } finally {
    await database.close();
  }
  await client.query(`alter database building rename to ${name}`);
}

function fingerprint({
  migrations,
  prepare,
}: Pick<Wanted<never>, 'migrations'> & { prepare?: { key: string } }): string {
  const hash = createHash('sha256').update(prepare?.key ?? '');
  for (const { owner, migrations: steps } of migrations) {
    for (const [name, { up }] of Object.entries(steps)) hash.update(`${owner}/${name}:${String(up)}`);
  }
  return hash.digest('hex').slice(0, 16);
}
