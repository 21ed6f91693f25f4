import { type Kysely, sql } from 'kysely';

/** In which facility's name customers were told. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table notification add column by_facility_id bigint references facility`.execute(db);
}
