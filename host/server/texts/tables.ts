import type { Kysely, Transaction } from 'kysely';
import type { Tables } from '@sinter/sdk/server';
import type { DbWith, TransactionWith } from '../database/tables.ts';

export type TextTables = {
  translation: TranslationTable;
};
export type RoomDb = DbWith<TextTables>;
export type RoomTransaction = TransactionWith<TextTables>;

/** The same connection, with the tables of this room and of those it reads in its type. */
export const roomDb = (db: Kysely<Tables>): RoomDb => db.withTables<TextTables>();
export const roomTransaction = (db: Transaction<Tables>): RoomTransaction => db.withTables<TextTables>();

interface TranslationTable {
  language: string;
  token: string;
  text: string;
}
