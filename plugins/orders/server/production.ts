import { CallError } from '@sinter/sdk/contract';
import { statusGroups, type MatchStatus, type OrderEvent } from '@sinter/sdk/contract/orders/orders';
import type { Work } from '@sinter/sdk/server';
import type { OrderProduction, WorkStage } from '@sinter/sdk/contract/orders/production';
import { sql } from 'kysely';
import {
  factsOfOrder,
  hearers,
  isAgreed,
  lockOrder,
  moveMatch,
  moveOrder,
  ordersDb,
  tellChanged,
} from './lifecycle.ts';
import { findTransition, orderTransitions } from './transitions.ts';
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
    await moveMatch(unit, order, match, event, cause);
    if (isAgreed(match) && findTransition(orderTransitions, event, order.status, factsOfOrder(order))) {
      await moveOrder(unit, order, event, cause);
    }
  },
};

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
