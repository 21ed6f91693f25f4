import type { GeneratedAlways, Kysely } from 'kysely';
import type { Said } from '@sinter/sdk/contract/said';
import type { Tables } from '@sinter/sdk/server';
import type { DbWith, Json, Now } from '../database/tables.ts';
import type { MailTables } from '../mail/tables.ts';

export type RepliesTables = MailTables & { mail_reply: MailReplyTable };
export type RoomDb = DbWith<RepliesTables>;

/** The same connection, with the tables of this room in its type. */
export const roomDb = (db: Kysely<Tables>): RoomDb => db.withTables<RepliesTables>();

interface MailReplyTable {
  id: GeneratedAlways<number>;
  address_id: number | null;
  facility_id: number | null;
  sender: string;
  state: 'ACCEPTED' | 'DROPPED' | 'REFUSED';
  says: Json<{ text: string; said: Said } | null>;
  message_hash: string;
  created_at: Now;
}
