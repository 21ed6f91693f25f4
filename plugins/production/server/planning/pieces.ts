import { CallError } from '@sinter/sdk/contract';
import { orderIsControlled } from '@sinter/sdk/contract/orders/controlled';
import { orderProduction } from '@sinter/sdk/contract/orders/production';
import { mostParts } from '@sinter/sdk/contract/production/planning';
import { mostNested } from '@sinter/sdk/contract/production/nesting';
import type { CallContext, Work } from '@sinter/sdk/server';
import { sql } from 'kysely';
import { isCleared } from '../nesting/read.ts';
import { say } from '../texts.ts';
import type { Draft, Planning } from './types.ts';

export interface Piece {
  orderFileId: number;
  quantity: number;
}

export function put({ pieces }: Draft, added: readonly Piece[]): void {
  for (const { orderFileId, quantity } of added) {
    pieces.set(orderFileId, (pieces.get(orderFileId) ?? 0) + quantity);
  }
}

/** Refuses more than there is: somebody else has taken some. */
export function take({ name, pieces }: Draft, removed: readonly Piece[]): void {
  for (const { orderFileId, quantity } of removed) {
    const left = (pieces.get(orderFileId) ?? 0) - quantity;
    if (left < 0) throw new CallError('CONFLICT', say('planFewer', { build: name }));
    if (left === 0) pieces.delete(orderFileId);
    else pieces.set(orderFileId, left);
  }
}

export function requireOnce(pieces: readonly Piece[]): void {
  if (new Set(pieces.map(({ orderFileId }) => orderFileId)).size === pieces.length) return;
  throw new CallError('INVALID_INPUT', say('nestTwice'), { fields: { pieces: say('nestTwice') } });
}

/** Refuses pieces that a build cannot hold or that are taken. What people plan at once waits for each other here. */
export async function requirePieces({ context, unit, drafts, before }: Planning): Promise<void> {
  const grown = [...drafts.values()].filter(({ id, pieces }) => {
    const had = new Map(before.get(id)?.pieces);
    return [...pieces].some(([part, quantity]) => quantity > (had.get(part) ?? 0));
  });
  for (const { name, pieces } of grown) {
    const sum = [...pieces.values()].reduce((total, quantity) => total + quantity, 0);
    if (pieces.size > mostParts)
      throw new CallError('CONFLICT', say('planManyParts', { build: name, most: mostParts }));
    if (sum > mostNested) throw new CallError('CONFLICT', say('planManyPieces', { build: name, most: mostNested }));
  }
  if (grown.length === 0) return;
  const ids = [...new Set(grown.flatMap(({ pieces }) => [...pieces.keys()]))];
  await requireMade(context, unit, grown, ids);
  const taken = ids.filter((id) => held(drafts.values(), id) > heldBefore(before.values(), id));
  if (taken.length > 0) await requireFree(unit, drafts, taken);
}

const held = (drafts: Iterable<Draft>, id: number): number =>
  [...drafts].reduce((sum, { pieces }) => sum + (pieces.get(id) ?? 0), 0);
const heldBefore = (before: Iterable<{ pieces: [number, number][] } | null>, id: number): number =>
  [...before].reduce((sum, each) => sum + (each?.pieces.find(([part]) => part === id)?.[1] ?? 0), 0);

/** Of orders that the facility was awarded and the caller may see, of the process and the material of the build. */
async function requireMade(
  context: CallContext,
  unit: Work,
  builds: readonly Draft[],
  ids: readonly number[],
): Promise<void> {
  await context.get(orderProduction).requireAwarded(unit, context.facilityId, ids);
  const { rows } = await sql<{
    id: number;
    controlled: boolean;
    name: string;
    processId: number;
    materialId: number;
  }>`
    select f.id, ${orderIsControlled} as controlled, s.file_name as name, f.am_process_id as "processId",
      f.material_id as "materialId"
    from rfq_order_file f join rfq_order o on o.id = f.order_id join stored_file s on s.id = f.original_file_id
    where f.id = any(${[...ids]}::bigint[])
  `.execute(unit.db);
  if (!isCleared(context) && rows.some(({ controlled }) => controlled)) {
    throw new CallError('EXPORT_CONTROLLED', say('nestControlled'));
  }
  for (const { name: build, pieces, processId, materialId } of builds) {
    const other = rows.find(
      (row) => pieces.has(row.id) && (row.processId !== processId || row.materialId !== materialId),
    );
    if (!other) continue;
    const said = other.processId === processId ? 'planOtherMaterial' : 'planOtherProcess';
    throw new CallError('CONFLICT', say(said, { part: other.name, build }));
  }
}

async function requireFree(unit: Work, drafts: ReadonlyMap<number, Draft>, ids: readonly number[]): Promise<void> {
  const own = [...drafts.keys()];
  await sql`
    select id from rfq_order_file where id = any(${[...ids]}::bigint[]) order by id for no key update
  `.execute(unit.db);
  const { rows } = await sql<{ id: number; name: string; free: number }>`
    select f.id, s.file_name as name, greatest(f.quantity + f.remake_quantity - f.scheduled - (
      select coalesce(sum(each.quantity), 0) from planned_piece each
      where each.order_file_id = f.id and each.build_id <> all(${own}::bigint[])), 0)::int as free
    from rfq_order_file f join stored_file s on s.id = f.original_file_id
    where f.id = any(${[...ids]}::bigint[]) order by f.id
  `.execute(unit.db);
  for (const { id, name, free } of rows) {
    if (held(drafts.values(), id) <= free) continue;
    throw new CallError('OVER_ALLOCATED', say('planTaken', { part: name, count: free }), { free });
  }
}
