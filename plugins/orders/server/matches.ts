import type { Quote } from '@sinter/sdk/contract/orders/orders';
import type { Work } from '@sinter/sdk/server';
import {
  isAgreed,
  moveMatch,
  moveOrder,
  ordersDb,
  type Cause,
  type LockedMatch,
  type LockedOrder,
} from './lifecycle.ts';

const open = new Set(['CREATED', 'APPROVED', 'NDA_APPROVED', 'BID_WAITING', 'BID_SUBMITTED', 'PAYMENT_WAITING']);

/** Closes an order to the facilities that did not get it. */
export async function loseOthers(
  unit: Work,
  order: LockedOrder,
  winner: LockedMatch | null,
  cause: Cause,
): Promise<void> {
  for (const match of order.matches) {
    if (match.id === winner?.id || !open.has(match.status)) continue;
    await moveMatch(unit, order, match, 'LOSE', cause);
    await closeQuote(unit, match.id, 'SUBMITTED', 'REJECTED');
  }
}

/** When every facility has said no, the buyer decides again whom to ask. */
export async function matchedAgainWhenNobodyIsLeft(unit: Work, order: LockedOrder, cause: Cause): Promise<void> {
  const someoneLeft = order.matches.some(
    (match) => open.has(match.status) || match.status === 'ON_HOLD' || isAgreed(match),
  );
  if (!someoneLeft && order.status === 'DISTRIBUTED') await moveOrder(unit, order, 'MATCH', cause);
}

export async function closeQuote(
  unit: Work,
  matchId: number,
  from: 'SUBMITTED' | 'ACCEPTED',
  to: Quote['status'],
): Promise<void> {
  await ordersDb(unit)
    .updateTable('quote')
    .set({ status: to })
    .where('match_id', '=', matchId)
    .where('status', '=', from)
    .execute();
}
