import { type Kysely, sql } from 'kysely';

/** It once made the departments of teams too, which are administration's now. */
export const replaces = ['host/people/001_tables'];

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
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
