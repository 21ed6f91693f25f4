import type { Generated, GeneratedAlways, Kysely, Transaction } from 'kysely';
import type { Tables } from '@sinter/sdk/server';
import type { DbWith, TransactionWith } from '../database/tables.ts';
import type { IdentityTables } from '../identity/tables.ts';

export type DoorTables = IdentityTables & {
  front_door: FrontDoorTable;
};
export type RoomDb = DbWith<DoorTables>;
export type RoomTransaction = TransactionWith<DoorTables>;

/** The same connection, with the tables of this room and of those it reads in its type. */
export const roomDb = (db: Kysely<Tables>): RoomDb => db.withTables<DoorTables>();
export const roomTransaction = (db: Transaction<Tables>): RoomTransaction => db.withTables<DoorTables>();

interface FrontDoorTable {
  id: GeneratedAlways<number>;
  /** A root facility. */
  facility_id: number;
  /** A host name in lower case, without a dot at the end. */
  domain: string;
  /** What the domain's TXT record has to say. */
  token: string;
  verified_at: Date | null;
  checked_at: Date | null;
  created_at: Generated<Date>;
}
