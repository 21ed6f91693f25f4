import type { GeneratedAlways, Kysely, Transaction } from 'kysely';
import type { Tables } from '@sinter/sdk/server';
import type { DbWith, TransactionWith } from '../database/tables.ts';

export type SecretTables = {
  installation: InstallationTable;
  kept_secret: KeptSecretTable;
};
export type RoomDb = DbWith<SecretTables>;
export type RoomTransaction = TransactionWith<SecretTables>;

/** The same connection, with the tables of this room and of those it reads in its type. */
export const roomDb = (db: Kysely<Tables>): RoomDb => db.withTables<SecretTables>();
export const roomTransaction = (db: Transaction<Tables>): RoomTransaction => db.withTables<SecretTables>();

interface InstallationTable {
  name: string;
  value: string;
}

interface KeptSecretTable {
  id: GeneratedAlways<number>;
  name: string;
  sealed: string;
}
