import { type Kysely, sql } from 'kysely';

/** Whose the row is that an event is about, where not everybody in its places sees it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table outbox_event
      add column creator_ids bigint[],
      add column controlled boolean not null default false
  `.execute(db);
}
