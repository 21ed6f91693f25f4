import { type Kysely, sql } from 'kysely';

/** Demo data that were taken away do not come again by themselves. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table demo_seed add column removed_at timestamptz`.execute(db);
}
