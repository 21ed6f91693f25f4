import { CallError } from '@sinter/sdk/contract';
import { jobChanged } from '@sinter/sdk/contract/scheduling/events';
import { jobStatusSchema, jobTypeSchema, type JobStatus } from '@sinter/sdk/contract/scheduling/jobs';
import type { JobWork } from '@sinter/sdk/contract/scheduling/jobWork';
import type { Services, Work } from '@sinter/sdk/server';
import { sql, type Selectable } from 'kysely';
import { jobIsControlled, labelOf } from './controlled.ts';
import type { Interval } from '@sinter/sdk/plugin';
import type { SchedulingTables } from './tables.ts';
import { allowedJobEvents, isDowntime } from './transitions.ts';
import { say } from './texts.ts';

export const jobsDb = (unit: Pick<Services, 'db'>) => unit.db.withTables<SchedulingTables>();

/** A job's row, locked until the transaction ends. */
export type LockedJob = Omit<Selectable<SchedulingTables['job']>, 'status' | 'job_type'> & {
  status: JobStatus;
  job_type: ReturnType<typeof jobTypeSchema.parse>;
  /** As of now; see `jobIsControlled`. */
  controlled: boolean;
};

export const timeOf = (job: Pick<LockedJob, 'from_date' | 'to_date'>): Interval => ({
  from: job.from_date.getTime(),
  to: job.to_date.getTime(),
});

/** Locks several in the order of their ids, so that two requests for the same jobs cannot block each other. */
export async function lockJobs(
  unit: Work,
  facilityId: number,
  ids: readonly number[],
): Promise<Map<number, LockedJob>> {
  const rows = await jobsDb(unit)
    .selectFrom('job as j')
    .selectAll('j')
    .select(jobIsControlled.as('controlled'))
    .where('j.id', '=', sql<number>`any(${[...ids]}::bigint[])`)
    .where('j.facility_id', '=', facilityId)
    .orderBy('j.id')
    .forUpdate('j')
    .execute();
  if (rows.length !== new Set(ids).size) throw new CallError('NOT_FOUND');
  return new Map(
    rows.map((row) => [
      row.id,
      { ...row, status: jobStatusSchema.parse(row.status), job_type: jobTypeSchema.parse(row.job_type) },
    ]),
  );
}

export async function lockJob(unit: Work, facilityId: number, id: number): Promise<LockedJob> {
  const job = (await lockJobs(unit, facilityId, [id])).get(id);
  if (!job) throw new CallError('NOT_FOUND');
  return job;
}

/** A build job: downtimes have calls of their own. */
export async function lockBuild(unit: Work, facilityId: number, id: number): Promise<LockedJob> {
  const job = await lockJob(unit, facilityId, id);
  if (isDowntime(job.job_type)) throw new CallError('CONFLICT', say('notABuild', { job: job.job_name }));
  return job;
}

export function requireVersion(job: Pick<LockedJob, 'id' | 'job_name' | 'version' | 'controlled'>, seen: number): void {
  if (job.version === seen) return;
  throw new CallError('CHANGED', say('changedMeanwhile', { job: labelOf(job) }), { jobId: job.id });
}

/**
 * The job that this request has made already. Waits for the request that it repeats, also while that one still runs.
 */
export async function madeBefore(unit: Work, facilityId: number, eventId: string): Promise<number | null> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`job ${facilityId} ${eventId}`}, 0))`.execute(unit.db);
  const made = await jobsDb(unit)
    .selectFrom('job')
    .select('id')
    .where('event_id', '=', eventId)
    .where('facility_id', '=', facilityId)
    .executeTakeFirst();
  return made?.id ?? null;
}

/** Whether this request was carried out on a locked job before. */
export async function wasDone(unit: Work, jobId: number, eventId: string | undefined): Promise<boolean> {
  if (eventId === undefined) return false;
  const row = await jobsDb(unit)
    .selectFrom('job_history')
    .select('id')
    .where('job_id', '=', jobId)
    .where('event_id', '=', eventId)
    .executeTakeFirst();
  return row !== undefined;
}

type Change = Partial<Omit<LockedJob, 'id' | 'facility_id' | 'version' | 'created_at' | 'controlled'>>;

/** Writes a change of a job, which makes it a new version. */
export const changeRow = (unit: Work, id: number, change: Change): Promise<void> => changeRows(unit, [id], change);

export async function changeRows(unit: Work, ids: readonly number[], change: Change): Promise<void> {
  if (ids.length === 0) return;
  await jobsDb(unit)
    .updateTable('job')
    .set({ ...change, version: sql`version + 1`, updated_at: new Date() })
    .where('id', '=', sql<number>`any(${[...ids]}::bigint[])`)
    .execute();
}

interface Happening {
  /** `CREATE`, `MOVE`, an event of the transition table, … */
  event: string;
  reason?: string;
  /** `null` when the clock did it. */
  userId: number | null;
  /** Of the request. */
  eventId?: string | undefined;
  before?: unknown;
  after?: unknown;
}

type Recorded = Pick<LockedJob, 'id' | 'facility_id' | 'equipment_id' | 'status'>;

/** Writes down what happened to a job, and tells the open charts. */
export const record = (unit: Work, job: Recorded, happening: Happening): Promise<void> =>
  recordAll(unit, [{ ...happening, job }]);

/** The same for several jobs of one facility. */
export async function recordAll(unit: Work, happenings: readonly (Happening & { job: Recorded })[]): Promise<void> {
  const [first] = happenings;
  if (!first) return;
  await jobsDb(unit)
    .insertInto('job_history')
    .values(
      happenings.map(({ job, event, reason = '', userId, eventId }) => ({
        job_id: job.id,
        event,
        status: job.status,
        reason,
        user_id: userId,
        event_id: eventId ?? null,
      })),
    )
    .execute();
  // The root facility's planners may be looking at all facilities.
  const { root } = await unit.db
    .selectFrom('facility')
    .select((select) => select.fn.coalesce('root_facility_id', 'id').as('root'))
    .where('id', '=', first.job.facility_id)
    .executeTakeFirstOrThrow();
  for (const { job, event, before, after = job.status } of happenings) {
    const object = { objectKind: 'JOB', objectId: String(job.id), facilityId: job.facility_id };
    await unit.audit({ action: `job.${event.toLowerCase()}`, ...object, before, after });
    await unit.emit(
      jobChanged,
      { jobId: job.id, facilityId: job.facility_id, equipmentId: job.equipment_id, status: job.status, what: event },
      { facilityIds: [...new Set([job.facility_id, root])] },
    );
  }
}

export const jobStands: JobWork['stands'] = async (db, id) => {
  const row = await db.selectFrom('job').select(['status', 'job_type']).where('id', '=', id).executeTakeFirst();
  if (!row) return null;
  const status = jobStatusSchema.parse(row.status);
  return { status, allowed: allowedJobEvents(status) };
};
