import { type Kysely, sql } from 'kysely';

const statements = [
  `create table kept_reply (
    id bigint generated always as identity primary key,
    caller text not null,
    idempotency_key text not null,
    request_hash text not null,
    rights_hash text not null,
    attempt uuid not null,
    running_until timestamptz not null,
    written boolean not null default false,
    status smallint,
    reply_sealed text,
    created_at timestamptz not null default now(),
    unique (caller, idempotency_key)
  )`,
  `create index on kept_reply (attempt)`,
  `create index on kept_reply (created_at)`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
