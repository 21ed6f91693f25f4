import type { MatchStatus } from '@sinter/sdk/contract/orders/orders';
import type { PaymentReason } from '@sinter/sdk/contract/orders/payments';
import { defineJob, type Work } from '@sinter/sdk/server';
import { sql } from 'kysely';
import * as z from 'zod';
import type { OrderTables } from '../tables.ts';
import type { AnyEvent } from '../transitions.ts';

/** Asks the payment service what became of a payment, and does what follows. `intent`: a charge that it has told of. */
export const paymentJob = defineJob({
  name: 'orders.payment',
  payload: z.object({ paymentId: z.string(), intent: z.string().nullable().default(null) }),
  lane: 'light',
  maxAttempts: 25,
});

const reasons: Partial<Record<AnyEvent, PaymentReason>> = { HOLD: 'HELD', LOSE: 'LOST' };

/** A payment is over without an order: it can no longer be paid, and what is paid all the same goes back. */
export async function endPayment(unit: Work, matchId: number, paidFrom: MatchStatus, event: AnyEvent): Promise<void> {
  const db = unit.db.withTables<OrderTables>();
  const ended = await db
    .updateTable('payment')
    .set({ state: 'ENDED', url: null, reason: sql`coalesce(reason, ${reasons[event] ?? 'CANCELLED'})` })
    .where('match_id', '=', matchId)
    .where('state', '=', 'WAITING')
    .returning('id')
    .executeTakeFirst();
  if (paidFrom === 'BID_WAITING') {
    // The quote was made to be paid.
    await db
      .updateTable('quote')
      .set({ status: 'WITHDRAWN' })
      .where('match_id', '=', matchId)
      .where('status', '=', 'SUBMITTED')
      .execute();
  }
  if (ended) await unit.enqueue(paymentJob, { paymentId: ended.id }, { key: `payment ${ended.id}` });
}

/** Payments that have waited too long are looked at, and end unless they were paid. Answers when others will have. */
export async function paymentsDue(unit: Work, order: { id: number }, now: Date): Promise<Date[]> {
  const waiting = await unit.db
    .withTables<OrderTables>()
    .selectFrom('payment')
    .select(['id', 'expires_at'])
    .where('order_id', '=', order.id)
    .where('state', '=', 'WAITING')
    .execute();
  for (const { id, expires_at } of waiting) {
    if (expires_at <= now) await unit.enqueue(paymentJob, { paymentId: id }, { key: `payment ${id}` });
  }
  return waiting.map(({ expires_at }) => expires_at).filter((at) => at > now);
}
