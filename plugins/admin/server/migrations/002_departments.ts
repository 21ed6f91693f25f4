import { type Kysely, sql } from 'kysely';

/** The host made these tables before administration had a server half. */
export const replaces = ['host/people/001_tables'];

const statements = [
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
