import { type Kysely, sql } from 'kysely';

/** The people whom an event is for, whatever place they are in. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table outbox_event add column user_ids bigint[] not null default '{}'`.execute(db);
}
