import { CallError } from '@sinter/sdk/contract';
import type { CallArguments } from '@sinter/sdk/contract/call';
import type { fireJobEvent } from '@sinter/sdk/contract/scheduling/jobs';
import { type CallContext, type Work } from '@sinter/sdk/server';
import { requireGates } from '@sinter/sdk/contract/production/askGates';
import { orderProduction } from '@sinter/sdk/contract/orders/production';
import { jobIsControlled, labelOf } from './controlled.ts';
import { requireNotHeld, requireStartable } from './held.ts';
import { changeRow, jobsDb, lockJob, record, timeOf, wasDone, type LockedJob } from './job.ts';
import { lockMachine } from './machine.ts';
import { learnFrom } from './learn.ts';
import { hoursTaken, timesOf } from './machineTimes.ts';
import { freeParts, partsOf, requireOpen, requireParts, wantedOf, type BuiltPart } from './parts.ts';
import { extraOf, mostGood, surplusPercent } from './surplus.ts';
import { requirePlace } from './reservations.ts';
import { tellScheduled } from './scheduled.ts';
import { requireTransition, running, type JobTransition } from './transitions.ts';
import { say } from './texts.ts';

type Fire = CallArguments<typeof fireJobEvent>['body'];

export async function fireOnJob(context: CallContext, jobId: number, fire: Fire): Promise<void> {
  const { facilityId, user } = context;
  await context.write(async (unit) => {
    const job = await lockJob(unit, facilityId, jobId);
    if (await wasDone(unit, jobId, fire.eventId)) return;
    const transition = requireTransition(fire.event, job.status, job.job_type);
    requireMay(context, transition, fire);
    const parts = await partsOf(unit, jobId);
    const change: Parameters<typeof changeRow>[2] = { status: transition.to };
    if (fire.event === 'RESTORE') await requireRestorable(context, unit, job, parts);
    if (fire.event === 'START') {
      await requireFreeMachine(unit, job);
      await requireStartable(context, unit, job);
      await requireGates(context, unit, facilityId, { gate: 'JOB_START', subjectId: jobId });
      const orderFileIds = parts.map((part) => part.order_file_id);
      await context.get(orderProduction).started(unit, facilityId, orderFileIds, user.userId);
      change.started_at = (await timesOf(context, unit, jobId))?.from ?? new Date();
    }
    let posted: readonly Posting[] = [];
    if (transition.to === 'COMPLETED' || transition.to === 'FAILED') {
      posted = postings(parts, fire);
      await post(context, unit, job, posted, transition);
      if (!transition.corrects && job.started_at) {
        change.actual_hours = await hoursTaken(context, unit, jobId, job.started_at);
      }
    }
    await changeRow(unit, jobId, change);
    await tellScheduled(
      context,
      unit,
      parts.map((part) => part.order_file_id),
    );
    if (transition.to === 'COMPLETED' || transition.to === 'FAILED') {
      const hours = change.actual_hours ?? job.actual_hours;
      await learnFrom(context, unit, { ...job, status: transition.to, hours, used: null }, parts);
    }
    const counts = (which: 'before' | 'after') => posted.map(({ part, [which]: good }) => [part.order_file_id, good]);
    await record(
      unit,
      { ...job, status: transition.to },
      {
        event: fire.event,
        reason: fire.reason.trim(),
        userId: user.userId,
        eventId: fire.eventId,
        before: { status: job.status, completed: counts('before') },
        after: { status: transition.to, completed: counts('after') },
      },
    );
  });
}

function requireMay({ user }: CallContext, { corrects, needsReason }: JobTransition, fire: Fire): void {
  if (corrects && !user.permissions.includes('MES_SETTINGS_EDITOR')) throw new CallError('FORBIDDEN');
  if (needsReason && fire.reason.trim() === '') {
    throw new CallError('INVALID_INPUT', undefined, { fields: { reason: say('reasonMissing') } });
  }
}

/** A machine does one thing at a time, and none while it is out of use. */
export async function requireFreeMachine(
  unit: Work,
  job: Pick<LockedJob, 'id' | 'facility_id' | 'equipment_id'>,
): Promise<void> {
  await lockMachine(unit, job.facility_id, job.equipment_id);
  const now = new Date();
  const other = await jobsDb(unit)
    .selectFrom('job as j')
    .select(['id', 'job_name', jobIsControlled.as('controlled')])
    .where('equipment_id', '=', job.equipment_id)
    .where('id', '!=', job.id)
    .where((where) =>
      where.or([
        where('status', 'in', running),
        where.and([
          where('job_type', 'in', ['DOWNTIME', 'POST_PROCESSING_DOWNTIME']),
          where('status', '=', 'QUEUED'),
          where('from_date', '<=', now),
          where('to_date', '>', now),
        ]),
      ]),
    )
    .executeTakeFirst();
  if (other) throw new CallError('CONFLICT', say('stillRunning', { job: labelOf(other) }), { jobId: other.id });
}

async function requireRestorable(
  context: CallContext,
  unit: Work,
  job: LockedJob,
  parts: readonly BuiltPart[],
): Promise<void> {
  if (job.started_at) throw new CallError('CONFLICT', say('startedAlready'));
  await lockMachine(unit, job.facility_id, job.equipment_id);
  await requireNotHeld(context, unit, job.facility_id, job.equipment_id);
  const { facility_id: facilityId, equipment_id: equipmentId, material_id: materialId } = job;
  const place = { facilityId, equipmentId, materialId, ...timeOf(job), downtime: false, newStart: false };
  await requirePlace(unit, { ...place, except: [job.id] });
  await requireParts(context, unit, wantedOf(parts), equipmentId, job.id);
}

interface Posting {
  part: BuiltPart;
  before: number;
  after: number;
}

/** How many of each part came out good: said for every one of them. */
function postings(parts: readonly BuiltPart[], { completed }: Fire): Posting[] {
  return parts.map((part) => {
    const after = completed.find((each) => each.rfqCadFileId === part.order_file_id)?.completedQuantity;
    if (after === undefined) {
      throw new CallError('INVALID_INPUT', undefined, {
        fields: { completed: say('countsMissing') },
      });
    }
    return { part, before: part.completed_quantity, after };
  });
}

/**
 * Posts good parts under a lock on each. Until it is over a job takes all of its parts, so that it can only give back;
 * a correction takes back what was posted, and what it posts instead must still be left to take.
 */
async function post(
  context: CallContext,
  unit: Work,
  job: LockedJob,
  posted: readonly Posting[],
  { corrects }: JobTransition,
): Promise<void> {
  const ids = posted.map(({ part }) => part.order_file_id);
  await requireOpen(context, unit, ids);
  if (ids.length === 0) return;
  const left = await freeParts(unit, ids, job.id);
  const percent = await surplusPercent(context, unit.db, job.facility_id);
  for (const { part, after } of posted) {
    const file = left.find(({ id }) => id === part.order_file_id);
    const most = file ? mostGood(part.quantity, file, percent) : part.quantity;
    if (after > most) {
      throw new CallError('INVALID_INPUT', undefined, {
        fields: { completed: percent === 0 ? say('countsMissing') : say('countsTooMany', { most }) },
      });
    }
    if (corrects && file && after > Math.max(file.left + extraOf(file, percent), 0)) {
      throw new CallError('OVER_ALLOCATED', say('partsLeft', { free: file.free, name: file.name }), {
        free: file.free,
      });
    }
    await unit.db.updateTable('job_file').set({ completed_quantity: after }).where('id', '=', part.id).execute();
  }
}
