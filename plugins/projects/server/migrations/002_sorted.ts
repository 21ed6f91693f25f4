import { sql, type Kysely } from 'kysely';

/** Each order of the list is that of an index: a page of many thousands is read from its beginning. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create index project_facility_target on project (facility_id, target_on, id desc);
    create index project_company_target on project (company_id, target_on, id desc);
    create index project_facility_name on project (facility_id, lower(name), id desc);
    create index project_company_name on project (company_id, lower(name), id desc);
  `.execute(db);
}
