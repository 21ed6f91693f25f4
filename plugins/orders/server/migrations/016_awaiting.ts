import { sql, type Kysely } from 'kysely';

/** What waits for a facility's answer is found by it: of many orders, few have such a question. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create index rfq_match_asked on rfq_match (facility_id, status)
      where claim is not null or cancellation is not null
  `.execute(db);
}
