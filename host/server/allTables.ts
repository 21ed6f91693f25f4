import type { Kysely, Transaction } from 'kysely';
import type { Tables } from '@sinter/sdk/server';
import type { SecretTables } from './secrets/tables.ts';
import type { IdentityTables } from './identity/tables.ts';
import type { EventTables } from './events/tables.ts';
import type { WorkTables } from './work/tables.ts';
import type { HttpTables } from './http/tables.ts';
import type { RecordTables } from './records/tables.ts';
import type { VersionTables } from './versions/tables.ts';
import type { TextTables } from './texts/tables.ts';
import type { ClearanceTables } from './clearance/tables.ts';
import type { FactorTables } from './factors/tables.ts';
import type { SessionTables } from './session/tables.ts';
import type { SsoTables } from './sso/tables.ts';
import type { KeyTables } from './keys/tables.ts';
import type { WebhookTables } from './webhooks/tables.ts';
import type { ModuleTables } from './modules/tables.ts';
import type { LocalBuildTables } from './localBuilds/tables.ts';
import type { AppTables } from './apps/tables.ts';
import type { DoorTables } from './doors/tables.ts';
import type { MediaTables } from './media/tables.ts';
import type { UploadTables } from './uploads/tables.ts';
import type { MailTables } from './mail/tables.ts';
import type { NotificationTables } from './notifications/tables.ts';
import type { LinkTables } from './links/tables.ts';
import type { PeopleTables } from './people/tables.ts';
import type { PlaceTables } from './places/tables.ts';
import type { DemoTables } from './demo/tables.ts';
import type { DbWith, TransactionWith } from './database/tables.ts';

/** Every table of the host, for tests and benches: a room knows its own and those of the rooms below it. */
export type AllTables = SecretTables &
  IdentityTables &
  EventTables &
  WorkTables &
  HttpTables &
  RecordTables &
  VersionTables &
  TextTables &
  ClearanceTables &
  FactorTables &
  SessionTables &
  SsoTables &
  KeyTables &
  WebhookTables &
  ModuleTables &
  LocalBuildTables &
  AppTables &
  MediaTables &
  UploadTables &
  DoorTables &
  MailTables &
  NotificationTables &
  LinkTables &
  PeopleTables &
  PlaceTables &
  DemoTables;

export type HostDb = DbWith<AllTables>;
export const hostDb = (db: Kysely<Tables>): HostDb => db.withTables<AllTables>();
export const hostTransaction = (db: Transaction<Tables>): TransactionWith<AllTables> => db.withTables<AllTables>();
