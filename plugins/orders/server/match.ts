import type { SourcingType } from '@sinter/sdk/contract/orders/request';
import type { StoredFiles, Work } from '@sinter/sdk/server';
import { moveOrder, ordersDb, type Cause, type LockedOrder } from './lifecycle.ts';
import { fits, type Candidate, type Judged } from './vendors/fit.ts';
import { holdOpen, judgeOrder } from './vendors/judge.ts';
import { sendTo } from './vendors/send.ts';

/**
 * Finds who can make every part of a submitted order; without anybody it is UNMATCHED. It goes at once to those whom its
 * sourcing means; where that is nobody, the buyer chooses.
 */
export async function match(unit: Work, files: StoredFiles, order: LockedOrder): Promise<void> {
  // These steps are the system's: no user is written down for them.
  const cause: Cause = { userId: null };
  const judged = await judgeOrder(unit, order);
  await ordersDb(unit)
    .insertInto('order_matching')
    .values({ order_id: order.id, facilities: kept(judged) })
    .onConflict((conflict) =>
      conflict.column('order_id').doUpdateSet({ facilities: kept(judged), judged_at: new Date() }),
    )
    .execute();
  const able = await holdOpen(unit, judged.filter(fits));
  if (able.length === 0) return moveOrder(unit, order, 'NO_MATCH', cause);
  await moveOrder(unit, order, 'MATCH', cause);
  const meant = able.filter(({ relation }) => isMeant(order.sourcing, relation));
  if (meant.length > 0) await sendTo(unit, files, order, meant, cause);
}

/** Without a choice an order goes to everybody who can make it; of the open list the buyer chooses. */
export function isMeant(sourcing: SourcingType | null, relation: Candidate['relation']): boolean {
  if (sourcing === null) return true;
  if (sourcing === 'LINK3D') return false;
  return relation === (sourcing === 'INTERNAL_FACILITY' ? 'INTERNAL' : 'PRIVATE');
}

/** What is written down of a matching: every facility and why it did not fit. */
const kept = (judged: readonly Judged[]): string =>
  JSON.stringify(judged.map(({ candidate: { id, relation }, reasons }) => ({ id, relation, reasons })));
