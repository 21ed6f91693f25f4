import type { GeneratedAlways, Kysely, Transaction } from 'kysely';
import type { Tables } from '@sinter/sdk/server';
import type { DbWith, Json, Now, TransactionWith } from '../database/tables.ts';
import type { EventTables } from '../events/tables.ts';
import type { IdentityTables } from '../identity/tables.ts';

export type WorkTables = EventTables &
  IdentityTables & {
    audit_entry: AuditEntryTable;
  };
export type RoomDb = DbWith<WorkTables>;
export type RoomTransaction = TransactionWith<WorkTables>;

/** The same connection, with the tables of this room and of those it reads in its type. */
export const roomDb = (db: Kysely<Tables>): RoomDb => db.withTables<WorkTables>();
export const roomTransaction = (db: Transaction<Tables>): RoomTransaction => db.withTables<WorkTables>();

interface AuditEntryTable {
  id: GeneratedAlways<number>;
  at: Now;
  user_id: number | null;
  facility_id: number | null;
  action: string;
  object_kind: string;
  object_id: string;
  before: Json<unknown>;
  after: Json<unknown>;
  request_id: string | null;
  company_id: number | null;
  api_key_id: number | null;
  /** The vendor's plugin that did it for the user. */
  plugin_id: string | null;
  address: string | null;
  user_agent: string | null;
}
