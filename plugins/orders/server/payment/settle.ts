import { CallError } from '@sinter/sdk/contract';
import type { PaymentReason } from '@sinter/sdk/contract/orders/payments';
import type { Services, Work } from '@sinter/sdk/server';
import type * as z from 'zod';
import { followClock } from '../clock.ts';
import { lockOrder, moveMatch, moveOrder, ordersDb, type Cause } from '../lifecycle.ts';
import { acceptAtOnce } from '../matches.ts';
import { answerByAward } from '../quotes/approvals.ts';
import { choose } from '../quotes/choose.ts';
import type { CardSession } from './cardService.ts';
import { cardService } from './cards.ts';
import type { paymentJob } from './ended.ts';
import { endAs } from './end.ts';
import { refund } from './refunds.ts';
import { findPayment, type Payment } from './rows.ts';
import { fitting } from './stripe.ts';
import { tellPayment } from './told.ts';

/** Asks the payment service and does what follows, however often and whoever calls: a notice, the clock, or the buyer. */
export async function settle(
  services: Services,
  { paymentId, intent }: z.output<typeof paymentJob.payload>,
): Promise<void> {
  const payment = await findPayment(services.db, { id: paymentId });
  if (!payment) return;
  const isOver = payment.state === 'ENDED' || payment.expiresAt <= new Date();
  if (payment.sessionId === null) {
    if (isOver) await services.write((unit) => endAs(unit, payment, 'ABANDONED'));
    return;
  }
  const card = await cardService(services, payment.facilityId);
  let session = await card.look(payment.sessionId);
  if (session.state === 'OPEN' && isOver) {
    await card.close(payment.sessionId);
    session = await card.look(payment.sessionId);
  }
  // Something else that was charged for the same.
  const again = intent !== null && intent !== session.intent ? await card.charged(intent, payment.id) : null;
  await services.write(async (unit) => {
    await lockOrder(unit, payment.orderId);
    const now = await findPayment(unit.db, { id: payment.id });
    if (!now) return;
    await apply(unit, now, session);
    if (again !== null && intent !== null) {
      await refund(unit, payment.id, { intent, amount: again }, now.state === 'ENDED' ? 'LATE' : 'TWICE');
    }
    await followClock(unit, await lockOrder(unit, payment.orderId));
  });
}

/** It could not be asked for days. What is paid after all is given back when the service tells of it. */
export async function settleGaveUp(
  services: Services,
  { paymentId }: z.output<typeof paymentJob.payload>,
): Promise<void> {
  const payment = await findPayment(services.db, { id: paymentId });
  if (payment && payment.expiresAt <= new Date()) {
    await services.write((unit) => endAs(unit, payment, 'ABANDONED'));
  }
}

async function apply(unit: Work, payment: Payment, session: CardSession): Promise<void> {
  const charge = session.intent === null ? null : { intent: session.intent, amount: session.amount ?? payment.amount };
  if (session.state !== 'PAID') {
    if (session.state === 'OPEN') return;
    return endAs(unit, payment, session.state === 'EXPIRED' ? 'ABANDONED' : 'DECLINED');
  }
  if (!charge) throw new Error(`Payment ${payment.id} is paid, and nothing was charged.`);
  if (payment.state === 'PAID') {
    if (payment.intent !== charge.intent) await refund(unit, payment.id, charge, 'TWICE');
    return;
  }
  const refusal = payment.state === 'ENDED' ? 'LATE' : await refusalOf(unit, payment, session);
  if (refusal === null) return accept(unit, payment, charge.intent);
  await endAs(unit, payment, refusal);
  if (refusal === 'ALTERED') {
    const { amount, currency } = payment;
    const told = { amount: session.amount, currency: session.currency };
    await tellPayment(unit, payment.id, 'payment.altered', { expected: { amount, currency }, told });
  }
  await refund(unit, payment.id, charge, refusal);
}

/** Why what was paid does not get the order; `null` when it does. */
async function refusalOf(unit: Work, payment: Payment, session: CardSession): Promise<PaymentReason | null> {
  const order = await lockOrder(unit, payment.orderId);
  const match = order.matches.find(({ id }) => id === payment.matchId);
  if (order.status !== 'DISTRIBUTED' || match?.status !== 'PAYMENT_WAITING') return 'LATE';
  const quote = await ordersDb(unit)
    .selectFrom('quote')
    .select(['status', 'currency'])
    .where('id', '=', payment.quoteId)
    .executeTakeFirstOrThrow();
  const wanted = fitting(payment.lines, payment.amount).map(({ quantity, unitPrice }) => [
    quantity,
    quantity * unitPrice,
  ]);
  const same =
    session.reference === payment.id &&
    session.amount === payment.amount &&
    session.currency === payment.currency &&
    quote.currency === payment.currency &&
    quote.status === 'SUBMITTED' &&
    JSON.stringify(session.lines.map(({ quantity, amount }) => [quantity, amount])) === JSON.stringify(wanted);
  return same ? null : 'ALTERED';
}

/** The order is won by what was paid. */
async function accept(unit: Work, payment: Payment, intent: string): Promise<void> {
  const order = await lockOrder(unit, payment.orderId);
  const match = order.matches.find(({ id }) => id === payment.matchId);
  if (!match) throw new CallError('NOT_FOUND');
  const isInstant = match.heldFrom === 'BID_WAITING';
  const db = ordersDb(unit);
  await db
    .updateTable('payment')
    .set({ state: 'PAID', intent, url: null, paid_at: new Date() })
    .where('id', '=', payment.id)
    .execute();
  await choose(unit, payment.quoteId, payment.choices);
  await db
    .updateTable('quote')
    .set({ status: 'ACCEPTED', paid_by: 'CARD' })
    .where('id', '=', payment.quoteId)
    .execute();
  // Whoever paid has accepted the quote.
  const payer: Cause = { userId: payment.userId };
  await moveMatch(unit, order, match, 'PAID', payer);
  await moveOrder(unit, order, 'PAID', payer);
  await answerByAward(unit, payment.quoteId, payment.userId);
  // The price engine's price binds its facility already.
  if (isInstant || match.internal) await acceptAtOnce(unit, order, match);
}
