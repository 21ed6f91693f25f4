import { type Kysely, sql } from 'kysely';

const statements = [
  `create table setting (
    id bigint generated always as identity primary key,
    facility_id bigint not null references facility,
    kind text not null,
    element_id text not null,
    version integer not null default 0,
    edit integer not null default 0,
    draft jsonb,
    drafted_by bigint references app_user,
    drafted_at timestamptz,
    edited_by bigint references app_user,
    unique (facility_id, kind, element_id)
  )`,
  `create table setting_version (
    setting_id bigint not null references setting on delete cascade,
    version integer not null,
    value jsonb not null,
    note text not null,
    author bigint references app_user,
    at timestamptz not null default now(),
    primary key (setting_id, version)
  )`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
