import type { Generated, Kysely, Transaction } from 'kysely';
import type { Tables } from '@sinter/sdk/server';
import type { DbWith, TransactionWith } from '../database/tables.ts';

export type HttpTables = {
  rate_counter: RateCounterTable;
};
export type RoomDb = DbWith<HttpTables>;
export type RoomTransaction = TransactionWith<HttpTables>;

/** The same connection, with the tables of this room and of those it reads in its type. */
export const roomDb = (db: Kysely<Tables>): RoomDb => db.withTables<HttpTables>();
export const roomTransaction = (db: Transaction<Tables>): RoomTransaction => db.withTables<HttpTables>();

interface RateCounterTable {
  key: string;
  window_start: Date;
  count: Generated<number>;
}
