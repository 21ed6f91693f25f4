import { CallError } from '@sinter/sdk/contract';
import type { CallResult } from '@sinter/sdk/contract/call';
import type { MatchStatus } from '@sinter/sdk/contract/orders/orders';
import type { readyShipments } from '@sinter/sdk/contract/orders/shipping';
import type { CallContext, Work } from '@sinter/sdk/server';
import { sql, type QueryExecutorProvider } from 'kysely';
import type { LockedMatch, LockedOrder } from '../lifecycle.ts';
import { lockOrder } from '../lifecycle.ts';
import { say } from '../texts.ts';
import { viewersMatch, visible } from '../visibility.ts';

/** Statuses of a match in which pieces can leave. */
export const shippable: readonly MatchStatus[] = [
  'SP_BID_ACCEPTED',
  'IN_PROGRESS',
  'IN_POSTPROCESSING',
  'IN_QUALITYCONTROL',
];

/** What the buyer gets of order file `f` altogether: what was ordered, and what an accepted claim sends once more. */
export const owed = sql<number>`(f.quantity + f.reship_quantity)`;

/** Pieces of `f` in shipments of its facility `m` that are not void. */
const taken = sql`coalesce((select sum(l.quantity) from shipment_line l join shipment s on s.id = l.shipment_id
  where l.order_file_id = f.id and s.status <> 'VOIDED' and s.facility_id = m.facility_id), 0)`;

/**
 * Pieces of `f` that are there to leave and in no shipment: what jobs have made well, less what was scrapped. Once people
 * have said that printing is finished, all are made, whatever jobs there were.
 */
const ready = sql<number>`greatest(0, case
  when m.status in ('IN_POSTPROCESSING', 'IN_QUALITYCONTROL') then ${owed}
  when m.status in ('SP_BID_ACCEPTED', 'IN_PROGRESS') then least(${owed}, f.made - (f.remake_quantity - f.reship_quantity))
  else 0 end - ${taken})::int`;

interface Ready {
  orderFileId: number;
  orderId: number;
  fileName: string;
  ready: number;
  /** Owed and in no shipment, ready or not. */
  left: number;
}

/** How much of the parts of these orders a facility can ship now. Lock the orders before relying on it. */
export async function readyOf(
  db: QueryExecutorProvider,
  facilityId: number,
  orderIds: readonly number[],
): Promise<Ready[]> {
  const { rows } = await sql<Ready>`
    select f.id as "orderFileId", f.order_id as "orderId", up.file_name as "fileName", ${ready} as ready,
      greatest(0, ${owed} - ${taken})::int as left
    from rfq_order_file f join rfq_match m on m.order_id = f.order_id and m.facility_id = ${facilityId}
      join stored_file up on up.id = f.original_file_id
    where f.order_id = any(${[...orderIds]}::bigint[]) order by f.order_id, f.position
  `.execute(db);
  return rows;
}

/** An order and the part that a facility has in it. */
export interface Leaving {
  order: LockedOrder;
  match: LockedMatch;
}

/** Locks the orders in the order of their numbers, so that two who take the same pieces wait for each other. */
export async function lockOrders(unit: Work, facilityId: number, orderIds: readonly number[]): Promise<Leaving[]> {
  const locked: Leaving[] = [];
  for (const id of [...new Set(orderIds)].toSorted((one, other) => one - other)) {
    const order = await lockOrder(unit, id);
    const match = order.matches.find((each) => each.facilityId === facilityId);
    if (!match) throw new CallError('NOT_FOUND');
    locked.push({ order, match });
  }
  return locked;
}

/** Throws CONFLICT for an order that stands where nothing leaves. */
export function requireShippable(orders: readonly Leaving[]): void {
  for (const { order, match } of orders) {
    if (match.cancellation) throw new CallError('CONFLICT', say('cancelAsked', { order: String(order.id) }));
    if (match.status === 'ON_HOLD') throw new CallError('CONFLICT', say('shipmentHeld', { order: String(order.id) }));
    if (!shippable.includes(match.status)) {
      throw new CallError('CONFLICT', say('shipmentNotNow', { order: String(order.id) }));
    }
  }
}

const mostOrders = 500;

/** The orders with pieces that are ready, those that are due first, by where they go. */
export async function readyToShip({ user, facilityId, db }: CallContext): Promise<CallResult<typeof readyShipments>> {
  const { rows } = await sql<CallResult<typeof readyShipments>[number]>`
    with piece as materialized (
      select o.id as order_id, o.company_id, o.delivery_address as address, o.display_title, m.due_at, f.id, f.position,
        up.file_name, ${owed} as owed, ${ready} as ready
      from rfq_order o ${viewersMatch(user)}
        join rfq_order_file f on f.order_id = o.id join stored_file up on up.id = f.original_file_id
      where ${visible(user)} and m.facility_id = ${facilityId} and m.cancellation is null
        and m.status = any(${[...shippable]}::text[])
    ), each_order as (
      select p.order_id, p.company_id, p.address, min(p.due_at) as due,
        jsonb_build_object('id', order_id, 'name', display_title, 'lines', jsonb_agg(jsonb_build_object(
          'orderFileId', id, 'fileName', file_name, 'ordered', owed, 'ready', ready) order by position)) as said
      from piece p where p.ready > 0 group by p.order_id, p.company_id, p.address, p.display_title
      order by due nulls last, p.order_id limit ${mostOrders}
    )
    select jsonb_build_object('id', c.id, 'name', c.name) as company, e.address,
      jsonb_agg(e.said order by e.due nulls last, e.order_id) as orders
    from each_order e join company c on c.id = e.company_id
    group by c.id, c.name, e.address order by min(e.due) nulls last, c.name
  `.execute(db);
  return rows;
}
