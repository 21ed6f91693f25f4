import { sql, type Kysely } from 'kysely';

/**
 * Whether an upload among an order's parts is marked as export controlled, kept with the order (`marks.ts`): a search
 * must not look at every file of every order. And what searches of many orders go by.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table rfq_order add column holds_controlled boolean not null default false;
    update rfq_order set holds_controlled = true where id in (
      select part.order_id from rfq_order_file part join stored_file upload on upload.id = part.original_file_id
      where upload.controlled);
    create index rfq_order_creator on rfq_order (created_by, created_at desc, id desc);
    create index rfq_order_file_material on rfq_order_file (material_id, order_id);
    create index rfq_order_file_process on rfq_order_file (am_process_id, order_id);
  `.execute(db);
}
