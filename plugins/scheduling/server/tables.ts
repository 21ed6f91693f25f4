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
    estimated_hours: number;
    material_unit: string;
    material_quantity: number;
    notes: string;
    utilization: number | null;
    event_id: string | null;
    created_by: number | null;
    created_at: Generated<Date>;
    updated_at: Generated<Date>;
  };
  job_history: {
    id: GeneratedAlways<number>;
    job_id: number;
    event: string;
    status: string;
    reason: Generated<string>;
    user_id: number | null;
    created_at: ColumnType<Date, Date | undefined, never>;
  };
};
