import type { Generated, GeneratedAlways, Kysely, Transaction } from 'kysely';
import type { Tables } from '@sinter/sdk/server';
import type { DbWith, Now, TransactionWith } from '../database/tables.ts';
import type { EventTables } from '../events/tables.ts';

export type WebhookTables = EventTables & {
  webhook_endpoint: WebhookEndpointTable;
  webhook_delivery: WebhookDeliveryTable;
  webhook_hour: WebhookHourTable;
};
export type RoomDb = DbWith<WebhookTables>;
export type RoomTransaction = TransactionWith<WebhookTables>;

/** The same connection, with the tables of this room and of those it reads in its type. */
export const roomDb = (db: Kysely<Tables>): RoomDb => db.withTables<WebhookTables>();
export const roomTransaction = (db: Transaction<Tables>): RoomTransaction => db.withTables<WebhookTables>();

interface WebhookEndpointTable {
  id: GeneratedAlways<number>;
  kind: string;
  name: string;
  facility_id: number;
  disabled_at: Date | null;
  disabled_reason: 'GONE' | 'FAILING' | null;
  failing_since: Date | null;
  failed_rounds: Generated<number>;
  rests_until: Date | null;
  last_at: Date | null;
  last_code: number | null;
  last_problem: string | null;
}

interface WebhookDeliveryTable {
  id: GeneratedAlways<number>;
  endpoint_id: number;
  message_id: string;
  type: string;
  object: string;
  body: string;
  state: Generated<'WAITING' | 'DELIVERED' | 'FAILED'>;
  attempts: Generated<number>;
  due_at: Generated<Date>;
  happened_at: Date;
  answered_at: Date | null;
  code: number | null;
  problem: string | null;
  ms: number | null;
  request_head: string | null;
  response_head: string | null;
  created_at: Now;
}

interface WebhookHourTable {
  endpoint_id: number;
  hour: Date;
  delivered: Generated<number>;
  failed: Generated<number>;
}
