import type { ColumnType, Generated, Kysely, Transaction } from 'kysely';
import type { Tables } from '@sinter/sdk/server';
import type { DbWith, TransactionWith } from '../database/tables.ts';

export type DocumentTables = { issued_document: IssuedDocumentTable };
export type RoomDb = DbWith<DocumentTables>;
export type RoomTransaction = TransactionWith<DocumentTables>;

/** The same connection, with the tables of this room in its type. */
export const roomDb = (db: Kysely<Tables>): RoomDb => db.withTables<DocumentTables>();
export const roomTransaction = (db: Transaction<Tables>): RoomTransaction => db.withTables<DocumentTables>();

/** One version of a document. Never changed: whoever asks for it later gets the same paper. */
interface IssuedDocumentTable {
  type: string;
  /** What kind of thing it is of, and which: `match`, 12. */
  subject: string;
  subject_id: number;
  version: number;
  facility_id: number;
  /** A `documentModelSchema` for each language. */
  models: ColumnType<unknown, string, never>;
  /** A `keptBrandSchema`: name, color and logo of that day. */
  brand: ColumnType<unknown, string, never>;
  /** Of all its models without their versions: tells whether there is anything new to issue. */
  content_hash: string;
  issued_at: Generated<Date>;
}
