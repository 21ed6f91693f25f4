import { Kysely, PostgresDialect } from 'kysely';
import pg, { type Pool, type PoolConfig } from 'pg';
import { type DatabaseLog, type Listen, Listener } from './listen.ts';
import { preparing } from './plannedOnce.ts';

/** A database and what reaches it. `DB` is the caller's table types. */
export interface Database<DB> {
  db: Kysely<DB>;
  /** The pool under `db`, for what needs a bare `pg` client. bigint arrives as number, date as 'YYYY-MM-DD'. */
  pool: Pool;
  listen: Listen;
  /** Resolves when every connection is closed, and the embedded server too if nobody else uses it. */
  close(): Promise<void>;
}

/** The numbers PostgreSQL has for these types. */
const types = { int8: 20, date: 1082, int8Array: 1016 };

/** People pause for longer than the ten seconds that are usual: whoever comes back would wait for new connections. */
const idleTimeoutMillis = 5 * 60_000;

/** Connects a pool and a lazy LISTEN connection. `direct` is for LISTEN: a session that no pooler takes away. */
export function connectDatabase<DB>(connection: PoolConfig, direct: PoolConfig, log: DatabaseLog): Database<DB> {
  const common = { types: { getTypeParser }, application_name: 'sinter', keepAlive: true };
  const pool = new pg.Pool({ max: 16, connectionTimeoutMillis: 10_000, idleTimeoutMillis, ...common, ...connection });
  // Without these a restart of the database would end the process. The query that was running fails by itself.
  let closing = false;
  const lost = (error: Error): void => {
    if (!closing) log.warn({ error }, 'a database connection was lost');
  };
  pool.on('error', lost).on('connect', (client) => client.on('error', lost));

  // Behind a pooler the next statement may meet another session, which has prepared nothing.
  const throughPooler = direct !== connection;
  const db = new Kysely<DB>({ dialect: new PostgresDialect({ pool: throughPooler ? pool : preparing(pool) }) });
  const listener = new Listener({ ...common, ...direct }, log);
  const close = async (): Promise<void> => {
    closing = true;
    await listener.close();
    await db.destroy();
  };
  return { db, pool, listen: listener.listen, close };
}

/** bigint as number and date as text; everything else as `pg` has it (timestamptz as Date, numeric as text). */
const getTypeParser: typeof pg.types.getTypeParser = (oid: number, format?: 'text' | 'binary') => {
  if (format !== 'binary') {
    if (oid === types.int8) return parseInt8;
    if (oid === types.int8Array) return parseInt8Array;
    if (oid === types.date) return (value: string) => value;
  }
  return pg.types.getTypeParser(oid, format);
};

function parseInt8(value: string): number {
  const number = Number(value);
  if (!Number.isSafeInteger(number)) throw new RangeError(`bigint ${value} does not fit a number`);
  return number;
}

function parseInt8Array(value: string): (number | null)[] {
  const inner = value.slice(1, -1);
  return inner === '' ? [] : inner.split(',').map((one) => (one === 'NULL' ? null : parseInt8(one)));
}
