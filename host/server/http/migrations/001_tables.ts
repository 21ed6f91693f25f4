import { type Kysely, sql } from 'kysely';

const statements = [
  `create table rate_counter (
    key text not null,
    window_start timestamptz not null,
    count integer not null default 1,
    primary key (key, window_start)
  )`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
