import type { Generated, GeneratedAlways, Kysely, Transaction } from 'kysely';
import type { Tables } from '@sinter/sdk/server';
import type { DbWith, Json, TransactionWith } from '../database/tables.ts';
import type { IdentityTables } from '../identity/tables.ts';

export type VersionTables = IdentityTables & {
  setting: SettingTable;
  setting_version: SettingVersionTable;
};
export type RoomDb = DbWith<VersionTables>;
export type RoomTransaction = TransactionWith<VersionTables>;

/** The same connection, with the tables of this room and of those it reads in its type. */
export const roomDb = (db: Kysely<Tables>): RoomDb => db.withTables<VersionTables>();
export const roomTransaction = (db: Transaction<Tables>): RoomTransaction => db.withTables<VersionTables>();

interface SettingTable {
  id: GeneratedAlways<number>;
  facility_id: number;
  kind: string;
  element_id: string;
  /** The one that is published; 0: none was. */
  version: Generated<number>;
  /** Counts every change, of drafts too. */
  edit: Generated<number>;
  draft: Json<unknown>;
  drafted_by: number | null;
  drafted_at: Date | null;
  /** Who made the last change of all. */
  edited_by: number | null;
}

interface SettingVersionTable {
  setting_id: number;
  version: number;
  value: Json<unknown>;
  note: string;
  /** `null`: it was changed on another screen, and taken over from there. */
  author: number | null;
  at: Generated<Date>;
}
