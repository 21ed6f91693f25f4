import { CallError } from '@sinter/sdk/contract';
import type { CallArguments } from '@sinter/sdk/contract/call';
import type { updateJob } from '@sinter/sdk/contract/scheduling/jobs';
import type { Services, Work } from '@sinter/sdk/server';
import { sql } from 'kysely';
import { jobsDb } from './job.ts';
import { slotTaken } from './reservations.ts';
import { say } from './texts.ts';

export interface Machine {
  id: number;
  facility_id: number;
  machine_model_id: number;
  display_name: string;
}

/** Locks a machine of the facility until the transaction ends, so that only one plan at a time looks for room on it. */
export async function lockMachine(unit: Work, facilityId: number, equipmentId: number): Promise<Machine> {
  const machine = await unit.db
    .selectFrom('equipment')
    .select(['id', 'facility_id', 'machine_model_id', 'display_name', 'hidden'])
    .where('id', '=', equipmentId)
    .where('facility_id', '=', facilityId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!machine) {
    throw new CallError('INVALID_INPUT', undefined, { fields: { equipmentDTO: say('machineMissing') } });
  }
  if (machine.hidden) throw slotTaken({ obstacle: 'RETIRED' }, null);
  return machine;
}

/** What a job is built of. */
export interface Materials {
  material: number;
  secondary: readonly { id: number; quantity: number }[];
  support: { id: number; quantity: number } | null;
}

type Draft = Pick<
  CallArguments<typeof updateJob>['body'],
  'materialDTO' | 'secondaryMaterials' | 'supportMaterial' | 'simulationSoftwareDTO'
>;

export const materialsOf = (draft: Draft): Materials => ({
  material: draft.materialDTO.id,
  secondary: draft.secondaryMaterials.map((used) => ({
    id: used.materialDTO.id,
    quantity: Number(used.materialQuantityUsed),
  })),
  support: draft.supportMaterial && {
    id: draft.supportMaterial.materialDTO.id,
    quantity: Number(draft.supportMaterial.materialQuantityUsed),
  },
});

/** Refuses materials that the machine does not run, each by its field. */
export async function requireRuns(
  unit: Work,
  machine: Machine,
  { material, secondary, support }: Materials,
): Promise<void> {
  const rows = await unit.db
    .selectFrom('equipment_material')
    .select('material_id')
    .where('equipment_id', '=', machine.id)
    .execute();
  const runs = new Set(rows.map((row) => row.material_id));
  const wanted: [field: string, id: number][] = [
    ['materialDTO', material],
    ...secondary.map(({ id }, at): [string, number] => [`secondaryMaterials.${at}.materialDTO`, id]),
    ...(support ? [['supportMaterial.materialDTO', support.id] as [string, number]] : []),
  ];
  const refused = wanted.filter(([, id]) => !runs.has(id)).map(([field]) => field);
  if (refused.length === 0) return;
  const text = say('notThisMaterial', { machine: machine.display_name });
  throw new CallError('INVALID_INPUT', text, { fields: Object.fromEntries(refused.map((field) => [field, text])) });
}

export async function requireSimulationSoftware(unit: Work, { simulationSoftwareDTO }: Draft): Promise<void> {
  if (!simulationSoftwareDTO) return;
  const { rows } = await sql`select 1 from simulation_software where id = ${simulationSoftwareDTO.id}`.execute(unit.db);
  if (rows.length > 0) return;
  throw new CallError('INVALID_INPUT', undefined, {
    fields: { simulationSoftwareDTO: say('noSuchProgram') },
  });
}

export async function setMaterials(unit: Work, jobId: number, { secondary, support }: Materials): Promise<void> {
  await jobsDb(unit).deleteFrom('job_material').where('job_id', '=', jobId).execute();
  const rows = [
    ...secondary.map((used) => ({ ...used, role: 'SECONDARY' })),
    ...(support ? [{ ...support, role: 'SUPPORT' }] : []),
  ].map(({ id, role, quantity }, position) => ({ job_id: jobId, position, role, material_id: id, quantity }));
  if (rows.length > 0) await jobsDb(unit).insertInto('job_material').values(rows).execute();
}

/** The materials that a job has beside its own. */
export async function usedMaterials(
  unit: Pick<Services, 'db'>,
  jobId: number,
): Promise<Pick<Materials, 'secondary' | 'support'>> {
  const rows = await jobsDb(unit)
    .selectFrom('job_material')
    .select(['material_id as id', 'quantity', 'role'])
    .where('job_id', '=', jobId)
    .orderBy('position')
    .execute();
  const [support = null] = rows.filter(({ role }) => role === 'SUPPORT');
  return { secondary: rows.filter(({ role }) => role === 'SECONDARY'), support };
}
