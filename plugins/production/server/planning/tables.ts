import type { Tables, Work } from '@sinter/sdk/server';
import type { ColumnType, Generated, GeneratedAlways, Transaction } from 'kysely';
import type { PlanningChange } from '@sinter/sdk/contract/production/planning';

export type PlanningTables = {
  planned_build: {
    id: GeneratedAlways<number>;
    facility_id: number;
    name: string;
    equipment_id: number;
    am_process_id: number;
    material_id: number;
    status: Generated<'DRAFT' | 'SCHEDULED' | 'MERGED' | 'DISCARDED'>;
    locked: Generated<boolean>;
    version: Generated<number>;
    content: Generated<string>;
    controlled: Generated<boolean>;
    asked_nesting_id: Generated<number | null>;
    asked_content: Generated<string | null>;
    nesting_id: Generated<number | null>;
    arranged_content: Generated<string | null>;
    placed: Generated<number | null>;
    unplaced: Generated<number | null>;
    utilisation: Generated<number | null>;
    height_mm: Generated<number | null>;
    hours: Generated<number | null>;
    grams: Generated<number | null>;
    job_id: Generated<number | null>;
    merged_into_id: Generated<number | null>;
    event_id: string;
    created_at: Generated<Date>;
    changed_at: Generated<Date>;
    changed_by: Generated<number | null>;
  };
  planned_piece: { build_id: number; order_file_id: number; quantity: number };
  planning_change: {
    id: GeneratedAlways<number>;
    facility_id: number;
    user_id: number;
    what: PlanningChange['what'];
    name: string;
    builds: ColumnType<unknown, string, never>;
    created_at: Generated<Date>;
  };
};

export const planningDb = ({ db }: Pick<Work, 'db'>): Transaction<Tables & PlanningTables> =>
  db.withTables<PlanningTables>();
