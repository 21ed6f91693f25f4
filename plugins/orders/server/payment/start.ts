import { randomUUID } from 'node:crypto';
import { CallError } from '@sinter/sdk/contract';
import type { CallReply } from '@sinter/sdk/contract/call';
import type { Choices } from '@sinter/sdk/contract/orders/offers';
import type { Money } from '@sinter/sdk/contract/orders/orderFile';
import { paymentHours, type initPayment } from '@sinter/sdk/contract/orders/payments';
import type { CallContext, Services, Work } from '@sinter/sdk/server';
import { sql } from 'kysely';
import { onOrder } from '../actions.ts';
import {
  allowedOnOrder,
  moveMatch,
  ordersDb,
  refused,
  type Cause,
  type LockedMatch,
  type LockedOrder,
} from '../lifecycle.ts';
import { factsOf } from '../facts.ts';
import { say } from '../texts.ts';
import { CardRefused } from './cardService.ts';
import { cardService } from './cards.ts';
import { chargesOf, instantPrice, partsOf, requireExpected } from './payable.ts';
import { endAs } from './end.ts';
import { requireNoPayment, requireWay } from './guards.ts';
import { openQuote } from '../quotes/open.ts';
import { weigh } from '../quotes/choose.ts';
import { asAsked } from '../../shared/agreed.ts';
import { findPayment, type Lines, type Payment } from './rows.ts';
import { requireOffered } from '../portal/allowed.ts';

type Started = CallReply<typeof initPayment>;
interface Wanted {
  eventId: string;
  /** What the buyer expects to pay. */
  total?: Money | undefined;
}

/** Pays a quote that its facility has sent. */
export function payQuote(
  context: CallContext,
  orderId: number,
  wanted: Wanted & { quoteId: number; choices?: Choices },
) {
  const { eventId, quoteId, choices = asAsked } = wanted;
  return start(context, orderId, eventId, async (unit, order, cause) => {
    const match = await openQuote(unit, order, quoteId, 'PAY');
    const parts = await partsOf(unit.db, order.id);
    // The quote stays as it is offered until it is paid.
    const agreed = await weigh(unit, quoteId, choices);
    const lines = [
      ...agreed.lines.map(({ orderFileId, quantity, unitPrice }) => ({
        name: parts.find(({ id }) => id === orderFileId)?.name ?? '',
        quantity,
        unitPrice,
      })),
      ...agreed.charges.map(({ name, amount }) => ({ name, quantity: 1, unitPrice: amount })),
    ];
    const total = { amount: agreed.total, currency: agreed.currency };
    await begin(unit, order, match, cause, { context, wanted, quoteId, choices, total, lines });
  });
}

/** Pays the price engine's price: `matchId` is the facility's place in the order. */
export function payInstantPrice(context: CallContext, orderId: number, matchId: number, wanted: Wanted) {
  return start(context, orderId, wanted.eventId, async (unit, order, cause) => {
    const match = order.matches.find(({ id }) => id === matchId);
    if (!match) throw new CallError('NOT_FOUND');
    if (match.status !== 'BID_WAITING') throw notNow(order, match);
    const price = await instantPrice(unit.db, match.facilityId, await partsOf(unit.db, order.id));
    if (!price) throw new CallError('CONFLICT', say('needsPerson'));
    const { id } = await ordersDb(unit)
      .insertInto('quote')
      .values({
        match_id: match.id,
        status: 'SUBMITTED',
        currency: price.total.currency,
        total_minor: price.total.amount,
        lead_time_days: price.leadTimeDays,
        note: '',
        po_number: null,
        revision: sql<number>`1 + (select count(*) from quote where match_id = ${match.id})`,
        valid_until: price.validUntil,
        created_by: null,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await ordersDb(unit)
      .insertInto('quote_line')
      .values(
        price.lines.map(({ part, unitPrice }) => ({
          quote_id: id,
          order_file_id: part.id,
          quantity: part.quantity,
          unit_price_minor: unitPrice,
        })),
      )
      .execute();
    const lines = price.lines.map(({ part, unitPrice }) => ({ name: part.name, quantity: part.quantity, unitPrice }));
    await begin(unit, order, match, cause, {
      context,
      wanted,
      quoteId: id,
      choices: asAsked,
      total: price.total,
      lines,
    });
  });
}

async function start(
  context: CallContext,
  orderId: number,
  eventId: string,
  prepare: (unit: Work, order: LockedOrder, cause: Cause) => Promise<void>,
): Promise<Started> {
  await requireOffered(context, 'PAY');
  await onOrder(context, orderId, eventId, prepare);
  const payment = await findPayment(context.db, { orderId, eventId });
  // The id was used for something else.
  if (!payment) throw new CallError('CONFLICT');
  return openPage(context, payment);
}

const notNow = (order: LockedOrder, match: LockedMatch): CallError => {
  const statuses = order.matches.map(({ status }) => status);
  return refused(match.status, 'PAY', allowedOnOrder(order.status, statuses, factsOf(null)));
};

interface Begun {
  context: CallContext;
  wanted: Wanted;
  quoteId: number;
  choices: Choices;
  total: Money;
  lines: Lines;
}

async function begin(unit: Work, order: LockedOrder, match: LockedMatch, cause: Cause, begun: Begun): Promise<void> {
  const { context, wanted, quoteId, choices, total, lines } = begun;
  requireNoPayment(order);
  if (order.status !== 'DISTRIBUTED') throw notNow(order, match);
  const { delivery, tax, payable } = chargesOf(total);
  requireExpected(wanted.total, payable);
  await requireWay(unit, order, match, { way: 'CARD', ...payable });
  const all = [
    ...lines,
    ...[
      { name: 'Delivery', quantity: 1, unitPrice: delivery.amount },
      { name: 'Tax', quantity: 1, unitPrice: tax.amount },
    ].filter(({ unitPrice }) => unitPrice > 0),
  ];
  const sum = all.reduce((before, line) => before + line.quantity * line.unitPrice, 0);
  if (sum !== payable.amount) throw new Error(`Quote ${quoteId} does not add up: ${sum}, not ${payable.amount}.`);
  const at = new Date();
  await ordersDb(unit)
    .insertInto('payment')
    .values({
      id: randomUUID(),
      order_id: order.id,
      match_id: match.id,
      facility_id: match.facilityId,
      quote_id: quoteId,
      user_id: context.user.userId,
      event_id: wanted.eventId,
      state: 'WAITING',
      reason: null,
      amount_minor: payable.amount,
      currency: payable.currency,
      lines: JSON.stringify(all),
      choices: JSON.stringify(choices),
      return_address: `${context.origin}/order-details/${order.id}`,
      session_id: null,
      url: null,
      intent: null,
      started_at: at,
      expires_at: new Date(at.getTime() + paymentHours * 3_600_000),
      paid_at: null,
    })
    .execute();
  await moveMatch(unit, order, match, 'PAY', cause);
}

/** The page on which it is paid, made where there is none yet. Where the payment service refuses, the payment ends. */
export async function openPage(
  services: Pick<Services, 'db' | 'get' | 'log' | 'write'>,
  payment: Payment,
): Promise<Started> {
  if (payment.reason === 'UNAVAILABLE') throw away();
  if (payment.state !== 'WAITING') throw new CallError('CONFLICT', say('paymentOver'));
  if (payment.url !== null) return started(payment, payment.url);
  try {
    const card = await cardService(services, payment.facilityId);
    const { id, url } = await card.begin(payment);
    await services.write((unit) =>
      ordersDb(unit)
        .updateTable('payment')
        .set({ session_id: id, url })
        .where('id', '=', payment.id)
        .where('state', '=', 'WAITING')
        .execute(),
    );
    return started(payment, url);
  } catch (error) {
    const refusing = error instanceof CardRefused;
    services.log.error('a payment could not be begun', { refusing, error: String(error) });
    await services.write((unit) => endAs(unit, payment, 'UNAVAILABLE'));
    throw away();
  }
}

/** Not UNAVAILABLE: this payment is over, and the same request again does not begin another. */
const away = () => new CallError('CONFLICT', say('paymentAway'));

const started = ({ id, amount, currency, expiresAt }: Payment, url: string): Started => ({
  paymentId: id,
  amount: { amount, currency },
  url,
  expiresAt: expiresAt.toISOString(),
});
