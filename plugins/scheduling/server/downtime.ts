import { CallError } from '@sinter/sdk/contract';
import type { CallArguments } from '@sinter/sdk/contract/call';
import type { cancelDowntime, createDowntime, updateDowntime } from '@sinter/sdk/contract/scheduling/downtime';
import type { CallContext, Work } from '@sinter/sdk/server';
import { planningOf } from './calendar.ts';
import { labelOf } from './controlled.ts';
import { followClock } from './clock.ts';
import {
  changeRow,
  changeRows,
  jobsDb,
  lockJobs,
  madeBefore,
  record,
  recordAll,
  requireVersion,
  timeOf,
  type LockedJob,
} from './job.ts';
import { lockMachine } from './machine.ts';
import { lockMachinesOf, placeAll } from './move.ts';
import { moveByWall, occurrences } from '../shared/recurrence.ts';
import { placesOn, type Place } from './reservations.ts';
import { overlaps } from './slots.ts';
import type { Interval } from '@sinter/sdk/plugin';
import { timeFrom } from './time.ts';
import { isDowntime, refusedTransition } from './transitions.ts';
import { settleTypes } from './types.ts';
import { wallOf } from '@sinter/sdk/plugin';
import { say } from './texts.ts';

type Draft = CallArguments<typeof createDowntime>['body'];

/** Takes a machine out of use, and answers the ids of the downtimes that were made. */
export async function planDowntime(context: CallContext, draft: Draft): Promise<number[]> {
  const { facilityId, user } = context;
  return context.write(async (unit) => {
    const made = await madeBefore(unit, facilityId, draft.eventId);
    if (made !== null) return seriesOf(unit, made);
    await lockMachine(unit, facilityId, draft.equipmentId);
    const times = await timesOf(unit, facilityId, draft);
    const room = { facilityId, equipmentId: draft.equipmentId, except: [] };
    const check = await placesOn(unit, room, times[0]?.from ?? 0);
    const free = times.filter((time) => isFree(check, time, draft.skipTaken));
    const ids = await insertAll(unit, context, draft, free);
    const jobs = [...(await lockJobs(unit, facilityId, ids)).values()];
    await recordAll(
      unit,
      jobs.map((job) => ({ job, event: 'CREATE', userId: user.userId })),
    );
    for (const job of jobs) await followClock(unit, job, user.userId);
    return ids;
  });
}

/** The first of a series is one of it too, and has the id of the request. */
async function insertAll(
  unit: Work,
  context: CallContext,
  draft: Draft,
  times: readonly Interval[],
): Promise<number[]> {
  if (times.length === 0) return [];
  const rows = await jobsDb(unit)
    .insertInto('job')
    .values(
      times.map((time, at) => ({
        facility_id: context.facilityId,
        equipment_id: draft.equipmentId,
        job_name: draft.jobName,
        job_type: draft.jobType,
        job_source: 'SCHEDULING',
        job_creation_type: 'MANUAL',
        status: 'QUEUED',
        from_date: new Date(time.from),
        to_date: new Date(time.to),
        notes: draft.jobNotes,
        event_id: at === 0 ? draft.eventId : null,
        created_by: context.user.userId,
      })),
    )
    .returning('id')
    .execute();
  const ids = rows.map(({ id }) => id).toSorted((a, b) => a - b);
  await settleTypes(unit, ids);
  if (draft.repeat) {
    await jobsDb(unit)
      .updateTable('job')
      .set({ series_id: ids[0] ?? null })
      .where('id', 'in', ids)
      .execute();
  }
  return ids;
}

async function seriesOf(unit: Work, firstId: number): Promise<number[]> {
  const rows = await jobsDb(unit)
    .selectFrom('job')
    .select('id')
    .where((where) => where.or([where('id', '=', firstId), where('series_id', '=', firstId)]))
    .orderBy('id')
    .execute();
  return rows.map(({ id }) => id);
}

async function timesOf(unit: Work, facilityId: number, draft: Draft): Promise<Interval[]> {
  const first = timeFrom(draft);
  if (!draft.repeat) return [first];
  const { zone } = await planningOf(unit, facilityId);
  const times = occurrences(first, draft.repeat, zone);
  requireApart(times);
  return times;
}

const asPlace = (time: Interval): Place => ({ ...time, materialId: null, downtime: true, newStart: true });

function isFree(check: (place: Place) => void, time: Interval, skipTaken: boolean): boolean {
  try {
    check(asPlace(time));
    return true;
  } catch (error) {
    if (skipTaken && error instanceof CallError && error.code === 'SLOT_TAKEN') return false;
    throw error;
  }
}

type Scope = CallArguments<typeof cancelDowntime>['body']['scope'];

/** The downtime, by the clock of this moment, and with FOLLOWING the later ones of its series that have not begun. */
async function lockScope(
  unit: Work,
  facilityId: number,
  id: number,
  version: number,
  scope: Scope,
): Promise<LockedJob[]> {
  // All of the series are locked in the order of their ids, so that two requests cannot block each other.
  const ids = scope === 'ONE' ? [id] : await wholeSeries(unit, facilityId, id);
  const locked = await lockJobs(unit, facilityId, ids);
  const job = locked.get(id);
  if (!job) throw new CallError('NOT_FOUND');
  if (!isDowntime(job.job_type)) throw new CallError('CONFLICT', say('notADowntime', { job: labelOf(job) }));
  requireVersion(job, version);
  const later = [...locked.values()].filter(
    ({ status, from_date }) => status === 'QUEUED' && from_date > job.from_date,
  );
  return [await followClock(unit, job), ...later];
}

async function wholeSeries(unit: Work, facilityId: number, id: number): Promise<number[]> {
  const rows = await jobsDb(unit)
    .selectFrom('job as one')
    .innerJoin('job as other', 'other.series_id', 'one.series_id')
    .select('other.id')
    .where('one.id', '=', id)
    .where('one.facility_id', '=', facilityId)
    .where((where) => where.or([where('other.status', '=', 'QUEUED'), where('other.id', '=', id)]))
    .execute();
  return rows.length > 0 ? rows.map((row) => row.id) : [id];
}

export async function changeDowntime(
  context: CallContext,
  id: number,
  { scope, version, jobName, jobNotes, ...dates }: CallArguments<typeof updateDowntime>['body'],
): Promise<void> {
  const { facilityId, user } = context;
  await context.write(async (unit) => {
    const jobs = await lockScope(unit, facilityId, id, version, scope);
    const [job] = jobs;
    if (!job) throw new CallError('NOT_FOUND');
    if (job.status !== 'QUEUED') throw refusedTransition('MOVE', job.status, job.job_type);
    await lockMachinesOf(unit, jobs);
    const { zone } = await planningOf(unit, facilityId);
    const [old, time] = [timeOf(job), timeFrom(dates)];
    const by = {
      from: wallOf(zone, time.from) - wallOf(zone, old.from),
      to: wallOf(zone, time.to) - wallOf(zone, old.to),
    };
    const moved = jobs.map((each) => ({ each, to: each.id === id ? time : moveByWall(timeOf(each), by, zone) }));
    const except = jobs.map((each) => each.id);
    const room = { facilityId, equipmentId: job.equipment_id, except };
    const check = await placesOn(unit, room, Math.min(...moved.map(({ to }) => to.from)));
    for (const { each, to } of moved) {
      if (to.from !== timeOf(each).from || to.to !== timeOf(each).to) check(asPlace(to));
    }
    requireApart(moved.map(({ to }) => to));
    const renamed = jobs.filter((each) => each.job_name !== jobName || each.notes !== jobNotes);
    await changeRows(
      unit,
      renamed.map((each) => each.id),
      { job_name: jobName, notes: jobNotes },
    );
    await recordAll(
      unit,
      renamed.map((each) => ({
        job: each,
        event: 'UPDATE',
        userId: user.userId,
        before: each.job_name,
        after: jobName,
      })),
    );
    const moves = moved.map(({ each, to }) => ({ job: each, to: { equipmentId: each.equipment_id, ...to } }));
    await placeAll(unit, user.userId, moves);
  });
}

function requireApart(times: readonly Interval[]): void {
  const sorted = times.toSorted((a, b) => a.from - b.from);
  if (!sorted.some((time, at) => at > 0 && overlaps(time, sorted[at - 1] ?? time))) return;
  const text = say('notOverInTime');
  throw new CallError('INVALID_INPUT', text, { fields: { toDate: text } });
}

/** Puts the machine back into use. */
export async function endDowntime(
  context: CallContext,
  id: number,
  { scope, version }: CallArguments<typeof cancelDowntime>['body'],
): Promise<void> {
  const { facilityId, user } = context;
  await context.write(async (unit) => {
    const [job, ...later] = await lockScope(unit, facilityId, id, version, scope);
    if (!job) throw new CallError('NOT_FOUND');
    if (job.status === 'IN_PROGRESS') await endNow(unit, user.userId, job);
    else if (job.status !== 'QUEUED') throw refusedTransition('CANCEL', job.status, job.job_type);
    await drop(unit, user.userId, job.status === 'QUEUED' ? [job, ...later] : later);
  });
}

async function endNow(unit: Work, userId: number, job: LockedJob): Promise<void> {
  const to_date = new Date(Math.max(Date.now(), job.from_date.getTime() + 1));
  await changeRow(unit, job.id, { status: 'COMPLETED', to_date });
  await record(unit, { ...job, status: 'COMPLETED' }, { event: 'COMPLETE', userId, before: job.status });
}

async function drop(unit: Work, userId: number, jobs: readonly LockedJob[]): Promise<void> {
  await changeRows(
    unit,
    jobs.map(({ id }) => id),
    { status: 'CANCELLED' },
  );
  await recordAll(
    unit,
    jobs.map((job) => ({ job: { ...job, status: 'CANCELLED' }, event: 'CANCEL', userId, before: job.status })),
  );
}
