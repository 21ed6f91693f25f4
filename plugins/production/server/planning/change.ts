import { createHash } from 'node:crypto';
import { CallError } from '@sinter/sdk/contract';
import type { PlannedDetail, PlanningChange } from '@sinter/sdk/contract/production/planning';
import type { CallContext, Work } from '@sinter/sdk/server';
import { sql } from 'kysely';
import { say } from '../texts.ts';
import { tellPlanning } from './audience.ts';
import { requirePieces } from './pieces.ts';
import { detailOf, holdsControlled, holdsNow, seenBuilds } from './rows.ts';
import { planningDb } from './tables.ts';
import type { Before, Draft, Planning, Seen } from './types.ts';

interface Change {
  what: PlanningChange['what'];
  /** The builds that change, as the caller saw them. */
  seen: readonly Seen[];
  /** Locked ones too. */
  evenLocked?: boolean;
}

/** Changes planned builds under their locks, remembers how they were, and answers the one whose id `act` answers. */
export function changeBuilds(
  context: CallContext,
  { what, seen, evenLocked = false }: Change,
  act: (planning: Planning) => Promise<Draft> | Draft,
): Promise<PlannedDetail> {
  return context.write(async (unit) => {
    const drafts = await lockDrafts(context, unit, seen);
    for (const { locked, name } of drafts.values()) {
      if (locked && !evenLocked) throw new CallError('CONFLICT', say('planLocked', { build: name }));
    }
    const before = new Map([...drafts].map(([id, draft]): [number, Before] => [id, beforeOf(draft)]));
    const planning: Planning = { context, unit, drafts, before };
    const shown = await act(planning);
    await settle(planning);
    await remember(planning, what, shown.name);
    return detailOf(unit, context, shown.id);
  });
}

const beforeOf = ({ name, equipmentId, status, locked, pieces }: Draft): Before => ({
  ...{ name, equipmentId, status, locked },
  pieces: [...pieces],
});

interface Row {
  id: number;
  name: string;
  equipmentId: number;
  processId: number;
  materialId: number;
  status: string;
  locked: boolean;
  version: number;
}

/** In the order of their ids, so that two people cannot block each other. */
export async function lockDrafts(
  context: CallContext,
  unit: Work,
  seen: readonly Seen[],
  { ended = false } = {},
): Promise<Map<number, Draft>> {
  const ids = [...new Set(seen.map(({ id }) => id))];
  const { rows } = await sql<Row>`
    select b.id, b.name, b.equipment_id as "equipmentId", b.am_process_id as "processId", b.material_id as "materialId",
      b.status, b.locked, b.version
    from planned_build b where b.id = any(${ids}::bigint[]) and ${seenBuilds(context)} order by b.id for update of b
  `.execute(unit.db);
  if (rows.length !== ids.length) throw new CallError('NOT_FOUND');
  for (const { id, version, name, status } of rows) {
    const open = status === 'DRAFT' || (ended && status !== 'SCHEDULED');
    if (!open) throw new CallError('CONFLICT', say('planEnded', { build: name }));
    if (seen.some((each) => each.id === id && each.version !== version)) {
      throw new CallError('CHANGED', say('planChanged', { build: name }));
    }
  }
  const pieces = await planningDb(unit)
    .selectFrom('planned_piece')
    .selectAll()
    .where('build_id', '=', sql<number>`any(${ids}::bigint[])`)
    .orderBy('order_file_id')
    .execute();
  const piecesOf = (id: number) =>
    new Map(pieces.filter((each) => each.build_id === id).map((each) => [each.order_file_id, each.quantity]));
  return new Map(
    rows.map((row): [number, Draft] => [
      row.id,
      { ...row, status: statusOf(row.status), mergedIntoId: null, pieces: piecesOf(row.id) },
    ]),
  );
}

const statusOf = (status: string): Draft['status'] =>
  status === 'MERGED' || status === 'DISCARDED' ? status : 'DRAFT';

/** Writes what has changed. A build without pieces has ended. */
export async function settle({ context, unit, drafts, before }: Planning): Promise<void> {
  const all = [...drafts.values()];
  for (const draft of all) {
    if (draft.pieces.size === 0 && draft.status === 'DRAFT') draft.status = 'DISCARDED';
    if (draft.status !== 'DRAFT') draft.pieces = new Map();
  }
  await requirePieces({ context, unit, drafts, before });
  const ids = all.map(({ id }) => id);
  // One that ends stays withheld from who might not know of its pieces.
  await sql`update planned_build b set controlled = ${holdsControlled} where b.id = any(${ids}::bigint[])`.execute(
    unit.db,
  );
  await sql`delete from planned_piece where build_id = any(${ids}::bigint[])`.execute(unit.db);
  const rows = all.flatMap(({ id, pieces }) =>
    [...pieces].map(([order_file_id, quantity]) => ({ build_id: id, order_file_id, quantity })),
  );
  if (rows.length > 0) await planningDb(unit).insertInto('planned_piece').values(rows).execute();
  const contents = all.map(contentOf);
  await sql`
    update planned_build b set name = new.name, equipment_id = new.equipment_id, status = new.status, locked = new.locked,
      content = new.content, merged_into_id = new.merged_into_id, version = b.version + 1, changed_at = now(),
      changed_by = ${context.user.userId}
    from unnest(${ids}::bigint[], ${all.map(({ name }) => name)}::text[],
      ${all.map(({ equipmentId }) => equipmentId)}::bigint[], ${all.map(({ status }) => status)}::text[],
      ${all.map(({ locked }) => locked)}::boolean[], ${contents}::text[],
      ${all.map(({ mergedIntoId }) => mergedIntoId)}::bigint[])
      as new(id, name, equipment_id, status, locked, content, merged_into_id)
    where b.id = new.id
  `.execute(unit.db);
  await sql`
    update planned_build b set controlled = ${holdsNow} where b.id = any(${ids}::bigint[]) and b.status = 'DRAFT'
  `.execute(unit.db);
  await tellPlanning(context, unit, ids);
}

/** What an arrangement is of. */
export function contentOf({ equipmentId, pieces }: Pick<Draft, 'equipmentId' | 'pieces'>): string {
  const list = [...pieces].toSorted(([one], [other]) => one - other).map((piece) => piece.join('x'));
  return createHash('md5')
    .update(`${equipmentId} ${list.join(' ')}`)
    .digest('hex');
}

async function remember(
  { context, unit, drafts, before }: Planning,
  what: PlanningChange['what'],
  name: string,
): Promise<void> {
  const builds = [...drafts.values()].map(({ id, version }) => ({
    id,
    after: version + 1,
    before: before.get(id) ?? null,
  }));
  await planningDb(unit)
    .insertInto('planning_change')
    .values({
      ...{ facility_id: context.facilityId, user_id: context.user.userId, what, name },
      builds: JSON.stringify(builds),
    })
    .execute();
}
