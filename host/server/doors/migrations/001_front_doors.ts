import { type Kysely, sql } from 'kysely';

const statements = [
  `create table front_door (
    id bigint generated always as identity primary key,
    facility_id bigint not null references facility,
    domain text not null check (domain = lower(domain)),
    token text not null,
    verified_at timestamptz,
    checked_at timestamptz,
    created_at timestamptz not null default now(),
    unique (facility_id, domain)
  )`,
  `create unique index on front_door (domain) where verified_at is not null`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
