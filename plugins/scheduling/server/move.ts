import { CallError } from '@sinter/sdk/contract';
import type { CallArguments } from '@sinter/sdk/contract/call';
import type { moveJob, shiftJobs } from '@sinter/sdk/contract/scheduling/chart';
import type { CallContext, Work } from '@sinter/sdk/server';
import { sql } from 'kysely';
import { followClock } from './clock.ts';
import { labelOf } from './controlled.ts';
import { lockJob, lockJobs, recordAll, requireVersion, timeOf, type LockedJob } from './job.ts';
import { requireRuns, usedMaterials } from './machine.ts';
import { partsOf, requireMakes, wantedOf } from './parts.ts';
import { placesOn } from './reservations.ts';
import { timeFrom } from './time.ts';
import { isDowntime, refusedTransition } from './transitions.ts';
import { tellMoved } from './scheduled.ts';
import { settleTypes } from './types.ts';
import { lockMachineOf, placeFor, requireChangeable, requireRoom, type Position } from './update.ts';
import { say } from './texts.ts';

/** Moves or stretches one job, as far as its form would. */
export async function moveOne(
  context: CallContext,
  id: number,
  { equipmentId, version, ...dates }: CallArguments<typeof moveJob>['body'],
): Promise<void> {
  await context.write(async (unit) => {
    const found = await lockJob(unit, context.facilityId, id);
    requireVersion(found, version);
    const job = await byTheClock(unit, found);
    const position = { equipmentId, ...timeFrom(dates) };
    requireChangeable(job, { position });
    await requireHolds(context, unit, job, position);
    await requireRoom(unit, job, position, job.material_id, isDowntime(job.job_type));
    await placeAll(unit, context.user.userId, [{ job, to: position }]);
    await tellMoved(context, unit, [id]);
  });
}

/** A downtime has begun, or is over, by the clock: also where the clock has not come by yet. */
async function byTheClock(unit: Work, job: LockedJob): Promise<LockedJob> {
  if (!isDowntime(job.job_type)) return job;
  const current = await followClock(unit, job);
  if (current.status === 'COMPLETED') throw refusedTransition('MOVE', current.status, job.job_type);
  return current;
}

/** Locks the machine, which has to run and make what the job needs where it is another one. */
async function requireHolds(context: CallContext, unit: Work, job: LockedJob, position: Position): Promise<void> {
  const machine = await lockMachineOf(context, unit, job, position);
  if (position.equipmentId === job.equipment_id) return;
  if (job.series_id !== null) throw new CallError('CONFLICT', say('seriesStays'));
  const used = await usedMaterials(unit, job.id);
  if (job.material_id !== null) await requireRuns(unit, machine, { material: job.material_id, ...used });
  await requireMakes(unit, wantedOf(await partsOf(unit, job.id)), position.equipmentId);
}

export interface Move {
  job: LockedJob;
  to: Position;
}

/** Gives jobs, which must be locked, other times or machines. Those that are there already stay as they are. */
export async function placeAll(unit: Work, userId: number | null, moves: readonly Move[]): Promise<void> {
  const real = moves.filter(({ job, to }) => {
    const before = timeOf(job);
    return job.equipment_id !== to.equipmentId || before.from !== to.from || before.to !== to.to;
  });
  if (real.length === 0) return;
  const iso = (time: number) => new Date(time).toISOString();
  await sql`
    update job set equipment_id = placed.equipment_id, from_date = placed.from_date, to_date = placed.to_date,
      version = version + 1, updated_at = now()
    from unnest(${real.map(({ job }) => job.id)}::bigint[], ${real.map(({ to }) => to.equipmentId)}::bigint[],
      ${real.map(({ to }) => iso(to.from))}::timestamptz[], ${real.map(({ to }) => iso(to.to))}::timestamptz[]
    ) as placed (id, equipment_id, from_date, to_date)
    where job.id = placed.id
  `.execute(unit.db);
  const moved = real.filter(({ job, to }) => job.equipment_id !== to.equipmentId);
  await settleTypes(
    unit,
    moved.map(({ job }) => job.id),
  );
  const placed = real.map(({ job, to }) => ({
    before: { equipmentId: job.equipment_id, ...timeOf(job) },
    after: { equipmentId: to.equipmentId, from: to.from, to: to.to },
    job: { ...job, equipment_id: to.equipmentId, from_date: new Date(to.from), to_date: new Date(to.to) },
  }));
  await recordAll(
    unit,
    placed.map((each) => ({ event: 'MOVE', userId, ...each })),
  );
  for (const { job } of placed) if (isDowntime(job.job_type)) await followClock(unit, job, userId);
}

/** Moves several queued jobs by the same time, all of them or none. */
export async function moveAll(
  context: CallContext,
  { jobs: seen, minutes }: CallArguments<typeof shiftJobs>['body'],
): Promise<void> {
  await context.write(async (unit) => {
    const ids = seen.map(({ id }) => id);
    const locked = await lockJobs(unit, context.facilityId, ids);
    for (const { id, version } of seen) {
      const job = locked.get(id);
      if (job) requireVersion(job, version);
      if (job && job.status !== 'QUEUED') {
        throw new CallError('JOB_NOT_QUEUED', say('notQueued', { job: labelOf(job) }), { jobId: id });
      }
    }
    const jobs = [...locked.values()];
    await lockMachinesOf(unit, jobs);
    const moves = jobs.map((job) => ({ job, to: shifted(job, minutes * 60_000) }));
    for (const equipmentId of new Set(jobs.map((job) => job.equipment_id))) {
      const own = moves.filter(({ job }) => job.equipment_id === equipmentId);
      const room = { facilityId: context.facilityId, equipmentId, except: ids };
      const check = await placesOn(unit, room, Math.min(...own.map(({ to }) => to.from)));
      for (const { job, to } of own) {
        const place = placeFor(job, to, job.material_id, isDowntime(job.job_type));
        if (place) check({ ...place, name: labelOf(job) });
      }
    }
    await placeAll(unit, context.user.userId, moves);
    await tellMoved(context, unit, ids);
  });
}

function shifted(job: LockedJob, by: number): Position {
  const { from, to } = timeOf(job);
  return { equipmentId: job.equipment_id, ...timeFrom({ fromDate: String(from + by), toDate: String(to + by) }) };
}

/** Locks them in the order of their ids, as every request for several does. */
export async function lockMachinesOf(unit: Work, jobs: readonly LockedJob[]): Promise<void> {
  const ids = [...new Set(jobs.map((job) => job.equipment_id))];
  await unit.db.selectFrom('equipment').select('id').where('id', 'in', ids).orderBy('id').forNoKeyUpdate().execute();
}
