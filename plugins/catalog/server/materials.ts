import type * as contract from '@sinter/sdk/contract/catalog/catalog';
import type * as offered from '@sinter/sdk/contract/catalog/offered';
import type { CallResult } from '@sinter/sdk/contract/call';
import type { CallContext } from '@sinter/sdk/server';
import { facilityScope } from '@sinter/sdk/server';
import { sql } from 'kysely';
import { partOfEveryBuild } from './finishing/steps.ts';
import type { CatalogTables } from './tables.ts';

type Material = CallResult<typeof contract.listMaterials>[number];
type Process = CallResult<typeof offered.listAmProcesses>[number];
type Offer = CallResult<typeof offered.listOfferedMaterials>[number];

/** `m` material, `g` general_material. */
const material = sql`jsonb_build_object(
  'id', m.id, 'name', m.name, 'amProcessId', m.am_process_id, 'density', m.density_mg_per_mm3,
  'generalMaterial', jsonb_build_object('id', g.id, 'name', g.name))`;

export async function listProcesses(context: CallContext, onlyOffered: boolean): Promise<Process[]> {
  return context.db
    .selectFrom('am_process as p')
    .select(['p.id', 'p.name', 'p.process_key as processKey', 'p.sequence'])
    .$if(onlyOffered, (query) =>
      query.where((where) =>
        where.exists(
          where
            .selectFrom('equipment as e')
            .innerJoin('machine_model as model', 'model.id', 'e.machine_model_id')
            .innerJoin('facility as f', 'f.id', 'e.facility_id')
            .whereRef('model.am_process_id', '=', 'p.id')
            .where('e.hidden', '=', false)
            .where('f.active', '=', true)
            .select('e.id'),
        ),
      ),
    )
    .orderBy('p.sequence')
    .execute();
}

export const listGeneralMaterials = (context: CallContext): Promise<{ id: number; name: string }[]> =>
  context.db
    .withTables<CatalogTables>()
    .selectFrom('general_material')
    .select(['id', 'name'])
    .orderBy('name')
    .execute();

export async function listMaterials(context: CallContext, all: boolean): Promise<Material[]> {
  const facilityIds = await facilityScope(context, all);
  const { rows } = await sql<{ material: Material }>`
    select ${material} as material
    from material m join general_material g on g.id = m.general_material_id
    where exists (
      select 1 from equipment_material em join equipment e on e.id = em.equipment_id
      where em.material_id = m.id and e.facility_id = any(${facilityIds}))
    order by m.name, m.id
  `.execute(context.db);
  return rows.map((row) => row.material);
}

/** Only what some visible machine of an open facility really makes, so that nobody configures a part that nobody can quote. */
export async function listOfferedMaterials(context: CallContext): Promise<Offer[]> {
  const { rows } = await sql<Offer>`
    select
      jsonb_build_object('id', p.id, 'name', p.name, 'processKey', p.process_key, 'sequence', p.sequence) as process,
      (select jsonb_agg(${material} order by m.name)
        from material m join general_material g on g.id = m.general_material_id
        where m.id = any(offer.material_ids)) as materials,
      (select ran.material_id from unnest(offer.material_ids) as ran (material_id)
        group by ran.material_id order by count(*) desc,
          (select count(*) from unnest(offer.loaded) as now (material_id) where now.material_id = ran.material_id) desc,
          ran.material_id limit 1) as "proposedMaterialId",
      (select coalesce(jsonb_agg(jsonb_build_object('id', step.id, 'name', step.name)
          order by step.name), '[]'::jsonb)
        from post_processing step
        where step.name <> all(${partOfEveryBuild}) and exists (
          select from facility_post_processing can
          where can.post_processing_id = step.id and can.facility_id = any(offer.facility_ids))) as finishes,
      jsonb_build_object('x', offer.x, 'y', offer.y, 'z', offer.z) as "maxBuildVolume"
    from am_process p
      join (
        select model.am_process_id, array_agg(em.material_id) as material_ids,
          array_agg(distinct e.facility_id) as facility_ids,
          array_agg(e.current_material_id) filter (where e.current_material_id = em.material_id) as loaded,
          max(model.build_x_mm) as x, max(model.build_y_mm) as y, max(model.build_z_mm) as z
        from equipment e
          join facility f on f.id = e.facility_id and f.active
          join machine_model model on model.id = e.machine_model_id
          join equipment_material em on em.equipment_id = e.id and em.role in ('DEFAULT', 'PRIMARY')
        where not e.hidden and model.build_x_mm is not null
        group by model.am_process_id
      ) offer on offer.am_process_id = p.id
    order by p.sequence
  `.execute(context.db);
  return rows;
}
