import type { ColumnType, Generated, GeneratedAlways, Transaction } from 'kysely';
import type { NcrRowState, NcrSource, NcrStatus } from '@sinter/sdk/contract/quality/ncr';
import type { QualityGate } from '@sinter/sdk/contract/quality/gates';
import type { Disposition } from '@sinter/sdk/contract/quality/settings';
import type { Tables, Work } from '@sinter/sdk/server';

type Json = ColumnType<unknown, string | null | undefined, string | null>;

export type QualityTables = {
  quality_counter: { facility_id: number; kind: 'NCR' | 'CAPA' | 'INSPECTION'; year: number; last: number };
  ncr: {
    id: GeneratedAlways<number>;
    facility_id: number;
    number: string;
    title: string;
    description: Generated<string>;
    status: Generated<NcrStatus>;
    type: string;
    severity: string;
    source: NcrSource;
    defect_id: number | null;
    affected_quantity: number;
    characteristic: Generated<string>;
    requirement: Generated<string>;
    measured: Generated<string>;
    customer_visible: Generated<boolean>;
    shipped: Generated<boolean>;
    order_id: number | null;
    order_file_id: number | null;
    lot_id: number | null;
    position: number | null;
    job_id: number | null;
    equipment_id: number | null;
    batch: Generated<string>;
    assignee_id: number | null;
    due_at: Date | null;
    version: Generated<number>;
    search_text: Generated<string>;
    created_by: number | null;
    created_at: Generated<Date>;
    changed_at: Generated<Date>;
    closed_at: Generated<Date | null>;
  };
  ncr_hold: {
    id: GeneratedAlways<number>;
    ncr_id: number;
    facility_id: number;
    lot_id: number | null;
    equipment_id: number | null;
    batch: string | null;
    held_by: number | null;
    held_at: Generated<Date>;
    released_by: Generated<number | null>;
    released_at: Generated<Date | null>;
  };
  ncr_row: {
    id: GeneratedAlways<number>;
    ncr_id: number;
    quantity: number;
    disposition: Disposition | null;
    state: Generated<NcrRowState>;
    reason: Generated<string>;
    to_position: number | null;
    proposed_by: number | null;
    concession: Json;
    move_ids: Generated<number[]>;
    lot_ids: Generated<number[]>;
    done_at: Generated<Date | null>;
    created_at: Generated<Date>;
  };
  ncr_signature: { row_id: number; user_id: number; approves: boolean; note: string; signed_at: Generated<Date> };
  ncr_photo: {
    id: GeneratedAlways<number>;
    ncr_id: number;
    file_id: number;
    caption: Generated<string>;
    marks: Json;
    user_id: number | null;
    created_at: Generated<Date>;
  };
  passport_key: {
    key_id: string;
    root_facility_id: number;
    public_key: string;
    made_at: Generated<Date>;
    retired_at: Generated<Date | null>;
  };
  passport: {
    id: GeneratedAlways<number>;
    facility_id: number;
    order_id: number;
    lot_id: number;
    version: number;
    key_id: string;
    seal: string;
    /** A `keptSchema`. */
    content: ColumnType<unknown, string, never>;
    names: boolean;
    shared: boolean;
    event_id: string;
    issued_by: number | null;
    issued_at: Generated<Date>;
  };
  ncr_history: {
    id: GeneratedAlways<number>;
    ncr_id: number;
    what: string;
    note: Generated<string>;
    about: Generated<string>;
    quantity: number | null;
    user_id: number | null;
    created_at: Generated<Date>;
  };
  ncr_pass: {
    ncr_id: number;
    gate: QualityGate;
    subject_id: number;
    position: number;
    user_id: number;
    created_at: Generated<Date>;
  };
  ncr_event: { event_id: string; facility_id: number; ncr_id: number; user_id: number; created_at: Generated<Date> };
};

export const qualityDb = ({ db }: Pick<Work, 'db'>): Transaction<Tables & QualityTables> =>
  db.withTables<QualityTables>();
