import { CallError } from '@sinter/sdk/contract';
import type { Pieces } from '@sinter/sdk/contract/orders/orders';
import type { Work } from '@sinter/sdk/server';
import { sql } from 'kysely';
import { say } from './texts.ts';

/** Throws INVALID_INPUT unless these are pieces of the order's parts, and no more than were ordered. */
export async function requirePieces(unit: Work, orderId: number, pieces: readonly Pieces[]): Promise<void> {
  const ordered = await unit.db
    .selectFrom('rfq_order_file')
    .select(['id', 'quantity'])
    .where('order_id', '=', orderId)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
  const named = new Set(pieces.map(({ orderFileId }) => orderFileId));
  const possible = pieces.every(({ orderFileId, quantity }) => {
    const part = ordered.find(({ id }) => id === orderFileId);
    return part !== undefined && quantity <= part.quantity;
  });
  if (pieces.length === 0 || named.size < pieces.length || !possible) {
    throw new CallError('INVALID_INPUT', undefined, { fields: { parts: say('piecesMissing') } });
  }
}

/** These pieces are made once more: they are there to schedule again. */
export async function makeAgain(unit: Work, orderId: number, pieces: readonly Pieces[]): Promise<void> {
  await requirePieces(unit, orderId, pieces);
  const ids = pieces.map(({ orderFileId }) => orderFileId);
  await sql`
    update rfq_order_file f set remake_quantity = f.remake_quantity + told.quantity
    from unnest(${ids}::bigint[], ${pieces.map(({ quantity }) => quantity)}::int[]) as told(id, quantity)
    where f.id = told.id
  `.execute(unit.db);
}
