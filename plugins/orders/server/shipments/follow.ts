import { CallError } from '@sinter/sdk/contract';
import type { Pieces } from '@sinter/sdk/contract/orders/orders';
import { orderChanged } from '@sinter/sdk/contract/orders/events';
import { defineJob, type Services, type Work } from '@sinter/sdk/server';
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import * as z from 'zod';
import { followClock } from '../clock.ts';
import {
  hearers,
  keepFacts,
  lockOrder,
  moveMatch,
  moveOrder,
  ordersDb,
  type Cause,
  type LockedMatch,
  type LockedOrder,
} from '../lifecycle.ts';
import { say } from '../texts.ts';
import { insertShipment } from './change.ts';
import { lockShipment, recordShipment, type LockedShipment } from './keep.ts';
import { readyOf, type Leaving } from './ready.ts';
import { tellParcel } from './tell.ts';
import { leftStatuses, travels } from './transitions.ts';

/** How much of an order a facility owes, has sent, and knows to have arrived. */
async function progressOf(unit: Work, orderId: number, facilityId: number) {
  const { rows } = await sql<{ owed: number; left: number; arrived: number; complete: boolean }>`
    select sum(f.quantity + f.reship_quantity)::int as owed, sum(gone.left)::int as left, sum(gone.arrived)::int as arrived,
      bool_and(gone.left >= f.quantity + f.reship_quantity) as complete
    from rfq_order_file f cross join lateral (
      select coalesce(sum(l.quantity) filter (where s.status = any(${[...leftStatuses]}::text[])), 0) as left,
        coalesce(sum(l.quantity) filter (where s.status = 'DELIVERED'), 0) as arrived
      from shipment_line l join shipment s on s.id = l.shipment_id
      where l.order_file_id = f.id and s.facility_id = ${facilityId}) gone
    where f.order_id = ${orderId}
  `.execute(unit.db);
  const [found] = rows;
  return {
    owed: found?.owed ?? 0,
    left: found?.left ?? 0,
    allLeft: found?.complete ?? false,
    allArrived: (found?.complete ?? false) && found?.arrived === found?.left,
  };
}

const hasLeft = (match: LockedMatch) => match.status === 'SHIPPED' || match.status === 'INTERNAL_SHIPPED';

/** An order of a parcel that has left: once all of its pieces have, it is shipped. */
export async function orderLeaves(
  unit: Work,
  shipment: LockedShipment,
  { order, match }: Leaving,
  cause: Cause,
): Promise<void> {
  const { owed, left, allLeft } = await progressOf(unit, order.id, shipment.facilityId);
  if (allLeft) {
    const told = { userId: cause.userId, facilityId: cause.facilityId, reason: shipment.tracking };
    await moveMatch(unit, order, match, 'SHIP', told);
    await moveOrder(unit, order, 'SHIP', told);
  } else await look(unit, { order, match });
  const pieces = shipment.lines.filter(({ orderId }) => orderId === order.id);
  await tellParcel(unit, allLeft ? 'parcelShipped' : 'partShipped', shipment, { order, match }, cause, {
    tracking: shipment.tracking,
    pieces: pieces.reduce((sum, { quantity }) => sum + quantity, 0),
    left,
    all: owed,
  });
}

/** Browsers that show the order look again. */
const look = (unit: Work, { order, match }: Leaving) =>
  unit.emit(orderChanged, { orderId: order.id, status: match.status }, hearers(order, [match]));

/** An order of a parcel that has arrived: once all of its parcels have, it is delivered. */
export async function orderArrives(unit: Work, { order, match }: Leaving, cause: Cause): Promise<boolean> {
  const { allArrived } = await progressOf(unit, order.id, match.facilityId);
  const whole = allArrived && hasLeft(match) && match.deliveredAt === null;
  if (whole) {
    await moveMatch(unit, order, match, 'REPORT_DELIVERY', cause);
    await moveOrder(unit, order, 'REPORT_DELIVERY', cause);
    await keepFacts(unit, match, { deliveredAt: new Date() });
    await followClock(unit, order);
  } else await look(unit, { order, match });
  return whole;
}

/** An order of a parcel that had left and is void: its pieces are to be shipped again. */
export async function orderComesBack(unit: Work, { order, match }: Leaving, cause: Cause): Promise<void> {
  if (!hasLeft(match)) return look(unit, { order, match });
  if (match.claim) throw new CallError('CONFLICT', say('shipmentClaimed', { order: String(order.id) }));
  await moveMatch(unit, order, match, 'TAKE_BACK', cause);
  await moveOrder(unit, order, 'TAKE_BACK', cause);
}

/** The rest of an order leaves at once: one shipment with everything that is owed and in none. */
export async function shipRest(unit: Work, order: LockedOrder, match: LockedMatch, cause: Cause): Promise<void> {
  const { facilityId } = match;
  if (order.controlled) throw new CallError('CONFLICT', say('shipmentScreenFirst'));
  const { rows } = await sql<{ id: number }>`
    select distinct s.id from shipment s join shipment_line l on l.shipment_id = s.id
    where l.order_id = ${order.id} and s.facility_id = ${facilityId} and s.status in ('DRAFT', 'PACKED') order by s.id
  `.execute(unit.db);
  const [open] = rows;
  if (open) throw new CallError('CONFLICT', say('shipmentOpen', { shipment: String(open.id) }));
  const lines = (await readyOf(unit.db, facilityId, [order.id])).filter(({ left }) => left > 0);
  if (lines.length === 0) return;
  const { delivery_address: address } = await ordersDb(unit)
    .selectFrom('rfq_order')
    .select('delivery_address')
    .where('id', '=', order.id)
    .executeTakeFirstOrThrow();
  const id = await insertShipment(unit, {
    ...{ facilityId, companyId: order.companyId, eventId: randomUUID(), createdBy: cause.userId },
    address: address === null ? null : JSON.stringify(address),
    tracking: (cause.reason ?? '').slice(0, 100),
    lines: lines.map(({ orderFileId, left }) => ({ orderFileId, orderId: order.id, quantity: left })),
  });
  const now = new Date();
  await ordersDb(unit)
    .updateTable('shipment')
    .set({ status: 'SHIPPED', shipped_at: now })
    .where('id', '=', id)
    .execute();
  const made = await lockShipment(unit, id);
  const shipment = { ...made, orders: [{ order, match }] };
  await recordShipment(unit, shipment, 'SHIP', { userId: cause.userId });
  const pieces = lines.reduce((sum, { left }) => sum + left, 0);
  await tellParcel(unit, 'parcelShipped', shipment, { order, match }, cause, {
    ...{ tracking: shipment.tracking, pieces, left: pieces, all: pieces },
  });
}

/** Parcels of an order that others share arrive with it; the other orders follow, each in a transaction of its own. */
export const arrivedJob = defineJob({
  name: 'orders.arrived',
  payload: z.object({ orderId: z.number().int(), facilityId: z.number().int() }),
  lane: 'light',
  maxAttempts: 25,
});

/** The order has arrived: so have its parcels. `byFacility`: who said so is of it. */
export async function parcelsArrive(unit: Work, order: LockedOrder, match: LockedMatch, cause: Cause): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    update shipment s set status = 'DELIVERED', delivered_at = now(), version = version + 1
    where s.facility_id = ${match.facilityId} and s.status = any(${[...travels]}::text[])
      and s.id in (select shipment_id from shipment_line where order_id = ${order.id})
    returning s.id
  `.execute(unit.db);
  const userId = cause.facilityId === null || cause.facilityId === undefined ? null : cause.userId;
  for (const { id } of rows) {
    const { rows: shared } = await sql<{ orderId: number }>`
      select distinct order_id as "orderId" from shipment_line where shipment_id = ${id} and order_id <> ${order.id}
    `.execute(unit.db);
    const shipment: LockedShipment = {
      ...{ id, facilityId: match.facilityId, companyId: order.companyId, status: 'DELIVERED' as const, version: 0 },
      ...{ carrier: '', tracking: '', labelFileId: null, leftAt: new Date(), lines: [], orders: [{ order, match }] },
    };
    await recordShipment(unit, shipment, 'DELIVER', { userId });
    for (const { orderId } of shared) {
      await unit.enqueue(arrivedJob, { orderId, facilityId: match.facilityId }, { key: `arrived ${orderId}` });
    }
  }
}

export async function onArrived(services: Services, told: z.output<typeof arrivedJob.payload>): Promise<void> {
  await services.write(async (unit) => {
    const order = await lockOrder(unit, told.orderId);
    const match = order.matches.find(({ facilityId }) => facilityId === told.facilityId);
    if (match) await orderArrives(unit, { order, match }, { userId: null });
  });
}

/** Pieces of an accepted claim leave once more. */
export async function oweAgain(unit: Work, pieces: readonly Pieces[]): Promise<void> {
  await sql`
    update rfq_order_file f set reship_quantity = f.reship_quantity + told.quantity
    from unnest(${pieces.map(({ orderFileId }) => orderFileId)}::bigint[],
      ${pieces.map(({ quantity }) => quantity)}::int[]) as told(id, quantity)
    where f.id = told.id
  `.execute(unit.db);
}
