import type { ColumnType, Generated, GeneratedAlways, Kysely, Transaction } from 'kysely';
import type { Tables } from '@sinter/sdk/server';
import type { DbWith, TransactionWith } from '../database/tables.ts';
import type { IdentityTables } from '../identity/tables.ts';

export type ClearanceTables = IdentityTables & {
  export_clearance: ExportClearanceTable;
};
export type RoomDb = DbWith<ClearanceTables>;
export type RoomTransaction = TransactionWith<ClearanceTables>;

/** The same connection, with the tables of this room and of those it reads in its type. */
export const roomDb = (db: Kysely<Tables>): RoomDb => db.withTables<ClearanceTables>();
export const roomTransaction = (db: Transaction<Tables>): RoomTransaction => db.withTables<ClearanceTables>();

/** That somebody stated to be a US person in an enterprise, by its root facility, or in a buyer company. */
interface ExportClearanceTable {
  id: GeneratedAlways<number>;
  user_id: number;
  facility_id: number | null;
  company_id: number | null;
  basis: 'CITIZEN' | 'PERMANENT_RESIDENT' | 'PROTECTED_INDIVIDUAL';
  stated_on: ColumnType<string, string, string>;
  decided_by: number | null;
  decided_at: Date | null;
  /** Set: it was verified. */
  expires_on: ColumnType<string | null, string | null, string | null>;
  revoked: Generated<boolean>;
  reason: Generated<string>;
}
