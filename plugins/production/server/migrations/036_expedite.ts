import { sql, type Kysely } from 'kysely';

/** Lots that go before all others. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table lot add column expedited_at timestamptz`.execute(db);
}
