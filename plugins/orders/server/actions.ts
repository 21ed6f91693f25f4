import { CallError } from '@sinter/sdk/contract';
import type { CallArguments } from '@sinter/sdk/contract/call';
import type { awardBidUsingPo, fireOrderEvent, submitQuote } from '@sinter/sdk/contract/orders/orders';
import { storedFiles, type CallContext, type StoredFiles, type Work } from '@sinter/sdk/server';
import {
  allowedOnMatch,
  allowedOnOrder,
  alreadyDone,
  lockOrder,
  moveMatch,
  moveOrder,
  ordersDb,
  refused,
  type Cause,
  type LockedMatch,
  type LockedOrder,
} from './lifecycle.ts';
import { match } from './match.ts';
import { mayDo } from './rights.ts';
import { requireVisible } from './visibility.ts';
import { say } from './texts.ts';

type Fire = CallArguments<typeof fireOrderEvent>['body'];
type QuoteDraft = CallArguments<typeof submitQuote>['body'];
type Award = CallArguments<typeof awardBidUsingPo>['body'];

/** Statuses in which a vendor's match is the order's agreement, so that what happens to it happens to the order. */
const agreed = new Set(['BID_APPROVED', 'SP_BID_ACCEPTED', 'IN_PROGRESS', 'IN_POSTPROCESSING', 'IN_QUALITYCONTROL']);

async function onOrder(
  context: CallContext,
  orderId: number,
  eventId: string,
  act: (unit: Work, order: LockedOrder, cause: Cause) => Promise<void>,
): Promise<void> {
  await requireVisible(context, orderId);
  await context.write(async (unit) => {
    const order = await lockOrder(unit, orderId);
    if (await alreadyDone(unit, orderId, eventId)) return;
    await act(unit, order, { userId: context.user.userId, eventId });
  });
}

const ownMatch = (context: CallContext, order: LockedOrder): LockedMatch | null =>
  context.user.role === 'ROLE_SERVICE_PROVIDER'
    ? (order.matches.find((match) => match.facilityId === context.user.facilityId) ?? null)
    : null;

export function fireEvent(context: CallContext, orderId: number, { event, eventId, reason }: Fire): Promise<void> {
  return onOrder(context, orderId, eventId, async (unit, order, cause) => {
    cause.reason = reason;
    const match = ownMatch(context, order);
    if (!mayDo(context.user, event)) throw new CallError('FORBIDDEN');
    const possible = match
      ? allowedOnMatch(match.status)
      : allowedOnOrder(
          order.status,
          order.matches.map(({ status }) => status),
        );
    const allowed = possible.filter((each) => mayDo(context.user, each));
    if (!allowed.includes(event)) throw refused(match?.status ?? order.status, event, allowed);
    if (match) await providerEvent(unit, order, match, event, cause);
    else await buyerEvent(unit, context.get(storedFiles), order, event, cause);
  });
}

async function providerEvent(unit: Work, order: LockedOrder, match: LockedMatch, event: Fire['event'], cause: Cause) {
  const wasAgreed = agreed.has(match.status) || agreed.has(match.heldFrom ?? '');
  await moveMatch(unit, order, match, event, cause);
  switch (event) {
    case 'WITHDRAW_QUOTE':
      return closeQuote(unit, match.id, 'SUBMITTED', 'WITHDRAWN');
    case 'ACCEPT_AWARD':
      await moveOrder(unit, order, 'ACCEPT_AWARD', cause);
      return loseOthers(unit, order, match, cause);
    case 'REFUSE_AWARD':
      await closeQuote(unit, match.id, 'ACCEPTED', 'REJECTED');
      await moveOrder(unit, order, 'REFUSE_AWARD', cause);
      return matchedAgainWhenNobodyIsLeft(unit, order, cause);
    case 'DECLINE':
      return matchedAgainWhenNobodyIsLeft(unit, order, cause);
    case 'HOLD':
    case 'RESUME':
      if (wasAgreed) await moveOrder(unit, order, event, cause);
      return undefined;
    default:
      return undefined;
  }
}

async function buyerEvent(
  unit: Work,
  files: StoredFiles,
  order: LockedOrder,
  event: Fire['event'],
  cause: Cause,
): Promise<void> {
  if (event === 'REJECT_QUOTE') {
    for (const match of order.matches.filter((each) => each.status === 'BID_SUBMITTED')) {
      await moveMatch(unit, order, match, event, cause);
      await closeQuote(unit, match.id, 'SUBMITTED', 'REJECTED');
    }
    return matchedAgainWhenNobodyIsLeft(unit, order, cause);
  }
  await moveOrder(unit, order, event, cause);
  if (event === 'SUBMIT') return match(unit, files, order);
  if (event === 'HOLD' || event === 'RESUME') {
    for (const match of order.matches) {
      if (allowedOnMatch(match.status).includes(event)) await moveMatch(unit, order, match, event, cause);
    }
  }
  if (event === 'WITHDRAW') await loseOthers(unit, order, null, cause);
  return undefined;
}

const open = new Set(['CREATED', 'APPROVED', 'NDA_APPROVED', 'BID_WAITING', 'BID_SUBMITTED', 'PAYMENT_WAITING']);

async function loseOthers(unit: Work, order: LockedOrder, winner: LockedMatch | null, cause: Cause): Promise<void> {
  for (const match of order.matches) {
    if (match.id === winner?.id || !open.has(match.status)) continue;
    await moveMatch(unit, order, match, 'LOSE', cause);
    await closeQuote(unit, match.id, 'SUBMITTED', 'REJECTED');
  }
}

async function matchedAgainWhenNobodyIsLeft(unit: Work, order: LockedOrder, cause: Cause): Promise<void> {
  const someoneLeft = order.matches.some((match) => open.has(match.status) || agreed.has(match.status));
  if (!someoneLeft && order.status === 'DISTRIBUTED') await moveOrder(unit, order, 'MATCH', cause);
}

async function closeQuote(unit: Work, matchId: number, from: 'SUBMITTED' | 'ACCEPTED', to: string): Promise<void> {
  await ordersDb(unit)
    .updateTable('quote')
    .set({ status: to })
    .where('match_id', '=', matchId)
    .where('status', '=', from)
    .execute();
}

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
