import { CallError } from '@sinter/sdk/contract';
import {
  matchStatusSchema,
  orderStatusSchema,
  statusGroups,
  type MatchStatus,
  type OrderEvent,
} from '@sinter/sdk/contract/orders/orders';
import type { Work } from '@sinter/sdk/server';
import type { OrderProduction, WorkStage } from '@sinter/sdk/contract/orders/production';
import { sql } from 'kysely';
import * as z from 'zod';
import { acceptClaim, fireIn } from './actions.ts';
import { completeAt, factsOf } from './facts.ts';
import {
  factsOfOrder,
  hearers,
  isAgreed,
  lockOrder,
  moveMatch,
  moveOrder,
  ordersDb,
  tellChanged,
  type Cause,
  type LockedMatch,
  type LockedOrder,
} from './lifecycle.ts';
import { makeAgain as remakePieces } from './pieces.ts';
import { oweAgain } from './shipments/follow.ts';
import { findTransition, matchTransitions, orderTransitions } from './transitions.ts';
import { riskJob } from './dates/risk.ts';
import { requireVisible } from './visibility.ts';
import { say } from './texts.ts';

async function ordersOf(unit: Work, orderFileIds: readonly number[]): Promise<number[]> {
  const rows = await unit.db
    .selectFrom('rfq_order_file')
    .select('order_id')
    .distinct()
    .where('id', '=', sql<number>`any(${orderFileIds})`)
    .orderBy('order_id')
    .execute();
  return rows.map((row) => row.order_id);
}

export const production: OrderProduction = {
  /** Holds the awards, in the order in which `started` does, until the transaction ends: none is put on hold in between. */
  async requireAwarded(unit, facilityId, orderFileIds) {
    const { rows } = await sql<{ id: number }>`
      select f.id from rfq_order_file f join rfq_match m on m.order_id = f.order_id
      where f.id = any(${orderFileIds}) and m.facility_id = ${facilityId} and m.status = any(${[...statusGroups.AWARDED]})
      order by m.order_id for share of m
    `.execute(unit.db);
    const awarded = new Set(rows.map((row) => row.id));
    const other = orderFileIds.find((id) => !awarded.has(id));
    if (other !== undefined) {
      throw new CallError('CONFLICT', say('notAwarded', { part: String(other) }));
    }
  },

  async setScheduled(unit, taken) {
    const fileIds = taken.map(({ orderFileId }) => orderFileId);
    const { rows } = await sql<{ id: number }>`
      update rfq_order_file f set scheduled = told.quantity, made = told.made, planned_until = told.until
      from unnest(${fileIds}::bigint[], ${taken.map(({ quantity }) => quantity)}::int[],
        ${taken.map(({ made }) => made)}::int[],
        ${taken.map(({ plannedUntil }) => plannedUntil?.toISOString() ?? null)}::timestamptz[]) as told(id, quantity, made, until)
      where f.id = told.id
        and (f.scheduled, f.made, f.planned_until) is distinct from (told.quantity, told.made, told.until)
      returning f.id
    `.execute(unit.db);
    // Afterwards: here it would hold the awards of orders whose parts somebody else is planning.
    if (rows.length > 0) await unit.enqueue(riskJob, { orderFileIds: rows.map(({ id }) => id) });
  },

  async setPriority(context, unit, orderId, labelId) {
    await requireVisible(context, orderId);
    const order = await lockOrder(unit, orderId);
    const match = order.matches.find((each) => each.facilityId === context.facilityId);
    if (!match) throw new CallError('NOT_FOUND');
    const db = ordersDb(unit);
    const before = await db
      .selectFrom('rfq_match')
      .select('priority_label_id')
      .where('id', '=', match.id)
      .executeTakeFirstOrThrow();
    if (before.priority_label_id === labelId) return;
    await db.updateTable('rfq_match').set({ priority_label_id: labelId }).where('id', '=', match.id).execute();
    await unit.audit({
      action: 'order.priority',
      objectKind: 'MATCH',
      objectId: String(match.id),
      facilityId: match.facilityId,
      before: before.priority_label_id,
      after: labelId,
    });
    await tellChanged(unit, order, match.status, { ...hearers(order, [match]), companyIds: [] });
  },

  async forgetPriority(unit, facilityId, labelId) {
    await ordersDb(unit)
      .updateTable('rfq_match')
      .set({ priority_label_id: null })
      .where('facility_id', '=', facilityId)
      .where('priority_label_id', '=', labelId)
      .execute();
  },

  async started(unit, facilityId, orderFileIds, userId) {
    const cause = { userId, facilityId };
    for (const orderId of await ordersOf(unit, orderFileIds)) {
      const order = await lockOrder(unit, orderId);
      const match = order.matches.find((each) => each.facilityId === facilityId);
      if (match?.status !== 'SP_BID_ACCEPTED') continue;
      if (match.cancellation) throw new CallError('CONFLICT', say('cancelAsked', { order: String(orderId) }));
      await moveMatch(unit, order, match, 'START_PRODUCTION', cause);
      if (order.status === 'AGREEMENT_DONE') await moveOrder(unit, order, 'START_PRODUCTION', cause);
    }
  },

  async makeAgain(unit, orderFileId, quantity) {
    await sql`
      update rfq_order_file set remake_quantity = greatest(remake_quantity + ${quantity}, 0) where id = ${orderFileId}
    `.execute(unit.db);
  },

  async awardedAt(db, facilityId, orderFileIds) {
    const { rows } = await sql<{ id: number; at: Date }>`
      select f.id, max(h.created_at) as at
      from rfq_order_file f join rfq_match m on m.order_id = f.order_id and m.facility_id = ${facilityId}
        join order_history h on h.match_id = m.id and h.event = 'ACCEPT_AWARD'
      where f.id = any(${[...orderFileIds]}::bigint[]) group by f.id
    `.execute(db);
    return new Map(rows.map(({ id, at }) => [id, at]));
  },

  async reached(unit, facilityId, orderId, stage, back) {
    const order = await lockOrder(unit, orderId);
    const match = order.matches.find((each) => each.facilityId === facilityId);
    const event = match && eventOf(stage, match.status);
    if (!match || !event || (goesBack(event) && !back)) return;
    const cause = { userId: null, facilityId };
    await moveBoth(unit, order, match, event, cause);
  },

  async standing(db, facilityId, orderId) {
    const { rows } = await sql`
      select o.company_id as "companyId", o.created_by as "createdBy", o.status as "orderStatus", m.status, m.held_from as "heldFrom",
        m.delivered_at as "deliveredAt", m.claim, m.cancellation, m.relation = 'INTERNAL' as internal
      from rfq_order o join rfq_match m on m.order_id = o.id
      where o.id = ${orderId} and m.facility_id = ${facilityId}
    `.execute(db);
    const [found] = z.array(standingSchema).parse(rows);
    if (!found || !isAgreed(found)) return null;
    const { companyId, createdBy, orderStatus, status, internal, deliveredAt, claim } = found;
    const facts = factsOf(found);
    const phase = isAmong(statusGroups.AWARDED, status)
      ? 'MAKING'
      : isAmong([...statusGroups.SHIPPED, ...statusGroups.DONE], status)
        ? 'SHIPPED'
        : 'OTHER';
    const claimable = findTransition(orderTransitions, 'CLAIM', orderStatus, facts) !== null;
    const claimableUntil = deliveredAt && completeAt(deliveredAt);
    return { companyId, createdBy, phase, internal, claimed: claim !== null, claimable, claimableUntil };
  },

  async claim(context, unit, orderId, { eventId, orderFileId, quantity, reason, fileIds }) {
    const parts = [{ orderFileId, quantity }];
    await fireIn(context, unit, orderId, { event: 'CLAIM', eventId, reason, parts, fileIds: [...fileIds] });
  },

  async remake(unit, facilityId, orderId, { orderFileId, quantity, again, userId, reason }) {
    const parts = [{ orderFileId, quantity }];
    const order = await lockOrder(unit, orderId);
    const match = order.matches.find((each) => each.facilityId === facilityId);
    if (!match) throw new CallError('NOT_FOUND');
    const cause = { userId, facilityId, reason };
    if (findTransition(matchTransitions, 'ACCEPT_CLAIM', match.status, { ...factsOf(match), claimed: true })) {
      if (match.claim === null) throw new CallError('NOT_POSSIBLE', say('notClaimed', { order: String(orderId) }));
      return acceptClaim(unit, order, match, parts, cause);
    }
    if (!isAmong(statusGroups.AWARDED, match.status)) {
      throw new CallError('CONFLICT', say('notAwarded', { part: String(orderFileId) }));
    }
    const event = eventOf('PRINTING', match.status);
    if (event) await moveBoth(unit, order, match, event, cause);
    await remakePieces(unit, orderId, parts);
    if (again) await oweAgain(unit, parts);
  },

  async pricesOf(db, facilityId, orderFileIds) {
    const { rows } = await sql<{ id: number; amount: number; currency: string }>`
      select l.order_file_id as id, l.unit_price_minor as amount, q.currency
      from quote_line l join quote q on q.id = l.quote_id and q.status = 'ACCEPTED'
        join rfq_match m on m.id = q.match_id and m.facility_id = ${facilityId}
      where l.order_file_id = any(${[...orderFileIds]}::bigint[])
    `.execute(db);
    return new Map(rows.map(({ id, amount, currency }) => [id, { amount, currency }]));
  },
};

const standingSchema = z.object({
  companyId: z.number(),
  createdBy: z.number(),
  orderStatus: orderStatusSchema,
  status: matchStatusSchema,
  heldFrom: matchStatusSchema.nullable(),
  deliveredAt: z.date().nullable(),
  claim: z.unknown(),
  cancellation: z.unknown(),
  internal: z.boolean(),
});

const isAmong = (statuses: readonly MatchStatus[], status: MatchStatus): boolean => statuses.includes(status);

/** The match, and the order where it follows. */
async function moveBoth(unit: Work, order: LockedOrder, match: LockedMatch, event: OrderEvent, cause: Cause) {
  await moveMatch(unit, order, match, event, cause);
  if (isAgreed(match) && findTransition(orderTransitions, event, order.status, factsOfOrder(order))) {
    await moveOrder(unit, order, event, cause);
  }
}

const goesBack = (event: OrderEvent): boolean => event === 'REMAKE' || event === 'REWORK';

/** What happens to an order whose work is there; `null` where it is not in production, or stands there already. */
function eventOf(stage: WorkStage, status: MatchStatus): OrderEvent | null {
  switch (status) {
    case 'IN_PROGRESS':
      return stage === 'POST' ? 'FINISH_PRINTING' : stage === 'INSPECTION' ? 'START_INSPECTION' : null;
    case 'IN_POSTPROCESSING':
      return stage === 'INSPECTION' ? 'START_INSPECTION' : stage === 'PRINTING' ? 'REMAKE' : null;
    case 'IN_QUALITYCONTROL':
      return stage === 'POST' ? 'REWORK' : stage === 'PRINTING' ? 'REMAKE' : null;
    default:
      return null;
  }
}
