import type { Generated, Kysely, Transaction } from 'kysely';
import type { Tables } from '@sinter/sdk/server';
import type { DbWith, TransactionWith } from '../database/tables.ts';
import type { MediaTables } from '../media/tables.ts';

export type UploadTables = MediaTables & {
  upload: UploadTable;
};
export type RoomDb = DbWith<UploadTables>;
export type RoomTransaction = TransactionWith<UploadTables>;

/** The same connection, with the tables of this room and of those it reads in its type. */
export const roomDb = (db: Kysely<Tables>): RoomDb => db.withTables<UploadTables>();
export const roomTransaction = (db: Transaction<Tables>): RoomTransaction => db.withTables<UploadTables>();

/** A file that comes in pieces. */
interface UploadTable {
  /** Made by the sender. */
  id: string;
  user_id: number;
  company_id: number | null;
  facility_id: number | null;
  file_name: string;
  size: number;
  controlled: boolean;
  /** Bytes that are safe on the disk. */
  received: Generated<number>;
  /** Once all of them are. */
  sha256: string | null;
  /** Once it is a stored file. */
  file_id: number | null;
  touched_at: Generated<Date>;
}
