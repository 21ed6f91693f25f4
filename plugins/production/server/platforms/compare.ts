import type { CallArguments, CallResult } from '@sinter/sdk/contract/call';
import { comparePlatform, type PlatePiece } from '@sinter/sdk/contract/production/platforms';
import type { CallContext } from '@sinter/sdk/server';
import { partsOf, piecesOf } from './read.ts';
import { requireRevision } from './sight.ts';

type Difference = CallResult<typeof comparePlatform>;
type Change = Difference['changes'][number];

/** Lengths in mm, turns as numbers of their matrices: what is nearer lies the same. */
const nearMm = 1e-3;
const nearTurn = 1e-6;

export async function compare(
  context: CallContext,
  { params: { id }, query: { from, to } }: CallArguments<typeof comparePlatform>,
): Promise<Difference> {
  await requireRevision(context, context, id, from);
  await requireRevision(context, context, id, to);
  const { changes, same } = differenceOf(await piecesOf(context, id, from), await piecesOf(context, id, to));
  const changed = new Set(changes.map(({ orderFileId }) => orderFileId));
  const parts = comparePlatform.response.shape.parts.parse(await partsOf(context, id, [from, to]));
  return { parts: parts.filter(({ orderFileId }) => changed.has(orderFileId)), changes, same };
}

const keyOf = ({ orderFileId, copy }: PlatePiece): string => `${orderFileId} ${copy}`;

export function differenceOf(
  from: readonly PlatePiece[],
  to: readonly PlatePiece[],
): { changes: Change[]; same: number } {
  const before = new Map(from.map((piece) => [keyOf(piece), piece]));
  const stays = new Set(to.map(keyOf));
  const changes: Change[] = from
    .filter((piece) => !stays.has(keyOf(piece)))
    .map((piece) => ({ ...piece, change: 'REMOVED', before: piece.placement }));
  for (const piece of to) {
    const was = before.get(keyOf(piece));
    if (!was) changes.push({ ...piece, change: 'ADDED', before: piece.placement });
    else if (!liesAlike(was.placement, piece.placement)) {
      changes.push({ ...piece, change: 'MOVED', before: was.placement });
    }
  }
  changes.sort((one, other) => one.orderFileId - other.orderFileId || one.copy - other.copy);
  return { changes, same: to.length - changes.filter(({ change }) => change !== 'REMOVED').length };
}

const liesAlike = (one: readonly number[], other: readonly number[]): boolean =>
  one.every((value, i) => Math.abs(value - (other[i] ?? NaN)) <= (i >= 12 ? nearMm : nearTurn));
