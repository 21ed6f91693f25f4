import type { Accuracy } from '@sinter/sdk/contract/orders/estimate';
import { sql, type RawBuilder } from 'kysely';
import type { Taught } from '../estimate.ts';
import { learn, type Known } from './learn.ts';

/** Of no machine model, or no material: of all of them. */
export const all = 0;
/** Of whatever layer height, also one that nobody has said. */
export const anyLayer = 0;
/** Rows `o` of whatever layer height, by their own index. */
export const ofAnyLayer = sql`o.layer_um >= ${sql.lit(anyLayer)}`;

/** What is known of a machine model in a material by a layer height and by any, of the model and of its facility; those of which nothing is known are left out. */
export interface KnownLevels {
  materialId: number;
  layerUm: number;
  levels: readonly (Record<'hours' | 'grams', Known> & { level: Accuracy['restsOn']['level'] })[];
}

/** Four rows by their key, whatever was observed; a `KnownLevels`. */
export const knownOf = (
  of: Record<'facility' | 'model' | 'material' | 'layer', RawBuilder<unknown>>,
): RawBuilder<KnownLevels> => sql`(
  select jsonb_build_object('materialId', ${of.material}, 'layerUm', coalesce(${of.layer}, ${anyLayer}), 'levels', coalesce(jsonb_agg(jsonb_build_object(
    'level', case when k.machine_model_id = ${all} then 'FACILITY' when k.material_id = ${all} then 'MODEL'
      when k.layer_um = ${anyLayer} then 'MATERIAL' else 'LAYER' end,
    'hours', jsonb_build_object('count', k.count, 'center', k.hours_center, 'spread', k.hours_spread),
    'grams', jsonb_build_object('count', k.weighed, 'center', k.grams_center, 'spread', k.grams_spread)
  ) order by k.machine_model_id = ${all}, k.material_id = ${all}, k.layer_um = ${anyLayer}), '[]'::jsonb))
  from estimate_summary k where k.facility_id = ${of.facility} and k.count > 0
    and (k.machine_model_id, k.material_id, k.layer_um) in ((${of.model}, ${of.material}, coalesce(${of.layer}, ${anyLayer})),
      (${of.model}, ${of.material}, ${anyLayer}), (${of.model}, ${all}, ${anyLayer}), (${all}, ${all}, ${anyLayer})))`;

/** With the finest level that anything is known of. */
export function taughtBy({
  levels,
}: KnownLevels): Taught & { level: Accuracy['restsOn']['level'] | null; count: number } {
  const [finest] = levels;
  return {
    hours: learn(levels.map(({ hours }) => hours)),
    grams: learn(levels.map(({ grams }) => grams)),
    level: finest?.level ?? null,
    count: finest?.hours.count ?? 0,
  };
}
