import { type Kysely, sql } from 'kysely';

const statements = [
  `create table totp (
    user_id bigint primary key references app_user on delete cascade,
    secret_sealed text not null,
    confirmed_at timestamptz,
    last_step bigint not null default 0
  )`,
  `create table passkey (
    id text primary key,
    user_id bigint not null references app_user on delete cascade,
    name text not null,
    public_key bytea not null,
    counter bigint not null,
    transports text[] not null default '{}',
    created_at timestamptz not null default now(),
    last_used_at timestamptz
  )`,
  `create index on passkey (user_id)`,
  `create table recovery_code (
    user_id bigint not null references app_user on delete cascade,
    code_hash text not null,
    used_at timestamptz,
    primary key (user_id, code_hash)
  )`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
