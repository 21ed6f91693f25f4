import type { GeneratedAlways, Kysely, Transaction } from 'kysely';
import type { Tables } from '@sinter/sdk/server';
import type { DbWith, Json, Now, TransactionWith } from '../database/tables.ts';

export type EventTables = {
  outbox_event: OutboxEventTable;
  event_reader: EventReaderTable;
};
export type RoomDb = DbWith<EventTables>;
export type RoomTransaction = TransactionWith<EventTables>;

/** The same connection, with the tables of this room and of those it reads in its type. */
export const roomDb = (db: Kysely<Tables>): RoomDb => db.withTables<EventTables>();
export const roomTransaction = (db: Transaction<Tables>): RoomTransaction => db.withTables<EventTables>();

interface OutboxEventTable {
  sequence: GeneratedAlways<number>;
  type: string;
  payload: Json<unknown>;
  facility_ids: number[];
  company_ids: number[];
  /** `null`: everybody in its companies. */
  creator_ids: number[] | null;
  controlled: boolean;
  /** Beside those of its places. */
  user_ids: number[];
  created_at: Now;
}

interface EventReaderTable {
  id: string;
  /** Sequence of the last event that was taken. */
  position: number;
}
