import { CallError } from '@sinter/sdk/contract';
import type { Approval } from '@sinter/sdk/contract/orders/offers';
import type { CallContext, Work } from '@sinter/sdk/server';
import { isoTime } from '@sinter/sdk/server';
import { sql } from 'kysely';
import { moveOrder, ordersDb, type Cause, type LockedOrder } from '../lifecycle.ts';
import { say } from '../texts.ts';

/** Those of an order, for its buyer: latest first. */
export async function approvalsOf(db: CallContext['db'], orderId: number): Promise<Approval[]> {
  const { rows } = await sql<Approval>`
    select a.id, a.quote_id as "quoteId", trim(asker.first_name || ' ' || asker.last_name) as by,
      ${isoTime('a.created_at')} as "on", a.message, a.reason,
      coalesce((
        select jsonb_agg(jsonb_build_object('id', u.id, 'name', trim(u.first_name || ' ' || u.last_name)) order by u.id)
        from app_user u where u.id = any(a.asked_of)), '[]'::jsonb) as "askedOf",
      case when a.refused then 'REFUSED' when q.status = 'ACCEPTED' then 'ACCEPTED'
        when a.answered_at is null and q.status = 'SUBMITTED' then 'OPEN' else 'CLOSED' end as answer,
      trim(answerer.first_name || ' ' || answerer.last_name) as "answeredBy", ${isoTime('a.answered_at')} as "answeredOn"
    from quote_approval a
      join quote q on q.id = a.quote_id
      join rfq_match qm on qm.id = q.match_id
      join app_user asker on asker.id = a.asked_by
      left join app_user answerer on answerer.id = a.answered_by
    where qm.order_id = ${orderId} order by a.id desc
  `.execute(db);
  return rows;
}

/** Not this quote; not any that is asked for when none is named. */
export async function refuseApproval(
  unit: Work,
  order: LockedOrder,
  quoteId: number | undefined,
  cause: Cause,
): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    select a.id from quote_approval a
      join quote q on q.id = a.quote_id and q.status = 'SUBMITTED'
      join rfq_match qm on qm.id = q.match_id
    where qm.order_id = ${order.id} and a.answered_at is null
      and (${quoteId ?? null}::bigint is null or q.id = ${quoteId ?? null})
  `.execute(unit.db);
  if (rows.length === 0) throw new CallError('CONFLICT', say('approvalAnswered'));
  await moveOrder(unit, order, 'REFUSE_APPROVAL', cause);
  await ordersDb(unit)
    .updateTable('quote_approval')
    .set({ answered_by: cause.userId, answered_at: new Date(), refused: true, reason: cause.reason ?? '' })
    .where(
      'id',
      'in',
      rows.map(({ id }) => id),
    )
    .execute();
}

/** The quote is accepted, and with it whoever asked for it is answered. */
export async function answerByAward(unit: Work, quoteId: number, userId: number | null): Promise<void> {
  await ordersDb(unit)
    .updateTable('quote_approval')
    .set({ answered_by: userId, answered_at: new Date() })
    .where('quote_id', '=', quoteId)
    .where('answered_at', 'is', null)
    .execute();
}
