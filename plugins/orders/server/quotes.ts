import { CallError } from '@sinter/sdk/contract';
import type { CallArguments } from '@sinter/sdk/contract/call';
import type { awardBidUsingPo, submitQuote } from '@sinter/sdk/contract/orders/orders';
import type { CallContext } from '@sinter/sdk/server';
import { onOrder, ownMatch } from './actions.ts';
import { moveMatch, moveOrder, ordersDb } from './lifecycle.ts';
import { say } from './texts.ts';

type QuoteDraft = CallArguments<typeof submitQuote>['body'];
type Award = CallArguments<typeof awardBidUsingPo>['body'];

/** A quote prices every part of the order, so that its total is the order's price. */
export function quoteOrder(context: CallContext, orderId: number, draft: QuoteDraft): Promise<void> {
  return onOrder(context, orderId, draft.eventId, async (unit, order, cause) => {
    const match = ownMatch(context, order);
    if (!match) throw new CallError('NOT_FOUND');
    const db = ordersDb(unit);
    const parts = await db
      .selectFrom('rfq_order_file')
      .select(['id', 'quantity'])
      .where('order_id', '=', orderId)
      .orderBy('position')
      .execute();
    const priceOf = new Map(draft.lines.map((line) => [line.orderFileId, line.unitPrice]));
    const lines = parts.map((part) => {
      const unitPrice = priceOf.get(part.id);
      if (unitPrice === undefined) {
        throw new CallError('INVALID_INPUT', undefined, { fields: { lines: say('pricesMissing') } });
      }
      return { order_file_id: part.id, quantity: part.quantity, unit_price_minor: unitPrice };
    });
    const { currency } = await unit.db
      .selectFrom('facility')
      .select('currency')
      .where('id', '=', match.facilityId)
      .executeTakeFirstOrThrow();
    await moveMatch(unit, order, match, 'SUBMIT_QUOTE', cause);
    const { id } = await db
      .insertInto('quote')
      .values({
        match_id: match.id,
        status: 'SUBMITTED',
        currency,
        total_minor: lines.reduce((sum, line) => sum + line.unit_price_minor * line.quantity, 0),
        lead_time_days: draft.leadTimeDays,
        note: draft.note,
        po_number: null,
        valid_until: new Date(Date.now() + draft.validDays * 86_400_000),
        created_by: context.user.userId,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await db
      .insertInto('quote_line')
      .values(lines.map((line) => ({ ...line, quote_id: id })))
      .execute();
  });
}

export function awardQuote(context: CallContext, orderId: number, award: Award): Promise<void> {
  return onOrder(context, orderId, award.eventId, async (unit, order, cause) => {
    const quote = await ordersDb(unit)
      .selectFrom('quote')
      .innerJoin('rfq_match', 'rfq_match.id', 'quote.match_id')
      .select(['quote.id', 'quote.match_id', 'quote.status', 'quote.valid_until'])
      .where('quote.id', '=', award.quoteId)
      .where('rfq_match.order_id', '=', orderId)
      .executeTakeFirst();
    const match = order.matches.find((each) => each.id === quote?.match_id);
    if (!quote || !match) throw new CallError('NOT_FOUND');
    if (quote.status !== 'SUBMITTED') throw new CallError('CONFLICT', say('quoteClosed'));
    if (quote.valid_until < new Date()) throw new CallError('CONFLICT', say('quoteExpired'));
    cause.reason = `PO ${award.poNumber}`;
    await moveMatch(unit, order, match, 'AWARD', cause);
    await moveOrder(unit, order, 'AWARD', cause);
    await ordersDb(unit)
      .updateTable('quote')
      .set({ status: 'ACCEPTED', po_number: award.poNumber })
      .where('id', '=', quote.id)
      .execute();
  });
}
