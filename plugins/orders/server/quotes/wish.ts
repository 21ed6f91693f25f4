import { CallError } from '@sinter/sdk/contract';
import type { CallArguments } from '@sinter/sdk/contract/call';
import type { fireOrderEvent, Pieces } from '@sinter/sdk/contract/orders/orders';
import type { Work } from '@sinter/sdk/server';
import { sql } from 'kysely';
import { ordersDb, type LockedOrder } from '../lifecycle.ts';
import { say } from '../texts.ts';

type Fire = CallArguments<typeof fireOrderEvent>['body'];

/** Keeps with these quotes what the buyer wants changed about them. */
export async function keepWish(
  unit: Work,
  order: LockedOrder,
  quotes: readonly { id: number; currency: string }[],
  { wish, reason }: Fire,
): Promise<void> {
  const { total = null, neededBy = null, quantities = [] } = wish ?? {};
  await requireParts(unit, order.id, quantities);
  if (total && quotes.some(({ currency }) => currency !== total.currency)) {
    throw new CallError('INVALID_INPUT', undefined, { fields: { 'wish.total': say('otherCurrency') } });
  }
  await ordersDb(unit)
    .updateTable('quote')
    .set({ wish: JSON.stringify({ total, neededBy, quantities, reason: reason.trim() }) })
    .where('id', '=', sql<number>`any(${quotes.map(({ id }) => id)}::bigint[])`)
    .execute();
}

async function requireParts(unit: Work, orderId: number, quantities: readonly Pieces[]): Promise<void> {
  const parts = await unit.db.selectFrom('rfq_order_file').select('id').where('order_id', '=', orderId).execute();
  const known = new Set(parts.map(({ id }) => id));
  const named = new Set(quantities.map(({ orderFileId }) => orderFileId));
  if (named.size === quantities.length && [...named].every((id) => known.has(id))) return;
  throw new CallError('INVALID_INPUT', undefined, { fields: { 'wish.quantities': say('otherParts') } });
}
