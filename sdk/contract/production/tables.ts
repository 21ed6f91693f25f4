import type { ColumnType, Generated, GeneratedAlways } from 'kysely';
import type { Gate } from './gates.ts';

type Id = GeneratedAlways<number>;
type CreatedAt = ColumnType<Date, Date | undefined, never>;

export interface LotTable {
  id: Id;
  facility_id: number;
  order_id: number;
  order_file_id: number;
  job_id: number | null;
  quantity: number;
  /** By the pattern of the facility; `null`: it is called by its id. */
  number: Generated<string | null>;
  /** `lotStateSchema`. */
  state: Generated<string>;
  /** Why it is on hold. */
  held_for: Generated<string | null>;
  created_at: CreatedAt;
}

/** A step of a lot. `received = good + scrap + rework + moved + open`. */
export interface LotStepTable {
  lot_id: number;
  position: number;
  facility_id: number;
  /** Its key in the catalogue of steps. */
  step: string;
  name: string;
  kind: string;
  work_center: string;
  status: string;
  /** What was built, or came from other lots; the rest of `received` came from the step before. */
  joined: Generated<number>;
  received: Generated<number>;
  good: Generated<number>;
  scrap: Generated<number>;
  rework: Generated<number>;
  moved: Generated<number>;
  answers: ColumnType<unknown, string | undefined, string>;
  started_at: Generated<Date | null>;
  started_by: Generated<number | null>;
  finished_at: Generated<Date | null>;
}

/** A row of the ledger; rows are never changed. */
export interface LotMoveTable {
  id: Id;
  lot_id: number;
  position: number;
  facility_id: number;
  kind: string;
  /** Below zero where it takes another row back. */
  quantity: number;
  reason: Generated<string>;
  batch: Generated<string>;
  device: Generated<string>;
  remake: Generated<boolean>;
  other_lot_id: Generated<number | null>;
  reverses: Generated<number | null>;
  user_id: number | null;
  created_at: CreatedAt;
}

/** Where a lot came from: SPLIT, MERGE, REWORK or REMAKE. */
export interface LotParentTable {
  lot_id: number;
  parent_id: number;
  how: string;
  quantity: number;
}

/** Which lot makes again what a row of the ledger scrapped. */
export interface LotRemakeTable {
  move_id: number;
  lot_id: number;
  quantity: number;
}

/** The steps that a part goes through, as they were copied onto it: a list of `catalogStepSchema`. */
export interface WorkplanTable {
  order_file_id: number;
  facility_id: number;
  steps: ColumnType<unknown, string, string>;
}

/** Which arrangement, in which of its revisions, a job builds. */
export interface PlatformBuildTable {
  job_id: number;
  platform_id: number;
  revision: number;
}

export interface PlatformTable {
  id: Id;
  facility_id: number;
  name: string;
}

/** Where each copy of a part lies: a matrix column by column, from the file to the machine, in mm. */
export interface PlatformPieceTable {
  platform_id: number;
  revision: number;
  order_file_id: number;
  copy: number;
  placement: number[];
}

/** What a checklist asks: `items` is a list of `stepCheckSchema`. */
export interface ChecklistVersionTable {
  checklist_id: number;
  version: number;
  name: string;
  items: ColumnType<unknown, string, string>;
}

/** A checklist at a gate of its subject: an order, a job, or the step of a lot at `position`. */
export interface ChecklistUseTable {
  id: Id;
  facility_id: number;
  gate: Gate;
  subject_id: number;
  position: number;
  checklist_id: number;
  version: number;
  begun_at: Generated<Date>;
  begun_by: number | null;
}

/** Rows are only added: the newest of an item is its answer, and `null` takes it back. */
export interface ChecklistAnswerTable {
  id: Id;
  use_id: number;
  item: string;
  value: ColumnType<unknown, string | null, never>;
  user_id: number | null;
  created_at: CreatedAt;
}

/** Somebody went on although these items were open. */
export interface ChecklistOverrideTable {
  id: Id;
  use_id: number;
  items: string[];
  reason: string;
  user_id: number | null;
  created_at: CreatedAt;
}

/** Columns of this area's tables that others may join on. Only the area writes them. */
declare module '../../server/tables.ts' {
  interface Tables {
    lot: LotTable;
    lot_step: LotStepTable;
    lot_move: LotMoveTable;
    lot_parent: LotParentTable;
    lot_remake: LotRemakeTable;
    workplan: WorkplanTable;
    platform: PlatformTable;
    platform_build: PlatformBuildTable;
    platform_piece: PlatformPieceTable;
    checklist_version: ChecklistVersionTable;
    checklist_use: ChecklistUseTable;
    checklist_answer: ChecklistAnswerTable;
    checklist_override: ChecklistOverrideTable;
  }
}
