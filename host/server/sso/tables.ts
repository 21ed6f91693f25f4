import type { Generated, GeneratedAlways, Kysely, Transaction } from 'kysely';
import type { MemberRole } from '@sinter/sdk/contract';
import type { Tables } from '@sinter/sdk/server';
import type { DbWith, Json, TransactionWith } from '../database/tables.ts';
import type { SessionTables } from '../session/tables.ts';

export type SsoTables = SessionTables & {
  sso_connection: SsoConnectionTable;
  sso_identity: SsoIdentityTable;
};
export type RoomDb = DbWith<SsoTables>;
export type RoomTransaction = TransactionWith<SsoTables>;

/** The same connection, with the tables of this room and of those it reads in its type. */
export const roomDb = (db: Kysely<Tables>): RoomDb => db.withTables<SsoTables>();
export const roomTransaction = (db: Transaction<Tables>): RoomTransaction => db.withTables<SsoTables>();

interface SsoConnectionTable {
  id: GeneratedAlways<number>;
  facility_id: number;
  enabled: boolean;
  site_domain: string;
  email_domains: string[];
  auth_type: 'SAML' | 'OIDC';
  settings: Json<unknown>;
  secret_sealed: string | null;
  button_text: string;
  headline1: string;
  headline2: string;
  custom_login: boolean;
  create_users: boolean;
  default_roles: MemberRole[];
  updated_at: Generated<Date>;
}

interface SsoIdentityTable {
  connection_id: number;
  subject: string;
  user_id: number;
}
