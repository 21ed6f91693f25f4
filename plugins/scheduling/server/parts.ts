import { CallError } from '@sinter/sdk/contract';
import type { CallContext, Services, Work } from '@sinter/sdk/server';
import { orderIsControlled } from '@sinter/sdk/contract/orders/controlled';
import { orderProduction } from '@sinter/sdk/contract/orders/production';
import { sql } from 'kysely';
import { jobsDb } from './job.ts';
import { lockParts, takenOfFile, tellScheduled } from './scheduled.ts';
import { say } from './texts.ts';

/** So many of an ordered file. */
export interface Wanted {
  rfqCadFileId: number;
  quantity: number;
}

/** The parts that a request names in either of two ways; `null` where it says nothing of them. */
export const wantedIn = (draft: {
  files?: Wanted[] | undefined;
  jobOrderDTOs?: { fileIds: Wanted[] }[] | undefined;
}): Wanted[] | null => draft.files ?? draft.jobOrderDTOs?.flatMap(({ fileIds }) => fileIds) ?? null;

export interface BuiltPart {
  id: number;
  order_file_id: number;
  quantity: number;
  completed_quantity: number;
}

export const partsOf = (unit: Work, jobId: number): Promise<BuiltPart[]> =>
  jobsDb(unit)
    .selectFrom('job_file')
    .select(['id', 'order_file_id', 'quantity', 'completed_quantity'])
    .where('job_id', '=', jobId)
    .orderBy('id')
    .execute();

export const wantedOf = (parts: readonly BuiltPart[]): Wanted[] =>
  parts.map((part) => ({ rfqCadFileId: part.order_file_id, quantity: part.quantity }));

const idsOf = (wanted: readonly Wanted[]): number[] => wanted.map((file) => file.rfqCadFileId);

/** Refuses parts that this facility may not build, that this person may not know of, or that were taken meanwhile. */
export async function requireParts(
  context: CallContext,
  unit: Work,
  wanted: readonly Wanted[],
  equipmentId: number,
  ownJobId: number | null,
): Promise<void> {
  if (wanted.length === 0) return;
  if (new Set(idsOf(wanted)).size !== wanted.length) {
    throw new CallError('INVALID_INPUT', undefined, { fields: { files: say('listedTwice') } });
  }
  await context.get(orderProduction).requireAwarded(unit, context.facilityId, idsOf(wanted));
  await requireOpen(context, unit, idsOf(wanted));
  await requireMakes(unit, wanted, equipmentId);
  await requireUnallocated(unit, wanted, ownJobId);
}

/** Somebody who may not see a job's export-controlled parts may not plan it: saving would remove them. */
export async function requireOpen(context: CallContext, unit: Work, orderFileIds: readonly number[]): Promise<void> {
  if (context.user.cleared || orderFileIds.length === 0) return;
  const { rows } = await sql`
    select 1 from rfq_order_file f join rfq_order o on o.id = f.order_id
    where f.id = any(${[...orderFileIds]}::bigint[]) and ${orderIsControlled} limit 1
  `.execute(unit.db);
  if (rows.length > 0) throw new CallError('EXPORT_CONTROLLED', say('controlledParts'));
}

export async function requireMakes(unit: Work, wanted: readonly Wanted[], equipmentId: number): Promise<void> {
  const { rows } = await sql<{ name: string | null }>`
    select case when ${orderIsControlled} then null else s.file_name end as name
    from rfq_order_file f join rfq_order o on o.id = f.order_id join stored_file s on s.id = f.original_file_id
    where f.id = any(${idsOf(wanted)}::bigint[]) and not exists (
      select 1 from equipment e join machine_model m on m.id = e.machine_model_id
      where e.id = ${equipmentId} and m.am_process_id = f.am_process_id)
    limit 1
  `.execute(unit.db);
  const [part] = rows;
  if (part) throw new CallError('CONFLICT', say('otherProcess', { part: part.name ?? say('aPart') }));
}

export interface FreePart {
  id: number;
  name: string;
  ordered: number;
  /** Of those to be made, what no other job has taken; below zero where others have made more. */
  left: number;
  /** The same, and none below zero. */
  free: number;
}

/** Locks the parts until the transaction ends, so that two jobs can never take more of one than was ordered. */
export async function freeParts(
  unit: Work,
  orderFileIds: readonly number[],
  exceptJobId: number | null,
): Promise<FreePart[]> {
  await lockParts(unit, orderFileIds);
  const { rows } = await sql<FreePart>`
    select f.id, s.file_name as name, f.quantity as ordered,
      (f.quantity + f.remake_quantity - ${takenOfFile(exceptJobId)})::int as left,
      greatest(f.quantity + f.remake_quantity - ${takenOfFile(exceptJobId)}, 0)::int as free
    from rfq_order_file f join stored_file s on s.id = f.original_file_id where f.id = any(${[...orderFileIds]}::bigint[])
  `.execute(unit.db);
  return rows;
}

export async function requireUnallocated(
  unit: Work,
  wanted: readonly Wanted[],
  ownJobId: number | null,
): Promise<void> {
  for (const { id, name, free } of await freeParts(unit, idsOf(wanted), ownJobId)) {
    const quantity = wanted.find((file) => file.rfqCadFileId === id)?.quantity ?? 0;
    if (quantity <= free) continue;
    throw new CallError('OVER_ALLOCATED', say('partsLeft', { free, name }), { free });
  }
}

/** Makes these the parts of a job, and tells the orders of those that it had and has. */
export async function setParts(
  services: Pick<Services, 'all' | 'get'>,
  unit: Work,
  jobId: number,
  wanted: readonly Wanted[],
): Promise<void> {
  const before = await partsOf(unit, jobId);
  // A part that stays keeps its row: lots are made by rows.
  const left = before.filter(({ order_file_id: id }) => !idsOf(wanted).includes(id)).map(({ id }) => id);
  if (left.length > 0) await jobsDb(unit).deleteFrom('job_file').where('id', 'in', left).execute();
  if (wanted.length > 0) {
    await jobsDb(unit)
      .insertInto('job_file')
      .values(wanted.map((file) => ({ job_id: jobId, order_file_id: file.rfqCadFileId, quantity: file.quantity })))
      .onConflict((conflict) =>
        conflict
          .columns(['job_id', 'order_file_id'])
          .doUpdateSet(({ ref }) => ({ quantity: ref('excluded.quantity') })),
      )
      .execute();
  }
  await tellScheduled(services, unit, [...new Set([...idsOf(wantedOf(before)), ...idsOf(wanted)])]);
}
