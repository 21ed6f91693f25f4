import type { Generated, Kysely, Transaction } from 'kysely';
import type { Tables } from '@sinter/sdk/server';
import type { DbWith, Json, TransactionWith } from '../database/tables.ts';
import type { SessionTables } from '../session/tables.ts';

export type ModuleTables = SessionTables & {
  plugin_failure: PluginFailureTable;
  registry_revision: RegistryRevisionTable;
};
export type RoomDb = DbWith<ModuleTables>;
export type RoomTransaction = TransactionWith<ModuleTables>;

/** The same connection, with the tables of this room and of those it reads in its type. */
export const roomDb = (db: Kysely<Tables>): RoomDb => db.withTables<ModuleTables>();
export const roomTransaction = (db: Transaction<Tables>): RoomTransaction => db.withTables<ModuleTables>();

interface PluginFailureTable {
  facility_id: number | null;
  company_id: number | null;
  plugin_id: string;
  version: string;
  kind: string;
  message: string;
  count: Generated<number>;
  last_at: Generated<Date>;
}

interface RegistryRevisionTable {
  facility_id: number;
  revision: number;
  state: Json<unknown>;
  changes: string[];
  changed_by: number | null;
  changed_at: Generated<Date>;
}
