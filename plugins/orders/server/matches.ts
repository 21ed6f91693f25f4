import type { Quote } from '@sinter/sdk/contract/orders/orders';
import type { Work } from '@sinter/sdk/server';
import { sql } from 'kysely';
import { factsOf } from './facts.ts';
import {
  isAgreed,
  moveMatch,
  moveOrder,
  ordersDb,
  type Cause,
  type LockedMatch,
  type LockedOrder,
} from './lifecycle.ts';
import { makeAsAgreed } from './quotes/choose.ts';
import { findTransition, matchTransitions } from './transitions.ts';

/** Can it still be lost, and so be won? */
const isOpen = (match: LockedMatch): boolean =>
  findTransition(matchTransitions, 'LOSE', match.status, factsOf(match)) !== null;

/** Closes an order to the facilities that did not get it. */
export async function loseOthers(
  unit: Work,
  order: LockedOrder,
  winner: LockedMatch | null,
  cause: Cause,
): Promise<void> {
  for (const match of order.matches) {
    if (match.id === winner?.id || !isOpen(match)) continue;
    await moveMatch(unit, order, match, 'LOSE', cause);
    await closeQuote(unit, match.id, 'SUBMITTED', 'REJECTED');
  }
}

/** Who lost to a winner that has refused is in again with a quote that still holds. */
export async function reopenLosers(unit: Work, order: LockedOrder, cause: Cause): Promise<void> {
  const lost = order.matches.filter(({ status }) => status === 'BID_LOST');
  const { rows } = await sql<{ matchId: number }>`
    update quote set status = 'SUBMITTED'
    where id in (select max(id) from quote where match_id = any(${lost.map(({ id }) => id)}::bigint[]) group by match_id)
      and status = 'REJECTED' and valid_until > now()
    returning match_id as "matchId"
  `.execute(unit.db);
  for (const match of lost) {
    if (rows.some(({ matchId }) => matchId === match.id)) await moveMatch(unit, order, match, 'REOPEN', cause);
  }
}

/** Within one enterprise nobody is asked whether an award is accepted. */
export async function acceptInternal(unit: Work, order: LockedOrder, match: LockedMatch): Promise<void> {
  if (match.internal) await acceptAtOnce(unit, order, match);
}

/** The facility is bound already, and is not asked. */
export async function acceptAtOnce(unit: Work, order: LockedOrder, match: LockedMatch): Promise<void> {
  const cause: Cause = { userId: null };
  await moveMatch(unit, order, match, 'ACCEPT_AWARD', cause);
  await moveOrder(unit, order, 'ACCEPT_AWARD', cause);
  await makeAsAgreed(unit, match.id);
  await loseOthers(unit, order, match, cause);
}

/** When every facility has said no, the buyer decides again whom to ask. */
export async function matchedAgainWhenNobodyIsLeft(unit: Work, order: LockedOrder, cause: Cause): Promise<void> {
  const someoneLeft = order.matches.some((match) => isOpen(match) || match.status === 'ON_HOLD' || isAgreed(match));
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
