import type { OrderShipments } from '@sinter/sdk/contract/orders/orderShipments';
import type { CallContext } from '@sinter/sdk/server';
import { isoTime } from '@sinter/sdk/server';
import { sql } from 'kysely';
import { isProvider, partsShown, requireVisible, viewersMatch } from '../visibility.ts';
import { carried } from './carried.ts';
import { papersFor } from './papers.ts';
import { owed } from './ready.ts';
import { leftStatuses } from './transitions.ts';

type Shown = OrderShipments['shipments'][number];
type Stored = Omit<Shown, 'carrier' | 'trackingUrl'> & { carrier: string; facilityId: number };

/** The parcels of an order, as both sides may read of them: nothing that the facility writes for itself. */
export async function shipmentsOfOrder(context: CallContext, orderId: number): Promise<OrderShipments> {
  await requireVisible(context, orderId);
  const { db, user } = context;
  // Which of the order's parcels are shown: the own ones to a facility, to the buyer what has left.
  const shown = isProvider(user)
    ? sql`s.facility_id = ${user.facilityId} and s.status <> 'VOIDED'`
    : sql`s.shipped_at is not null`;
  const { rows: lines } = await sql<OrderShipments['lines'][number]>`
    select f.id as "orderFileId", up.file_name as "fileName", ${owed} as ordered, gone.shipped, gone.delivered
    from rfq_order o ${viewersMatch(user)} join rfq_order_file f on f.order_id = o.id
      join stored_file up on up.id = f.original_file_id cross join lateral (
      select coalesce(sum(l.quantity) filter (where s.status = any(${[...leftStatuses]}::text[])), 0)::int as shipped,
        coalesce(sum(l.quantity) filter (where s.status = 'DELIVERED'), 0)::int as delivered
      from shipment_line l join shipment s on s.id = l.shipment_id where l.order_file_id = f.id and ${shown}) gone
    where o.id = ${orderId} and ${partsShown} order by f.position
  `.execute(db);
  const all = isProvider(user) ? sql`s.facility_id = ${user.facilityId}` : shown;
  const { rows: found } = await sql<Stored>`
    select s.id, s.facility_id as "facilityId", s.status, s.carrier, s.service, s.tracking, s.reason,
      ${papersFor(user)} as papers,
      ${isoTime('s.shipped_at')} as "shippedOn",
      ${isoTime('s.delivered_at')} as "deliveredOn",
      (select jsonb_agg(jsonb_build_object('orderFileId', l.order_file_id, 'quantity', l.quantity) order by l.order_file_id)
        from shipment_line l where l.shipment_id = s.id and l.order_id = ${orderId}) as lines
    from shipment s where ${all} and s.id in (select shipment_id from shipment_line where order_id = ${orderId})
    order by s.id desc limit 200
  `.execute(db);
  const facilities = [...new Set(found.map(({ facilityId }) => facilityId))];
  const shipments = await Promise.all(
    facilities.map((id) =>
      carried(
        db,
        id,
        found.filter(({ facilityId }) => facilityId === id),
      ),
    ),
  );
  return { lines, shipments: shipments.flat().map(({ facilityId: _, ...shipment }) => shipment) };
}
