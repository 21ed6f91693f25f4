import { type Kysely, sql } from 'kysely';
import * as z from 'zod';
import {
  defineJob,
  type JobContext,
  type Outbound,
  type Tables,
  type WebhookReceivers,
  type WebhookTarget,
} from '@sinter/sdk/server';
import { enqueue, letGoOfKey } from '../queue/enqueue.ts';
import { attempt, type Outcome } from './attempt.ts';
import { settle, type Tried } from './settle.ts';
import { roomDb, type RoomDb } from './tables.ts';

export const sendWebhooks = defineJob({
  name: 'webhooks.send',
  payload: z.object({ endpointId: z.number().int() }),
  lane: 'outside',
  maxAttempts: 25,
});

export interface DrainParts {
  call: Outbound;
  receivers(): readonly WebhookReceivers[];
}

/** Sent to one receiver at the same time, each about another object. */
const together = 8;
/** Then others have their turn. */
const mostRounds = 50;

const keyOf = (endpointId: number): string => `webhooks ${endpointId}`;

/** One job sends all of an endpoint, wherever it runs, so that what happened earlier is sent earlier. */
export async function wakeEndpoint(db: Kysely<Tables>, endpointId: number, runAt?: Date): Promise<void> {
  const name = keyOf(endpointId);
  const { maxAttempts } = sendWebhooks;
  await enqueue(
    db,
    sendWebhooks.name,
    { endpointId },
    { key: name, queue: name, maxAttempts, ...(runAt && { runAt }) },
  );
}

/** Sends what waits for an endpoint and is due; sees to it that the rest is sent when it is. */
export async function drain(parts: DrainParts, context: JobContext, endpointId: number): Promise<void> {
  const db = roomDb(context.db);
  // What happens from now on queues another job: it is not this one's row that the events wait for.
  await letGoOfKey(context.db, keyOf(endpointId));
  for (let round = 0; round < mostRounds; round++) {
    const endpoint = await db
      .selectFrom('webhook_endpoint')
      .select(['kind', 'name', 'facility_id as facilityId', 'disabled_at', 'rests_until'])
      .where('id', '=', endpointId)
      .executeTakeFirst();
    if (!endpoint || endpoint.disabled_at !== null) return;
    const target = await targetOf(parts.receivers(), endpoint);
    if (!target) return drop(db, endpointId);
    if (endpoint.rests_until && endpoint.rests_until > new Date()) {
      return wakeEndpoint(context.db, endpointId, endpoint.rests_until);
    }
    const due = await nextOf(db, endpointId)
      .where('due_at', '<=', sql<Date>`now()`)
      .orderBy('id')
      .limit(together)
      .execute();
    if (due.length === 0) {
      const later = await nextOf(db, endpointId).orderBy('due_at').limit(1).executeTakeFirst();
      if (later) await wakeEndpoint(context.db, endpointId, later.due_at);
      return;
    }
    const tried: Tried[] = await Promise.all(
      due.map(async ({ id, attempts, message_id: messageId, body }) => ({
        ...{ id, attempts },
        outcome: await attempt(parts.call, target, { messageId, body }, context.signal),
      })),
    );
    await context.write((unit) => settle(unit, endpointId, tried, parts.receivers()));
  }
  await wakeEndpoint(context.db, endpointId);
}

const targetOf = async (
  receivers: readonly WebhookReceivers[],
  { kind, name, facilityId }: { kind: string; name: string; facilityId: number },
): Promise<WebhookTarget | null> =>
  (await receivers.find((one) => one.kind === kind)?.target({ name, facilityId })) ?? null;

/** The first of each object. */
const nextOf = (db: RoomDb, endpointId: number) =>
  db
    .selectFrom('webhook_delivery as one')
    .select(['id', 'attempts', 'message_id', 'body', 'due_at'])
    .where('endpoint_id', '=', endpointId)
    .where('state', '=', 'WAITING')
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('webhook_delivery as earlier')
            .select('earlier.id')
            .where('earlier.endpoint_id', '=', endpointId)
            .where('earlier.state', '=', 'WAITING')
            .whereRef('earlier.object', '=', 'one.object')
            .whereRef('earlier.id', '<', 'one.id'),
        ),
      ),
    );

/** It is off or gone: nothing of it goes out any more, unless somebody sends it again. */
async function drop(db: RoomDb, endpointId: number): Promise<void> {
  await db
    .updateTable('webhook_delivery')
    .set({ state: 'FAILED', problem: 'OFF' satisfies Outcome['problem'], code: null })
    .where('endpoint_id', '=', endpointId)
    .where('state', '=', 'WAITING')
    .execute();
}
