import { sql, type Kysely } from 'kysely';

/** Secrets of server halves, by name. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table kept_secret (
      id bigint generated always as identity primary key,
      name text not null unique,
      sealed text not null
    )
  `.execute(db);
}
