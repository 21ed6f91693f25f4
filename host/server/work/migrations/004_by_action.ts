import { type Kysely, sql } from 'kysely';

/** What was done last of a kind is found without reading all that was done since. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(`create index on audit_entry (facility_id, action, id)`).execute(db);
}
