import { sql, type Kysely } from 'kysely';

/** What a root facility has published for all of its customers (no company) and for single ones. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table customer_portal (
      facility_id bigint not null references facility,
      company_id bigint references company,
      settings jsonb not null,
      unique nulls not distinct (facility_id, company_id)
    );
  `.execute(db);
}
