import { randomUUID } from 'node:crypto';
import type { PaymentReason } from '@sinter/sdk/contract/orders/payments';
import { defineJob, type Services, type Work } from '@sinter/sdk/server';
import * as z from 'zod';
import { ordersDb } from '../lifecycle.ts';
import type { OrderTables } from '../tables.ts';
import { cardService } from './cards.ts';
import { tellPayment } from './told.ts';

/** Gives money back. It goes on trying for days. */
export const refundJob = defineJob({
  name: 'orders.refund',
  payload: z.object({ refundId: z.string() }),
  lane: 'light',
  maxAttempts: 25,
});

export interface Charge {
  /** The payment service's name of it. */
  intent: string;
  amount: number;
}

/** A charge goes back, once, however often that is asked for. */
export async function refund(unit: Work, paymentId: string, charge: Charge, reason: PaymentReason): Promise<void> {
  const row = await ordersDb(unit)
    .insertInto('payment_refund')
    .values({
      id: randomUUID(),
      payment_id: paymentId,
      intent: charge.intent,
      amount_minor: charge.amount,
      reason,
      state: 'WAITING',
    })
    .onConflict((conflict) => conflict.column('intent').doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!row) return;
  await unit.enqueue(refundJob, { refundId: row.id }, { key: `refund ${row.id}` });
  await tellPayment(unit, paymentId, 'payment.refund_started', { reason, amount: charge.amount });
}

/** What was paid for an agreement that is over goes back. */
export async function refundMatch(unit: Work, matchId: number, reason: PaymentReason): Promise<void> {
  const paid = await ordersDb(unit)
    .selectFrom('payment')
    .innerJoin('quote', 'quote.id', 'payment.quote_id')
    .select(['payment.id', 'payment.intent', 'payment.amount_minor'])
    .where('payment.match_id', '=', matchId)
    .where('payment.state', '=', 'PAID')
    .where('quote.status', '=', 'ACCEPTED')
    .execute();
  for (const { id, intent, amount_minor } of paid) {
    if (intent !== null) await refund(unit, id, { intent, amount: amount_minor }, reason);
  }
}

const refundRow = (services: Services, refundId: string) =>
  services.db
    .withTables<OrderTables>()
    .selectFrom('payment_refund')
    .innerJoin('payment', 'payment.id', 'payment_refund.payment_id')
    .select([
      'payment_refund.id',
      'payment_refund.payment_id',
      'payment_refund.intent',
      'payment_refund.amount_minor',
      'payment_refund.state',
      'payment.facility_id',
    ])
    .where('payment_refund.id', '=', refundId)
    .executeTakeFirst();

export async function onRefund(services: Services, { refundId }: z.output<typeof refundJob.payload>): Promise<void> {
  const found = await refundRow(services, refundId);
  if (!found || found.state === 'DONE') return;
  const card = await cardService(services, found.facility_id);
  await card.refund({ intent: found.intent, amount: found.amount_minor, key: found.id });
  await setRefund(services, found.id, 'DONE');
}

/** The payment service has refused for days: somebody has to see to it. */
export async function refundGaveUp(
  services: Services,
  { refundId }: z.output<typeof refundJob.payload>,
): Promise<void> {
  await setRefund(services, refundId, 'FAILED');
}

export async function setRefund(
  services: Pick<Services, 'write'>,
  refundId: string,
  state: 'DONE' | 'FAILED',
): Promise<void> {
  await services.write(async (unit) => {
    const row = await ordersDb(unit)
      .updateTable('payment_refund')
      .set({ state, done_at: state === 'DONE' ? new Date() : null })
      .where('id', '=', refundId)
      .where('state', '!=', state)
      .returning(['payment_id', 'amount_minor'])
      .executeTakeFirst();
    if (!row) return;
    const action = state === 'DONE' ? 'payment.refunded' : 'payment.refund_failed';
    await tellPayment(unit, row.payment_id, action, { amount: row.amount_minor });
  });
}
