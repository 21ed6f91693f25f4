import type { CallContext } from '@sinter/sdk/server';
import { facilityScope } from '@sinter/sdk/server';
import type { Equipment } from '@sinter/sdk/contract/catalog';
import { sql } from 'kysely';

/** Machines with their model, maker and materials, in one query whatever their number. */
export async function listEquipments(context: CallContext, all: boolean): Promise<Equipment[]> {
  const facilityIds = await facilityScope(context, all);
  const { rows } = await sql<Equipment>`
    select e.id, e.display_name as "displayName",
      jsonb_build_object('model', m.model_name) as "machineDTO",
      jsonb_build_object(
        'id', m.id, 'modelName', m.model_name, 'kind', m.kind,
        'manufacturer', jsonb_build_object('id', mf.id, 'name', mf.name),
        'amProcess', jsonb_build_object('id', p.id, 'name', p.name),
        'generalMaterialTypes', coalesce((
          select jsonb_agg(jsonb_build_object('id', g.id, 'name', g.name) order by g.name)
          from machine_model_general_material mg join general_material g on g.id = mg.general_material_id
          where mg.machine_model_id = m.id), '[]'::jsonb),
        'buildVolume', jsonb_build_object('x', m.build_x_mm, 'y', m.build_y_mm, 'z', m.build_z_mm)
      ) as machine,
      e.facility_id as "spId", f.company_name as "facilityName", null as "imageUrl",
      coalesce(em.usable, '[]'::jsonb) as materials,
      coalesce(em.support, '[]'::jsonb) as "supportMaterials",
      coalesce(em.detailing, '[]'::jsonb) as "detailingAgentMaterials",
      coalesce(em.fusing, '[]'::jsonb) as "fusingAgentMaterials",
      e.current_material_id as "currentlyUsedMaterialId", e.hidden
    from equipment e
      join facility f on f.id = e.facility_id
      join machine_model m on m.id = e.machine_model_id
      join manufacturer mf on mf.id = m.manufacturer_id
      join am_process p on p.id = m.am_process_id
      left join lateral (
        select
          jsonb_agg(material_id order by material_id) filter (where role in ('DEFAULT', 'PRIMARY')) as usable,
          jsonb_agg(material_id order by material_id) filter (where role = 'SUPPORT') as support,
          jsonb_agg(material_id order by material_id) filter (where role = 'DETAILING_AGENT') as detailing,
          jsonb_agg(material_id order by material_id) filter (where role = 'FUSING_AGENT') as fusing
        from equipment_material where equipment_id = e.id
      ) em on true
    where e.facility_id = any(${facilityIds})
    order by f.company_name, p.sequence, e.display_name, e.id
  `.execute(context.db);
  return rows;
}
