import type { Generated, GeneratedAlways, Kysely, Transaction } from 'kysely';
import type { AccountType, MemberRole, Permission, Role } from '@sinter/sdk/contract';
import type { Tables } from '@sinter/sdk/server';
import type { DbWith, Now, TransactionWith } from '../database/tables.ts';
import type { SessionTables } from '../session/tables.ts';

export type PeopleTables = SessionTables & {
  invitation: InvitationTable;
};
export type RoomDb = DbWith<PeopleTables>;
export type RoomTransaction = TransactionWith<PeopleTables>;

/** The same connection, with the tables of this room and of those it reads in its type. */
export const roomDb = (db: Kysely<Tables>): RoomDb => db.withTables<PeopleTables>();
export const roomTransaction = (db: Transaction<Tables>): RoomTransaction => db.withTables<PeopleTables>();

interface InvitationTable {
  id: GeneratedAlways<number>;
  token_hash: string;
  email: string;
  role: Role;
  account_type: AccountType;
  facility_id: number | null;
  company_id: number | null;
  /** A third-party engineer's company, made when they come. */
  company_name: string | null;
  /** The facility that lets a third-party engineer in. */
  invited_by_facility_id: number | null;
  member_roles: MemberRole[];
  permissions_granted: Generated<Permission[]>;
  permissions_revoked: Generated<Permission[]>;
  invited_by: number | null;
  created_at: Now;
  expires_at: Date;
  accepted_at: Date | null;
  revoked_at: Date | null;
}
