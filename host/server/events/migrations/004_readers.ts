import { type Kysely, sql } from 'kysely';

/** How far those have come who must not miss an event, whatever node reads for them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table event_reader (id text primary key, position bigint not null)`.execute(db);
}
