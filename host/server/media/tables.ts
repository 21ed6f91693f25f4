import type { Kysely, Transaction } from 'kysely';
import type { StoredFileTable, Tables } from '@sinter/sdk/server';
import type { DbWith, TransactionWith } from '../database/tables.ts';
import type { IdentityTables } from '../identity/tables.ts';

export type MediaTables = IdentityTables & {
  stored_file: StoredFileTable & FileOrigin;
  file_source: FileSourceTable;
  file_share: FileShareTable;
  used_ticket: { id: string; until: Date };
};
export type RoomDb = DbWith<MediaTables>;
export type RoomTransaction = TransactionWith<MediaTables>;

/** The same connection, with the tables of this room and of those it reads in its type. */
export const roomDb = (db: Kysely<Tables>): RoomDb => db.withTables<MediaTables>();
export const roomTransaction = (db: Transaction<Tables>): RoomTransaction => db.withTables<MediaTables>();

interface FileOrigin {
  /** The file whose readers may read this one too; `null`: it is an upload itself. */
  made_from_file_id: number | null;
}

/** An upload that a file with an owner of its own was made of: it is export controlled as long as one of them is. */
interface FileSourceTable {
  file_id: number;
  root_id: number;
}

interface FileShareTable {
  file_id: number;
  facility_id: number | null;
  company_id: number | null;
}
