import type { Work } from '@sinter/sdk/server';
import { sql } from 'kysely';
import { all, anyLayer, ofAnyLayer } from './known.ts';
import { residualOf, summaryOf, windowSize } from './learn.ts';

export interface Cell {
  facilityId: number;
  modelId: number;
  materialId: number;
  layerUm: number;
}

/** So many more builds of a cell are known, and so many more of them count; fewer below zero. */
export interface Counted {
  cell: Cell;
  observed: number;
  count: number;
}

/** A cell, its machine model in that material, the model and its facility. */
const levelsOf = ({
  cell: { facilityId, modelId, materialId, layerUm },
  ...by
}: Counted): (Cell & Omit<Counted, 'cell'>)[] => [
  ...(layerUm === anyLayer ? [] : [{ facilityId, modelId, materialId, layerUm, ...by }]),
  { facilityId, modelId, materialId, layerUm: anyLayer, ...by },
  { facilityId, modelId, materialId: all, layerUm: anyLayer, ...by },
  { facilityId, modelId: all, materialId: all, layerUm: anyLayer, ...by },
];

const keyOf = ({ facilityId, modelId, materialId, layerUm }: Cell): string =>
  `${facilityId} ${modelId} ${materialId} ${layerUm}`;

/**
 * Brings the summaries of what was changed up to date: by their last builds, however many there are. They are locked from the finest to
 * the coarsest, each once.
 */
export async function refresh(unit: Work, changes: readonly Counted[]): Promise<void> {
  if (changes.length === 0) return;
  const levels = new Map<string, Cell & Omit<Counted, 'cell'>>();
  for (const level of changes.flatMap(levelsOf)) {
    const { observed = 0, count = 0 } = levels.get(keyOf(level)) ?? {};
    levels.set(keyOf(level), { ...level, observed: observed + level.observed, count: count + level.count });
  }
  const sorted = [...levels.values()].toSorted(
    (one, other) =>
      other.materialId - one.materialId ||
      other.modelId - one.modelId ||
      other.layerUm - one.layerUm ||
      other.facilityId - one.facilityId,
  );
  const cells = sql`unnest(${sorted.map(({ facilityId }) => facilityId)}::bigint[],
    ${sorted.map(({ modelId }) => modelId)}::bigint[], ${sorted.map(({ materialId }) => materialId)}::bigint[],
    ${sorted.map(({ layerUm }) => layerUm)}::int[]`;
  await sql`
    insert into estimate_summary (facility_id, machine_model_id, material_id, layer_um, observed, count)
    select * from ${cells}, ${sorted.map(({ observed }) => observed)}::int[], ${sorted.map(({ count }) => count)}::int[])
    on conflict (facility_id, machine_model_id, material_id, layer_um) do update set
      observed = estimate_summary.observed + excluded.observed, count = estimate_summary.count + excluded.count
  `.execute(unit.db);
  const { rows } = await sql<Measures>`
    select level.place::int as place, last.*
    from ${cells}) with ordinality as level(facility, model, material, layer, place)
      cross join lateral (
        (select ${measures} from estimate_observation o where level.layer <> ${anyLayer} and o.facility_id = level.facility
          and o.machine_model_id = level.model and o.material_id = level.material and o.layer_um = level.layer
          and o.excluded is null order by o.finished_at desc, o.id desc limit ${windowSize})
        union all
        (select ${measures} from estimate_observation o where level.layer = ${anyLayer} and level.material <> ${all}
          and o.facility_id = level.facility and o.machine_model_id = level.model and o.material_id = level.material
          and ${ofAnyLayer} and o.excluded is null order by o.finished_at desc, o.id desc limit ${windowSize})
        union all
        (select ${measures} from estimate_observation o where level.material = ${all} and level.model <> ${all}
          and o.facility_id = level.facility and o.machine_model_id = level.model
          and o.excluded is null order by o.finished_at desc, o.id desc limit ${windowSize})
        union all
        (select ${measures} from estimate_observation o where level.model = ${all} and o.facility_id = level.facility
          and o.excluded is null order by o.finished_at desc, o.id desc limit ${windowSize})
      ) last
  `.execute(unit.db);
  const summaries = sorted.map((_, index) => {
    const last = rows.filter(({ place }) => place === index + 1);
    const hours = last.map(({ actualHours, estimatedHours }) => residualOf(actualHours, estimatedHours));
    const grams = last.flatMap(({ actualGrams, estimatedGrams }) =>
      actualGrams === null || estimatedGrams === null ? [] : [residualOf(actualGrams, estimatedGrams)],
    );
    return { weighed: grams.length, hours: shortOf(hours), grams: shortOf(grams) };
  });
  await sql`
    update estimate_summary s set hours_center = told.hours_center, hours_spread = told.hours_spread, weighed = told.weighed,
      grams_center = told.grams_center, grams_spread = told.grams_spread, changed_at = now()
    from ${cells},
        ${summaries.map(({ hours }) => hours.center)}::float8[], ${summaries.map(({ hours }) => hours.spread)}::float8[],
        ${summaries.map(({ weighed }) => weighed)}::int[], ${summaries.map(({ grams }) => grams.center)}::float8[],
        ${summaries.map(({ grams }) => grams.spread)}::float8[])
      as told(facility, model, material, layer, hours_center, hours_spread, weighed, grams_center, grams_spread)
    where s.facility_id = told.facility and s.machine_model_id = told.model and s.material_id = told.material
      and s.layer_um = told.layer
  `.execute(unit.db);
}

interface Measures {
  place: number;
  estimatedHours: number;
  actualHours: number;
  estimatedGrams: number | null;
  actualGrams: number | null;
}
const measures = sql`o.estimated_hours as "estimatedHours", o.actual_hours as "actualHours",
  o.estimated_grams as "estimatedGrams", o.actual_grams as "actualGrams"`;

const shortOf = (residuals: readonly number[]) =>
  residuals.length === 0 ? { center: 0, spread: 0 } : summaryOf(residuals);
