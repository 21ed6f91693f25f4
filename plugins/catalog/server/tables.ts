import type { GeneratedAlways } from 'kysely';

/** Tables of this plugin that nobody else reads. */
export type CatalogTables = {
  machine_model_general_material: { machine_model_id: number; general_material_id: number };
  material_file: {
    id: GeneratedAlways<number>;
    facility_id: number;
    material_id: number | null;
    equipment_id: number | null;
    title: string;
    file_id: number;
  };
};
