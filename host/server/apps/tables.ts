import type { Kysely, Transaction } from 'kysely';
import type { Tables } from '@sinter/sdk/server';
import type { DbWith, TransactionWith } from '../database/tables.ts';
import type { IdentityTables } from '../identity/tables.ts';

export type AppTables = IdentityTables;
export type RoomDb = DbWith<AppTables>;
export type RoomTransaction = TransactionWith<AppTables>;

/** The same connection, with the tables of this room and of those it reads in its type. */
export const roomDb = (db: Kysely<Tables>): RoomDb => db.withTables<AppTables>();
export const roomTransaction = (db: Transaction<Tables>): RoomTransaction => db.withTables<AppTables>();
