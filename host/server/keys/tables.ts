import type { Generated, GeneratedAlways, Kysely, Transaction } from 'kysely';
import type { Permission } from '@sinter/sdk/contract';
import type { MembershipAccess } from '@sinter/sdk/contract/host/account';
import type { Tables } from '@sinter/sdk/server';
import type { DbWith, Now, TransactionWith } from '../database/tables.ts';
import type { SessionTables } from '../session/tables.ts';

export type KeyTables = SessionTables & {
  api_key: ApiKeyTable;
};
export type RoomDb = DbWith<KeyTables>;
export type RoomTransaction = TransactionWith<KeyTables>;

/** The same connection, with the tables of this room and of those it reads in its type. */
export const roomDb = (db: Kysely<Tables>): RoomDb => db.withTables<KeyTables>();
export const roomTransaction = (db: Transaction<Tables>): RoomTransaction => db.withTables<KeyTables>();

interface ApiKeyTable {
  id: GeneratedAlways<number>;
  kind: 'ACCOUNT' | 'USER';
  /** USER: the membership that the key acts as. ACCOUNT: the membership of the person who made it. */
  membership_id: number;
  facility_id: number | null;
  company_id: number | null;
  sha256: string;
  /** For showing it again. */
  sealed: string;
  /** ACCOUNT: what it may do. */
  permissions: Generated<Permission[]>;
  /** ACCOUNT: what it may do of all that rests on no permission. */
  membership: Generated<MembershipAccess>;
  created_by: number;
  created_at: Now;
  last_used_at: Date | null;
  last_address: string | null;
  /** Replaced by a newer one; works until then. */
  valid_until: Date | null;
}
