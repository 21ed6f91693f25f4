import { type Kysely, sql } from 'kysely';

/** A frame inside a page of another site has a session of its own, which ends with the one that its code was made in. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table session add column framed boolean not null default false,
    add check (not framed or parent_id is not null)`.execute(db);
}
