import { CallError } from '@sinter/sdk/contract';
import type { CallArguments, CallResult } from '@sinter/sdk/contract/call';
import {
  machinesReported,
  type acknowledgeAlarm,
  type clearPlate,
  type linkPrint,
  type listLinkable,
  type LiveMachine,
} from '@sinter/sdk/contract/connectivity/machines';
import { jobWork } from '@sinter/sdk/contract/scheduling/jobWork';
import { machineBuilds } from '@sinter/sdk/contract/scheduling/machineBuilds';
import { isoTime, type CallContext, type Work } from '@sinter/sdk/server';
import { sql } from 'kysely';
import { followJob } from '../listen/follow.ts';
import { say } from '../texts.ts';
import { jobName, oneMachine } from './machines.ts';

interface Locked {
  id: number;
  equipmentId: number | null;
  state: string;
  secondsLeft: number | null;
  plateFull: boolean;
  printId: string | null;
  name: string;
  startedAt: Date;
  endedAt: Date | null;
  jobId: number | null;
}

async function lockMachine({ db }: Work, facilityId: number, id: number): Promise<Locked> {
  const { rows } = await sql<Locked>`
    select m.id, m.equipment_id as "equipmentId", m.state, (m.live->>'secondsLeft')::int as "secondsLeft", m.plate_full as "plateFull",
      p.id as "printId", coalesce(p.name, '') as name, p.started_at as "startedAt", p.ended_at as "endedAt", p.job_id as "jobId"
    from mc_machine m left join mc_print p on p.id = m.print_id and (p.ended_at is null or m.plate_full)
    where m.id = ${id} and m.facility_id = ${facilityId} for update of m
  `.execute(db);
  const [machine] = rows;
  if (!machine) throw new CallError('NOT_FOUND');
  return machine;
}

async function happened(unit: Work, facilityId: number, id: number, action: string, after?: unknown): Promise<void> {
  await unit.audit({ action: `machine.${action}`, objectKind: 'MACHINE_CONNECTION', objectId: String(id), after });
  await unit.emit(machinesReported, { facilityId }, { facilityIds: [facilityId] });
}

export async function acknowledge(
  context: CallContext,
  { params: { id }, body: { alarmId } }: CallArguments<typeof acknowledgeAlarm>,
): Promise<LiveMachine> {
  const { facilityId, user } = context;
  await context.write(async (unit) => {
    await lockMachine(unit, facilityId, id);
    const { rows } = await sql<{ seen: boolean }>`
      select seen_at is not null as seen from mc_alarm where id = ${alarmId} and machine_id = ${id}
    `.execute(unit.db);
    const [alarm] = rows;
    if (!alarm) throw new CallError('NOT_FOUND');
    if (alarm.seen) return;
    await sql`update mc_alarm set seen_by = ${user.userId}, seen_at = now() where id = ${alarmId}`.execute(unit.db);
    await happened(unit, facilityId, id, 'alarm_acknowledged', { alarmId });
  });
  return oneMachine(context, id);
}

export async function clear(
  context: CallContext,
  { params: { id } }: CallArguments<typeof clearPlate>,
): Promise<LiveMachine> {
  const { facilityId } = context;
  await context.write(async (unit) => {
    const machine = await lockMachine(unit, facilityId, id);
    if (machine.printId !== null && machine.endedAt === null) throw new CallError('CONFLICT', say('stillPrints'));
    if (!machine.plateFull) return;
    await sql`update mc_machine set plate_full = false where id = ${id}`.execute(unit.db);
    await happened(unit, facilityId, id, 'plate_cleared');
  });
  return oneMachine(context, id);
}

export async function linkable(
  context: CallContext,
  { params: { id } }: CallArguments<typeof listLinkable>,
): Promise<CallResult<typeof listLinkable>> {
  const { facilityId, db } = context;
  const { equipmentId } = await oneMachine(context, id);
  const { rows } = await sql<CallResult<typeof listLinkable>['jobs'][number]>`
    select j.id, ${jobName(context)} as name, j.status, ${isoTime('j.from_date')} as "fromDate" from job j
    where j.equipment_id = ${equipmentId} and j.facility_id = ${facilityId} and j.status in ('QUEUED', 'IN_PROGRESS', 'PAUSED')
      and j.job_type not in ('DOWNTIME', 'POST_PROCESSING_DOWNTIME')
      and not exists (select from mc_print p where p.job_id = j.id)
    order by abs(extract(epoch from j.from_date - now())), j.id limit 20
  `.execute(db);
  return { jobs: rows };
}

/** How long a print takes of which the machine does not say so. */
const usualMs = 3_600_000;

export async function link(
  context: CallContext,
  { params: { id }, body: { jobId: wanted } }: CallArguments<typeof linkPrint>,
): Promise<LiveMachine> {
  const { facilityId } = context;
  const starts = await context.write(async (unit) => {
    const machine = await lockMachine(unit, facilityId, id);
    const { equipmentId, printId, name, startedAt, endedAt, secondsLeft } = machine;
    if (equipmentId === null) throw new CallError('CONFLICT', say('notMapped'));
    if (printId === null) throw new CallError('CONFLICT', say('noPrint'));
    if (machine.jobId !== null) throw new CallError('CONFLICT', say('linkedAlready'));
    const now = Date.now();
    const jobId =
      wanted ??
      (await context.get(machineBuilds).found(context, unit, {
        ...{ equipmentId, eventId: printId, from: startedAt, name: (name || say('unnamed').message).slice(0, 200) },
        to: endedAt ?? new Date(now + (secondsLeft === null ? usualMs : secondsLeft * 1000)),
      }));
    const status = wanted === null ? 'IN_PROGRESS' : await statusOf(unit, facilityId, equipmentId, wanted);
    await sql`update mc_print set job_id = ${jobId} where id = ${printId}`.execute(unit.db);
    await happened(unit, facilityId, id, 'print_linked', { jobId });
    return { jobId, printId, ended: endedAt !== null, paused: machine.state === 'PAUSED', queued: status === 'QUEUED' };
  });
  const { jobId, printId, ended, paused, queued } = starts;
  if (queued) {
    // It starts as planners start it, with their refusals: then the print has no job.
    await context
      .get(jobWork)
      .fire(context, jobId, { event: 'START', reason: '', completed: [], eventId: printId })
      .catch(async (error: unknown) => {
        await context.write((unit) =>
          sql`update mc_print set job_id = null where id = ${printId} and job_id = ${jobId}`.execute(unit.db),
        );
        throw error;
      });
  }
  await context.write(async (unit) => {
    await unit.enqueue(followJob, { printId, what: 'SKIP' });
    if (paused) await unit.enqueue(followJob, { printId, what: 'PAUSE' });
    if (ended) await unit.enqueue(followJob, { printId, what: 'END' });
  });
  return oneMachine(context, id);
}

async function statusOf(unit: Work, facilityId: number, equipmentId: number, jobId: number): Promise<string> {
  const { rows } = await sql<{ status: string; linked: boolean }>`
    select j.status, exists (select from mc_print p where p.job_id = j.id) as linked from job j
    where j.id = ${jobId} and j.facility_id = ${facilityId} and j.equipment_id = ${equipmentId}
      and j.job_type not in ('DOWNTIME', 'POST_PROCESSING_DOWNTIME')
  `.execute(unit.db);
  const [job] = rows;
  if (!job) throw new CallError('NOT_FOUND');
  if (job.linked) throw new CallError('CONFLICT', say('hasPrint'));
  if (!['QUEUED', 'IN_PROGRESS', 'PAUSED'].includes(job.status)) throw new CallError('CONFLICT', say('jobOver'));
  return job.status;
}
