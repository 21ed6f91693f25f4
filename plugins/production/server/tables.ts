import type { ColumnType, Generated, GeneratedAlways, Transaction } from 'kysely';
import type { Gate } from '@sinter/sdk/contract/production/gates';
import type { MarkSource, Outcome } from '@sinter/sdk/contract/production/outcome';
import type { DocumentLanguage, Tables, Work } from '@sinter/sdk/server';

type MoveKind = 'GOOD' | 'SCRAP' | 'REWORK' | 'SPLIT' | 'MERGE';
type Json = ColumnType<unknown, string, string>;
type State = 'WAITING' | 'READY' | 'FAILED' | 'CANCELLED';

export type ProductionTables = {
  traveller_print: {
    id: GeneratedAlways<number>;
    user_id: number;
    facility_id: number;
    language: DocumentLanguage;
    grouped: boolean;
    order_ids: number[];
    state: ColumnType<State, State | undefined, State>;
    share: Generated<number>;
    left_out: number;
    pages: Generated<number | null>;
    file_name: string;
    file_id: Generated<number | null>;
    asked_at: Generated<Date>;
    begun_at: Generated<Date | null>;
    kept_until: Date;
  };
  workplan: { order_file_id: number; facility_id: number; template: string; version: number; steps: Json };
  lot: {
    id: GeneratedAlways<number>;
    facility_id: number;
    order_id: number;
    order_file_id: number;
    job_id: number | null;
    job_file_id: Generated<number | null>;
    quantity: number;
    state: Generated<string>;
    held_for: Generated<string | null>;
    number: Generated<string | null>;
    expedited_at: Generated<Date | null>;
    version: Generated<number>;
    created_at: Generated<Date>;
    changed_at: Generated<Date>;
  };
  lot_series: { facility_id: number; series: string; last: number };
  lot_step: {
    lot_id: number;
    position: number;
    facility_id: number;
    step: string;
    name: string;
    kind: string;
    work_center: string;
    status: string;
    held_from: Generated<string | null>;
    joined: Generated<number>;
    received: Generated<number>;
    good: Generated<number>;
    scrap: Generated<number>;
    rework: Generated<number>;
    moved: Generated<number>;
    /** A list of `keptAnswerSchema`. */
    answers: ColumnType<unknown, string | undefined, string>;
    started_at: Generated<Date | null>;
    started_by: Generated<number | null>;
    finished_at: Generated<Date | null>;
    since: Generated<Date>;
    source: Generated<'FLOOR' | 'LEGACY'>;
    operator: Generated<string>;
    notes: Generated<string>;
  };
  lot_move: {
    id: GeneratedAlways<number>;
    lot_id: number;
    position: number;
    facility_id: number;
    kind: MoveKind;
    quantity: number;
    reason: Generated<string>;
    batch: Generated<string>;
    device: Generated<string>;
    remake: Generated<boolean>;
    other_lot_id: Generated<number | null>;
    reverses: Generated<number | null>;
    user_id: number | null;
    created_at: ColumnType<Date, Date | undefined, never>;
  };
  lot_remake: { move_id: number; lot_id: number; quantity: number };
  lot_parent: {
    lot_id: number;
    parent_id: number;
    how: string;
    quantity: number;
    created_at: Generated<Date>;
  };
  lot_event: {
    event_id: string;
    facility_id: number;
    user_id: number;
    lot_id: number;
    created_at: Generated<Date>;
  };
  nesting: {
    id: GeneratedAlways<number>;
    user_id: number;
    facility_id: number;
    equipment_id: number;
    space: 'BED' | 'PLATE';
    turning: 'ANY' | 'ABOUT_Z' | 'KEPT';
    spacing_mm: number;
    wall_mm: number;
    box_mm: number[];
    seconds: number;
    most_builds: number;
    state: ColumnType<State, State | undefined, State>;
    enough: Generated<boolean>;
    share: Generated<number>;
    failure: ColumnType<unknown, string | null | undefined, string | null>;
    begun_at: Generated<Date | null>;
    kept_until: Date;
  };
  nesting_item: {
    nesting_id: number;
    position: number;
    order_file_id: number;
    quantity: number;
    unplaced: Generated<number>;
    why: ColumnType<unknown, string | null | undefined, string | null>;
    open: Generated<boolean>;
  };
  nesting_build: {
    nesting_id: number;
    number: number;
    height_mm: number;
    volume_mm3: number;
    area_mm2: number;
    heights_mm: number;
    utilisation: number;
    instances: ColumnType<unknown, string, never>;
    parts: number;
    file_id: number;
  };
  platform: {
    id: GeneratedAlways<number>;
    facility_id: number;
    equipment_id: number;
    name: string;
    source: 'IN_APP' | 'MAGICS' | 'TRAY';
    revision: number;
    created_at: Generated<Date>;
    changed_at: Generated<Date>;
  };
  platform_revision: {
    platform_id: number;
    revision: number;
    user_id: number | null;
    box_mm: number[];
    height_mm: number;
    volume_mm3: number;
    utilisation: number;
    parts: number;
    pieces: number;
    file_id: number | null;
    created_at: Generated<Date>;
  };
  platform_piece: {
    platform_id: number;
    revision: number;
    order_file_id: number;
    copy: number;
    placement: number[];
  };
  platform_build: { job_id: number; platform_id: number; revision: number };
  object_mark: {
    id: GeneratedAlways<number>;
    job_id: number;
    order_file_id: number;
    copy: number;
    outcome: Outcome | null;
    reason: Generated<string>;
    source: MarkSource;
    user_id: number | null;
    device: Generated<string>;
    created_at: ColumnType<Date, Date | undefined, never>;
  };
  lot_move_object: { move_id: number; copy: number };
  build_event: { facility_id: number; event_id: string; job_id: number; created_at: Generated<Date> };
  checklist: {
    id: GeneratedAlways<number>;
    facility_id: number;
    name: string;
    enabled: Generated<boolean>;
    version: Generated<number>;
    gate: Generated<Gate>;
    process_ids: Generated<number[]>;
    equipment_ids: Generated<number[]>;
    material_ids: Generated<number[]>;
    company_ids: Generated<number[]>;
    created_at: Generated<Date>;
    changed_at: Generated<Date>;
  };
  kiosk_pin: {
    facility_id: number;
    user_id: number;
    start_until: Date | null;
    failures: Generated<number>;
    locked_until: Generated<Date | null>;
    changed_at: Generated<Date>;
  };
  kiosk_stretch: {
    token_hash: string;
    facility_id: number;
    device_id: number;
    user_id: number;
    begun_at: Generated<Date>;
    lasts_ms: number;
    used_for: Generated<string | null>;
    single: boolean;
  };
  kiosk_tries: { device_id: number; since: Generated<Date>; failures: Generated<number> };
  check_file: {
    file_id: number;
    facility_id: number;
    place: string;
    subject_id: number;
    position: number;
    created_at: Generated<Date>;
  };
};

export const productionDb = ({ db }: Pick<Work, 'db'>): Transaction<Tables & ProductionTables> =>
  db.withTables<ProductionTables>();
