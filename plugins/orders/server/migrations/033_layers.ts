import { sql, type Kysely } from 'kysely';

/**
 * Layer height 0 stands for all builds of a machine model in a material, known or not, as 0 does for models and materials: they are
 * listed, and the last ones found, without the layer height. Only questions that ask for any layer height use the index: those for
 * one would read all others by it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create index estimate_observation_material on estimate_observation
      (facility_id, machine_model_id, material_id, finished_at desc, id desc) where layer_um >= 0
  `.execute(db);
}
