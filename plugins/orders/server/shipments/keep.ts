import { CallError } from '@sinter/sdk/contract';
import {
  shipmentChanged,
  shipmentCreated,
  shipmentDelivered,
  shipmentShipped,
  shipmentVoided,
} from '@sinter/sdk/contract/orders/shipmentEvents';
import type { ShipmentEvent, ShipmentStatus } from '@sinter/sdk/contract/orders/shipments';
import type { CallContext, Work } from '@sinter/sdk/server';
import { sql } from 'kysely';
import { ordersDb, type Cause } from '../lifecycle.ts';
import { say } from '../texts.ts';
import { lockOrders, type Leaving } from './ready.ts';
import { visibleShipment } from './sight.ts';

/** A shipment and its orders, locked for the rest of the transaction: the orders first, as everybody does. */
export interface LockedShipment {
  id: number;
  facilityId: number;
  companyId: number;
  status: ShipmentStatus;
  version: number;
  carrier: string;
  tracking: string;
  labelFileId: number | null;
  leftAt: Date | null;
  lines: { orderFileId: number; orderId: number; quantity: number }[];
  orders: Leaving[];
}

const linesOf = (unit: Work, id: number) =>
  ordersDb(unit)
    .selectFrom('shipment_line')
    .select(['order_file_id as orderFileId', 'order_id as orderId', 'quantity'])
    .where('shipment_id', '=', id)
    .orderBy('order_file_id')
    .execute();

/** `also`: further orders that are going to be in it. */
export async function lockShipment(unit: Work, id: number, also: readonly number[] = []): Promise<LockedShipment> {
  const db = ordersDb(unit);
  const found = await db.selectFrom('shipment').select('facility_id').where('id', '=', id).executeTakeFirst();
  if (!found) throw new CallError('NOT_FOUND');
  const expected = [...(await linesOf(unit, id)).map(({ orderId }) => orderId), ...also];
  const orders = await lockOrders(unit, found.facility_id, expected);
  const row = await db
    .selectFrom('shipment')
    .select(['company_id', 'status', 'version', 'carrier', 'tracking', 'label_file_id', 'shipped_at'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow();
  const lines = await linesOf(unit, id);
  // Somebody has put another order into it meanwhile.
  if (lines.some(({ orderId }) => !expected.includes(orderId))) throw new CallError('CONFLICT', say('shipmentChanged'));
  return {
    ...{ id, facilityId: found.facility_id, companyId: row.company_id, status: row.status, version: row.version },
    ...{
      carrier: row.carrier,
      tracking: row.tracking,
      labelFileId: row.label_file_id,
      leftAt: row.shipped_at,
      lines,
      orders,
    },
  };
}

export const isControlled = ({ orders }: Pick<LockedShipment, 'orders'>): boolean =>
  orders.some(({ order }) => order.controlled);

/** Throws NOT_FOUND for a shipment that does not exist or that the caller may not see; the two look the same. */
export async function requireShipment({ db, user }: CallContext, id: number): Promise<void> {
  const { rows } = await sql`select from shipment s where s.id = ${id} and ${visibleShipment(user)}`.execute(db);
  if (rows.length === 0) throw new CallError('NOT_FOUND');
}

const told = {
  CREATE: shipmentCreated,
  SHIP: shipmentShipped,
  DELIVER: shipmentDelivered,
  VOID: shipmentVoided,
} as const;
type What = ShipmentEvent | 'CREATE' | 'CHANGE';

/** Tells browsers and webhooks; the buyer's only of what has left. */
export async function announce(unit: Work, shipment: LockedShipment, what: What): Promise<void> {
  const { id, facilityId, companyId, status, orders, leftAt } = shipment;
  const event =
    what === 'CREATE' || what === 'SHIP' || what === 'DELIVER' || what === 'VOID' ? told[what] : shipmentChanged;
  await unit.emit(
    event,
    { shipmentId: id, status, orderIds: orders.map(({ order }) => order.id) },
    {
      facilityIds: [facilityId],
      companyIds: leftAt === null ? [] : [companyId],
      creatorIds: leftAt === null ? [] : orders.map(({ order }) => order.createdBy),
      controlled: isControlled(shipment),
    },
  );
}

/** Writes down what has happened to a shipment: its history, the audit, and those who look. */
export async function recordShipment(
  unit: Work,
  shipment: LockedShipment,
  what: What | 'SCREEN',
  { userId, reason = '', eventId }: Pick<Cause, 'userId' | 'reason' | 'eventId'>,
  before: unknown = null,
  after: unknown = shipment.status,
): Promise<void> {
  await ordersDb(unit)
    .insertInto('shipment_history')
    .values({
      shipment_id: shipment.id,
      event: what,
      event_id: eventId ?? null,
      status: shipment.status,
      reason,
      user_id: userId,
    })
    .execute();
  await unit.audit({
    action: `shipment.${what.toLowerCase()}`,
    objectKind: 'SHIPMENT',
    objectId: String(shipment.id),
    facilityId: shipment.facilityId,
    before,
    after,
  });
  await announce(unit, shipment, what === 'SCREEN' ? 'CHANGE' : what);
}

/** True when this request was carried out on the shipment before. */
export async function doneBefore(unit: Work, id: number, eventId: string): Promise<boolean> {
  const row = await ordersDb(unit)
    .selectFrom('shipment_history')
    .select('id')
    .where('shipment_id', '=', id)
    .where('event_id', '=', eventId)
    .executeTakeFirst();
  return row !== undefined;
}

/** What lists find a shipment by. */
export const searchTextOf = (unit: Work, id: number) =>
  sql`update shipment s set search_text = concat_ws(' ', c.name, s.address ->> 'companyName', s.address ->> 'city',
      s.carrier, s.service, s.tracking)
    from company c where c.id = s.company_id and s.id = ${id}`.execute(unit.db);
