import { type Kysely, sql } from 'kysely';

const statements = [
  // Sessions
  `alter table session
    add column facility_id bigint references facility,
    add column authenticated_at timestamptz not null default now(),
    add column idle_minutes integer not null default 720,
    add column user_agent text not null default '',
    add column address text not null default ''`,
  `alter table app_user
    add column phone text not null default '',
    add column pending_email text,
    add column last_sign_in_at timestamptz`,
  `alter table membership
    add column disabled boolean not null default false,
    add column created_at timestamptz not null default now()`,
  // Something that somebody was asked and has to answer with a secret handle, once: the second step of a sign-in, a
  // passkey's question, a round trip to an identity provider, a mailed link.
  `create table challenge (
    id text primary key,
    kind text not null,
    user_id bigint references app_user on delete cascade,
    data jsonb not null,
    tries integer not null default 0,
    expires_at timestamptz not null
  )`,
  `create index on challenge (user_id)`,
  `create index on challenge (expires_at)`,
  // Second factors
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
  // Of an enterprise (its root facility) or of a buyer company
  `create table security_policy (
    facility_id bigint references facility,
    company_id bigint references company,
    second_factor text not null check (second_factor in ('OFF', 'OFFERED', 'REQUIRED')),
    idle_minutes integer not null check (idle_minutes >= 5),
    session_hours integer not null check (session_hours >= 1),
    updated_by bigint references app_user,
    updated_at timestamptz not null default now(),
    check (num_nonnulls(facility_id, company_id) = 1),
    unique nulls not distinct (facility_id, company_id)
  )`,
  // Single sign-on
  `create table sso_connection (
    id bigint generated always as identity primary key,
    facility_id bigint not null references facility,
    enabled boolean not null,
    site_domain text not null default '',
    email_domains text[] not null,
    auth_type text not null check (auth_type in ('SAML', 'OIDC')),
    settings jsonb not null,
    secret_sealed text,
    button_text text not null,
    headline1 text not null,
    headline2 text not null,
    custom_login boolean not null,
    create_users boolean not null,
    default_roles text[] not null,
    updated_at timestamptz not null default now()
  )`,
  `create unique index on sso_connection (site_domain) where enabled`,
  `create table sso_identity (
    connection_id bigint not null references sso_connection on delete cascade,
    subject text not null,
    user_id bigint not null references app_user on delete cascade,
    primary key (connection_id, subject)
  )`,
  `create index on sso_identity (user_id)`,
  // People
  `create table invitation (
    id bigint generated always as identity primary key,
    token_hash text not null unique,
    email text not null,
    role text not null,
    account_type text not null,
    facility_id bigint references facility,
    company_id bigint references company,
    company_name text,
    invited_by_facility_id bigint references facility,
    member_roles text[] not null,
    permissions_granted text[] not null default '{}',
    permissions_revoked text[] not null default '{}',
    invited_by bigint references app_user,
    created_at timestamptz not null default now(),
    expires_at timestamptz not null,
    accepted_at timestamptz,
    revoked_at timestamptz
  )`,
  `create index on invitation (facility_id)`,
  `create index on invitation (company_id)`,
  `create index on invitation (invited_by_facility_id)`,
  `create index on invitation (lower(email))`,
  `create table department (
    id bigint generated always as identity primary key,
    facility_id bigint references facility,
    company_id bigint references company,
    name text not null,
    check (num_nonnulls(facility_id, company_id) = 1)
  )`,
  `create unique index on department (facility_id, company_id, lower(name)) nulls not distinct`,
  `create table membership_department (
    membership_id bigint not null references membership on delete cascade,
    department_id bigint not null references department on delete cascade,
    primary key (membership_id, department_id)
  )`,
  `create index on membership_department (department_id)`,
  // Places
  `alter table facility
    add column code text not null default '',
    add column phone text not null default '',
    add column website text not null default '',
    add column description text not null default '',
    add column address jsonb,
    add column logo_file_id bigint references stored_file,
    add column itar_enabled boolean not null default false,
    add column marketplace boolean not null default false,
    add column active boolean not null default true`,
  `alter table company
    add column phone text not null default '',
    add column billing_address jsonb,
    add column let_in_by_facility_id bigint references facility`,
  `create index on company (let_in_by_facility_id)`,
  `create table delivery_address (
    id bigint generated always as identity primary key,
    facility_id bigint references facility,
    company_id bigint references company,
    address jsonb not null,
    is_default boolean not null default false,
    check (num_nonnulls(facility_id, company_id) = 1)
  )`,
  `create index on delivery_address (facility_id)`,
  `create index on delivery_address (company_id)`,
  `create table certification (
    id bigint generated always as identity primary key,
    facility_id bigint not null references facility,
    name text not null,
    issuer text not null,
    valid_until date
  )`,
  `create index on certification (facility_id)`,
  // API keys
  `create table api_key (
    id bigint generated always as identity primary key,
    kind text not null check (kind in ('ACCOUNT', 'USER')),
    membership_id bigint not null references membership on delete cascade,
    facility_id bigint references facility,
    company_id bigint references company,
    sha256 text not null unique,
    sealed text not null,
    permissions text[] not null default '{}',
    created_by bigint not null references app_user,
    created_at timestamptz not null default now(),
    last_used_at timestamptz,
    last_address text,
    valid_until timestamptz
  )`,
  `create index on api_key (membership_id)`,
  `create index on api_key (facility_id)`,
  `create index on api_key (company_id)`,
  // Mail
  `create table mail_message (
    id bigint generated always as identity primary key,
    recipient text not null,
    subject text not null,
    body_sealed text,
    state text not null default 'QUEUED' check (state in ('QUEUED', 'SENT', 'KEPT', 'FAILED')),
    error text,
    created_at timestamptz not null default now(),
    settled_at timestamptz
  )`,
  `create index on mail_message (created_at)`,
  // Audit
  `alter table audit_entry
    add column company_id bigint references company,
    add column api_key_id bigint,
    add column address text,
    add column user_agent text`,
  `create index on audit_entry (company_id, id)`,
  `create index on audit_entry (user_id, id)`,
  // The registry's states
  `create table registry_revision (
    facility_id bigint not null references facility,
    revision integer not null,
    state jsonb not null,
    changes text[] not null,
    changed_by bigint references app_user,
    changed_at timestamptz not null default now(),
    primary key (facility_id, revision)
  )`,
  // One value for the whole installation: the fingerprint of the key that secrets are sealed with
  `create table installation (name text primary key, value text not null)`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
