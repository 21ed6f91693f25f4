import type { FinishedBuild, FinishedBuilds } from '@sinter/sdk/contract/orders/finishedBuilds';
import type { Work } from '@sinter/sdk/server';
import { sql } from 'kysely';
import { arrangedBuilds, buildOf } from '../estimate.ts';
import { isPlausible } from './learn.ts';
import { anyLayer } from './known.ts';
import { refresh, type Cell, type Counted } from './summaries.ts';

export const builds: FinishedBuilds = { finished, forget };

interface Measured extends Cell {
  jobId: number;
  equipmentId: number;
  estimatedHours: number;
  actualHours: number;
  estimatedGrams: number | null;
  actualGrams: number | null;
  finishedAt: Date;
}

async function finished(unit: Work, all: readonly FinishedBuild[]): Promise<void> {
  const before = await observed(
    unit,
    all.map(({ jobId }) => jobId),
  );
  const now = await measured(unit, all);
  const rows = now.map((one) => {
    const known = before.find(({ jobId }) => jobId === one.jobId);
    const plausible = isPlausible(one.actualHours, one.estimatedHours);
    return { ...one, excluded: known?.decided ? known.excluded : plausible ? null : '' };
  });
  const column = <Key extends keyof (typeof rows)[number]>(key: Key) => rows.map((row) => row[key]);
  await sql`
    insert into estimate_observation (facility_id, job_id, equipment_id, machine_model_id, material_id, layer_um,
      estimated_hours, actual_hours, estimated_grams, actual_grams, finished_at, excluded)
    select * from unnest(${column('facilityId')}::bigint[], ${column('jobId')}::bigint[], ${column('equipmentId')}::bigint[],
      ${column('modelId')}::bigint[], ${column('materialId')}::bigint[], ${column('layerUm')}::int[],
      ${column('estimatedHours')}::float8[], ${column('actualHours')}::float8[],
      ${column('estimatedGrams')}::float8[], ${column('actualGrams')}::float8[],
      ${column('finishedAt').map((time) => time.toISOString())}::timestamptz[], ${column('excluded')}::text[])
    on conflict (job_id) do update set equipment_id = excluded.equipment_id, machine_model_id = excluded.machine_model_id,
      material_id = excluded.material_id, layer_um = excluded.layer_um, estimated_hours = excluded.estimated_hours,
      actual_hours = excluded.actual_hours, estimated_grams = excluded.estimated_grams,
      actual_grams = excluded.actual_grams, excluded = excluded.excluded
  `.execute(unit.db);
  await remove(
    unit,
    before.filter(({ jobId }) => !rows.some((row) => row.jobId === jobId)),
  );
  const added = rows.map((row) => ({ cell: row, observed: 1, count: row.excluded === null ? 1 : 0 }));
  await refresh(unit, [...added, ...before.map(gone)]);
}

async function forget(unit: Work, jobId: number): Promise<void> {
  const before = await observed(unit, [jobId]);
  await remove(unit, before);
  await refresh(unit, before.map(gone));
}

async function remove(unit: Work, rows: readonly { jobId: number }[]): Promise<void> {
  if (rows.length === 0) return;
  const ids = rows.map(({ jobId }) => jobId);
  await sql`delete from estimate_observation where job_id = any(${ids}::bigint[])`.execute(unit.db);
}

interface Before extends Cell {
  jobId: number;
  excluded: string | null;
  decided: boolean;
}

const gone = (before: Before): Counted => ({ cell: before, observed: -1, count: before.excluded === null ? -1 : 0 });

/** Locked until the transaction ends. */
async function observed(unit: Work, jobIds: readonly number[]): Promise<Before[]> {
  const { rows } = await sql<Before>`
    select o.job_id as "jobId", o.facility_id as "facilityId", o.machine_model_id as "modelId",
      o.material_id as "materialId", o.layer_um as "layerUm", o.excluded, o.decided_by is not null as decided
    from estimate_observation o where o.job_id = any(${[...jobIds]}::bigint[]) order by o.job_id for update
  `.execute(unit.db);
  return rows;
}

interface Made {
  place: number;
  modelId: number;
  processKey: string;
  density: number;
  layerUm: number;
  x: number;
  y: number;
  z: number;
}

/** Those are left out of which no model says what they should have taken, or nobody how long they took. */
async function measured(unit: Work, all: readonly FinishedBuild[]): Promise<Measured[]> {
  const { rows } = await sql<Made>`
    select build.place::int as place, model.id as "modelId", p.process_key as "processKey",
      m.density_mg_per_mm3 as density, coalesce(e.layer_um, ${anyLayer}) as "layerUm",
      model.build_x_mm as x, model.build_y_mm as y, model.build_z_mm as z
    from unnest(${all.map(({ equipmentId }) => equipmentId)}::bigint[], ${all.map(({ materialId }) => materialId)}::bigint[],
        ${all.map(({ facilityId }) => facilityId)}::bigint[]) with ordinality as build(equipment, material, facility, place)
      join equipment e on e.id = build.equipment and e.facility_id = build.facility
      join machine_model model on model.id = e.machine_model_id and model.build_x_mm is not null
      join am_process p on p.id = model.am_process_id join material m on m.id = build.material
  `.execute(unit.db);
  const shapes = await shapesOf(unit, all);
  return rows.flatMap((made) => {
    const build = all[made.place - 1];
    if (!build || build.hours <= 0) return [];
    const { jobId, facilityId, equipmentId, materialId, finishedAt, built, hours, grams } = build;
    const estimated = 'hours' in built ? built : estimatedOf(made, built.parts, shapes);
    if (!estimated || estimated.hours <= 0) return [];
    const weighed = grams !== null && grams > 0 && estimated.grams > 0;
    return {
      ...{ jobId, facilityId, equipmentId, modelId: made.modelId, materialId, layerUm: made.layerUm, finishedAt },
      ...{ estimatedHours: estimated.hours, actualHours: hours },
      ...{ estimatedGrams: weighed ? estimated.grams : null, actualGrams: weighed ? grams : null },
    };
  });
}

type Shapes = ReadonlyMap<number, { volumeMm3: number; areaMm2: number; sizeMm: readonly [number, number, number] }>;

/** Of the parts that were measured, by their ids. */
async function shapesOf(unit: Work, all: readonly FinishedBuild[]): Promise<Shapes> {
  const ids = all.flatMap(({ built }) => ('hours' in built ? [] : built.parts.map(({ orderFileId }) => orderFileId)));
  if (ids.length === 0) return new Map();
  const { rows } = await sql<{ id: number; volume: number; area: number; x: number; y: number; z: number }>`
    select f.id, facts.volume_mm3 as volume, facts.area_mm2 as area,
      facts.size_x_mm as x, facts.size_y_mm as y, facts.size_z_mm as z
    from rfq_order_file f join file_facts facts on facts.file_id = f.file_id where f.id = any(${ids}::bigint[])
  `.execute(unit.db);
  return new Map(
    rows.map(({ id, volume, area, x, y, z }) => [id, { volumeMm3: volume, areaMm2: area, sizeMm: [x, y, z] }]),
  );
}

function estimatedOf(
  { processKey, density, x, y, z }: Made,
  parts: readonly { orderFileId: number; quantity: number }[],
  shapes: Shapes,
): { hours: number; grams: number } | null {
  const pieces = parts.flatMap(({ orderFileId, quantity }) => {
    const shape = shapes.get(orderFileId);
    return shape ? [{ shape, quantity }] : [];
  });
  // Of a build with a part that was never measured nothing can be said.
  if (pieces.length === 0 || pieces.length < parts.length) return null;
  const whole = buildOf(processKey, pieces, [x, y, z]);
  const hours = arrangedBuilds.hours(processKey, whole);
  const grams = arrangedBuilds.grams(processKey, whole.volumeMm3, density);
  return hours === null || grams === null ? null : { hours, grams };
}
