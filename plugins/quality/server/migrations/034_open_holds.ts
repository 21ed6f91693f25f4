import { sql, type Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  // Every open schedule asks for them.
  await sql`create index ncr_hold_facility on ncr_hold (facility_id) where released_at is null`.execute(db);
}
