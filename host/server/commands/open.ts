import { join } from 'node:path';
import type { Tables } from '@sinter/sdk/server';
import { type Kysely, sql } from 'kysely';
import type { Logger as Pino } from 'pino';
import * as z from 'zod';
import type { Database } from '../database/connect.ts';
import { openDatabase } from '../database/open.ts';
import type { FileStore } from '../files/store.ts';
import { createLog } from '../log.ts';
import { OperatorError } from '../operatorError.ts';
import { openStore } from '../run.ts';
import { readSettings, type Settings } from '../settings.ts';

/** What a command of the operator works on: the same database and files as the server with this environment. */
export interface Opened {
  settings: Settings;
  log: Pino;
  database: Database<Tables>;
  store: FileStore;
  storageWritable(): Promise<void>;
}

export async function withData<T>(work: (opened: Opened) => Promise<T>): Promise<T> {
  const settings = readSettings([], process.env, false);
  const log = createLog('warn');
  const { databaseUrl: url, databaseDirectUrl: directUrl, dataDir } = settings;
  const { store, writable } = await openStore(dataDir);
  const database = await openDatabase<Tables>({ url, directUrl, dataDir: join(dataDir, 'db'), log });
  try {
    return await work({ settings, log, database, store, storageWritable: writable });
  } finally {
    await database.close();
  }
}

const countSchema = z.tuple([z.object({ count: z.coerce.number() })]);

/** What replaces rows under a server would leave it with what it remembers of them. Ask with the only connection. */
export async function requireNoServer(db: Kysely<Tables>): Promise<void> {
  const { rows } = await sql`select count(*) from pg_stat_activity where datname = current_database()
    and application_name = 'sinter' and pid <> pg_backend_pid()`.execute(db);
  const [{ count }] = countSchema.parse(rows);
  if (count > 0) throw new OperatorError('A server is running on this database. Stop it first, then try again.');
}
