import type { Kysely, Transaction } from 'kysely';
import type { Tables } from '@sinter/sdk/server';
import type { DbWith, TransactionWith } from '../database/tables.ts';
import type { RecordTables } from '../records/tables.ts';
import type { SessionTables } from '../session/tables.ts';

export type PlaceTables = SessionTables & RecordTables;
export type RoomDb = DbWith<PlaceTables>;
export type RoomTransaction = TransactionWith<PlaceTables>;

/** The same connection, with the tables of this room and of those it reads in its type. */
export const roomDb = (db: Kysely<Tables>): RoomDb => db.withTables<PlaceTables>();
export const roomTransaction = (db: Transaction<Tables>): RoomTransaction => db.withTables<PlaceTables>();
