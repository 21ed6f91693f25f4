import { CallError } from '@sinter/sdk/contract';
import type { CallContext, Work } from '@sinter/sdk/server';
import { labelOf } from './controlled.ts';
import { insertBuild } from './create.ts';
import { jobsDb, lockBuild, lockJob, madeBefore, record, timeOf, type LockedJob } from './job.ts';
import { lockMachine, usedMaterials } from './machine.ts';
import { freeParts, partsOf, requireOpen, type Wanted } from './parts.ts';
import { machineTime, slotTaken } from './reservations.ts';
import { nextSlot } from './slots.ts';
import type { Interval } from '@sinter/sdk/plugin';
import { isAmong, refusedTransition, reserving } from './transitions.ts';
import { say } from './texts.ts';

/** Plans an ended job once more with what is left of its parts, and answers the new one's id. */
export async function rerun(context: CallContext, id: number, eventId: string): Promise<number> {
  const { facilityId, user } = context;
  return context.write(async (unit) => {
    const made = await madeBefore(unit, facilityId, eventId);
    if (made !== null) return made;
    const job = await lockBuild(unit, facilityId, id);
    if (isAmong(reserving, job.status)) throw refusedTransition('RERUN', job.status, job.job_type);
    const material = job.material_id;
    if (material === null) throw new CallError('CONFLICT', say('noMaterial'));
    await lockMachine(unit, facilityId, job.equipment_id);
    const time = await nextTime(unit, job);
    const newId = await insertBuild(context, unit, {
      eventId,
      equipmentId: job.equipment_id,
      time,
      materials: { material, ...(await usedMaterials(unit, id)) },
      parts: await leftOf(context, unit, job),
      jobType: job.job_type,
      columns: { ...columnsOf(job), rerun_of_job_id: id },
    });
    const again = await lockJob(unit, facilityId, newId);
    if (job.controlled && !again.controlled) await forgetName(unit, newId, labelOf(job));
    await record(unit, again, {
      event: 'CREATE',
      userId: user.userId,
      after: { rerunOf: id },
    });
    return newId;
  });
}

/** Replaces the name and removes the notes: once no export-controlled part is built any more, nothing protects them. */
async function forgetName(unit: Work, jobId: number, job_name: string): Promise<void> {
  await jobsDb(unit).updateTable('job').set({ job_name, notes: '' }).where('id', '=', jobId).execute();
}

const columnsOf = (job: LockedJob) => ({
  job_name: job.job_name,
  job_source: job.job_source,
  estimated_hours: job.estimated_hours,
  material_unit: job.material_unit,
  material_quantity: job.material_quantity,
  notes: job.notes,
  priority_label_id: job.priority_label_id,
  utilization: job.utilization,
  simulation_software_id: job.simulation_software_id,
});

async function nextTime(unit: Work, job: LockedJob): Promise<Interval> {
  const { from, to } = timeOf(job);
  const now = Date.now();
  const wanted = { facilityId: job.facility_id, equipmentId: job.equipment_id, from: now, except: [], now };
  const build = { duration: to - from, materialId: job.material_id, notBefore: now };
  const { slot, delayedBy } = nextSlot(await machineTime(unit, wanted), build);
  if (!slot) throw slotTaken({ obstacle: delayedBy.at(-1) ?? 'BUSY' }, null);
  return slot;
}

async function leftOf(context: CallContext, unit: Work, job: LockedJob): Promise<Wanted[]> {
  const parts = await partsOf(unit, job.id);
  const ids = parts.map((part) => part.order_file_id);
  await requireOpen(context, unit, ids);
  const free = new Map((await freeParts(unit, ids, null)).map((part) => [part.id, part.free]));
  const left = parts
    .map((part) => ({
      rfqCadFileId: part.order_file_id,
      quantity: Math.min(part.quantity, free.get(part.order_file_id) ?? 0),
    }))
    .filter(({ quantity }) => quantity > 0);
  if (left.length === 0 && job.job_type === 'ORDER') {
    throw new CallError('OVER_ALLOCATED', say('nothingLeft'), { free: 0 });
  }
  return left;
}
