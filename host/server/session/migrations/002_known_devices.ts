import { type Kysely, sql } from 'kysely';

const statements = [
  // A browser in which somebody has signed in: its cookie's SHA-256, for each account that did.
  `create table known_device (
    user_id bigint not null references app_user on delete cascade,
    id text not null,
    last_used_at timestamptz not null default now(),
    primary key (user_id, id)
  )`,
  `create index on known_device (id)`,
  `create index on known_device (last_used_at)`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
