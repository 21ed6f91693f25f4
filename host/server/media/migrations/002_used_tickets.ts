import { type Kysely, sql } from 'kysely';

/** Tickets for files that are good for one use, once they were used; kept until they run out by themselves. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table used_ticket (
      id uuid primary key,
      until timestamptz not null
    );
    create index on used_ticket (until);
  `.execute(db);
}
