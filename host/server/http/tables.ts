import type { Generated, GeneratedAlways, Kysely, Transaction } from 'kysely';
import type { Tables } from '@sinter/sdk/server';
import type { DbWith, TransactionWith } from '../database/tables.ts';

export type HttpTables = {
  rate_counter: RateCounterTable;
  kept_reply: KeptReplyTable;
};
export type RoomDb = DbWith<HttpTables>;
export type RoomTransaction = TransactionWith<HttpTables>;

/** The same connection, with the tables of this room and of those it reads in its type. */
export const roomDb = (db: Kysely<Tables>): RoomDb => db.withTables<HttpTables>();
export const roomTransaction = (db: Transaction<Tables>): RoomTransaction => db.withTables<HttpTables>();

interface RateCounterTable {
  key: string;
  window_start: Date;
  count: Generated<number>;
}

/** A POST that came with an `Idempotency-Key` (`replies.ts`). */
interface KeptReplyTable {
  id: GeneratedAlways<number>;
  /** Who sent it, and where they were at work. */
  caller: string;
  idempotency_key: string;
  request_hash: string;
  rights_hash: string;
  /** Of those who carried it out: the one who may still commit. */
  attempt: string;
  /** Its node lives until then at least. */
  running_until: Date;
  /** Something was committed. */
  written: Generated<boolean>;
  status: number | null;
  reply_sealed: string | null;
  created_at: Generated<Date>;
}
