import { type Kysely, sql } from 'kysely';

/** There was one theme for everybody; it was that of the enterprise that runs the site. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`update config_record set element_type = 'SERVICE_PROVIDER', element_id = site.id
    from (select id from facility where root_facility_id is null order by id limit 1) site
    where config_type = 'THEME_CONFIG' and element_id is null`.execute(db);
}
