import type { Generated, GeneratedAlways, Kysely, Transaction } from 'kysely';
import type { AccountType, Authority, Dashboard, MemberRole, Permission, Role } from '@sinter/sdk/contract';
import type { CompanyTable, FacilityTable, Tables } from '@sinter/sdk/server';
import type { DbWith, Json, Now, TransactionWith } from '../database/tables.ts';

export type IdentityTables = {
  facility: FacilityTable & FacilityDetails;
  company: CompanyTable & CompanyDetails;
  app_user: AppUserTable;
  membership: MembershipTable;
};
export type RoomDb = DbWith<IdentityTables>;
export type RoomTransaction = TransactionWith<IdentityTables>;

/** The same connection, with the tables of this room and of those it reads in its type. */
export const roomDb = (db: Kysely<Tables>): RoomDb => db.withTables<IdentityTables>();
export const roomTransaction = (db: Transaction<Tables>): RoomTransaction => db.withTables<IdentityTables>();

interface FacilityDetails {
  code: Generated<string>;
  phone: Generated<string>;
  website: Generated<string>;
  description: Generated<string>;
  logo_file_id: number | null;
  itar_enabled: Generated<boolean>;
  marketplace: Generated<boolean>;
}

interface CompanyDetails {
  phone: Generated<string>;
  billing_address: Json<unknown>;
}

interface AppUserTable {
  id: GeneratedAlways<number>;
  email: string;
  first_name: string;
  last_name: string;
  password_hash: string | null;
  email_verified: Generated<boolean>;
  date_format: Generated<string>;
  language: Generated<string>;
  switch_account_enabled: Generated<boolean>;
  disabled: Generated<boolean>;
  created_at: Now;
  phone: Generated<string>;
  /** A new address that is not verified yet. */
  pending_email: string | null;
  last_sign_in_at: Date | null;
}

/** What a user is in one facility or one buyer company: exactly one of the two is set, as the role demands. */
interface MembershipTable {
  id: GeneratedAlways<number>;
  user_id: number;
  role: Role;
  account_type: AccountType;
  facility_id: number | null;
  company_id: number | null;
  member_roles: MemberRole[];
  permissions_granted: Generated<Permission[]>;
  permissions_revoked: Generated<Permission[]>;
  authorities: Generated<Authority[]>;
  dashboard: Generated<Dashboard>;
  disabled: Generated<boolean>;
  created_at: Now;
}
