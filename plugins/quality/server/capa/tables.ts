import type { ColumnType, Generated, GeneratedAlways, Transaction } from 'kysely';
import type { CapaSource, CapaType } from '@sinter/sdk/contract/quality/capas';
import type { CapaMethod, CapaTaskKind } from '@sinter/sdk/contract/quality/capaTemplates';
import type { CapaStatus } from '@sinter/sdk/contract/quality/capaStatus';
import type { Tables, Work } from '@sinter/sdk/server';

/** A day, `YYYY-MM-DD`. */
type Day = ColumnType<Date | null, string | null | undefined, string | null>;

export type CapaTables = {
  capa: {
    id: GeneratedAlways<number>;
    facility_id: number;
    number: string;
    title: string;
    type: CapaType;
    status: Generated<CapaStatus>;
    source: CapaSource;
    method: CapaMethod;
    problem: string;
    analysis: ColumnType<unknown, string | undefined, string>;
    questions: ColumnType<unknown, string | undefined, string>;
    root_cause: Generated<string>;
    owner_id: number | null;
    due_on: Day;
    check_on: Day;
    version: Generated<number>;
    event_id: string;
    search_text: string;
    created_by: number | null;
    created_at: Generated<Date>;
    changed_at: Generated<Date>;
    closed_at: Generated<Date | null>;
  };
  capa_task: {
    id: GeneratedAlways<number>;
    capa_id: number;
    kind: CapaTaskKind;
    title: string;
    note: string;
    owner_id: number | null;
    supplier: string;
    due_on: Day;
    result: Generated<string>;
    done_at: Generated<Date | null>;
    done_by: Generated<string>;
    done_by_id: Generated<number | null>;
    version: Generated<number>;
    event_id: string;
    created_at: Generated<Date>;
  };
  capa_ncr: { capa_id: number; ncr_id: number };
  capa_check: {
    id: GeneratedAlways<number>;
    capa_id: number;
    effective: boolean;
    note: string;
    user_id: number | null;
    created_at: Generated<Date>;
  };
  capa_history: {
    id: GeneratedAlways<number>;
    capa_id: number;
    what: string;
    subject: string;
    user_id: number | null;
    by_name: Generated<string>;
    created_at: Generated<Date>;
  };
  capa_event: { facility_id: number; event_id: string; capa_id: number };
};

export const capaDb = ({ db }: Pick<Work, 'db'>): Transaction<Tables & CapaTables> => db.withTables<CapaTables>();
