import { sql, type Kysely } from 'kysely';

/**
 * Layer height 0 stands for all of a machine model in a material, known or not, as 0 does for models and materials: its last builds
 * are found without the layer height.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create index estimate_observation_material on estimate_observation
      (facility_id, machine_model_id, material_id, finished_at desc, id desc)
      include (estimated_hours, actual_hours, estimated_grams, actual_grams) where excluded is null
  `.execute(db);
}
