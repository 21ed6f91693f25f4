import { type Kysely, sql } from 'kysely';
import type { DeliveryRange, Tables, WebhookPlace, Work } from '@sinter/sdk/server';
import { wakeEndpoint } from './drain.ts';
import { type RoomDb, roomDb, roomTransaction } from './tables.ts';

export const keptDays = 30;
const shownDeliveries = 50;

export const endpointOf = (db: RoomDb, { kind, name, facilityId }: WebhookPlace) =>
  db
    .selectFrom('webhook_endpoint')
    .selectAll()
    .where('kind', '=', kind)
    .where('name', '=', name)
    .where('facility_id', '=', facilityId)
    .executeTakeFirst();

/** How it goes, and its newest deliveries; `null` when it was never told anything. */
export async function readDeliveries(db: RoomDb, place: WebhookPlace, failedOnly: boolean) {
  const endpoint = await endpointOf(db, place);
  if (!endpoint) return null;
  const counts = await db
    .selectFrom('webhook_delivery')
    .select(['state', sql<number>`count(*)::int`.as('count')])
    .where('endpoint_id', '=', endpoint.id)
    .groupBy('state')
    .execute();
  const deliveries = await db
    .selectFrom('webhook_delivery')
    .select(['id', 'message_id', 'type', 'state', 'attempts', 'happened_at', 'due_at', 'answered_at'])
    .select(['code', 'problem', 'ms'])
    .where('endpoint_id', '=', endpoint.id)
    .$if(failedOnly, (query) => query.where('state', '=', 'FAILED'))
    .orderBy('id', 'desc')
    .limit(shownDeliveries)
    .execute();
  const count = (state: string) => counts.find((one) => one.state === state)?.count ?? 0;
  return {
    endpoint,
    waiting: count('WAITING'),
    delivered: count('DELIVERED'),
    failed: count('FAILED'),
    deliveries,
  };
}

/** Sends what was told once more, with the message id that it had. `null`: it is disabled; else how many. */
export async function sendAgain(
  unit: Work,
  place: WebhookPlace,
  range: DeliveryRange,
  states: readonly ('FAILED' | 'DELIVERED')[],
): Promise<number | null> {
  const db = roomTransaction(unit.db);
  const endpoint = await endpointOf(db, place);
  if (!endpoint) return 0;
  if (endpoint.disabled_at !== null) return null;
  const chosen = db
    .updateTable('webhook_delivery')
    .set({ state: 'WAITING', attempts: 0, due_at: sql`now()` })
    .where('endpoint_id', '=', endpoint.id)
    .where('state', 'in', [...states]);
  const sent = await (
    'ids' in range
      ? chosen.where('id', '=', sql<number>`any(${[...range.ids]}::bigint[])`)
      : chosen.where('happened_at', '>=', range.from).where('happened_at', '<=', range.to)
  ).executeTakeFirst();
  await tryNow(unit, endpoint.id);
  return Number(sent.numUpdatedRows);
}

/** It hears again of what happens from now on. */
export async function resume(unit: Work, place: WebhookPlace): Promise<boolean> {
  const db = roomTransaction(unit.db);
  const endpoint = await endpointOf(db, place);
  if (!endpoint || endpoint.disabled_at === null) return false;
  const change = { disabled_at: null, disabled_reason: null, failing_since: null };
  await db.updateTable('webhook_endpoint').set(change).where('id', '=', endpoint.id).execute();
  await tryNow(unit, endpoint.id);
  return true;
}

async function tryNow(unit: Work, endpointId: number): Promise<void> {
  const db = roomTransaction(unit.db);
  const rested = { rests_until: null, failed_rounds: 0 };
  await db.updateTable('webhook_endpoint').set(rested).where('id', '=', endpointId).execute();
  await wakeEndpoint(unit.db, endpointId);
}

export async function removeEndpoint(unit: Work, { kind, name, facilityId }: WebhookPlace): Promise<void> {
  await roomTransaction(unit.db)
    .deleteFrom('webhook_endpoint')
    .where('kind', '=', kind)
    .where('name', '=', name)
    .where('facility_id', '=', facilityId)
    .execute();
}

/** What is old goes; what waits and was forgotten by the queue is sent. */
export async function tidy(all: Kysely<Tables>): Promise<void> {
  const db = roomDb(all);
  await sql`delete from webhook_delivery where created_at < now() - make_interval(days => ${keptDays})`.execute(db);
  await sql`delete from webhook_hour where hour < now() - interval '25 hours'`.execute(db);
  const forgotten = await db
    .selectFrom('webhook_delivery')
    .select('endpoint_id')
    .distinct()
    .where('state', '=', 'WAITING')
    .where('due_at', '<', sql<Date>`now() - interval '5 minutes'`)
    .execute();
  for (const { endpoint_id } of forgotten) await wakeEndpoint(all, endpoint_id);
}
