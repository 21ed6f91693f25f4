import type { Factors, LearnedFactors } from '@sinter/sdk/contract/orders/learnedFactors';
import { sql } from 'kysely';
import { factorsOf } from '../estimate.ts';
import { rulesIn, rulesOf } from '../pricing/rules.ts';
import { knownOf, taughtBy, type KnownLevels } from './known.ts';

/** For who plans builds. */
export const factors: LearnedFactors = {
  async of(db, equipmentId, materialIds) {
    const { rows } = await sql<{ id: number; known: KnownLevels; rules: unknown }>`
      select m.id, ${rulesOf(sql`e.facility_id`)},
        ${knownOf({ facility: sql`e.facility_id`, model: sql`e.machine_model_id`, material: sql`m.id`, layer: sql`e.layer_um` })} as known
      from material m cross join equipment e where e.id = ${equipmentId} and m.id = any(${[...materialIds]}::bigint[])
    `.execute(db);
    return new Map(
      rows.map(({ id, known, rules }): [number, Factors] => [id, factorsOf(taughtBy(known), rulesIn(rules))]),
    );
  },
};
