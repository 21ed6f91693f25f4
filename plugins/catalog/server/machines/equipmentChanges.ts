import { extname } from 'node:path';
import { CallError } from '@sinter/sdk/contract';
import type { CallArguments } from '@sinter/sdk/contract/call';
import type {
  createEquipment,
  EquipmentDetail,
  loadMaterial,
  updateEquipment,
} from '@sinter/sdk/contract/catalog/machines';
import { facilityGains, storedFiles, wrongField, type CallContext, type Work } from '@sinter/sdk/server';
import { machineJobs } from '@sinter/sdk/contract/catalog/machineJobs';
import { sql } from 'kysely';
import { enterpriseOf, visibleTo } from '../enterprise.ts';
import { tell } from '../tell.ts';
import { readEquipment } from './equipments.ts';
import { say } from '../texts.ts';

type New = CallArguments<typeof createEquipment>['body'];
type Runs = Pick<New, 'machineId' | 'materials' | 'currentlyUsedMaterialId'>;
type Changed = CallArguments<typeof updateEquipment>;

export async function addEquipment(context: CallContext, { body }: { body: New }): Promise<EquipmentDetail> {
  const enterprise = await enterpriseOf(context);
  await requirePicture(context, body.imageFileId);
  return context.write(async (unit) => {
    // A repeated request waits for the one it repeats, also while that one is still running.
    await sql`select pg_advisory_xact_lock(hashtextextended(${body.eventId}, 0))`.execute(unit.db);
    const { rows: repeated } = await sql<{ id: number }>`
      select id from equipment where facility_id = ${context.facilityId} and event_id = ${body.eventId}
    `.execute(unit.db);
    if (repeated[0]) return readEquipment(context, repeated[0].id, unit.db);

    await requireModel(unit, enterprise, body.machineId);
    await requireMaterials(unit, context.facilityId, body);
    await requireNameFree(unit, context.facilityId, body.displayName, null);
    const { rows } = await sql<{ id: number }>`
      insert into equipment
        (facility_id, machine_model_id, display_name, current_material_id, hourly_rate_minor, layer_um, image_file_id,
        event_id)
      values (${context.facilityId}, ${body.machineId}, ${body.displayName}, ${body.currentlyUsedMaterialId},
        ${body.hourlyRate}, ${body.layerHeightUm}, ${body.imageFileId}, ${body.eventId})
      returning id
    `.execute(unit.db);
    const id = rows[0]?.id ?? 0;
    await setMaterials(unit, id, body);
    await showPicture(context, unit, enterprise, body.imageFileId);
    const machine = await readEquipment(context, id, unit.db);
    await unit.audit({ action: 'machine.added', ...object(id), after: noted(machine) });
    await tell(context, unit, { what: 'ADDED', machineId: id });
    await gained(context, unit);
    return machine;
  });
}

export async function changeEquipment(context: CallContext, { params, body }: Changed): Promise<EquipmentDetail> {
  const enterprise = await enterpriseOf(context);
  const present = await readEquipment(context, params.id);
  const { imageFileId: image = present.imageFileId } = body;
  if (image !== present.imageFileId) await requirePicture(context, image);
  return context.write(async (unit) => {
    const before = await lock(context, unit, params.id);
    const next = merged(before, body);
    if (next.machineId !== before.machine.id) {
      if (before.used) {
        throw new CallError('CONFLICT', say('keepsModel'), {
          fields: { machineId: say('hasJobs') },
        });
      }
      await requireModel(unit, enterprise, next.machineId);
    }
    if (body.hidden === true && !before.hidden && before.openJobs > 0) {
      throw new CallError('CONFLICT', say('openJobs', { machine: before.displayName, count: before.openJobs }));
    }
    // A value that was there before is no reason to refuse a change of something else.
    if (body.materials ?? body.machineId ?? body.currentlyUsedMaterialId) {
      await requireMaterials(unit, context.facilityId, next);
    }
    if (body.materials) await requireBuildable(context, unit, params.id, next);
    if (next.displayName !== before.displayName) {
      await requireNameFree(unit, context.facilityId, next.displayName, params.id);
    }
    await unit.db
      .updateTable('equipment')
      .set({
        machine_model_id: body.machineId,
        display_name: body.displayName,
        current_material_id: body.currentlyUsedMaterialId,
        hourly_rate_minor: body.hourlyRate,
        layer_um: body.layerHeightUm,
        image_file_id: image,
        hidden: next.hidden,
      })
      .where('id', '=', params.id)
      .execute();
    if (body.materials) {
      await unit.db.deleteFrom('equipment_material').where('equipment_id', '=', params.id).execute();
      await setMaterials(unit, params.id, next);
    }
    if (image !== before.imageFileId) await showPicture(context, unit, enterprise, image);
    const after = await readEquipment(context, params.id, unit.db);
    const verb = after.hidden === before.hidden ? 'changed' : after.hidden ? 'retired' : 'restored';
    await unit.audit({ action: `machine.${verb}`, ...object(params.id), before: noted(before), after: noted(after) });
    if (verb !== 'changed')
      await tell(context, unit, { what: after.hidden ? 'RETIRED' : 'RESTORED', machineId: params.id });
    if (!after.hidden) await gained(context, unit);
    return after;
  });
}

/** The facility may make more than before. */
async function gained({ all, facilityId }: CallContext, unit: Work): Promise<void> {
  for (const gains of all(facilityGains)) await gains.gained(unit, facilityId);
}

/** The machine as it would be. */
const merged = (before: EquipmentDetail, { displayName, machineId, materials, hidden, ...body }: Changed['body']) => ({
  displayName: displayName ?? before.displayName,
  machineId: machineId ?? before.machine.id,
  materials: materials ?? before.materialRoles,
  currentlyUsedMaterialId:
    body.currentlyUsedMaterialId === undefined ? before.currentlyUsedMaterialId : body.currentlyUsedMaterialId,
  hidden: hidden ?? before.hidden,
});

/** The material that is in the machine now, set by the people at the machine, who may change nothing else of it. */
export async function load(
  context: CallContext,
  { params, body }: CallArguments<typeof loadMaterial>,
): Promise<EquipmentDetail> {
  return context.write(async (unit) => {
    const before = await lock(context, unit, params.id);
    if (body.materialId !== null && !before.materialRoles.some(({ id }) => id === body.materialId)) {
      throw wrongField('materialId', say('notThisMaterial'));
    }
    await unit.db
      .updateTable('equipment')
      .set({ current_material_id: body.materialId })
      .where('id', '=', params.id)
      .execute();
    await unit.audit({
      action: 'machine.material_loaded',
      ...object(params.id),
      before: { materialId: before.currentlyUsedMaterialId },
      after: body,
    });
    if (body.materialId !== null && body.materialId !== before.currentlyUsedMaterialId) {
      await tell(context, unit, { what: 'LOADED', machineId: params.id, materialId: body.materialId });
    }
    return readEquipment(context, params.id, unit.db);
  });
}

const object = (id: number) => ({ objectKind: 'EQUIPMENT', objectId: String(id) });

const noted = ({
  displayName,
  machine,
  materialRoles,
  hourlyRate,
  layerHeightUm,
  imageFileId,
  hidden,
}: EquipmentDetail) => ({
  displayName,
  hourlyRate,
  layerHeightUm,
  imageFileId,
  hidden,
  model: machine.modelName,
  materials: materialRoles,
});

/** Planning a job takes the same lock, so that no job is planned on a machine that is being retired. */
async function lock(context: CallContext, unit: Work, id: number): Promise<EquipmentDetail> {
  await unit.db
    .selectFrom('equipment')
    .select('id')
    .where('id', '=', id)
    .where('facility_id', '=', context.facilityId)
    .forUpdate()
    .execute();
  return readEquipment(context, id, unit.db);
}

async function requireModel(unit: Work, enterprise: number | null, id: number): Promise<void> {
  const { rows } = await sql`
    select 1 from machine_model m where m.id = ${id} and ${visibleTo(enterprise)}
  `.execute(unit.db);
  if (rows.length === 0) throw wrongField('machineId', say('noModel'));
}

/** A machine runs what its facility keeps, which has a price, and what is made for its process. */
async function requireMaterials(unit: Work, facilityId: number, draft: Runs): Promise<void> {
  const ids = draft.materials.map(({ id }) => id);
  if (new Set(ids).size < ids.length) throw wrongField('materials', say('materialTwice'));
  if (draft.currentlyUsedMaterialId !== null && !ids.includes(draft.currentlyUsedMaterialId)) {
    throw wrongField('currentlyUsedMaterialId', say('notThisMaterial'));
  }
  // Nobody can stop keeping one of them before this is written.
  await sql`
    select 1 from facility_material where facility_id = ${facilityId} and material_id = any(${ids})
    order by material_id for share
  `.execute(unit.db);
  const { rows } = await sql<{ id: number; name: string; fits: boolean }>`
    select m.id, m.name, m.am_process_id = model.am_process_id as fits
    from facility_material kept join material m on m.id = kept.material_id
      join machine_model model on model.id = ${draft.machineId}
    where kept.facility_id = ${facilityId} and kept.material_id = any(${ids})
  `.execute(unit.db);
  if (rows.length < ids.length) throw wrongField('materials', say('notKept'));
  const misfit = rows.find(({ fits }) => !fits);
  if (misfit) throw wrongField('materials', say('otherProcess', { material: misfit.name }));
}

/** A job whose material its machine no longer runs could not be changed any more. */
async function requireBuildable(
  context: CallContext,
  unit: Work,
  id: number,
  { materials }: Pick<Runs, 'materials'>,
): Promise<void> {
  const jobs = await Promise.all(context.all(machineJobs).map((one) => one.materials(unit.db, id)));
  const built = jobs.flatMap((counts) => [...counts]);
  const { rows } = await sql<{ name: string; count: number }>`
    select m.name, sum(built.count)::int as count
    from unnest(${built.map(([material]) => material)}::bigint[], ${built.map(([, count]) => count)}::int[])
        as built (material_id, count)
      join material m on m.id = built.material_id
    where m.id <> all(${materials.map((run) => run.id)})
      and exists (select 1 from equipment_material em where em.equipment_id = ${id} and em.material_id = m.id)
    group by m.id order by m.name limit 1
  `.execute(unit.db);
  const [row] = rows;
  if (!row) return;
  const text = say('openJobsOf', { material: row.name, jobs: row.count });
  throw new CallError('CONFLICT', text, { fields: { materials: text } });
}

async function requireNameFree(unit: Work, facilityId: number, name: string, except: number | null): Promise<void> {
  // One after the other, so that two do not take the same name in different capitals.
  await unit.db.selectFrom('facility').select('id').where('id', '=', facilityId).forNoKeyUpdate().execute();
  const { rows } = await sql`
    select 1 from equipment where facility_id = ${facilityId} and lower(display_name) = lower(${name})
      and id is distinct from ${except}
  `.execute(unit.db);
  if (rows.length === 0) return;
  throw new CallError('CONFLICT', say('machineTaken', { name }), {
    fields: { displayName: say('nameTaken') },
  });
}

async function setMaterials(unit: Work, id: number, { materials }: Pick<Runs, 'materials'>): Promise<void> {
  if (materials.length === 0) return;
  await unit.db
    .insertInto('equipment_material')
    .values(materials.map((material) => ({ equipment_id: id, material_id: material.id, role: material.role })))
    .execute();
}

/** What a browser shows as a picture. */
const pictures = ['.png', '.jpg', '.jpeg', '.gif', '.webp'];

async function requirePicture(context: CallContext, fileId: number | null): Promise<void> {
  if (fileId === null) return;
  const file = await context
    .get(storedFiles)
    .require(context.user, fileId)
    .catch((error: unknown) => {
      throw error instanceof CallError ? wrongField('imageFileId', say('noFile')) : error;
    });
  if (file.controlled) throw wrongField('imageFileId', say('controlledPicture'));
  if (!pictures.includes(extname(file.fileName).toLowerCase())) {
    throw wrongField('imageFileId', say('noPicture'));
  }
}

/** Everybody who sees the machine sees its picture: its facility, and the enterprise's schedule. */
async function showPicture(
  context: CallContext,
  unit: Work,
  enterprise: number | null,
  fileId: number | null,
): Promise<void> {
  if (fileId === null) return;
  const facilityIds = [context.facilityId, ...(enterprise === null ? [] : [enterprise])];
  await context.get(storedFiles).share(unit, [fileId], { facilityIds });
}
