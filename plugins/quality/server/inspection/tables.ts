import type { ColumnType, Generated, GeneratedAlways, Transaction } from 'kysely';
import type { InspectionState, Switching } from '@sinter/sdk/contract/quality/inspections';
import type { Tables, Work } from '@sinter/sdk/server';

export type InspectionTables = {
  inspection_plan: {
    id: GeneratedAlways<number>;
    facility_id: number;
    name: string;
    enabled: Generated<boolean>;
    version: Generated<number>;
    part_id: Generated<number | null>;
    process_ids: Generated<number[]>;
    material_ids: Generated<number[]>;
    created_at: Generated<Date>;
    changed_at: Generated<Date>;
  };
  inspection_plan_version: { plan_id: number; version: number; content: ColumnType<unknown, string, never> };
  lot_inspection: {
    id: GeneratedAlways<number>;
    facility_id: number;
    number: string;
    state: Generated<InspectionState>;
    plan_id: number;
    version: number;
    lot_id: number;
    position: number | null;
    lot_size: number;
    samples: number;
    letter: string;
    accept: number;
    reject: number;
    wanted: number;
    measured: Generated<number>;
    nonconforming: Generated<number>;
    /** A `switchingSchema`. */
    switching: ColumnType<Switching | null, string | null | undefined, string>;
    note: Generated<string>;
    ncr_id: Generated<number | null>;
    created_by: number | null;
    created_at: Generated<Date>;
    finished_by: Generated<number | null>;
    finished_at: Generated<Date | null>;
  };
  inspection_reading: {
    id: GeneratedAlways<number>;
    inspection_id: number;
    sample: number;
    key: string;
    value: number | null;
    verdict: boolean | null;
    conforms: boolean;
    device: Generated<string>;
    user_id: number | null;
    created_at: Generated<Date>;
  };
  inspection_event: { facility_id: number; event_id: string; inspection_id: number };
};

export const inspectionDb = ({ db }: Pick<Work, 'db'>): Transaction<Tables & InspectionTables> =>
  db.withTables<InspectionTables>();
