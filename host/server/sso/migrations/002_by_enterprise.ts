import { type Kysely, sql } from 'kysely';

/** Each enterprise has connections for its own addresses. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`drop index sso_connection_site_domain_idx`.execute(db);
  await sql`create unique index on sso_connection (facility_id, site_domain) where enabled`.execute(db);
}
