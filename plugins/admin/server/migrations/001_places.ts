import { type Kysely, sql } from 'kysely';

/** The host made these tables before administration had a server half. */
export const replaces = ['host/places/001_tables'];

const statements = [
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
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
