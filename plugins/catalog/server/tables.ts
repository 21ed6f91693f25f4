import type { GeneratedAlways } from 'kysely';

/** Tables of this plugin that nobody else reads. */
export type CatalogTables = {
  general_material: { id: GeneratedAlways<number>; name: string };
  machine_model_general_material: { machine_model_id: number; general_material_id: number };
};
