import { sql, type Kysely } from 'kysely';

/** Parts with pieces that no job has, found and counted without reading the others. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create index rfq_order_file_unscheduled on rfq_order_file
      (order_id, id) include (am_process_id, material_id, quantity, remake_quantity, scheduled)
      where quantity + remake_quantity > scheduled
  `.execute(db);
}
