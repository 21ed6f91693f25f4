import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import * as z from 'zod';
import type { EventSpec } from '@sinter/sdk/contract';
import type { WebhookMessage, WebhookReceiver, WebhookReceivers, Work } from '@sinter/sdk/server';
import type { OutboxEvent } from '../events/outbox.ts';
import { takeEvents } from '../events/readers.ts';
import type { Write } from '../work/work.ts';
import { wakeEndpoint } from './drain.ts';
import { type RoomTransaction, roomTransaction } from './tables.ts';

export interface FanOutParts {
  event(type: string): EventSpec | undefined;
  receivers(): readonly WebhookReceivers[];
  site(): string;
}

const batch = 200;
const named = z.object({ facilityId: z.number() });

interface Waiting {
  kind: string;
  name: string;
  facilityId: number;
  messageId: string;
  type: string;
  object: string;
  body: string;
  happenedAt: string;
}

/**
 * Turns committed events into messages that wait, each with those of its receivers who hear of it now. Events are taken and
 * messages written in one transaction, so that a node that dies in between loses and doubles nothing. Answers whether there
 * may be more.
 */
export async function fanOut({ event, receivers, site }: FanOutParts, write: Write): Promise<boolean> {
  const known: Known = new Map();
  for (;;) {
    try {
      return await write((unit) => take({ event, site, known }, unit));
    } catch (error) {
      if (!(error instanceof UnknownPlaces)) throw error;
      // Outside the transaction: it would hold its locks while it waits for another connection.
      for (const facilityId of error.facilityIds) {
        const found = await Promise.all(
          receivers().map(async ({ kind, of }) => (await of(facilityId)).map((receiver) => ({ kind, receiver }))),
        );
        known.set(facilityId, found.flat());
      }
    }
  }
}

/** Who hears in a facility. */
type Known = Map<number, { kind: string; receiver: WebhookReceiver }[]>;

/** Nobody has asked yet who hears in these: nothing was taken. */
class UnknownPlaces extends Error {
  readonly facilityIds: readonly number[];
  constructor(facilityIds: readonly number[]) {
    super('Their receivers are not known yet.');
    this.facilityIds = facilityIds;
  }
}

async function take(
  { event, site, known }: Pick<FanOutParts, 'event' | 'site'> & { known: Known },
  unit: Work,
): Promise<boolean> {
  const db = roomTransaction(unit.db);
  const events = await takeEvents(db, 'webhooks', batch);
  const unknown = new Set(
    events.flatMap((one) => (event(one.type) ? placesOf(one) : [])).filter((id) => !known.has(id)),
  );
  if (unknown.size > 0) throw new UnknownPlaces([...unknown]);
  const waiting: Waiting[] = [];
  for (const one of events) {
    const spec = event(one.type);
    if (!spec) continue;
    const { payload, controlled } = one;
    const happenedAt = one.at.toISOString();
    for (const facilityId of placesOf(one)) {
      const happening = { event: spec, payload, facilityId, controlled, site: site() };
      for (const { kind, receiver } of known.get(facilityId) ?? []) {
        const place = { kind, name: receiver.name, facilityId };
        for (const message of receiver.tell(happening)) {
          const { type, object } = message;
          waiting.push({
            ...place,
            messageId: newMessageId(),
            type,
            object,
            body: bodyOf(message, one.at),
            happenedAt,
          });
        }
      }
    }
  }
  if (waiting.length > 0)
    for (const endpoint of await writeMessages(db, waiting)) await wakeEndpoint(unit.db, endpoint);
  return events.length === batch;
}

export const newMessageId = (): string => `msg_${randomUUID()}`;

/** Below 20 kB, because the payload of an event has at most four. */
export const bodyOf = ({ type, data }: WebhookMessage, at: Date): string =>
  JSON.stringify({ type, timestamp: at.toISOString(), data });

/** The facilities that an event is about; of those that only look on, nobody outside hears. */
function placesOf({ payload, facilityIds }: OutboxEvent): readonly number[] {
  const own = named.safeParse(payload).data?.facilityId;
  return own === undefined ? facilityIds : facilityIds.filter((id) => id === own);
}

/** Answers the endpoints that have something to do now. */
async function writeMessages(db: RoomTransaction, waiting: readonly Waiting[]): Promise<number[]> {
  const places = [...new Map(waiting.map((one) => [`${one.kind} ${one.name} ${one.facilityId}`, one])).values()];
  await db
    .insertInto('webhook_endpoint')
    .values(places.map(({ kind, name, facilityId }) => ({ kind, name, facility_id: facilityId })))
    .onConflict((conflict) => conflict.columns(['kind', 'name', 'facility_id']).doNothing())
    .execute();
  const { rows } = await sql<{ endpoint_id: number }>`
    with written as (
      insert into webhook_delivery (endpoint_id, message_id, type, object, body, happened_at)
      select endpoint.id, message."messageId", message.type, message.object, message.body, message."happenedAt"
      from jsonb_to_recordset(${JSON.stringify(waiting.map((one, place) => ({ ...one, place })))}::jsonb)
        as message (place int, kind text, name text, "facilityId" bigint, "messageId" text, type text, object text, body text,
          "happenedAt" timestamptz)
      join webhook_endpoint endpoint on endpoint.kind = message.kind and endpoint.name = message.name
        and endpoint.facility_id = message."facilityId" and endpoint.disabled_at is null
      order by message.place
      returning endpoint_id)
    select distinct endpoint_id from written`.execute(db);
  return rows.map(({ endpoint_id }) => endpoint_id);
}
