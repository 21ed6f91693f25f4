import type { Supplier } from '@sinter/sdk/contract/named';
import { sql } from 'kysely';
import { portalOf, shopNameOf, type Asker } from './portal.ts';

export type Suppliers = (orderId: number, facilityId: number) => Supplier;

/**
 * What stands in place of the names of these orders' facilities where the portal keeps them: the shop for the only one of an
 * order, else a number, which stays with it. `null`: names are told.
 */
export async function suppliersOf(context: Asker, orderIds: readonly number[]): Promise<Suppliers | null> {
  const portal = await portalOf(context);
  if (!portal.hiddenColumns.includes('facility')) return null;
  const shop = await shopNameOf(context, portal);
  const { rows } = await sql<{ orderId: number; facilityId: number; number: number; all: number }>`
    select m.order_id as "orderId", m.facility_id as "facilityId",
      (row_number() over (partition by m.order_id order by m.id))::int as number,
      (count(*) over (partition by m.order_id))::int as all
    from rfq_match m where m.order_id = any(${[...orderIds]}::bigint[])
  `.execute(context.db);
  return (orderId, id) => {
    const found = rows.find((row) => row.orderId === orderId && row.facilityId === id);
    return found && found.all > 1 ? { id, name: '', number: found.number } : { id, name: shop };
  };
}
