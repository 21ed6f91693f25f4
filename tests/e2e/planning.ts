import { randomUUID } from 'node:crypto';
import type { Equipment } from '@sinter/sdk/contract/catalog/catalog';
import { createEquipment, listFacilityEquipments, updateEquipment } from '@sinter/sdk/contract/catalog/machines';
import { createJob, fireJobEvent, listJobs, type Job, type JobEvent } from '@sinter/sdk/contract/scheduling/jobs';
import { cancelDowntime } from '@sinter/sdk/contract/scheduling/downtime';
import type { Client } from './http.ts';

const hour = 3_600_000;

/** A full hour, so many hours from now. */
export const inHours = (hours: number): number => Math.ceil(Date.now() / hour) * hour + hours * hour;

/** What the clocks of the demo's first facility show, as an address has it (`day`) and as people type it (`text`). */
export function onTheClock(time: number): { day: string; text: string } {
  const of = (locale: string, options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(locale, { timeZone: 'Europe/Berlin', ...options }).format(time);
  const date = of('en-US', { month: 'short', day: '2-digit', year: 'numeric' });
  const clock = of('en-US', { hour: 'numeric', minute: '2-digit' }).replace(/\s/g, ' ');
  return { day: of('sv-SE', { year: 'numeric', month: '2-digit', day: '2-digit' }), text: `${date} ${clock}` };
}

/** A machine like one of the demo's, with nothing planned on it. */
export async function newMachine(admin: Client, displayName: string, like = 'MJF-01'): Promise<Equipment> {
  const model = (await admin.call(listFacilityEquipments, {})).find((each) => each.displayName === like);
  if (!model) throw new Error(`There is no machine ${like}.`);
  const body = {
    displayName,
    machineId: model.machine.id,
    hourlyRate: 1000,
    imageFileId: null,
    eventId: randomUUID(),
    currentlyUsedMaterialId: model.currentlyUsedMaterialId,
    materials: model.materials.map((id) => ({ id, role: 'DEFAULT' as const })),
  };
  return admin.call(createEquipment, { body });
}

/** Plans a build without parts. */
export function planned(planner: Client, machine: Equipment, jobName: string, from: number, hours = 4): Promise<Job> {
  const body = {
    jobName,
    equipmentDTO: { id: machine.id },
    materialDTO: { id: machine.materials[0] ?? 0 },
    fromDate: String(from),
    toDate: String(from + hours * hour),
    estimatedTime: String(hours),
    files: [],
    eventId: randomUUID(),
  };
  return planner.call(createJob, { body });
}

const fire = (planner: Client, id: number, event: JobEvent, reason = ''): Promise<Job> =>
  planner.call(fireJobEvent, { params: { id }, body: { event, reason } });

/** Calls off what is planned on the machine, and retires it. */
export async function retire(admin: Client, planner: Client, machine: Equipment): Promise<void> {
  const query = { equipmentId: machine.id };
  const { jobDTOS } = await planner.call(listJobs, { params: { limit: 100, offset: 0 }, query });
  for (const { id, jobStatus, jobType, version } of jobDTOS) {
    if (!['QUEUED', 'WAITING', 'IN_PROGRESS', 'PAUSED'].includes(jobStatus)) continue;
    if (jobType === 'DOWNTIME') await planner.call(cancelDowntime, { params: { id }, body: { version, scope: 'ONE' } });
    else await fire(planner, id, 'CANCEL', 'The test is over');
  }
  const body = {
    displayName: machine.displayName,
    machineId: machine.machine.id,
    hourlyRate: 1000,
    imageFileId: null,
    materials: [],
    currentlyUsedMaterialId: null,
    hidden: true,
  };
  await admin.call(updateEquipment, { params: { id: machine.id }, body });
}
