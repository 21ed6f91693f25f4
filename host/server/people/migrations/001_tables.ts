import { type Kysely, sql } from 'kysely';

const statements = [
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
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
