import type { ColumnType, Generated, GeneratedAlways, Kysely, Transaction } from 'kysely';
import type { Tables } from '@sinter/sdk/server';
import type { DbWith, Json, TransactionWith } from '../database/tables.ts';
import type { PeopleTables } from '../people/tables.ts';
import type { RecordTables } from '../records/tables.ts';

export type PlaceTables = PeopleTables &
  RecordTables & {
    delivery_address: DeliveryAddressTable;
    certification: CertificationTable;
  };
export type RoomDb = DbWith<PlaceTables>;
export type RoomTransaction = TransactionWith<PlaceTables>;

/** The same connection, with the tables of this room and of those it reads in its type. */
export const roomDb = (db: Kysely<Tables>): RoomDb => db.withTables<PlaceTables>();
export const roomTransaction = (db: Transaction<Tables>): RoomTransaction => db.withTables<PlaceTables>();

interface DeliveryAddressTable {
  id: GeneratedAlways<number>;
  facility_id: number | null;
  company_id: number | null;
  address: Json<unknown>;
  is_default: Generated<boolean>;
}

interface CertificationTable {
  id: GeneratedAlways<number>;
  facility_id: number;
  name: string;
  issuer: string;
  /** A day. */
  valid_until: ColumnType<string | null, string | null, string | null>;
}
