import { type Kysely, sql } from 'kysely';

const statements = [
  `create table facility (
    id bigint generated always as identity primary key,
    company_name text not null,
    time_zone text not null,
    root_facility_id bigint references facility,
    workplan_enabled boolean not null default true,
    currency text not null default 'EUR' check (currency ~ '^[A-Z]{3}$'),
    created_at timestamptz not null default now(),
    code text not null default '',
    phone text not null default '',
    website text not null default '',
    description text not null default '',
    address jsonb,
    logo_file_id bigint,
    itar_enabled boolean not null default false,
    marketplace boolean not null default false,
    active boolean not null default true
  )`,
  `create index on facility (root_facility_id)`,
  `create table company (
    id bigint generated always as identity primary key,
    name text not null,
    created_at timestamptz not null default now(),
    phone text not null default '',
    billing_address jsonb,
    let_in_by_facility_id bigint references facility
  )`,
  `create index on company (let_in_by_facility_id)`,
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
    created_at timestamptz not null default now(),
    phone text not null default '',
    pending_email text,
    last_sign_in_at timestamptz
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
    disabled boolean not null default false,
    created_at timestamptz not null default now(),
    check ((role = 'ROLE_SERVICE_PROVIDER' and facility_id is not null and company_id is null)
        or (role = 'ROLE_ENGINEER' and company_id is not null and facility_id is null)),
    unique nulls not distinct (user_id, facility_id, company_id)
  )`,
  `create index on membership (facility_id)`,
  `create index on membership (company_id)`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
