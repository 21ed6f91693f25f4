import { type Kysely, sql } from 'kysely';

const statements = [
  `create table facility (
    id bigint generated always as identity primary key,
    company_name text not null,
    time_zone text not null,
    root_facility_id bigint references facility,
    workplan_enabled boolean not null default true,
    currency text not null default 'EUR' check (currency ~ '^[A-Z]{3}$'),
    created_at timestamptz not null default now()
  )`,
  `create index on facility (root_facility_id)`,
  `create table company (
    id bigint generated always as identity primary key,
    name text not null,
    created_at timestamptz not null default now()
  )`,
  `create table app_user (
    id bigint generated always as identity primary key,
    email text not null,
    first_name text not null,
    last_name text not null,
    password_hash text,
    email_verified boolean not null default false,
    date_format text not null default 'MMM DD, YYYY',
    language text not null default 'en_US',
    switch_account_enabled boolean not null default false,
    disabled boolean not null default false,
    created_at timestamptz not null default now()
  )`,
  `create unique index app_user_email on app_user (lower(email))`,
  `create table membership (
    id bigint generated always as identity primary key,
    user_id bigint not null references app_user on delete cascade,
    role text not null,
    account_type text not null,
    facility_id bigint references facility,
    company_id bigint references company,
    member_roles text[] not null,
    permissions_granted text[] not null default '{}',
    permissions_revoked text[] not null default '{}',
    authorities text[] not null default '{}',
    dashboard text not null default 'NORMAL' check (dashboard in ('STORE_FRONT', 'NORMAL')),
    check ((role = 'ROLE_SERVICE_PROVIDER' and facility_id is not null and company_id is null)
        or (role = 'ROLE_ENGINEER' and company_id is not null and facility_id is null)),
    unique nulls not distinct (user_id, facility_id, company_id)
  )`,
  `create index on membership (facility_id)`,
  `create index on membership (company_id)`,
  `create table session (
    id text primary key,
    parent_id text references session on delete cascade,
    user_id bigint not null references app_user on delete cascade,
    membership_id bigint not null references membership on delete cascade,
    created_at timestamptz not null default now(),
    last_seen_at timestamptz not null default now(),
    expires_at timestamptz not null
  )`,
  `create index on session (user_id)`,
  `create index on session (parent_id)`,
  `create index on session (membership_id)`,
  `create index on session (expires_at)`,
  `create table stored_file (
    id bigint generated always as identity primary key,
    sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
    size bigint not null check (size >= 0),
    file_name text not null,
    controlled boolean not null,
    root_file_id bigint references stored_file,
    owner_company_id bigint references company,
    owner_facility_id bigint references facility,
    created_by bigint references app_user,
    created_at timestamptz not null default now()
  )`,
  `create index on stored_file (root_file_id)`,
  `create index on stored_file (owner_company_id)`,
  `create index on stored_file (owner_facility_id)`,
  `create table file_share (
    file_id bigint not null references stored_file on delete cascade,
    facility_id bigint references facility,
    company_id bigint references company,
    check (num_nonnulls(facility_id, company_id) = 1),
    unique nulls not distinct (file_id, facility_id, company_id)
  )`,
  `create table config_record (
    id bigint generated always as identity primary key,
    config_type text not null,
    element_type text,
    element_id bigint,
    config_value jsonb not null,
    active boolean not null default true,
    revision integer not null default 1,
    updated_by bigint references app_user,
    updated_at timestamptz not null default now(),
    unique nulls not distinct (config_type, element_type, element_id)
  )`,
  `create table config_revision (
    config_record_id bigint not null references config_record on delete cascade,
    revision integer not null,
    config_value jsonb not null,
    active boolean not null,
    updated_by bigint references app_user,
    updated_at timestamptz not null,
    primary key (config_record_id, revision)
  )`,
  `create table user_preference (
    user_id bigint not null references app_user on delete cascade,
    preference_type text not null,
    preference text not null,
    primary key (user_id, preference_type)
  )`,
  `create table translation (
    language text not null,
    token text not null,
    text text not null,
    primary key (language, token)
  )`,
  `create table outbox_event (
    sequence bigint generated always as identity primary key,
    type text not null,
    payload jsonb not null,
    facility_ids bigint[] not null,
    company_ids bigint[] not null,
    created_at timestamptz not null default now()
  )`,
  `create index on outbox_event (created_at)`,
  `create table audit_entry (
    id bigint generated always as identity primary key,
    at timestamptz not null default now(),
    user_id bigint references app_user,
    facility_id bigint references facility,
    action text not null,
    object_kind text not null,
    object_id text not null,
    before jsonb,
    after jsonb,
    request_id text
  )`,
  `create index on audit_entry (object_kind, object_id, id)`,
  `create index on audit_entry (facility_id, id)`,
  `create table plugin_failure (
    facility_id bigint references facility,
    company_id bigint references company,
    plugin_id text not null,
    version text not null,
    kind text not null,
    message text not null,
    count integer not null default 1,
    last_at timestamptz not null default now(),
    unique nulls not distinct (facility_id, company_id, plugin_id, version, kind)
  )`,
  `create index on plugin_failure (facility_id, last_at)`,
  `create table rate_counter (
    key text not null,
    window_start timestamptz not null,
    count integer not null default 1,
    primary key (key, window_start)
  )`,
  `create table demo_seed (
    owner text primary key,
    seeded_at timestamptz not null default now()
  )`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
