import type { Generated, GeneratedAlways, Kysely, Transaction } from 'kysely';
import type { Tables } from '@sinter/sdk/server';
import type { DbWith, Json, TransactionWith } from '../database/tables.ts';
import type { MediaTables } from '../media/tables.ts';
import type { ModuleTables } from '../modules/tables.ts';

export type ExtensionTables = ModuleTables &
  MediaTables & {
    extension_publisher: PublisherTable;
    extension_key: KeyTable;
    extension_package: PackageTable;
    extension_file: { package_id: number; path: string; file_id: number };
    extension_install: InstallTable;
    extension_use: UseTable;
    extension_server: ServerTable;
  };
export type RoomDb = DbWith<ExtensionTables>;
export type RoomTransaction = TransactionWith<ExtensionTables>;

/** The same connection, with the tables of this room and of those it reads in its type. */
export const roomDb = (db: Kysely<Tables>): RoomDb => db.withTables<ExtensionTables>();
export const roomTransaction = (db: Transaction<Tables>): RoomTransaction => db.withTables<ExtensionTables>();

interface PublisherTable {
  id: string;
  name: string;
  contact: string;
  created_at: Generated<Date>;
}

interface KeyTable {
  id: string;
  publisher_id: string | null;
  public_key: string;
  development: Generated<boolean>;
  created_at: Generated<Date>;
  retired_at: Date | null;
  revoked_at: Date | null;
  reason: string | null;
}

interface PackageTable {
  id: GeneratedAlways<number>;
  plugin_id: string;
  version: string;
  publisher_id: string;
  hash: string;
  descriptor: Json<unknown>;
  files: Json<unknown>;
  texts: Json<unknown>;
  key_id: string | null;
  signature: string | null;
  state: 'SUBMITTED' | 'CHECKED' | 'APPROVED' | 'PUBLISHED' | 'BLOCKED' | 'REJECTED';
  tier: Generated<'REVIEWED' | 'SANDBOXED'>;
  report: Json<unknown>;
  changes: string;
  bytes: number;
  rollout_percent: Generated<number>;
  rollout_facilities: Generated<number[]>;
  reason: string | null;
  submitted_by: number | null;
  submitted_at: Generated<Date>;
  reviewed_by: number | null;
  reviewed_at: Date | null;
  published_at: Date | null;
  /** Where it was imported from. */
  server_id: number | null;
  /** It is blocked there, and was stopped here for it. */
  blocked_there: Generated<boolean>;
}

interface ServerTable {
  id: GeneratedAlways<number>;
  name: string;
  address: string;
  public_key: string;
  added_at: Generated<Date>;
}

interface InstallTable {
  facility_id: number;
  plugin_id: string;
  package_id: number;
  previous_package_id: number | null;
  waiting_package_id: number | null;
  pinned: Generated<boolean>;
  grants: string[];
  installed_at: Generated<Date>;
  updated_at: Generated<Date>;
}

interface UseTable {
  package_id: number;
  facility_id: number;
  user_id: number;
  loads: Generated<number>;
  load_ms: Generated<number>;
  slowest_ms: Generated<number>;
  failures: Generated<number>;
  calls: Generated<number>;
  refused: Generated<number>;
}
