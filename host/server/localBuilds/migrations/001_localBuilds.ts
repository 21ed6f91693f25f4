import { type Kysely, sql } from 'kysely';

const statements = [
  `create table local_build (
    id text primary key,
    user_id bigint not null references app_user on delete cascade,
    facility_id bigint not null references facility on delete cascade,
    plugin_id text not null,
    title text not null,
    public_key text not null,
    package bytea,
    hash text,
    problems jsonb not null default '[]',
    watching boolean not null default true,
    heard_at timestamptz not null default now(),
    session text,
    scopes text[] not null default '{}',
    check ((package is null) = (hash is null))
  )`,
  `create index on local_build (user_id)`,
  `create index on local_build (facility_id)`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
