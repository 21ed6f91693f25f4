import type { Generated, GeneratedAlways, Kysely, Transaction } from 'kysely';
import type { Tables } from '@sinter/sdk/server';
import type { DbWith, Json, Now, TransactionWith } from '../database/tables.ts';
import type { RecordTables } from '../records/tables.ts';

export type MailTables = RecordTables & {
  mail_message: MailMessageTable;
  mail_config: MailConfigTable;
  mail_reply_address: MailReplyAddressTable;
};
export type RoomDb = DbWith<MailTables>;
export type RoomTransaction = TransactionWith<MailTables>;

/** The same connection, with the tables of this room and of those it reads in its type. */
export const roomDb = (db: Kysely<Tables>): RoomDb => db.withTables<MailTables>();
export const roomTransaction = (db: Transaction<Tables>): RoomTransaction => db.withTables<MailTables>();

interface MailMessageTable {
  id: GeneratedAlways<number>;
  /** Whose people it is for, by whose settings it goes; `null`: it is the site's. */
  facility_id: Generated<number | null>;
  recipient: string;
  subject: string;
  /** Emptied once it is sent: it may hold a secret link. */
  body_sealed: string | null;
  state: Generated<'QUEUED' | 'SENT' | 'KEPT' | 'FAILED'>;
  error: string | null;
  created_at: Now;
  settled_at: Date | null;
}

export interface MailConfigTable {
  facility_id: number;
  sender_name: string;
  sender_address: string | null;
  reply_to: string | null;
  /** Of its own mail server. */
  host: string | null;
  port: number | null;
  security: 'TLS' | 'STARTTLS';
  user_name: string;
  password_sealed: string | null;
  dkim_selector: string;
  digest: 'AT_ONCE' | 'DAILY' | 'WEEKLY' | 'NEVER';
  hour: number;
  /** Kinds of notices that are not mailed. */
  off_kinds: string[];
  /** By kind of notice: addresses beyond its people. */
  recipients: Json<Readonly<Record<string, readonly string[]>>>;
  /** Of emails to these addresses. */
  language: string;
  /** Answers to emails about something with messages go there, where the server receives email. */
  answers_to_messages: Generated<boolean>;
}

interface MailReplyAddressTable {
  id: GeneratedAlways<number>;
  token_hash: string;
  membership_id: number;
  facility_id: number | null;
  kind: string;
  thread: string;
  created_at: Now;
}
