import { CallError } from '@sinter/sdk/contract/errors';
import type { Equipment } from '@sinter/sdk/contract/catalog/catalog';
import type { EquipmentDetail } from '@sinter/sdk/contract/catalog/machines';
import { hasOrderRight } from '@sinter/sdk/contract/orders/rights';
import { facilityScope, storedFiles, type CallContext, type Tables } from '@sinter/sdk/server';
import { machineJobs } from '@sinter/sdk/contract/catalog/machineJobs';
import { sql, type Kysely, type RawBuilder } from 'kysely';
import { model } from './models.ts';

/** A picture's row, of which the address is made. */
type WithPicture<Machine> = Omit<Machine, 'imageUrl'> & {
  image: { id: number; fileName: string; size: number; controlled: boolean } | null;
};

const columns = sql`
  e.id, e.display_name as "displayName", jsonb_build_object('model', m.model_name) as "machineDTO", ${model} as machine,
  e.facility_id as "spId", f.company_name as "facilityName",
  (select jsonb_build_object('id', s.id, 'fileName', s.file_name, 'size', s.size, 'controlled', s.controlled)
    from stored_file s where s.id = e.image_file_id and not s.controlled) as image,
  coalesce(em.usable, '[]'::jsonb) as materials,
  coalesce(em.support, '[]'::jsonb) as "supportMaterials",
  coalesce(em.detailing, '[]'::jsonb) as "detailingAgentMaterials",
  coalesce(em.fusing, '[]'::jsonb) as "fusingAgentMaterials",
  e.current_material_id as "currentlyUsedMaterialId", e.hidden`;

const detailColumns = ({ user }: CallContext) => sql`${columns},
  case when ${hasOrderRight(user.memberRoles, 'prices')}::boolean then e.hourly_rate_minor end as "hourlyRate",
  e.image_file_id as "imageFileId", e.layer_um as "layerHeightUm",
  coalesce(em.roles, '[]'::jsonb) as "materialRoles"`;

const joins = sql`
  join facility f on f.id = e.facility_id
  join machine_model m on m.id = e.machine_model_id
  join manufacturer mf on mf.id = m.manufacturer_id
  join am_process p on p.id = m.am_process_id
  left join lateral (
    select
      jsonb_agg(material_id order by material_id) filter (where role in ('DEFAULT', 'PRIMARY')) as usable,
      jsonb_agg(material_id order by material_id) filter (where role = 'SUPPORT') as support,
      jsonb_agg(material_id order by material_id) filter (where role = 'DETAILING_AGENT') as detailing,
      jsonb_agg(material_id order by material_id) filter (where role = 'FUSING_AGENT') as fusing,
      jsonb_agg(jsonb_build_object('id', material_id, 'role', role) order by material_id) as roles
    from equipment_material where equipment_id = e.id
  ) em on true`;

/** Machines with their model, maker and materials, in one query whatever their number. */
export async function listEquipments(context: CallContext, all: boolean): Promise<Equipment[]> {
  const facilityIds = await facilityScope(context, all);
  const { rows } = await sql<WithPicture<Equipment>>`
    select ${columns} from equipment e ${joins}
    where e.facility_id = any(${facilityIds})
    order by f.company_name, p.sequence, e.display_name, e.id
  `.execute(context.db);
  return rows.map((row) => withPicture(context, row));
}

export const listFacilityEquipments = (context: CallContext): Promise<EquipmentDetail[]> =>
  details(context, context.db, sql`true`);

/** One machine of the active facility. */
export async function readEquipment(context: CallContext, id: number, db = context.db): Promise<EquipmentDetail> {
  const [machine] = await details(context, db, sql`e.id = ${id}`);
  if (!machine) throw new CallError('NOT_FOUND');
  return machine;
}

async function details(
  context: CallContext,
  db: Kysely<Tables>,
  where: RawBuilder<unknown>,
): Promise<EquipmentDetail[]> {
  const { rows } = await sql<WithPicture<Omit<EquipmentDetail, 'openJobs' | 'used'>>>`
    select ${detailColumns(context)} from equipment e ${joins}
    where e.facility_id = ${context.facilityId} and ${where}
    order by e.hidden, p.sequence, e.display_name, e.id
  `.execute(db);
  const ids = rows.map(({ id }) => id);
  const jobs = await Promise.all(context.all(machineJobs).map((one) => one.count(db, ids)));
  return rows.map((row) => ({
    ...withPicture(context, row),
    openJobs: jobs.reduce((sum, count) => sum + (count.get(row.id) ?? 0), 0),
    used: jobs.some((count) => count.has(row.id)),
  }));
}

function withPicture<Machine>(context: CallContext, { image, ...machine }: WithPicture<Machine>) {
  return { ...machine, imageUrl: image && context.get(storedFiles).dto(image).fileURL };
}
