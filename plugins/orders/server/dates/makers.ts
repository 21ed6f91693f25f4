import type { Services } from '@sinter/sdk/server';
import { sql } from 'kysely';
import type * as z from 'zod';
import type { pricedFilesSchema } from '@sinter/sdk/contract/orders/estimate';
import { knownOf, taughtBy, type KnownLevels } from '../accuracy/known.ts';
import { factorsOf } from '../estimate.ts';
import { rulesIn, rulesOf } from '../pricing/rules.ts';
import type { MadeLine, MakingMachine } from './batches.ts';

export type WantedFiles = z.output<typeof pricedFilesSchema>;

/** A facility, and those of its machines that run something of what is wanted. */
export interface Maker {
  id: number;
  name: string;
  zone: string;
  machines: MakingMachine[];
}

/** The lines with the shapes of their parts; `null` when one is not prepared, or its material is of another process. */
export async function linesOf({ db }: Pick<Services, 'db'>, files: WantedFiles): Promise<MadeLine[] | null> {
  const { rows } = await sql<{
    place: number;
    processKey: string;
    volume: number;
    area: number;
    x: number;
    y: number;
    z: number;
    watertight: boolean;
  }>`
    select wanted.place::int as place, p.process_key as "processKey", facts.volume_mm3 as volume, facts.area_mm2 as area,
      facts.size_x_mm as x, facts.size_y_mm as y, facts.size_z_mm as z, facts.watertight
    from unnest(${files.map((file) => file.fileId)}::bigint[], ${files.map((file) => file.materialId)}::bigint[],
        ${files.map((file) => file.amProcessId)}::bigint[]) with ordinality as wanted(file_id, material_id, process_id, place)
      join file_facts facts on facts.file_id = wanted.file_id
      join material m on m.id = wanted.material_id and m.am_process_id = wanted.process_id
      join am_process p on p.id = wanted.process_id
  `.execute(db);
  const shapes = new Map(rows.map((row) => [row.place, row]));
  const lines: MadeLine[] = [];
  for (const [index, { amProcessId, materialId, quantity }] of files.entries()) {
    const row = shapes.get(index + 1);
    if (!row) return null;
    const { processKey, volume, area, x, y, z, watertight } = row;
    const shape = { volumeMm3: volume, areaMm2: area, sizeMm: [x, y, z], watertight } as const;
    lines.push({ amProcessId, processKey, materialId, quantity, shape });
  }
  return lines;
}

/** More facilities than these are not asked at once. */
const mostMakers = 20;

/**
 * Those of these facilities that are open and have, for every line, a visible machine of its process that runs the
 * material.
 */
export async function makersOf(
  { db }: Pick<Services, 'db'>,
  lines: readonly Pick<MadeLine, 'amProcessId' | 'materialId'>[],
  facilityIds: readonly number[],
): Promise<Maker[]> {
  const wanted = [...new Map(lines.map((line) => [line.materialId, line])).values()];
  const { rows } = await sql<{
    facility: number;
    facilityName: string;
    zone: string;
    id: number;
    name: string;
    amProcessId: number;
    materialIds: number[];
    known: KnownLevels[];
    rules: unknown;
    rulesVersion: number;
    x: number;
    y: number;
    z: number;
  }>`
    with wanted as (
      select * from unnest(${wanted.map(({ materialId }) => materialId)}::bigint[],
        ${wanted.map(({ amProcessId }) => amProcessId)}::bigint[]) as wanted(material_id, process_id)
    ), able as (
      select e.id, e.facility_id, e.display_name, model.am_process_id, array_agg(em.material_id) as materials,
        model.id as model, e.layer_um as layer, model.build_x_mm as x, model.build_y_mm as y, model.build_z_mm as z
      from wanted
        join equipment_material em on em.material_id = wanted.material_id
        join equipment e on e.id = em.equipment_id and not e.hidden
        join machine_model model on model.id = e.machine_model_id and model.am_process_id = wanted.process_id
        join facility_material kept on kept.facility_id = e.facility_id and kept.material_id = em.material_id
      where model.build_x_mm is not null and e.facility_id = any(${[...facilityIds]}::bigint[])
      group by e.id, model.id
    ), makers as (
      select f.id, f.company_name, f.time_zone from facility f
      where f.active and (select count(distinct m) from able cross join unnest(able.materials) m
          where able.facility_id = f.id) = (select count(*) from wanted)
      order by f.id limit ${mostMakers}
    )
    select makers.id as facility, makers.company_name as "facilityName", makers.time_zone as zone,
      able.id, able.display_name as name, able.am_process_id as "amProcessId", able.materials as "materialIds",
      able.x, able.y, able.z, ${rulesOf(sql`makers.id`)}, (select jsonb_agg(${knownOf({
        facility: sql`makers.id`,
        model: sql`able.model`,
        material: sql`one.material`,
        layer: sql`able.layer`,
      })}) from unnest(able.materials) as one(material)) as known
    from makers join able on able.facility_id = makers.id order by makers.id, able.id
  `.execute(db);
  const makers = new Map<number, Maker>();
  for (const {
    facility,
    facilityName,
    zone,
    x,
    y,
    z,
    materialIds,
    known,
    rules,
    rulesVersion: _,
    ...machine
  } of rows) {
    const maker = makers.get(facility) ?? { id: facility, name: facilityName, zone, machines: [] };
    const slower = new Map(known.map((each) => [each.materialId, factorsOf(taughtBy(each), rulesIn(rules)).hours]));
    maker.machines.push({ ...machine, materialIds: new Set(materialIds), buildMm: [x, y, z], slower });
    makers.set(facility, maker);
  }
  return [...makers.values()];
}
