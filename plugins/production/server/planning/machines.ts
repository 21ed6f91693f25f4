import type { CallContext } from '@sinter/sdk/server';
import { sql } from 'kysely';
import * as z from 'zod';

const machineSchema = z.object({
  id: z.number(),
  name: z.string(),
  processId: z.number(),
  processKey: z.string(),
  boxMm: z.tuple([z.number(), z.number(), z.number()]).nullable(),
  materialIds: z.array(z.number()),
  /** Builds that are being planned for it. */
  planned: z.number(),
});
export type Machine = z.infer<typeof machineSchema>;

/** Machines of a facility that make parts; those with the fewest planned builds first. */
export async function machinesOf({ db }: Pick<CallContext, 'db'>, facilityId: number): Promise<Machine[]> {
  const { rows } = await sql`
    select e.id, e.display_name as name, p.id as "processId", p.process_key as "processKey",
      case when m.build_x_mm is null then null else json_build_array(m.build_x_mm, m.build_y_mm, m.build_z_mm) end as "boxMm",
      coalesce((select json_agg(distinct runs.material_id) from equipment_material runs where runs.equipment_id = e.id),
        '[]') as "materialIds",
      (select count(*)::int from planned_build b where b.equipment_id = e.id and b.status = 'DRAFT') as planned
    from equipment e join machine_model m on m.id = e.machine_model_id join am_process p on p.id = m.am_process_id
    where e.facility_id = ${facilityId} and not e.hidden and m.kind = 'THREED_PRINTER'
    order by (m.build_x_mm is null), planned, e.id
  `.execute(db);
  return z.array(machineSchema).parse(rows);
}
