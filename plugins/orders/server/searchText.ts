import type { PartInventory } from '@sinter/sdk/contract/catalog/partInventory';
import type { Work } from '@sinter/sdk/server';
import { sql } from 'kysely';

/**
 * What an order is found by (product 3.7): its title, the customer, what the customer calls it, and the names and numbers
 * of its parts. To be called when one of them has changed.
 */
export async function writeSearchText(unit: Pick<Work, 'db'>, inventory: PartInventory, orderId: number) {
  const number = inventory.numberOf(sql`f.original_file_id`, sql`o.company_id`);
  await sql`
    update rfq_order o set search_text = concat_ws(' ', o.display_title, nullif(o.third_party_order_id, ''), c.name, (
      select string_agg(distinct concat_ws(' ', s.file_name, ${number}), ' ')
      from rfq_order_file f join stored_file s on s.id = f.original_file_id where f.order_id = o.id))
    from company c where c.id = o.company_id and o.id = ${orderId}
  `.execute(unit.db);
}
