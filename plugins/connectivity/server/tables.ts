import type { ColumnType, Generated, GeneratedAlways, Kysely } from 'kysely';
import type { ConnectorRun } from '@sinter/sdk/contract/connectivity/connectors';
import type { ConnectorType, MachineState } from '@sinter/sdk/contract/connectivity/states';
import type { Tables, Work } from '@sinter/sdk/server';

type Json = ColumnType<unknown, string | undefined, string>;
type NullableJson = ColumnType<unknown, string | null | undefined, string | null>;

export type ConnectivityTables = {
  mc_connector: {
    id: GeneratedAlways<number>;
    facility_id: number;
    type: ConnectorType;
    name: string;
    endpoint: string;
    poll_seconds: number;
    state_map: Json;
    settings: Json;
    sources: Json;
    run: Generated<ConnectorRun>;
    cursor: Generated<string>;
    ok: Generated<boolean | null>;
    message: Generated<string>;
    said: NullableJson;
    told_at: Generated<Date | null>;
    version: Generated<number>;
    event_id: string;
  };
  mc_machine: {
    id: GeneratedAlways<number>;
    facility_id: number;
    connector_id: number;
    machine: string;
    equipment_id: number | null;
    state: Generated<MachineState>;
    since: Generated<Date>;
    vendor_state: Generated<string>;
    seen_at: Generated<Date | null>;
    live: Json;
    print_id: Generated<string | null>;
    alarm_id: Generated<string | null>;
    plate_full: Generated<boolean>;
  };
  mc_span: { id: GeneratedAlways<number>; machine_id: number; state: MachineState; from_at: Date };
  mc_alarm: {
    id: string;
    machine_id: number;
    code: string;
    text: string;
    raised_at: Date;
    cleared_at: Generated<Date | null>;
    seen_by: Generated<number | null>;
    seen_at: Generated<Date | null>;
  };
  mc_print: {
    id: string;
    machine_id: number;
    name: string;
    started_at: Date;
    ended_at: Generated<Date | null>;
    finished: Generated<boolean | null>;
    skipped: Generated<string[]>;
    job_id: Generated<number | null>;
  };
  mc_drop: {
    id: GeneratedAlways<number>;
    connector_id: number;
    event_id: string;
    readings: Json;
    taken: Generated<boolean>;
    at: Generated<Date>;
  };
};

export const connectivityDb = ({ db }: Pick<Work, 'db'>) => db.withTables<ConnectivityTables>();
export const connectivityRead = (db: Kysely<Tables>) => db.withTables<ConnectivityTables>();
