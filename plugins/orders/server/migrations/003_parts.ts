import { sql, type Kysely } from 'kysely';

/** A part's orders are found by the files it was ordered with. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index rfq_order_file_original on rfq_order_file (original_file_id)`.execute(db);
}
