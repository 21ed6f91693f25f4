import type { ColumnType, GeneratedAlways, Kysely, Transaction } from 'kysely';
import type { Tables } from '@sinter/sdk/server';
import type { NotificationSettings } from '@sinter/sdk/contract/host/notifications';
import type { DbWith, Json, Now, TransactionWith } from '../database/tables.ts';
import type { IdentityTables } from '../identity/tables.ts';
import type { MailTables } from '../mail/tables.ts';

export type NotificationTables = IdentityTables &
  Pick<MailTables, 'mail_config'> & {
    notification: NotificationTable;
    notification_setting: NotificationSettingTable;
    notification_address: NotificationAddressTable;
  };
export type RoomDb = DbWith<NotificationTables>;
export type RoomTransaction = TransactionWith<NotificationTables>;

/** The same connection, with the tables of this room and of those it reads in its type. */
export const roomDb = (db: Kysely<Tables>): RoomDb => db.withTables<NotificationTables>();
export const roomTransaction = (db: Transaction<Tables>): RoomTransaction => db.withTables<NotificationTables>();

interface NotificationTable {
  id: GeneratedAlways<number>;
  membership_id: number;
  facility_id: number | null;
  /** In whose name a customer was told. */
  by_facility_id: number | null;
  kind: string;
  category: string;
  subject_id: number;
  params: Json<unknown>;
  key: string;
  /** `false`: its person wants the mail alone. */
  bell: boolean;
  created_at: Now;
  read_at: ColumnType<Date | null, Date | null, Date | null>;
  /** Set until it is mailed. */
  mail_due_at: Date | null;
}

/** What an address beyond its people is told in a facility. */
interface NotificationAddressTable {
  id: GeneratedAlways<number>;
  facility_id: number;
  address: string;
  kind: string;
  subject_id: number;
  params: Json<unknown>;
  key: string;
  created_at: Now;
  /** Set until it is mailed. */
  mail_due_at: Date | null;
}

interface NotificationSettingTable {
  user_id: number;
  mail: NotificationSettings['mail'];
  hour: number;
  weekday: number;
  time_zone: string;
  kinds: Json<unknown>;
}
