import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table rfq_order add column terms jsonb`.execute(db);
}
