import type { ColumnType, Generated, GeneratedAlways } from 'kysely';

type Id = GeneratedAlways<number>;
type CreatedAt = ColumnType<Date, Date | undefined, never>;

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

export interface PriorityLabelTable {
  id: Id;
  facility_id: number;
  label: string;
  color: string;
}

/** Columns of this area's tables that others may join on. Only the area writes them. */
declare module '../../server/tables.ts' {
  interface Tables {
    job: JobTable;
    job_file: JobFileTable;
    priority_label: PriorityLabelTable;
  }
}
