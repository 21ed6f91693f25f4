import { CallError, jobChanged } from '@sinter/sdk/contract';
import type { CallArguments } from '@sinter/sdk/contract/call';
import {
  jobStatusSchema,
  type createJob,
  type fireJobEvent,
  type JobStatus,
  type updateJob,
} from '@sinter/sdk/contract/scheduling';
import { orderIsControlled, orderProduction, type CallContext, type Work } from '@sinter/sdk/server';
import { sql } from 'kysely';
import { firstFreeSlot, overlaps, type Interval } from './slots.ts';
import type { SchedulingTables } from './tables.ts';
import { allowedJobEvents, findJobTransition, reserving } from './transitions.ts';

type Draft = CallArguments<typeof createJob>['body'];
type Change = CallArguments<typeof updateJob>['body'];
type Fire = CallArguments<typeof fireJobEvent>['body'];
type Plan = Omit<Draft, 'eventId'>;

export const jobsDb = (unit: Work) => unit.db.withTables<SchedulingTables>();

export async function planJob(context: CallContext, draft: Draft): Promise<number> {
  return context.write(async (unit) => {
    // A repeated request waits for the one it repeats, also while that one is still running.
    await sql`select pg_advisory_xact_lock(hashtextextended(${draft.eventId}, 0))`.execute(unit.db);
    const repeated = await jobsDb(unit)
      .selectFrom('job')
      .select('id')
      .where('event_id', '=', draft.eventId)
      .where('facility_id', '=', context.facilityId)
      .executeTakeFirst();
    if (repeated) return repeated.id;

    await checkPlan(context, unit, draft, null);
    const { id } = await jobsDb(unit)
      .insertInto('job')
      .values({
        ...columns(draft),
        facility_id: context.facilityId,
        job_type: draft.files.length > 0 ? 'ORDER' : 'ORDER_NO_RFQ',
        job_source: draft.jobSource,
        job_creation_type: 'MANUAL',
        status: 'QUEUED',
        event_id: draft.eventId,
        created_by: context.user.userId,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await setFiles(unit, id, draft);
    await record(context, unit, { id, equipmentId: draft.equipmentDTO.id, status: 'QUEUED' }, 'CREATE', '');
    return id;
  });
}

export async function changeJob(context: CallContext, change: Change): Promise<number> {
  return context.write(async (unit) => {
    const job = await lockJob(context, unit, change.id);
    if (job.status !== 'QUEUED') throw new CallError('JOB_NOT_QUEUED');
    if (!context.user.cleared) await requireOpen(unit, await orderFilesOf(unit, job.id));
    await checkPlan(context, unit, change, job.id);
    await jobsDb(unit)
      .updateTable('job')
      .set({ ...columns(change), updated_at: new Date() })
      .where('id', '=', job.id)
      .execute();
    await jobsDb(unit).deleteFrom('job_file').where('job_id', '=', job.id).execute();
    await setFiles(unit, job.id, change);
    await record(context, unit, { ...job, equipmentId: change.equipmentDTO.id }, 'UPDATE', '');
    return job.id;
  });
}

async function orderFilesOf(unit: Work, jobId: number): Promise<number[]> {
  const rows = await unit.db.selectFrom('job_file').select('order_file_id').where('job_id', '=', jobId).execute();
  return rows.map((row) => row.order_file_id);
}

/** Whoever does not see a job's export-controlled parts would take them out of it by saving, and plans none. */
async function requireOpen(unit: Work, orderFileIds: readonly number[]): Promise<void> {
  const { rows } = await sql`
    select 1 from rfq_order_file f join rfq_order o on o.id = f.order_id
    where f.id = any(${[...orderFileIds]}::bigint[]) and ${orderIsControlled} limit 1
  `.execute(unit.db);
  if (rows.length > 0) throw new CallError('EXPORT_CONTROLLED', 'This job builds export-controlled parts.');
}

export async function fireOnJob(context: CallContext, jobId: number, fire: Fire): Promise<void> {
  await context.write(async (unit) => {
    const job = await lockJob(context, unit, jobId);
    const transition = findJobTransition(fire.event, job.status);
    if (!transition) {
      throw new CallError('TRANSITION_REFUSED', `The job is ${job.status}: ${fire.event} is not allowed now.`, {
        from: job.status,
        event: fire.event,
        allowed: allowedJobEvents(job.status),
      });
    }
    if (transition.needsReason && fire.reason.trim() === '') {
      throw new CallError('INVALID_INPUT', undefined, { fields: { reason: 'Please say why.' } });
    }
    const files = await jobsDb(unit)
      .selectFrom('job_file')
      .select(['id', 'order_file_id', 'quantity'])
      .where('job_id', '=', jobId)
      .execute();
    const orderFileIds = files.map((file) => file.order_file_id);
    if (fire.event === 'RESTORE') await checkRestorable(context, unit, job, files);
    if (fire.event === 'START') {
      await unit.db.selectFrom('equipment').select('id').where('id', '=', job.equipmentId).forUpdate().execute();
      await requireFreeMachine(unit, job);
      await context.get(orderProduction).started(unit, context.facilityId, orderFileIds, context.user.userId);
    }
    if (fire.event === 'COMPLETE' || fire.event === 'FAIL') await postQuantities(unit, files, fire);
    await jobsDb(unit)
      .updateTable('job')
      .set({ status: transition.to, updated_at: new Date() })
      .where('id', '=', jobId)
      .execute();
    await record(context, unit, { ...job, status: transition.to }, fire.event, fire.reason);
  });
}

interface LockedJob {
  id: number;
  equipmentId: number;
  status: JobStatus;
  from: number;
  to: number;
}

async function lockJob(context: CallContext, unit: Work, jobId: number): Promise<LockedJob> {
  const job = await jobsDb(unit)
    .selectFrom('job')
    .select(['id', 'equipment_id', 'status', 'from_date', 'to_date'])
    .where('id', '=', jobId)
    .where('facility_id', '=', context.facilityId)
    .forUpdate()
    .executeTakeFirst();
  if (!job) throw new CallError('NOT_FOUND');
  return {
    id: job.id,
    equipmentId: job.equipment_id,
    status: jobStatusSchema.parse(job.status),
    from: job.from_date.getTime(),
    to: job.to_date.getTime(),
  };
}

const columns = (plan: Plan) => ({
  equipment_id: plan.equipmentDTO.id,
  job_name: plan.jobName,
  material_id: plan.materialDTO.id,
  from_date: new Date(Number(plan.fromDate)),
  to_date: new Date(Number(plan.toDate)),
  estimated_hours: Number(plan.estimatedTime),
  material_unit: plan.materialUnit,
  material_quantity: Number(plan.materialQuantityUsed),
  notes: plan.jobNotes,
  utilization: plan.buildPlateUtilization,
});

/** Everything that two people planning at once could break is checked under locks on the machine and the parts. */
async function checkPlan(context: CallContext, unit: Work, plan: Plan, ownJobId: number | null): Promise<void> {
  const slot = { from: Number(plan.fromDate), to: Number(plan.toDate) };
  if (slot.to <= slot.from) {
    throw new CallError('INVALID_INPUT', undefined, { fields: { toDate: 'The end must be after the start.' } });
  }
  await requireMachine(context, unit, plan);
  await requireFreeSlot(unit, plan.equipmentDTO.id, slot, ownJobId);
  const orderFileIds = plan.files.map((file) => file.rfqCadFileId);
  if (orderFileIds.length === 0) return;
  await context.get(orderProduction).requireAwarded(unit, context.facilityId, orderFileIds);
  if (!context.user.cleared) await requireOpen(unit, orderFileIds);
  await requireMakes(unit, plan);
  await requireUnallocated(unit, plan.files, ownJobId);
}

/** Locks the machine, so that only one plan at a time looks for room on it. */
async function requireMachine(context: CallContext, unit: Work, plan: Plan): Promise<void> {
  const machine = await unit.db
    .selectFrom('equipment')
    .select(['id', 'hidden'])
    .where('id', '=', plan.equipmentDTO.id)
    .where('facility_id', '=', context.facilityId)
    .forUpdate()
    .executeTakeFirst();
  const fields: Record<string, string> = {};
  if (!machine || machine.hidden) fields.equipmentDTO = 'Please select an equipment';
  const runs = await unit.db
    .selectFrom('equipment_material')
    .select('material_id')
    .where('equipment_id', '=', plan.equipmentDTO.id)
    .where('material_id', '=', plan.materialDTO.id)
    .executeTakeFirst();
  if (!runs) fields.materialDTO = 'This machine does not run this material.';
  if (Object.keys(fields).length > 0) throw new CallError('INVALID_INPUT', undefined, { fields });
}

export async function busyTimes(
  db: CallContext['db'] | Work['db'],
  equipmentId: number,
  from: number,
  exceptJobId: number | null,
): Promise<Interval[]> {
  const rows = await db
    .selectFrom('job')
    .select(['from_date', 'to_date'])
    .where('equipment_id', '=', equipmentId)
    .where('status', 'in', reserving)
    .where('to_date', '>', new Date(from))
    .$if(exceptJobId !== null, (query) => query.where('id', '!=', exceptJobId ?? 0))
    .execute();
  return rows.map((row) => ({ from: row.from_date.getTime(), to: row.to_date.getTime() }));
}

async function requireFreeSlot(unit: Work, equipmentId: number, slot: Interval, ownJobId: number | null) {
  const busy = await busyTimes(unit.db, equipmentId, slot.from, ownJobId);
  if (!busy.some((taken) => overlaps(taken, slot))) return;
  const free = firstFreeSlot(busy, slot.to - slot.from, slot.from);
  throw new CallError(
    'SLOT_TAKEN',
    undefined,
    free ? { slot: { fromDate: String(free.from), toDate: String(free.to) } } : {},
  );
}

async function requireFreeMachine(unit: Work, job: LockedJob): Promise<void> {
  const running = await unit.db
    .selectFrom('job')
    .select('job_name')
    .where('equipment_id', '=', job.equipmentId)
    .where('status', 'in', ['IN_PROGRESS', 'PAUSED'])
    .where('id', '!=', job.id)
    .executeTakeFirst();
  if (running) throw new CallError('CONFLICT', `The machine is still running "${running.job_name}".`);
}

async function requireMakes(unit: Work, plan: Plan): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select s.file_name as name from rfq_order_file f join stored_file s on s.id = f.original_file_id
    where f.id = any(${plan.files.map((file) => file.rfqCadFileId)}) and not exists (
      select 1 from equipment e join machine_model m on m.id = e.machine_model_id
      where e.id = ${plan.equipmentDTO.id} and m.am_process_id = f.am_process_id)
    limit 1
  `.execute(unit.db);
  const [part] = rows;
  if (part) throw new CallError('CONFLICT', `${part.name} is ordered in another process than this machine's.`);
}

/** Locks the parts, so that two jobs can never take more of one than was ordered. */
async function requireUnallocated(unit: Work, files: Plan['files'], ownJobId: number | null): Promise<void> {
  const ids = files.map((file) => file.rfqCadFileId);
  if (new Set(ids).size !== ids.length) {
    throw new CallError('INVALID_INPUT', undefined, { fields: { files: 'A part is listed twice.' } });
  }
  await sql`select id from rfq_order_file where id = any(${ids}) order by id for update`.execute(unit.db);
  const { rows } = await sql<{ id: number; name: string; free: number }>`
    select f.id, s.file_name as name, f.quantity + f.remake_quantity - order_file_scheduled(f.id, ${ownJobId}) as free
    from rfq_order_file f join stored_file s on s.id = f.original_file_id where f.id = any(${ids})
  `.execute(unit.db);
  for (const row of rows) {
    const wanted = files.find((file) => file.rfqCadFileId === row.id)?.quantity ?? 0;
    if (wanted > row.free) {
      const left = Math.max(row.free, 0);
      throw new CallError('OVER_ALLOCATED', `Only ${left} of ${row.name} are left to schedule.`, { free: left });
    }
  }
}

async function checkRestorable(
  context: CallContext,
  unit: Work,
  job: LockedJob,
  files: readonly { order_file_id: number; quantity: number }[],
): Promise<void> {
  const begun = await jobsDb(unit)
    .selectFrom('job_history')
    .select('id')
    .where('job_id', '=', job.id)
    .where('event', '=', 'START')
    .executeTakeFirst();
  if (begun) throw new CallError('CONFLICT', 'The job had started already: plan a new one instead.');
  await unit.db.selectFrom('equipment').select('id').where('id', '=', job.equipmentId).forUpdate().execute();
  await requireFreeSlot(unit, job.equipmentId, { from: job.from, to: job.to }, job.id);
  const wanted = files.map((file) => ({ rfqCadFileId: file.order_file_id, quantity: file.quantity }));
  const orderFileIds = wanted.map((file) => file.rfqCadFileId);
  await context.get(orderProduction).requireAwarded(unit, context.facilityId, orderFileIds);
  if (!context.user.cleared) await requireOpen(unit, orderFileIds);
  await requireUnallocated(unit, wanted, job.id);
}

async function postQuantities(
  unit: Work,
  files: readonly { id: number; order_file_id: number; quantity: number }[],
  fire: Fire,
): Promise<void> {
  for (const file of files) {
    const good = fire.completed.find((each) => each.rfqCadFileId === file.order_file_id)?.completedQuantity;
    if (good === undefined || good > file.quantity) {
      throw new CallError('INVALID_INPUT', undefined, {
        fields: { completed: 'Please give the number of good parts for every file, at most what was built.' },
      });
    }
    await unit.db.updateTable('job_file').set({ completed_quantity: good }).where('id', '=', file.id).execute();
  }
}

async function setFiles(unit: Work, jobId: number, plan: Plan): Promise<void> {
  if (plan.files.length === 0) return;
  await unit.db
    .insertInto('job_file')
    .values(plan.files.map((file) => ({ job_id: jobId, order_file_id: file.rfqCadFileId, quantity: file.quantity })))
    .execute();
}

async function record(
  context: CallContext,
  unit: Work,
  job: { id: number; equipmentId: number; status: JobStatus },
  event: string,
  reason: string,
): Promise<void> {
  const { facilityId } = context;
  await jobsDb(unit)
    .insertInto('job_history')
    .values({ job_id: job.id, event, status: job.status, reason, user_id: context.user.userId })
    .execute();
  await unit.audit({
    action: `job.${event.toLowerCase()}`,
    objectKind: 'JOB',
    objectId: String(job.id),
    facilityId,
    after: job.status,
  });
  // The root facility's planners may be looking at all facilities.
  const { root } = await unit.db
    .selectFrom('facility')
    .select((select) => select.fn.coalesce('root_facility_id', 'id').as('root'))
    .where('id', '=', facilityId)
    .executeTakeFirstOrThrow();
  await unit.emit(
    jobChanged,
    { jobId: job.id, facilityId, equipmentId: job.equipmentId, status: job.status },
    { facilityIds: [...new Set([facilityId, root])] },
  );
}
