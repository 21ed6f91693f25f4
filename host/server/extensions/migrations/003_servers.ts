import { type Kysely, sql } from 'kysely';

const statements = [
  // `public_key`: the one that a reviewer has compared. The API key is kept sealed.
  `create table extension_server (
    id bigint generated always as identity primary key,
    name text not null unique,
    address text not null unique,
    public_key text not null,
    added_at timestamptz not null default now()
  )`,
  `alter table extension_package
    add column server_id bigint references extension_server on delete set null,
    add column blocked_there boolean not null default false`,
  `create index on extension_package (server_id)`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
