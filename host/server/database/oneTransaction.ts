import { Kysely, PostgresDialect, type PostgresPoolClient, type Transaction } from 'kysely';
import type { Pool, PoolClient } from 'pg';

/** One transaction with the bare client under it, for what goes past queries: COPY, snapshots. */
export async function inOneTransaction<DB, T>(
  pool: Pool,
  work: (tx: Transaction<DB>, client: PoolClient) => Promise<T>,
  isolation: 'read committed' | 'repeatable read' = 'read committed',
): Promise<T> {
  const client = await pool.connect();
  const lent: PostgresPoolClient = { query: client.query.bind(client), release: () => {} };
  const db = new Kysely<DB>({
    dialect: new PostgresDialect({ pool: { connect: async () => lent, end: async () => {} } }),
  });
  try {
    return await db
      .transaction()
      .setIsolationLevel(isolation)
      .execute((tx) => work(tx, client));
  } finally {
    // What was set for this work ends with its connection.
    client.release(true);
  }
}
