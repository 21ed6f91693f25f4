import { CallError, type Sentence } from '@sinter/sdk/contract';
import type { CallArguments } from '@sinter/sdk/contract/call';
import type { updateJob } from '@sinter/sdk/contract/scheduling/jobs';
import type { CallContext, Work } from '@sinter/sdk/server';
import { learnFrom } from './learn.ts';
import { attachedIn, prepareAttachments, setAttachments } from './attachments.ts';
import { detailsOf } from './create.ts';
import { requireNotHeld } from './held.ts';
import { changeRow, lockBuild, record, requireVersion, timeOf, type LockedJob } from './job.ts';
import {
  lockMachine,
  materialsOf,
  requireRuns,
  requireSimulationSoftware,
  setMaterials,
  usedMaterials,
  type Materials,
} from './machine.ts';
import {
  partsOf,
  requireMakes,
  requireOpen,
  requireParts,
  setParts,
  wantedIn,
  wantedOf,
  type Wanted,
} from './parts.ts';
import { requirePlace, type Place } from './reservations.ts';
import type { Interval } from '@sinter/sdk/plugin';
import { timeFrom } from './time.ts';
import { tellMoved } from './scheduled.ts';
import { isAmong, reserving, running } from './transitions.ts';
import { say } from './texts.ts';
import { settleTypes } from './types.ts';
import { requireLabel } from './priorities.ts';

type Change = CallArguments<typeof updateJob>['body'];

const byConnectivity = (job: LockedJob): boolean => job.job_creation_type === 'MACHINE_CONNECTIVITY';
const isOver = (job: LockedJob): boolean => job.status === 'COMPLETED' || job.status === 'FAILED';

/** Where and when a job is built. */
export interface Position extends Interval {
  equipmentId: number;
}

/** What of a job is going to change; each may be forbidden by the job's status (specification 4.3). */
interface Moved {
  position: Position;
  materials?: boolean;
  parts?: boolean;
}

/** Refuses changes that the job's status or its origin does not allow, each by its field. */
export function requireChangeable(job: LockedJob, { position, materials = false, parts = false }: Moved): void {
  if (job.status === 'CANCELLED' || job.status === 'MERGED') throw new CallError('JOB_NOT_QUEUED');
  const queued = job.status === 'QUEUED';
  const free = (queued || byConnectivity(job)) && job.job_source !== 'BUILD_PLANNING';
  const where = job.job_source === 'BUILD_PLANNING' ? say('asPlanned') : say('onlyQueued');
  const fields: Record<string, Sentence> = {};
  if (!free && position.equipmentId !== job.equipment_id) fields.equipmentDTO = where;
  if (!free && materials) fields.materialDTO = where;
  if (!queued && position.from !== job.from_date.getTime()) fields.fromDate = say('onlyQueued');
  if (!queued && parts) fields.files = say('onlyQueued');
  const [text] = Object.values(fields);
  if (text !== undefined) throw new CallError('INVALID_INPUT', text, { fields });
}

/** What a job that keeps its machine busy asks of it where its place, its length or its material changes; else `null`. */
export function placeFor(
  job: LockedJob,
  position: Position,
  materialId: number | null,
  downtime: boolean,
): Place | null {
  const sameStart = position.equipmentId === job.equipment_id && position.from === job.from_date.getTime();
  const samePlace = sameStart && position.to === job.to_date.getTime() && materialId === job.material_id;
  if (samePlace || !isAmong(reserving, job.status)) return null;
  const longer = !isAmong(running, job.status) && position.to > job.to_date.getTime();
  return { from: position.from, to: position.to, materialId, downtime, newStart: !sameStart, longer };
}

/** Refuses what the machine, which must be locked, has no room for. */
export async function requireRoom(
  unit: Work,
  job: LockedJob,
  position: Position,
  materialId: number | null,
  downtime = false,
): Promise<void> {
  const place = placeFor(job, position, materialId, downtime);
  if (!place) return;
  const room = { facilityId: job.facility_id, equipmentId: position.equipmentId, except: [job.id] };
  await requirePlace(unit, { ...room, ...place });
}

const sameAmounts = (a: readonly { id: number; quantity: number }[], b: typeof a): boolean =>
  a.length === b.length && a.every(({ id, quantity }, at) => id === b[at]?.id && quantity === b[at].quantity);

function sameParts(a: readonly Wanted[], b: readonly Wanted[]): boolean {
  const text = (wanted: readonly Wanted[]) => wanted.map((file) => `${file.rfqCadFileId} ${file.quantity}`).sort();
  return text(a).join() === text(b).join();
}

export async function changeJob(context: CallContext, change: Change): Promise<number> {
  const { facilityId, user } = context;
  const [files, attached] = [wantedIn(change), attachedIn(change)];
  await prepareAttachments(context, files ?? [], attached ?? []);
  return context.write(async (unit) => {
    const job = await lockBuild(unit, facilityId, change.id);
    requireVersion(job, change.version);
    const position = { equipmentId: change.equipmentDTO.id, ...timeFrom(change) };
    const before = await partsOf(unit, job.id);
    await requireOpen(
      context,
      unit,
      before.map((part) => part.order_file_id),
    );
    const materials = await changedMaterials(unit, job, change);
    const parts = files && !sameParts(wantedOf(before), files) ? files : null;
    requireChangeable(job, { position, materials: materials !== null, parts: parts !== null });
    if (change.simulationSoftwareDTO?.id !== job.simulation_software_id) await requireSimulationSoftware(unit, change);
    const priorityId = change.priorityDTO?.id ?? null;
    if (priorityId !== job.priority_label_id) await requireLabel(unit, facilityId, priorityId);

    const machine = await lockMachineOf(context, unit, job, position);
    const moved = position.equipmentId !== job.equipment_id;
    if (materials || moved) await requireRuns(unit, machine, materialsOf(change));
    await requireRoom(unit, job, position, change.materialDTO.id);
    if (parts) await requireParts(context, unit, parts, position.equipmentId, job.id);
    else if (moved) await requireMakes(unit, wantedOf(before), position.equipmentId);

    await changeRow(unit, job.id, {
      ...detailsOf(change),
      equipment_id: position.equipmentId,
      material_id: change.materialDTO.id,
      from_date: new Date(position.from),
      to_date: new Date(position.to),
      actual_hours: actualHours(job, change),
    });
    if (parts) await setParts(context, unit, job.id, parts);
    else await tellMoved(context, unit, [job.id]);
    if (materials) await setMaterials(unit, job.id, materials);
    await settleTypes(unit, [job.id]);
    if (isOver(job)) {
      const built = { ...job, equipment_id: position.equipmentId, material_id: change.materialDTO.id };
      await learnFrom(context, unit, { ...built, hours: actualHours(job, change), used: change }, before);
    }
    await setAttachments(context, unit, job.id, attached);
    await record(
      unit,
      { ...job, equipment_id: position.equipmentId },
      {
        event: 'UPDATE',
        userId: user.userId,
        after: position,
        before: { equipmentId: job.equipment_id, ...timeOf(job) },
      },
    );
    return job.id;
  });
}

/** A machine that a job stays on may have been retired since, or be held. */
export async function lockMachineOf(context: CallContext, unit: Work, job: LockedJob, { equipmentId }: Position) {
  if (equipmentId !== job.equipment_id) {
    const machine = await lockMachine(unit, job.facility_id, equipmentId);
    await requireNotHeld(context, unit, job.facility_id, equipmentId);
    return machine;
  }
  return unit.db
    .selectFrom('equipment')
    .select(['id', 'facility_id', 'machine_model_id', 'display_name'])
    .where('id', '=', equipmentId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
}

async function changedMaterials(unit: Work, job: LockedJob, change: Change): Promise<Materials | null> {
  const wanted = materialsOf(change);
  const used = await usedMaterials(unit, job.id);
  const support = (all: Pick<Materials, 'support'>) => (all.support ? [all.support] : []);
  const same =
    wanted.material === job.material_id &&
    sameAmounts(wanted.secondary, used.secondary) &&
    sameAmounts(support(wanted), support(used));
  return same ? null : wanted;
}

/** Computed from start and end until the job is over: then a person says it. */
function actualHours(job: LockedJob, { actualTime }: Change): number | null {
  if (!isOver(job) && !byConnectivity(job)) return job.actual_hours;
  if (actualTime !== undefined) return Number(actualTime);
  throw new CallError('INVALID_INPUT', undefined, { fields: { actualTime: say('durationMissing') } });
}
