import { sql, type Kysely } from 'kysely';

/** Tells the orders what the jobs of an earlier version have taken. From now on this plugin tells them with every change. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    update rfq_order_file f set scheduled = order_file_scheduled(f.id)
    where exists (select from job_file built where built.order_file_id = f.id);
    drop function order_file_scheduled(bigint, bigint);
  `.execute(db);
}
