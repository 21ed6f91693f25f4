import { type Kysely, sql } from 'kysely';

const statements = [
  // Keys are compared byte by byte, so that those with the same beginning stand together.
  `create table app_document (
    facility_id bigint not null references facility,
    plugin_id text not null,
    area text not null check (area in ('facility', 'person')),
    /* 0: of the facility */
    user_id bigint not null,
    key text collate "C" not null,
    value jsonb not null,
    bytes integer not null,
    revision bigint not null,
    updated_by bigint references app_user,
    updated_at timestamptz not null default now(),
    primary key (facility_id, plugin_id, area, user_id, key),
    check ((area = 'facility') = (user_id = 0))
  )`,
  // What there is of each plugin in each facility, so that nobody counts; and the last revision that was given.
  `create table app_storage (
    facility_id bigint not null references facility,
    plugin_id text not null,
    documents integer not null default 0 check (documents >= 0),
    bytes bigint not null default 0 check (bytes >= 0),
    last_revision bigint not null default 0,
    primary key (facility_id, plugin_id)
  )`,
  `create table app_setting (
    facility_id bigint not null references facility,
    plugin_id text not null,
    settings jsonb not null,
    /* names to sealed texts */
    secrets jsonb not null,
    backend text,
    revision bigint not null,
    updated_by bigint references app_user,
    updated_at timestamptz not null default now(),
    primary key (facility_id, plugin_id)
  )`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
