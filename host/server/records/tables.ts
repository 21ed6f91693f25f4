import type { Kysely, Transaction } from 'kysely';
import type { Tables } from '@sinter/sdk/server';
import type { DbWith, Json, TransactionWith } from '../database/tables.ts';

export type RecordTables = {
  config_revision: ConfigRevisionTable;
};
export type RoomDb = DbWith<RecordTables>;
export type RoomTransaction = TransactionWith<RecordTables>;

/** The same connection, with the tables of this room and of those it reads in its type. */
export const roomDb = (db: Kysely<Tables>): RoomDb => db.withTables<RecordTables>();
export const roomTransaction = (db: Transaction<Tables>): RoomTransaction => db.withTables<RecordTables>();

interface ConfigRevisionTable {
  config_record_id: number;
  revision: number;
  config_value: Json<unknown>;
  active: boolean;
  updated_by: number | null;
  updated_at: Date;
}
