import type { ColumnType, Generated, GeneratedAlways } from 'kysely';

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
  /** `false`: closed; nobody works there, and it gets no orders. */
  active: Generated<boolean>;
  /** A `postalAddressSchema`. */
  address: ColumnType<unknown, string | null | undefined, string | null | undefined>;
  created_at: CreatedAt;
}

/** A buyer company. `internal_facility_id`: the enterprise's own facility that serves it, if any. */
export interface CompanyTable {
  id: Id;
  name: string;
  /** The facility whose third-party engineers work there. */
  let_in_by_facility_id: number | null;
  created_at: CreatedAt;
}

export interface UserTable {
  id: Id;
  email: string;
  first_name: string;
  last_name: string;
  phone: Generated<string>;
  /** `de_DE`. */
  language: Generated<string>;
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

/** Columns of this area's tables that others may join on. Only the area writes them. */
declare module '../../server/tables.ts' {
  interface Tables {
    facility: FacilityTable;
    company: CompanyTable;
    app_user: UserTable;
    stored_file: StoredFileTable;
    export_policy: ExportPolicyTable;
    config_record: ConfigRecordTable;
    user_preference: UserPreferenceTable;
  }
}
