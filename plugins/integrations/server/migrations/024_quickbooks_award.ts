import { sql, type Kysely } from 'kysely';

/** An order may have one invoice for the whole of it, which is of no shipment. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table quickbooks_connection drop constraint quickbooks_connection_invoice_at_check,
      add constraint quickbooks_connection_invoice_at_check check (invoice_at in ('AWARD', 'SHIPPED', 'DELIVERED'));
    alter table quickbooks_push alter column shipment_id drop not null,
      drop constraint quickbooks_push_facility_id_kind_order_id_shipment_id_key,
      add constraint quickbooks_push_once unique nulls not distinct (facility_id, kind, order_id, shipment_id);
  `.execute(db);
}
