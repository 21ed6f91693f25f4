import type { PaymentReason } from '@sinter/sdk/contract/orders/payments';
import type { Work } from '@sinter/sdk/server';
import { lockOrder, moveMatch, ordersDb } from '../lifecycle.ts';
import type { Payment } from './rows.ts';

/** Ends a payment that still waits, for this reason; its facility's offer stands as it did before. */
export async function endAs(unit: Work, payment: Payment, reason: PaymentReason): Promise<void> {
  const order = await lockOrder(unit, payment.orderId);
  const waiting = await ordersDb(unit)
    .updateTable('payment')
    .set({ reason })
    .where('id', '=', payment.id)
    .where('state', '=', 'WAITING')
    .returning('id')
    .executeTakeFirst();
  const match = order.matches.find(({ id }) => id === payment.matchId);
  if (waiting && match) await moveMatch(unit, order, match, 'PAYMENT_ENDED', { userId: null });
}
