import { sql, type Kysely } from 'kysely';

/** What facilities put on orders are tags of administration, which has taken the words over (`admin/003_tags`). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table rfq_match drop column tags`.execute(db);
}
