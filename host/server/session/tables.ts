import type { ColumnType, Generated, GeneratedAlways, Kysely, Transaction } from 'kysely';
import type { CompanyTable, FacilityTable, StoredFileTable, Tables } from '@sinter/sdk/server';
import type { AccountType, Authority, MemberRole, Permission, Role } from '@sinter/sdk/contract';

/** The host's tables that no plugin reads, and the columns of shared ones that only the host reads. */
export type OwnTables = {
  app_user: AppUserTable;
  membership: MembershipTable;
  session: SessionTable;
  stored_file: StoredFileTable & FileDescent;
  file_source: FileSourceTable;
  file_share: FileShareTable;
  config_revision: ConfigRevisionTable;
  translation: TranslationTable;
  outbox_event: OutboxEventTable;
  audit_entry: AuditEntryTable;
  plugin_failure: PluginFailureTable;
  rate_counter: RateCounterTable;
  demo_seed: DemoSeedTable;
  challenge: ChallengeTable;
  totp: TotpTable;
  passkey: PasskeyTable;
  recovery_code: RecoveryCodeTable;
  security_policy: SecurityPolicyTable;
  sso_connection: SsoConnectionTable;
  sso_identity: SsoIdentityTable;
  invitation: InvitationTable;
  department: DepartmentTable;
  membership_department: MembershipDepartmentTable;
  facility: FacilityTable & FacilityDetails;
  company: CompanyTable & CompanyDetails;
  delivery_address: DeliveryAddressTable;
  certification: CertificationTable;
  api_key: ApiKeyTable;
  mail_message: MailMessageTable;
  registry_revision: RegistryRevisionTable;
  installation: InstallationTable;
  upload: UploadTable;
  export_clearance: ExportClearanceTable;
};

type All = Omit<Tables, keyof OwnTables> & OwnTables;
export type HostDb = Kysely<All>;
export type HostTransaction = Transaction<All>;

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
  phone: Generated<string>;
  /** Asked for, not verified yet. */
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
  /** `STORE_FRONT` or `NORMAL`. */
  dashboard: Generated<string>;
  disabled: Generated<boolean>;
  created_at: Now;
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
  /** The active facility where it is another than the membership's: an overseer looks into one of the tree. */
  facility_id: number | null;
  /** When identity was last proved. */
  authenticated_at: Generated<Date>;
  idle_minutes: Generated<number>;
  user_agent: Generated<string>;
  address: Generated<string>;
}

interface FileDescent {
  /** Whoever may see that file may see this one; `null`: the upload. */
  made_from_file_id: number | null;
}

/** An upload that a file with an owner of its own was made of: it is export controlled as long as one of them is. */
interface FileSourceTable {
  file_id: number;
  root_id: number;
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
  company_id: number | null;
  api_key_id: number | null;
  address: string | null;
  user_agent: string | null;
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

interface ChallengeTable {
  /** SHA-256 of the handle. */
  id: string;
  kind: string;
  user_id: number | null;
  data: Json<unknown>;
  tries: Generated<number>;
  expires_at: Date;
}

interface TotpTable {
  user_id: number;
  secret_sealed: string;
  confirmed_at: Date | null;
  /** The last time step that a code was accepted for: none works twice. */
  last_step: Generated<number>;
}

interface PasskeyTable {
  /** Credential id, base64url. */
  id: string;
  user_id: number;
  name: string;
  public_key: Buffer;
  counter: number;
  transports: Generated<string[]>;
  created_at: Now;
  last_used_at: Date | null;
}

interface RecoveryCodeTable {
  user_id: number;
  code_hash: string;
  used_at: Date | null;
}

/** Of an enterprise, by its root facility, or of a buyer company. */
interface SecurityPolicyTable {
  facility_id: number | null;
  company_id: number | null;
  second_factor: 'OFF' | 'OFFERED' | 'REQUIRED';
  idle_minutes: number;
  session_hours: number;
  updated_by: number | null;
  updated_at: Generated<Date>;
}

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

interface DepartmentTable {
  id: GeneratedAlways<number>;
  facility_id: number | null;
  company_id: number | null;
  name: string;
}

interface MembershipDepartmentTable {
  membership_id: number;
  department_id: number;
}

interface FacilityDetails {
  code: Generated<string>;
  phone: Generated<string>;
  website: Generated<string>;
  description: Generated<string>;
  address: Json<unknown>;
  logo_file_id: number | null;
  itar_enabled: Generated<boolean>;
  marketplace: Generated<boolean>;
  active: Generated<boolean>;
}

interface CompanyDetails {
  phone: Generated<string>;
  billing_address: Json<unknown>;
  let_in_by_facility_id: number | null;
}

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

interface ApiKeyTable {
  id: GeneratedAlways<number>;
  kind: 'ACCOUNT' | 'USER';
  /** Of the user it acts as, or of who made the account's. */
  membership_id: number;
  facility_id: number | null;
  company_id: number | null;
  sha256: string;
  /** For showing it again. */
  sealed: string;
  /** ACCOUNT: what it may do. */
  permissions: Generated<Permission[]>;
  created_by: number;
  created_at: Now;
  last_used_at: Date | null;
  last_address: string | null;
  /** Replaced by a newer one; works until then. */
  valid_until: Date | null;
}

interface MailMessageTable {
  id: GeneratedAlways<number>;
  recipient: string;
  subject: string;
  /** Emptied once it is sent: it may hold a secret link. */
  body_sealed: string | null;
  state: Generated<'QUEUED' | 'SENT' | 'KEPT' | 'FAILED'>;
  error: string | null;
  created_at: Now;
  settled_at: Date | null;
}

interface RegistryRevisionTable {
  facility_id: number;
  revision: number;
  state: Json<unknown>;
  changes: string[];
  changed_by: number | null;
  changed_at: Generated<Date>;
}

interface InstallationTable {
  name: string;
  value: string;
}

/** A file that comes in pieces. */
interface UploadTable {
  /** Made by the sender. */
  id: string;
  user_id: number;
  company_id: number | null;
  facility_id: number | null;
  file_name: string;
  size: number;
  controlled: boolean;
  /** Bytes that are safe on the disk. */
  received: Generated<number>;
  /** Once all of them are. */
  sha256: string | null;
  /** Once it is a stored file. */
  file_id: number | null;
  touched_at: Generated<Date>;
}
