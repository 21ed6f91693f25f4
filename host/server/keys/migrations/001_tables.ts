import { type Kysely, sql } from 'kysely';

const statements = [
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
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
