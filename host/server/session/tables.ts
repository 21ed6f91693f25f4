import type { ColumnType, Generated, GeneratedAlways, Kysely, Transaction } from 'kysely';
import type { Tables } from '@sinter/sdk/server';
import type { AccountType, Authority, MemberRole, Permission, Role } from '@sinter/sdk/contract';

/** The host's tables that no plugin reads, and the columns of shared ones that only the host reads. */
export type OwnTables = {
  app_user: AppUserTable;
  membership: MembershipTable;
  session: SessionTable;
  file_share: FileShareTable;
  config_revision: ConfigRevisionTable;
  translation: TranslationTable;
  outbox_event: OutboxEventTable;
  audit_entry: AuditEntryTable;
  plugin_failure: PluginFailureTable;
  rate_counter: RateCounterTable;
  demo_seed: DemoSeedTable;
};

export type HostDb = Kysely<Tables & OwnTables>;
export type HostTransaction = Transaction<Tables & OwnTables>;

/** The same connection, with the host's own tables in its type. */
export const hostDb = (db: Kysely<Tables>): HostDb => db.withTables<OwnTables>();
export const hostTransaction = (db: Transaction<Tables>): HostTransaction => db.withTables<OwnTables>();

type Now = ColumnType<Date, never, never>;
type Json<T> = ColumnType<T, string | null, string | null>;

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
  /** `STORE_FRONT` or `NORMAL`. */
  dashboard: Generated<string>;
}

interface SessionTable {
  /** SHA-256 of the token, hexadecimal. The token itself is nowhere but in the browser. */
  id: string;
  /** A bearer token's cookie session: it ends with it. `null` for a cookie session. */
  parent_id: string | null;
  user_id: number;
  membership_id: number;
  created_at: Now;
  last_seen_at: Generated<Date>;
  expires_at: Date;
}

interface FileShareTable {
  file_id: number;
  facility_id: number | null;
  company_id: number | null;
}

interface ConfigRevisionTable {
  config_record_id: number;
  revision: number;
  config_value: Json<unknown>;
  active: boolean;
  updated_by: number | null;
  updated_at: Date;
}

interface TranslationTable {
  language: string;
  token: string;
  text: string;
}

interface OutboxEventTable {
  sequence: GeneratedAlways<number>;
  type: string;
  payload: Json<unknown>;
  facility_ids: number[];
  company_ids: number[];
  created_at: Now;
}

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
}

interface PluginFailureTable {
  facility_id: number | null;
  company_id: number | null;
  plugin_id: string;
  version: string;
  kind: string;
  message: string;
  count: Generated<number>;
  last_at: Generated<Date>;
}

interface RateCounterTable {
  key: string;
  window_start: Date;
  count: Generated<number>;
}

/** One row per server half whose part of the demo company was loaded. */
interface DemoSeedTable {
  owner: string;
  seeded_at: Now;
}
