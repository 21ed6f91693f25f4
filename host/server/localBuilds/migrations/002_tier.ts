import { type Kysely, sql } from 'kysely';

/** Where its code runs in the author's browser, as `tier` of a package. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table local_build add column tier text not null default 'page' check (tier in ('page', 'frame'))`.execute(
    db,
  );
}
