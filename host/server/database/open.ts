import type { PoolConfig } from 'pg';
import { type Database, connectDatabase } from './connect.ts';
import type { DatabaseLog } from './listen.ts';
import { startEmbedded } from './embedded.ts';

export interface OpenOptions {
  /** DATABASE_URL. Without it, the embedded server on `dataDir` is started or joined. */
  url?: string;
  /** DATABASE_DIRECT_URL: the same database past a transaction pooler, for LISTEN; `url` if not given. */
  directUrl?: string;
  /** `optionsOf`. A url with `options` of its own keeps those instead. */
  options?: string;
  dataDir: string;
  log: DatabaseLog;
}

/** How long a statement may run, and a transaction rest: people wait for requests, nobody for a job. */
const patience = {
  requests: { statement: 60_000, rest: 300_000 },
  jobs: { statement: 1_800_000, rest: 600_000 },
};

/** For connections of this kind of process; the first two are what the embedded server has in its own settings. */
export function optionsOf(work: keyof typeof patience): string {
  const { statement, rest } = patience[work];
  return `-c random_page_cost=1.1 -c jit=off -c statement_timeout=${statement} -c idle_in_transaction_session_timeout=${rest}`;
}

/** Opens the platform's database: the one at `url`, else the embedded one. */
export async function openDatabase<DB>({ url, directUrl, options, dataDir, log }: OpenOptions): Promise<Database<DB>> {
  if (url !== undefined) {
    const connection: PoolConfig = { connectionString: url, options };
    const direct = directUrl === undefined ? connection : { connectionString: directUrl, options };
    return connectDatabase<DB>(connection, direct, log);
  }
  const server = await startEmbedded({ dataDir });
  const database = connectDatabase<DB>(server.connection, server.connection, log);
  const close = async (): Promise<void> => {
    await database.close();
    await server.stop();
  };
  return { ...database, close };
}
