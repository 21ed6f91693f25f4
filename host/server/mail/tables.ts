import type { Generated, GeneratedAlways, Kysely, Transaction } from 'kysely';
import type { Tables } from '@sinter/sdk/server';
import type { DbWith, Now, TransactionWith } from '../database/tables.ts';
import type { RecordTables } from '../records/tables.ts';

export type MailTables = RecordTables & {
  mail_message: MailMessageTable;
};
export type RoomDb = DbWith<MailTables>;
export type RoomTransaction = TransactionWith<MailTables>;

/** The same connection, with the tables of this room and of those it reads in its type. */
export const roomDb = (db: Kysely<Tables>): RoomDb => db.withTables<MailTables>();
export const roomTransaction = (db: Transaction<Tables>): RoomTransaction => db.withTables<MailTables>();

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
