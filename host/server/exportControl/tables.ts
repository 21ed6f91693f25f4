import type { Kysely, Transaction } from 'kysely';
import type { Tables } from '@sinter/sdk/server';
import type { DbWith, TransactionWith } from '../database/tables.ts';
import type { MediaTables } from '../media/tables.ts';
import type { SessionTables } from '../session/tables.ts';

/** It has no tables of its own. */
type ReadTables = MediaTables & SessionTables;
export type RoomDb = DbWith<ReadTables>;
export type RoomTransaction = TransactionWith<ReadTables>;
/** The same connection, with the tables that this room reads in its type. */
export const roomDb = (db: Kysely<Tables>): RoomDb => db.withTables<ReadTables>();
export const roomTransaction = (db: Transaction<Tables>): RoomTransaction => db.withTables<ReadTables>();
