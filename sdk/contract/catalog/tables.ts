import type { Generated, GeneratedAlways } from 'kysely';

type Id = GeneratedAlways<number>;

export interface AmProcessTable {
  id: Id;
  /** One of the specification's process keys, `SELECTIVE_LASER_SINTERING`. */
  process_key: string;
  name: string;
  sequence: number;
}

/** A kind of material. */
export interface GeneralMaterialTable {
  id: Id;
  name: string;
}

export interface MaterialTable {
  id: Id;
  name: string;
  general_material_id: number;
  am_process_id: number;
  /** mg per mm³, which is g per cm³. */
  density_mg_per_mm3: number;
  manufacturer: Generated<string | null>;
  source: Generated<string | null>;
  /** Root facility of the enterprise that added it and alone sees it; `null`: of the library. */
  owner_facility_id: Generated<number | null>;
}

/** A machine of a facility. */
export interface EquipmentTable {
  id: Id;
  facility_id: number;
  machine_model_id: number;
  display_name: string;
  current_material_id: number | null;
  hidden: Generated<boolean>;
  /** Minor units of the facility's currency per hour. */
  hourly_rate_minor: number;
  image_file_id: Generated<number | null>;
  /** How thick its layers are, µm. */
  layer_um: Generated<number | null>;
}

export interface MachineModelTable {
  id: Id;
  model_name: string;
  manufacturer_id: number;
  am_process_id: number;
  kind: string;
  /** Build volume, mm; all `null` for a post-processing machine without one. */
  build_x_mm: number | null;
  build_y_mm: number | null;
  build_z_mm: number | null;
  /** Where its facts were read. */
  source: Generated<string | null>;
  /** Root facility of the enterprise that added it and alone sees it; `null`: of the library. */
  owner_facility_id: Generated<number | null>;
}

export interface ManufacturerTable {
  id: Id;
  name: string;
}

export interface EquipmentMaterialTable {
  equipment_id: number;
  material_id: number;
  /** What the machine uses it for: DEFAULT, PRIMARY, SUPPORT, PRINT_SHEET, FUSING_AGENT, DETAILING_AGENT. */
  role: Generated<string>;
}

/** A material that a facility keeps: its machines run no others. */
export interface FacilityMaterialTable {
  facility_id: number;
  material_id: number;
  /** Minor units of the facility's currency per kilogram. */
  price_per_kg_minor: number;
}

/** A finishing step of the trade. */
export interface PostProcessingTable {
  id: Id;
  name: string;
  description: string;
}

/** A finishing step that a facility offers. */
export interface FacilityPostProcessingTable {
  facility_id: number;
  post_processing_id: number;
}

/** A program that a simulated build time can come from. */
export interface SimulationSoftwareTable {
  id: Id;
  name: string;
}

/** Columns of this area's tables that others may join on. Only the area writes them. */
declare module '../../server/tables.ts' {
  interface Tables {
    am_process: AmProcessTable;
    general_material: GeneralMaterialTable;
    material: MaterialTable;
    equipment: EquipmentTable;
    machine_model: MachineModelTable;
    manufacturer: ManufacturerTable;
    equipment_material: EquipmentMaterialTable;
    facility_material: FacilityMaterialTable;
    post_processing: PostProcessingTable;
    facility_post_processing: FacilityPostProcessingTable;
    simulation_software: SimulationSoftwareTable;
  }
}
