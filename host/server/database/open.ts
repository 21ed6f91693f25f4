import type { PoolConfig } from 'pg';
import { type Database, connectDatabase } from './connect.ts';
import type { DatabaseLog } from './listen.ts';
import { startEmbedded } from './embedded.ts';

export interface OpenOptions {
  /** DATABASE_URL. Without it, the embedded server on `dataDir` is started or joined. */
  url?: string;
  /** DATABASE_DIRECT_URL: the same database past a transaction pooler, for LISTEN; `url` if not given. */
  directUrl?: string;
  dataDir: string;
  log: DatabaseLog;
}

/** What the embedded server has in its own settings. A url with `options` of its own keeps those instead. */
const options = '-c random_page_cost=1.1 -c jit=off';

/** Opens the platform's database: the one at `url`, else the embedded one. */
export async function openDatabase<DB>({ url, directUrl, dataDir, log }: OpenOptions): Promise<Database<DB>> {
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
