import { CallError, type Sentence } from '@sinter/sdk/contract';
import { orderChanged } from '@sinter/sdk/contract/orders/events';
import {
  matchStatusSchema,
  orderDetailSchema,
  orderStatusSchema,
  type MatchStatus,
  type OrderEvent,
  type OrderStatus,
} from '@sinter/sdk/contract/orders/orders';
import { sourcingTypeSchema, type SourcingType } from '@sinter/sdk/contract/orders/request';
import type { EventAudience, Work } from '@sinter/sdk/server';
import * as z from 'zod';
import type { Portal } from '@sinter/sdk/contract/orders/portal';
import { factsOf, orderFacts } from './facts.ts';
import { issueAfter } from './documents/issue.ts';
import { portalOfCompany } from './portal/portal.ts';
import { publicStatus } from './portal/statuses.ts';
import { tellOf } from './notices/tell.ts';
import { approvalAsked } from './quotes/asked.ts';
import { keepPromise } from './promise.ts';
import { endPayment } from './payment/ended.ts';
import type { OrderTables } from './tables.ts';
import {
  allowedFrom,
  findTransition,
  matchTransitions,
  orderTransitions,
  type AnyEvent,
  type Facts,
} from './transitions.ts';

const { claim: shownClaim, cancellation: cancellationSchema } = orderDetailSchema.shape;
const claimSchema = shownClaim
  .unwrap()
  .omit({ files: true })
  .extend({ fileIds: z.array(z.number()).default([]) })
  .nullable();
export type Claim = z.infer<typeof claimSchema>;
export type Cancellation = z.infer<typeof cancellationSchema>;

/** An order and its matches, locked for the rest of the transaction. */
export interface LockedOrder {
  id: number;
  companyId: number;
  createdBy: number;
  controlled: boolean;
  status: OrderStatus;
  heldFrom: OrderStatus | null;
  quoteDueAt: Date | null;
  ndaRequired: boolean;
  /** An approval is asked for and not answered. */
  asked: boolean;
  sourcing: SourcingType | null;
  matches: LockedMatch[];
  /** What its customer is shown. */
  portal: Portal;
}
export interface LockedMatch {
  id: number;
  facilityId: number;
  status: MatchStatus;
  heldFrom: MatchStatus | null;
  createdAt: Date;
  deliveredAt: Date | null;
  claim: Claim;
  cancellation: Cancellation;
  /** It is a facility of the buyer's own enterprise. */
  internal: boolean;
}

/** Who does it and why; `eventId` makes a repeated request harmless. */
export interface Cause {
  userId: number | null;
  /** The facility that the user acts for; none for a buyer. */
  facilityId?: number | null;
  reason?: string;
  eventId?: string;
}

export const ordersDb = (unit: Work) => unit.db.withTables<OrderTables>();

export async function lockOrder(unit: Work, orderId: number): Promise<LockedOrder> {
  const db = ordersDb(unit);
  const order = await db
    .selectFrom('rfq_order as o')
    .select([
      approvalAsked.as('asked'),
      'id',
      'company_id',
      'created_by',
      'export_controlled',
      'holds_controlled',
      'status',
      'held_from',
      'quote_due_at',
      'nda_required',
      'sourcing',
    ])
    .where('id', '=', orderId)
    .forUpdate()
    .executeTakeFirst();
  if (!order) throw new CallError('NOT_FOUND');
  const matches = await db
    .selectFrom('rfq_match')
    .select([
      'id',
      'facility_id',
      'status',
      'held_from',
      'created_at',
      'delivered_at',
      'claim',
      'cancellation',
      'relation',
    ])
    .where('order_id', '=', orderId)
    .orderBy('id')
    .forUpdate()
    .execute();
  const portal = await portalOfCompany(unit.db, order.company_id);
  return {
    portal,
    id: order.id,
    companyId: order.company_id,
    createdBy: order.created_by,
    controlled: order.export_controlled || order.holds_controlled,
    status: orderStatusSchema.parse(order.status),
    heldFrom: orderStatusSchema.nullable().parse(order.held_from),
    quoteDueAt: order.quote_due_at,
    ndaRequired: order.nda_required,
    asked: order.asked,
    sourcing: sourcingTypeSchema.nullable().parse(order.sourcing),
    matches: matches.map((match) => ({
      id: match.id,
      facilityId: match.facility_id,
      status: matchStatusSchema.parse(match.status),
      heldFrom: matchStatusSchema.nullable().parse(match.held_from),
      createdAt: match.created_at,
      deliveredAt: match.delivered_at,
      claim: claimSchema.parse(match.claim),
      cancellation: cancellationSchema.parse(match.cancellation),
      internal: match.relation === 'INTERNAL',
    })),
  };
}

/** Statuses in which a vendor's match is the order's agreement, so that what happens to it happens to the order. */
const agreed = new Set<MatchStatus | null>([
  'BID_APPROVED',
  'SP_BID_ACCEPTED',
  'IN_PROGRESS',
  'IN_POSTPROCESSING',
  'IN_QUALITYCONTROL',
  'SHIPPED',
  'INTERNAL_SHIPPED',
  'COMPLETED',
  'INTERNAL_COMPLETED',
]);
export const isAgreed = ({ status, heldFrom }: Pick<LockedMatch, 'status' | 'heldFrom'>): boolean =>
  agreed.has(status) || agreed.has(heldFrom);

/** The match that the order follows, if it was awarded. */
export const agreedMatch = (order: LockedOrder): LockedMatch | null => order.matches.find(isAgreed) ?? null;

export const factsOfOrder = (order: LockedOrder): Facts =>
  orderFacts(
    agreedMatch(order),
    order.matches.map(({ status }) => status),
    order.asked,
  );

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

/** From here it goes back to where it came from. */
const isSetAside = (status: string) => ['ON_HOLD', 'ARCHIVED', 'PAYMENT_WAITING'].includes(status);

/** Where a transition leads from where something stands. */
const target = <Status>(
  to: Status | 'held' | 'same',
  { status, heldFrom }: { status: Status; heldFrom: Status | null },
) => (to === 'same' ? status : to === 'held' ? (heldFrom ?? status) : to);

/** Changes the status of one match. Throws TRANSITION_REFUSED with what its side may do instead. */
export async function moveMatch(unit: Work, order: LockedOrder, match: LockedMatch, event: AnyEvent, cause: Cause) {
  const facts = factsOf(match);
  const transition = findTransition(matchTransitions, event, match.status, facts);
  if (!transition) throw refused(match.status, event, allowedFrom(matchTransitions, 'provider', match.status, facts));
  const before = match.status;
  const to = target<MatchStatus>(transition.to, match);
  const paidFrom = before === 'PAYMENT_WAITING' ? match.heldFrom : null;
  // What is put on hold while it is paid goes back to where it was before: that payment is over.
  if (to !== before) match.heldFrom = isSetAside(to) ? (paidFrom ?? before) : null;
  match.status = to;
  await ordersDb(unit)
    .updateTable('rfq_match')
    .set({ status: to, held_from: match.heldFrom, updated_at: new Date() })
    .where('id', '=', match.id)
    .execute();
  await keepPromise(unit, match.id, event);
  await record(unit, order, match, event, cause, before);
  if (paidFrom !== null && event !== 'PAID') await endPayment(unit, match.id, paidFrom, event);
}

/** Changes the buyer-side status. Throws TRANSITION_REFUSED with what the buyer may do instead. */
export async function moveOrder(unit: Work, order: LockedOrder, event: AnyEvent, cause: Cause): Promise<void> {
  const facts = factsOfOrder(order);
  const transition = findTransition(orderTransitions, event, order.status, facts);
  if (!transition) {
    throw refused(knownStatus(order, cause), event, allowedFrom(orderTransitions, 'buyer', order.status, facts));
  }
  const before = order.status;
  const to = target<OrderStatus>(transition.to, order);
  if (to !== before) order.heldFrom = isSetAside(to) ? before : null;
  order.status = to;
  await ordersDb(unit)
    .updateTable('rfq_order')
    .set({ status: to, held_from: order.heldFrom, updated_at: new Date() })
    .where('id', '=', order.id)
    .execute();
  await record(unit, order, null, event, cause, before);
}

/** Writes what an agreed match knows besides its status. */
export async function keepFacts(
  unit: Work,
  match: LockedMatch,
  facts: Partial<Pick<LockedMatch, 'deliveredAt' | 'claim' | 'cancellation'>>,
): Promise<void> {
  Object.assign(match, facts);
  const { deliveredAt, claim, cancellation } = match;
  await ordersDb(unit)
    .updateTable('rfq_match')
    .set({
      delivered_at: deliveredAt,
      claim: claim && JSON.stringify(claim),
      cancellation: cancellation && JSON.stringify(cancellation),
    })
    .where('id', '=', match.id)
    .execute();
}

export function refused(status: string, event: AnyEvent, allowed: readonly AnyEvent[], why?: Sentence): CallError {
  return new CallError('TRANSITION_REFUSED', why, {
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
  const { id: historyId } = await ordersDb(unit)
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
      by_facility_id: cause.facilityId ?? null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
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
  await tellChanged(unit, order, match?.status ?? order.status, hearers(order, match ? [match] : order.matches), {
    what: event,
    before,
    ...(match && { matchId: match.id }),
  });
  const about = match ?? agreedMatch(order);
  if (match) await issueAfter(unit, match.id, event);
  await tellOf(unit, {
    order,
    match: about,
    onMatch: match !== null,
    event,
    from: before,
    to: match?.status ?? order.status,
    cause,
    historyId,
  });
}

/** The status of the order as who acts knows it. */
export const knownStatus = ({ portal, status }: LockedOrder, { facilityId }: Pick<Cause, 'facilityId'>): OrderStatus =>
  typeof facilityId === 'number' ? status : publicStatus(portal, status);

/** Facilities are told `status`, and the customer where the order stands as the portal says it. */
export async function tellChanged(
  unit: Work,
  order: LockedOrder,
  status: string,
  to: EventAudience,
  happened: { what?: AnyEvent; before?: string; matchId?: number } = {},
): Promise<void> {
  const { companyIds = [], facilityIds = [], ...rest } = to;
  if (facilityIds.length > 0) {
    await unit.emit(orderChanged, { orderId: order.id, status, ...happened }, { ...rest, facilityIds });
  }
  if (companyIds.length === 0) return;
  const shown = publicStatus(order.portal, order.status);
  await unit.emit(orderChanged, { orderId: order.id, status: shown }, { ...rest, companyIds });
}

/** Who sees the order: in the buyer company, and in the facilities of these matches. */
export const hearers = (
  { companyId, createdBy, controlled }: LockedOrder,
  matches: readonly Pick<LockedMatch, 'facilityId'>[],
): EventAudience => ({
  companyIds: [companyId],
  facilityIds: matches.map(({ facilityId }) => facilityId),
  creatorIds: [createdBy],
  controlled,
});

/** What a provider may do with a match of this status. */
export const allowedOnMatch = (status: MatchStatus, facts: Facts): OrderEvent[] =>
  allowedFrom(matchTransitions, 'provider', status, facts);

/** What a buyer may do with an order of this status, whose matches have those. Quotes wait for an answer while it is out for them. */
export function allowedOnOrder(status: OrderStatus, matches: readonly MatchStatus[], facts: Facts): OrderEvent[] {
  const quoted = status === 'DISTRIBUTED' ? matches : [];
  // It can be won once: while it is paid, nothing else wins it.
  const winning: readonly OrderEvent[] = matches.includes('PAYMENT_WAITING') ? ['AWARD', 'PAY'] : [];
  const onMatches = quoted
    .flatMap((each) => allowedFrom(matchTransitions, 'buyer', each, facts))
    .filter((event) => !winning.includes(event));
  return [...new Set([...allowedFrom(orderTransitions, 'buyer', status, facts), ...onMatches])];
}
