import { CallError } from '@sinter/sdk/contract';
import { orderChanged } from '@sinter/sdk/contract/orders/events';
import {
  matchStatusSchema,
  orderStatusSchema,
  type MatchStatus,
  type OrderEvent,
  type OrderStatus,
} from '@sinter/sdk/contract/orders/orders';
import type { Work } from '@sinter/sdk/server';
import type { OrderTables } from './tables.ts';
import { allowedFrom, findTransition, matchTransitions, orderTransitions, type AnyEvent } from './transitions.ts';

/** An order and its matches, locked for the rest of the transaction. */
export interface LockedOrder {
  id: number;
  companyId: number;
  status: OrderStatus;
  heldFrom: OrderStatus | null;
  matches: LockedMatch[];
}
export interface LockedMatch {
  id: number;
  facilityId: number;
  status: MatchStatus;
  heldFrom: MatchStatus | null;
}

/** Who does it and why; `eventId` makes a repeated request harmless. */
export interface Cause {
  userId: number | null;
  reason?: string;
  eventId?: string;
}

export const ordersDb = (unit: Work) => unit.db.withTables<OrderTables>();

export async function lockOrder(unit: Work, orderId: number): Promise<LockedOrder> {
  const db = ordersDb(unit);
  const order = await db
    .selectFrom('rfq_order')
    .select(['id', 'company_id', 'status', 'held_from'])
    .where('id', '=', orderId)
    .forUpdate()
    .executeTakeFirst();
  if (!order) throw new CallError('NOT_FOUND');
  const matches = await db
    .selectFrom('rfq_match')
    .select(['id', 'facility_id', 'status', 'held_from'])
    .where('order_id', '=', orderId)
    .orderBy('id')
    .forUpdate()
    .execute();
  return {
    id: order.id,
    companyId: order.company_id,
    status: orderStatusSchema.parse(order.status),
    heldFrom: orderStatusSchema.nullable().parse(order.held_from),
    matches: matches.map((match) => ({
      id: match.id,
      facilityId: match.facility_id,
      status: matchStatusSchema.parse(match.status),
      heldFrom: matchStatusSchema.nullable().parse(match.held_from),
    })),
  };
}

/** True when this request was carried out on the order before. */
export async function alreadyDone(unit: Work, orderId: number, eventId: string): Promise<boolean> {
  const row = await ordersDb(unit)
    .selectFrom('order_history')
    .select('id')
    .where('order_id', '=', orderId)
    .where('event_id', '=', eventId)
    .executeTakeFirst();
  return row !== undefined;
}

const isSetAside = (status: string) => status === 'ON_HOLD' || status === 'ARCHIVED';

/** Changes the status of one match. Throws TRANSITION_REFUSED with what its side may do instead. */
export async function moveMatch(unit: Work, order: LockedOrder, match: LockedMatch, event: AnyEvent, cause: Cause) {
  const transition = findTransition(matchTransitions, event, match.status);
  if (!transition) throw refused(match.status, event, allowedFrom(matchTransitions, 'provider', match.status));
  const before = match.status;
  const to = transition.to === 'held' ? (match.heldFrom ?? match.status) : transition.to;
  match.heldFrom = isSetAside(to) ? before : null;
  match.status = to;
  await ordersDb(unit)
    .updateTable('rfq_match')
    .set({ status: to, held_from: match.heldFrom, updated_at: new Date() })
    .where('id', '=', match.id)
    .execute();
  await record(unit, order, match, event, cause, before);
}

/** Changes the buyer-side status. Throws TRANSITION_REFUSED with what the buyer may do instead. */
export async function moveOrder(unit: Work, order: LockedOrder, event: AnyEvent, cause: Cause): Promise<void> {
  const transition = findTransition(orderTransitions, event, order.status);
  if (!transition) throw refused(order.status, event, allowedFrom(orderTransitions, 'buyer', order.status));
  const before = order.status;
  const to = transition.to === 'held' ? (order.heldFrom ?? order.status) : transition.to;
  order.heldFrom = isSetAside(to) ? before : null;
  order.status = to;
  await ordersDb(unit)
    .updateTable('rfq_order')
    .set({ status: to, held_from: order.heldFrom, updated_at: new Date() })
    .where('id', '=', order.id)
    .execute();
  await record(unit, order, null, event, cause, before);
}

export function refused(status: string, event: AnyEvent, allowed: readonly AnyEvent[]): CallError {
  return new CallError('TRANSITION_REFUSED', undefined, {
    from: status,
    event,
    allowed: [...allowed],
  });
}

async function record(
  unit: Work,
  order: LockedOrder,
  match: LockedMatch | null,
  event: AnyEvent,
  cause: Cause,
  before: string,
): Promise<void> {
  await ordersDb(unit)
    .insertInto('order_history')
    .values({
      order_id: order.id,
      match_id: match?.id ?? null,
      event,
      event_id: cause.eventId ?? null,
      order_status: order.status,
      match_status: match?.status ?? null,
      reason: cause.reason ?? '',
      user_id: cause.userId,
    })
    .execute();
  // A request has one id; what follows from it in the same transaction has none.
  cause.eventId = undefined;
  await unit.audit({
    action: `order.${event.toLowerCase()}`,
    objectKind: match ? 'MATCH' : 'RFQ',
    objectId: String(match?.id ?? order.id),
    facilityId: match?.facilityId ?? null,
    before,
    after: match?.status ?? order.status,
  });
  await unit.emit(
    orderChanged,
    { orderId: order.id, status: match?.status ?? order.status },
    { companyIds: [order.companyId], facilityIds: match ? [match.facilityId] : order.matches.map((m) => m.facilityId) },
  );
}

/** What a provider may do with a match of this status. */
export const allowedOnMatch = (status: MatchStatus): OrderEvent[] => allowedFrom(matchTransitions, 'provider', status);

/** What a buyer may do with an order of this status, whose matches have those. */
export function allowedOnOrder(status: OrderStatus, matches: readonly MatchStatus[]): OrderEvent[] {
  const onMatches = matches.flatMap((each) => allowedFrom(matchTransitions, 'buyer', each));
  return [...new Set([...allowedFrom(orderTransitions, 'buyer', status), ...onMatches])];
}
