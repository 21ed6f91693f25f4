import { CallError } from '@sinter/sdk/contract';
import type { CallArguments } from '@sinter/sdk/contract/call';
import type { awardBidUsingPo } from '@sinter/sdk/contract/orders/orders';
import type { CallContext, Work } from '@sinter/sdk/server';
import { sql } from 'kysely';
import { asAsked } from '../../shared/agreed.ts';
import { onOrder } from '../actions.ts';
import { moveMatch, moveOrder, ordersDb, type LockedOrder } from '../lifecycle.ts';
import { acceptInternal } from '../matches.ts';
import { requireNoPayment, requireWay } from '../payment/guards.ts';
import { say } from '../texts.ts';
import { seesOrder } from '../visibility.ts';
import { answerByAward } from './approvals.ts';
import { choose } from './choose.ts';
import { openQuote } from './open.ts';
import { requireOffered } from '../portal/allowed.ts';

/** A purchase order number for what is paid by one. */
type Award = Omit<CallArguments<typeof awardBidUsingPo>['body'], 'poNumber'> & { poNumber: string | null };

export async function awardQuote(context: CallContext, orderId: number, award: Award): Promise<void> {
  const { eventId, quoteId, poNumber, choices = asAsked, total } = award;
  await requireOffered(context, 'AWARD');
  return onOrder(context, orderId, eventId, async (unit, order, cause) => {
    const match = await openQuote(unit, order, quoteId, 'AWARD');
    requireNoPayment(order);
    if (poNumber !== null) await requireUnused(context, unit, order, poNumber);
    const agreed = await choose(unit, quoteId, choices);
    if (total && (total.amount !== agreed.total || total.currency !== agreed.currency)) {
      throw new CallError('CONFLICT', say('otherTotal'));
    }
    const way = poNumber === null ? 'ON_ACCOUNT' : 'PURCHASE_ORDER';
    await requireWay(unit, order, match, { way, amount: agreed.total, currency: agreed.currency });
    if (poNumber !== null) cause.reason = `PO ${poNumber}`;
    await moveMatch(unit, order, match, 'AWARD', cause);
    await moveOrder(unit, order, 'AWARD', cause);
    await ordersDb(unit)
      .updateTable('quote')
      .set({ status: 'ACCEPTED', po_number: poNumber, paid_by: way })
      .where('id', '=', quoteId)
      .execute();
    await answerByAward(unit, quoteId, context.user.userId);
    await acceptInternal(unit, order, match);
  });
}

/** A company gives each number to one order. Nobody else of it uses one until the transaction ends. */
async function requireUnused(context: CallContext, unit: Work, order: LockedOrder, poNumber: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('purchase orders', ${order.companyId}))`.execute(unit.db);
  const { rows } = await sql<{ id: number; seen: boolean }>`
    select used.id, ${seesOrder(context.user, sql`o.id = used.id`)} as seen
    from quote join rfq_match on rfq_match.id = quote.match_id join rfq_order used on used.id = rfq_match.order_id
    where lower(quote.po_number) = lower(${poNumber}) and quote.status = 'ACCEPTED'
      and used.company_id = ${order.companyId} and used.id <> ${order.id}
    order by used.id limit 1
  `.execute(unit.db);
  const [used] = rows;
  if (!used) return;
  const message = used.seen
    ? say('poUsed', { poNumber, order: String(used.id) })
    : say('poUsedElsewhere', { poNumber });
  throw new CallError('INVALID_INPUT', message, { fields: { poNumber: message } });
}
