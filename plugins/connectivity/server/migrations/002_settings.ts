import { sql, type Kysely } from 'kysely';

/** What drivers are told beside an address: of what they call, and of each machine. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table mc_connector add column settings jsonb not null default '{}', add column sources jsonb not null default '[]'
  `.execute(db);
}
