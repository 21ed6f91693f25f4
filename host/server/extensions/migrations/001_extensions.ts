import { type Kysely, sql } from 'kysely';

const statements = [
  // `id`: the first part of the ids of its plugins.
  `create table extension_publisher (
    id text primary key,
    name text not null,
    contact text not null,
    created_at timestamptz not null default now()
  )`,
  // Without a publisher: the server's own, which signs what was reviewed and came unsigned.
  `create table extension_key (
    id text primary key,
    publisher_id text references extension_publisher,
    public_key text not null,
    development boolean not null default false,
    created_at timestamptz not null default now(),
    retired_at timestamptz,
    revoked_at timestamptz,
    reason text
  )`,
  `create index on extension_key (publisher_id)`,
  `create table extension_package (
    id bigint generated always as identity primary key,
    plugin_id text not null,
    version text not null,
    publisher_id text not null references extension_publisher,
    hash text not null,
    descriptor jsonb not null,
    files jsonb not null,
    key_id text references extension_key,
    signature text,
    state text not null check (state in ('SUBMITTED', 'CHECKED', 'APPROVED', 'PUBLISHED', 'BLOCKED', 'REJECTED')),
    tier text not null default 'SANDBOXED' check (tier in ('REVIEWED', 'SANDBOXED')),
    report jsonb not null,
    changes text not null,
    bytes bigint not null,
    rollout_percent integer not null default 0 check (rollout_percent between 0 and 100),
    rollout_facilities bigint[] not null default '{}',
    reason text,
    submitted_by bigint references app_user,
    submitted_at timestamptz not null default now(),
    reviewed_by bigint references app_user,
    reviewed_at timestamptz,
    published_at timestamptz,
    unique (plugin_id, version),
    check ((key_id is null) = (signature is null)),
    check (state not in ('APPROVED', 'PUBLISHED') or signature is not null)
  )`,
  `create index on extension_package (publisher_id)`,
  `create index on extension_package (key_id)`,
  `create table extension_file (
    package_id bigint not null references extension_package on delete cascade,
    path text not null,
    file_id bigint not null references stored_file,
    primary key (package_id, path)
  )`,
  `create index on extension_file (file_id)`,
  `create table extension_install (
    facility_id bigint not null references facility on delete cascade,
    plugin_id text not null,
    package_id bigint not null references extension_package,
    previous_package_id bigint references extension_package,
    waiting_package_id bigint references extension_package,
    pinned boolean not null default false,
    grants text[] not null,
    installed_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    primary key (facility_id, plugin_id)
  )`,
  `create index on extension_install (package_id)`,
  `create index on extension_install (previous_package_id)`,
  `create index on extension_install (waiting_package_id)`,
  // One row for each person who has had a version in a browser. They go with the package or the installation.
  `create table extension_use (
    package_id bigint not null references extension_package on delete cascade,
    facility_id bigint not null references facility on delete cascade,
    user_id bigint not null references app_user on delete cascade,
    loads integer not null default 0,
    load_ms bigint not null default 0,
    slowest_ms integer not null default 0,
    failures integer not null default 0,
    calls integer not null default 0,
    refused integer not null default 0,
    primary key (package_id, facility_id, user_id)
  )`,
  `create index on extension_use (facility_id)`,
  `create index on extension_use (user_id)`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
