import type { Generated, Kysely, Transaction } from 'kysely';
import type { Tables } from '@sinter/sdk/server';
import type { DbWith, Json, Now, TransactionWith } from '../database/tables.ts';
import type { IdentityTables } from '../identity/tables.ts';
import type { WebhookTables } from '../webhooks/tables.ts';

export type AppTables = IdentityTables &
  WebhookTables & {
    app_document: AppDocumentTable;
    app_storage: AppStorageTable;
    app_setting: AppSettingTable;
    app_schedule: AppScheduleTable;
  };
export type RoomDb = DbWith<AppTables>;
export type RoomTransaction = TransactionWith<AppTables>;

/** The same connection, with the tables of this room and of those it reads in its type. */
export const roomDb = (db: Kysely<Tables>): RoomDb => db.withTables<AppTables>();
export const roomTransaction = (db: Transaction<Tables>): RoomTransaction => db.withTables<AppTables>();

interface AppDocumentTable {
  facility_id: number;
  plugin_id: string;
  area: 'facility' | 'person';
  /** 0: of the facility. */
  user_id: number;
  key: string;
  value: Json<unknown>;
  bytes: number;
  revision: number;
  updated_by: number | null;
  updated_at: Now;
}

interface AppStorageTable {
  facility_id: number;
  plugin_id: string;
  documents: number;
  bytes: number;
  last_revision: number;
}

interface AppSettingTable {
  facility_id: number;
  plugin_id: string;
  settings: Json<unknown>;
  /** Name to sealed text. */
  secrets: Json<unknown>;
  /** The vendor's server, where this facility has given another address. */
  backend: string | null;
  revision: number;
  updated_by: number | null;
  updated_at: Now;
}

interface AppScheduleTable {
  facility_id: number;
  plugin_id: string;
  schedule_id: string;
  next_at: Date;
  last_at: Date | null;
  code: number | null;
  problem: string | null;
  ms: number | null;
  /** In a row. */
  failures: Generated<number>;
}
