import { hash } from 'node:crypto';
import type { PostgresCursor, PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely';
import type { Pool, PoolClient } from 'pg';
import * as z from 'zod';

/** What `plannedOnce` of the SDK leaves at the beginning of a statement. */
const marked = /^\s*(?:select )?\/\* planned once \*\//;

/** The pool as Kysely uses it. Statements that say so are prepared, once on each connection. */
export function preparing(pool: Pool): PostgresPool {
  const known = new WeakMap<PoolClient, PostgresPoolClient>();
  return {
    async connect() {
      const client = await pool.connect();
      const found = known.get(client) ?? preparingClient(client);
      known.set(client, found);
      return found;
    },
    end: () => pool.end(),
  };
}

function preparingClient(client: PoolClient): PostgresPoolClient {
  function query<R>(sql: string, values: readonly unknown[]): Promise<PostgresQueryResult<R>>;
  function query<R>(cursor: PostgresCursor<R>): PostgresCursor<R>;
  function query<R>(
    given: string | PostgresCursor<R>,
    values: readonly unknown[] = [],
  ): Promise<PostgresQueryResult<R>> | PostgresCursor<R> {
    if (typeof given !== 'string') throw new Error('Nothing here reads by cursors.');
    return run<R>(client, given, values);
  }
  return { query, release: () => client.release() };
}

async function run<R>(client: PoolClient, text: string, values: readonly unknown[]): Promise<PostgresQueryResult<R>> {
  const name = marked.test(text) ? hash('sha1', text) : undefined;
  const { command, rowCount, rows } = await client.query({ text, values: [...values], ...(name && { name }) });
  return { command: writing.parse(command), rowCount: rowCount ?? 0, rows };
}

/** For Kysely everything else is a reading one. */
const writing = z.enum(['INSERT', 'UPDATE', 'DELETE', 'MERGE', 'SELECT']).catch('SELECT');
