import { CallError } from '@sinter/sdk/contract';
import type { CallArguments } from '@sinter/sdk/contract/call';
import type { mergeJobs } from '@sinter/sdk/contract/scheduling/chart';
import type { CallContext, Work } from '@sinter/sdk/server';
import { settleTypes } from './types.ts';
import { changeRow, jobsDb, lockJobs, record, requireVersion, type LockedJob } from './job.ts';
import { partsOf, requireOpen, setParts } from './parts.ts';
import { isDowntime, refusedTransition } from './transitions.ts';
import { say } from './texts.ts';

/** Puts the parts of a job that has not begun into another one like it. */
export async function merge(
  context: CallContext,
  id: number,
  { intoJobId, version }: CallArguments<typeof mergeJobs>['body'],
): Promise<void> {
  if (id === intoJobId) throw new CallError('CONFLICT', say('intoItself'));
  const { facilityId, user } = context;
  await context.write(async (unit) => {
    const locked = await lockJobs(unit, facilityId, [id, intoJobId]);
    const [job, target] = [locked.get(id), locked.get(intoJobId)];
    if (!job || !target) throw new CallError('NOT_FOUND');
    requireVersion(job, version);
    for (const each of [job, target]) {
      const open = each.status === 'WAITING' || each.status === 'QUEUED';
      if (!open || isDowntime(each.job_type)) throw refusedTransition('MERGE', each.status, each.job_type);
    }
    await requireAlike(unit, job, target);
    const [parts, others] = [await partsOf(unit, id), await partsOf(unit, intoJobId)];
    await requireOpen(
      context,
      unit,
      [...parts, ...others].map((part) => part.order_file_id),
    );

    // Nothing more is taken of any part: a merged job takes none, and keeps its list only to be known by it.
    const quantities = new Map<number, number>();
    for (const { order_file_id, quantity } of [...others, ...parts]) {
      quantities.set(order_file_id, (quantities.get(order_file_id) ?? 0) + quantity);
    }
    const wanted = [...quantities].map(([rfqCadFileId, quantity]) => ({ rfqCadFileId, quantity }));
    await changeRow(unit, id, { status: 'MERGED', merged_into_job_id: intoJobId });
    await setParts(context, unit, intoJobId, wanted);
    await changeRow(unit, intoJobId, {});
    await settleTypes(unit, [intoJobId]);
    const event = { event: 'MERGE', userId: user.userId };
    const moved = parts.map(({ order_file_id, quantity }) => [order_file_id, quantity]);
    await record(unit, { ...job, status: 'MERGED' }, { ...event, before: job.status, after: { intoJobId } });
    await record(unit, target, { ...event, after: { fromJobId: id, parts: moved } });
  });
}

async function requireAlike(unit: Work, job: LockedJob, target: LockedJob): Promise<void> {
  const models = await jobsDb(unit)
    .selectFrom('equipment')
    .select('machine_model_id')
    .distinct()
    .where('id', 'in', [job.equipment_id, target.equipment_id])
    .execute();
  if (models.length === 1 && job.material_id === target.material_id) return;
  throw new CallError('CONFLICT', say('notAlike'));
}
