import type { ColumnType, Generated, GeneratedAlways } from 'kysely';

export type SchedulingTables = {
  job: {
    id: GeneratedAlways<number>;
    facility_id: number;
    equipment_id: number;
    job_name: string;
    job_type: string;
    job_source: string;
    job_creation_type: string;
    status: string;
    material_id: number | null;
    from_date: Date;
    to_date: Date;
    estimated_hours: Generated<number>;
    /** As somebody put it right, or as it took; `null` until then. */
    actual_hours: number | null;
    material_unit: Generated<string>;
    material_quantity: Generated<number>;
    notes: Generated<string>;
    priority_label_id: Generated<number | null>;
    utilization: number | null;
    simulation_software_id: number | null;
    version: Generated<number>;
    started_at: Date | null;
    merged_into_job_id: number | null;
    rerun_of_job_id: number | null;
    /** The first downtime of the series. */
    series_id: number | null;
    event_id: string | null;
    created_by: number | null;
    created_at: Generated<Date>;
    updated_at: Generated<Date>;
  };
  job_material: { job_id: number; position: number; role: string; material_id: number; quantity: number };
  job_attachment: { job_id: number; file_id: number };
  job_history: {
    id: GeneratedAlways<number>;
    job_id: number;
    event: string;
    status: string;
    reason: Generated<string>;
    user_id: number | null;
    event_id: string | null;
    created_at: ColumnType<Date, Date | undefined, never>;
  };
  facility_calendar: {
    facility_id: number;
    calendar: ColumnType<unknown, string, string>;
    updated_at: Generated<Date>;
  };
  priority_label: {
    id: GeneratedAlways<number>;
    facility_id: number;
    label: string;
    color: string;
    event_id: string | null;
    created_at: ColumnType<Date, Date | undefined, never>;
  };
  /** The catalogue's. */
  simulation_software: { id: GeneratedAlways<number>; name: string };
};
