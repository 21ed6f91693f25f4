import type { ColumnType, Generated, GeneratedAlways } from 'kysely';

/**
 * The columns that server halves may join on or write, by the plugin that owns the table. A plugin writes only its own
 * tables and changes others through the owner's service; a plugin adds tables nobody else reads by
 * `db.withTables<Own>()`.
 */
export interface Tables {
  // host
  facility: FacilityTable;
  company: CompanyTable;
  app_user: UserTable;
  stored_file: StoredFileTable;
  export_policy: ExportPolicyTable;
  config_record: ConfigRecordTable;
  user_preference: UserPreferenceTable;
  // catalog
  am_process: AmProcessTable;
  material: MaterialTable;
  equipment: EquipmentTable;
  machine_model: MachineModelTable;
  manufacturer: ManufacturerTable;
  equipment_material: EquipmentMaterialTable;
  facility_material: FacilityMaterialTable;
  simulation_software: SimulationSoftwareTable;
  // orders
  rfq_order: OrderTable;
  rfq_order_file: OrderFileTable;
  rfq_match: MatchTable;
  // preparation
  file_facts: FileFactsTable;
  // scheduling
  job: JobTable;
  job_file: JobFileTable;
}

type Id = GeneratedAlways<number>;
type CreatedAt = ColumnType<Date, Date | undefined, never>;
type Json<T> = ColumnType<T, string, string>;

export interface FacilityTable {
  id: Id;
  company_name: string;
  /** IANA name. */
  time_zone: string;
  root_facility_id: number | null;
  workplan_enabled: Generated<boolean>;
  currency: Generated<string>;
  created_at: CreatedAt;
}
/** A buyer company. `internal_facility_id`: the enterprise's own facility that serves it, if any. */
export interface CompanyTable {
  id: Id;
  name: string;
  created_at: CreatedAt;
}
export interface UserTable {
  id: Id;
  email: string;
  first_name: string;
  last_name: string;
}
/** A blob somebody put into the store under a name. `sha256` addresses the content in the FileStore. */
export interface StoredFileTable {
  id: Id;
  sha256: string;
  size: number;
  file_name: string;
  controlled: boolean;
  /** The upload it was made from; `null` for an upload itself. */
  root_file_id: number | null;
  owner_company_id: number | null;
  owner_facility_id: number | null;
  created_by: number | null;
  created_at: CreatedAt;
}
/** Whether a root facility or a buyer company does export-controlled work: exactly one of the two is set. */
export interface ExportPolicyTable {
  facility_id: number | null;
  company_id: number | null;
  enabled: boolean;
  /** CIDR; empty: any address. */
  networks: string[];
}
export interface ConfigRecordTable {
  id: Id;
  config_type: string;
  element_type: string | null;
  element_id: number | null;
  config_value: Json<unknown>;
  active: Generated<boolean>;
  revision: Generated<number>;
  updated_by: number | null;
  updated_at: Generated<Date>;
}
export interface UserPreferenceTable {
  user_id: number;
  preference_type: string;
  preference: string;
}

export interface AmProcessTable {
  id: Id;
  /** One of the specification's process keys, `SELECTIVE_LASER_SINTERING`. */
  process_key: string;
  name: string;
  sequence: number;
}
export interface ManufacturerTable {
  id: Id;
  name: string;
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
/** A material that a facility keeps: its machines run no others. */
export interface FacilityMaterialTable {
  facility_id: number;
  material_id: number;
  /** Minor units of the facility's currency per kilogram. */
  price_per_kg_minor: number;
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
}
export interface EquipmentMaterialTable {
  equipment_id: number;
  material_id: number;
  /** What the machine uses it for: DEFAULT, PRIMARY, SUPPORT, PRINT_SHEET, FUSING_AGENT, DETAILING_AGENT. */
  role: Generated<string>;
}
/** A program that a simulated build time can come from. */
export interface SimulationSoftwareTable {
  id: Id;
  name: string;
}

export interface OrderTable {
  id: Id;
  display_title: string;
  company_id: number;
  created_by: number;
  /** Engineer-side status, specification 4.8. Changed only through the transition table. */
  status: string;
  currency: string;
  estimated_delivery_date: Date | null;
  export_controlled: Generated<boolean>;
  search_text: Generated<string>;
  created_at: CreatedAt;
  updated_at: Generated<Date>;
}
export interface OrderFileTable {
  id: Id;
  order_id: number;
  /** The file as the buyer uploaded it. */
  original_file_id: number;
  /** The prepared mesh that is quoted and built; the original itself when nothing had to be changed. */
  file_id: number;
  am_process_id: number;
  material_id: number;
  quantity: number;
  /** Extra quantity asked for by accepted remakes. */
  remake_quantity: Generated<number>;
  /** Length unit the file's numbers are in: MM, IN or CM. */
  units: Generated<string>;
  position: number;
}
export interface MatchTable {
  id: Id;
  order_id: number;
  facility_id: number;
  /** Provider-side status, specification 4.8. Changed only through the transition table. */
  status: string;
}

/** What VERIFY found out about a stored file; one row per file, written once. Lengths in mm, areas mm², volumes mm³. */
export interface FileFactsTable {
  file_id: number;
  volume_mm3: number;
  area_mm2: number;
  size_x_mm: number;
  size_y_mm: number;
  size_z_mm: number;
  facets: number;
  shells: number;
  watertight: boolean;
  thumbnail_file_id: number | null;
}

export interface JobTable {
  id: Id;
  facility_id: number;
  equipment_id: number;
  job_name: string;
  job_type: string;
  job_source: string;
  job_creation_type: string;
  /** Specification 4.3. Changed only through the transition table. */
  status: string;
  material_id: number | null;
  from_date: Date;
  to_date: Date;
  created_at: CreatedAt;
  updated_at: Generated<Date>;
}
export interface JobFileTable {
  id: Id;
  job_id: number;
  order_file_id: number;
  quantity: number;
  completed_quantity: Generated<number>;
}
