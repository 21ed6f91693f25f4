import type { CallArguments } from '@sinter/sdk/contract/call';
import type { createJob, Job, updateJob } from '@sinter/sdk/contract/scheduling/jobs';
import type { CallContext, Work } from '@sinter/sdk/server';
import { attachedIn, prepareAttachments, setAttachments } from './attachments.ts';
import { requireNotHeld } from './held.ts';
import { jobsDb, lockJob, madeBefore, record } from './job.ts';
import {
  lockMachine,
  materialsOf,
  requireRuns,
  requireSimulationSoftware,
  setMaterials,
  type Materials,
} from './machine.ts';
import { requireParts, setParts, wantedIn, type Wanted } from './parts.ts';
import { requireLabel } from './priorities.ts';
import { requirePlace } from './reservations.ts';
import { timeFrom } from './time.ts';
import { settleTypes } from './types.ts';
import type { Interval } from '@sinter/sdk/plugin';

type Draft = CallArguments<typeof createJob>['body'];

/** Columns that a person can set whatever the job's status is. */
export const detailsOf = (draft: Draft | CallArguments<typeof updateJob>['body']) => ({
  job_name: draft.jobName,
  estimated_hours: Number(draft.estimatedTime),
  material_unit: draft.materialUnit,
  material_quantity: Number(draft.materialQuantityUsed),
  notes: draft.jobNotes,
  priority_label_id: draft.priorityDTO?.id ?? null,
  utilization: draft.buildPlateUtilization,
  simulation_software_id: draft.simulationSoftwareDTO?.id ?? null,
});

interface Plan {
  eventId: string;
  equipmentId: number;
  time: Interval;
  materials: Materials;
  parts: readonly Wanted[];
  /** Of the job that is built once more. */
  jobType?: Job['jobType'];
  columns: Omit<ReturnType<typeof detailsOf>, 'material_unit'> & {
    material_unit: string;
    job_source: string;
    rerun_of_job_id?: number;
  };
}

/** Everything that two people planning at once could break is checked under locks on the machine and the parts. */
export async function insertBuild(context: CallContext, unit: Work, plan: Plan): Promise<number> {
  const { facilityId } = context;
  const { equipmentId, time, materials, parts, jobType = 'ORDER' } = plan;
  const machine = await lockMachine(unit, facilityId, equipmentId);
  await requireNotHeld(context, unit, facilityId, equipmentId);
  await requireRuns(unit, machine, materials);
  const place = { facilityId, equipmentId, ...time, materialId: materials.material };
  await requirePlace(unit, { ...place, downtime: false, newStart: true, except: [] });
  await requireParts(context, unit, parts, equipmentId, null);
  const { id } = await jobsDb(unit)
    .insertInto('job')
    .values({
      ...plan.columns,
      facility_id: facilityId,
      equipment_id: equipmentId,
      job_type: jobType,
      job_creation_type: 'MANUAL',
      status: 'QUEUED',
      material_id: materials.material,
      from_date: new Date(time.from),
      to_date: new Date(time.to),
      event_id: plan.eventId,
      created_by: context.user.userId,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await setParts(context, unit, id, parts);
  await setMaterials(unit, id, materials);
  await settleTypes(unit, [id]);
  return id;
}

export async function planJob(context: CallContext, draft: Draft, unit?: Work): Promise<number> {
  if (unit) return planIn(context, unit, { ...draft, jobFileIds: [] });
  await prepareAttachments(context, wantedIn(draft) ?? [], attachedIn(draft) ?? []);
  return context.write((own) => planIn(context, own, draft));
}

async function planIn(context: CallContext, unit: Work, draft: Draft): Promise<number> {
  const { facilityId, user } = context;
  const made = await madeBefore(unit, facilityId, draft.eventId);
  if (made !== null) return made;
  await requireSimulationSoftware(unit, draft);
  await requireLabel(unit, facilityId, draft.priorityDTO?.id ?? null);
  const id = await insertBuild(context, unit, {
    eventId: draft.eventId,
    equipmentId: draft.equipmentDTO.id,
    time: timeFrom(draft),
    materials: materialsOf(draft),
    parts: wantedIn(draft) ?? [],
    columns: { ...detailsOf(draft), job_source: draft.jobSource },
  });
  await setAttachments(context, unit, id, attachedIn(draft) ?? []);
  await record(unit, await lockJob(unit, facilityId, id), { event: 'CREATE', userId: user.userId });
  return id;
}
