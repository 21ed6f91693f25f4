import { type Kysely, sql } from 'kysely';

const statements = [
  `create table demo_seed (
    owner text primary key,
    seeded_at timestamptz not null default now()
  )`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
