import { type Kysely, sql } from 'kysely';

const statements = [
  `create table export_policy (
    facility_id bigint references facility,
    company_id bigint references company,
    enabled boolean not null,
    networks text[] not null default '{}',
    unique nulls not distinct (facility_id, company_id),
    check (num_nonnulls(facility_id, company_id) = 1)
  )`,
  `create table export_clearance (
    id bigint generated always as identity primary key,
    user_id bigint not null references app_user,
    facility_id bigint references facility,
    company_id bigint references company,
    basis text not null check (basis in ('CITIZEN', 'PERMANENT_RESIDENT', 'PROTECTED_INDIVIDUAL')),
    stated_on date not null,
    decided_by bigint references app_user,
    decided_at timestamptz,
    expires_on date,
    revoked boolean not null default false,
    reason text not null default '',
    unique nulls not distinct (user_id, facility_id, company_id),
    check (num_nonnulls(facility_id, company_id) = 1),
    -- Nobody verifies what they have stated themselves.
    check (expires_on is null or (decided_by is not null and decided_by <> user_id))
  )`,
  `create index on export_clearance (facility_id, id)`,
  `create index on export_clearance (company_id, id)`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
