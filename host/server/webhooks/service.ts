import { type Kysely, sql } from 'kysely';
import type { Outbound, Tables, WebhookDeliveries, WebhookHealth, WebhookPlace } from '@sinter/sdk/server';
import type { Write } from '../work/work.ts';
import { attempt } from './attempt.ts';
import { endpointOf, removeEndpoint, resume, sendAgain } from './deliveries.ts';
import { bodyOf, newMessageId } from './fanOut.ts';
import { countAttempts } from './settle.ts';
import { roomDb, roomTransaction } from './tables.ts';

interface ServiceParts {
  call: Outbound;
  write: Write;
}

/** What server halves that have receivers may know of them, and do. */
export const deliveriesOf = ({ call, write }: ServiceParts): WebhookDeliveries => ({
  async health(db, { kind, facilityId }) {
    const rows = await roomDb(db)
      .selectFrom('webhook_endpoint as endpoint')
      .leftJoin('webhook_hour as hour', (join) =>
        join.onRef('hour.endpoint_id', '=', 'endpoint.id').on('hour.hour', '>', sql<Date>`now() - interval '24 hours'`),
      )
      .select([
        'endpoint.name',
        'disabled_at',
        'disabled_reason',
        'rests_until',
        'last_at',
        'last_code',
        'last_problem',
      ])
      .select([
        sql<number>`coalesce(sum(hour.delivered), 0)::int`.as('delivered'),
        sql<number>`coalesce(sum(hour.failed), 0)::int`.as('failed'),
      ])
      .where('endpoint.kind', '=', kind)
      .where('endpoint.facility_id', '=', facilityId)
      .groupBy('endpoint.id')
      .execute();
    return new Map(
      rows.map(({ name, disabled_at: at, disabled_reason: reason, last_at, ...row }): [string, WebhookHealth] => [
        name,
        {
          disabled: at && reason ? { at, reason } : null,
          restsUntil: row.rests_until && row.rests_until > new Date() ? row.rests_until : null,
          last: last_at && { at: last_at, code: row.last_code, problem: row.last_problem },
          delivered: row.delivered,
          failed: row.failed,
        },
      ]),
    );
  },

  newest: (db, place, { failedOnly, before, size }) =>
    deliveriesTo(db, place)
      .select(shown)
      .$if(failedOnly, (query) => query.where('state', '=', 'FAILED'))
      .$if(before !== null, (query) => query.where('delivery.id', '<', before))
      .orderBy('delivery.id', 'desc')
      .limit(size)
      .execute(),

  async one(db, place, id) {
    const found = await deliveriesTo(db, place)
      .select([...shown, 'body', 'request_head as requestHead', 'response_head as responseHead'])
      .where('delivery.id', '=', id)
      .executeTakeFirst();
    return found ?? null;
  },

  sendAgain: (unit, place, range) => sendAgain(unit, place, range, ['FAILED', 'DELIVERED']),
  resume,
  remove: removeEndpoint,

  async sendNow(place, target, message) {
    const now = new Date();
    const [messageId, body] = [newMessageId(), bodyOf(message, now)];
    // It ends by itself after 20 seconds.
    const outcome = await attempt(call, target, { messageId, body }, new AbortController().signal);
    return write(async (unit) => {
      const db = roomTransaction(unit.db);
      const { kind, name, facilityId: facility_id } = place;
      await db
        .insertInto('webhook_endpoint')
        .values({ kind, name, facility_id })
        .onConflict((conflict) => conflict.columns(['kind', 'name', 'facility_id']).doNothing())
        .execute();
      const { problem, code, ms, requestHead, responseHead } = outcome;
      const endpoint = await endpointOf(roomDb(unit.db), place);
      const { id, endpoint_id } = await db
        .insertInto('webhook_delivery')
        .values({
          endpoint_id: endpoint?.id ?? 0,
          ...{ message_id: messageId, type: message.type, object: message.object, body },
          state: problem === null ? 'DELIVERED' : 'FAILED',
          ...{ attempts: 1, happened_at: now, answered_at: new Date(), code, problem, ms },
          ...{ request_head: requestHead, response_head: responseHead },
        })
        .returning(['id', 'endpoint_id'])
        .executeTakeFirstOrThrow();
      await db
        .updateTable('webhook_endpoint')
        .set({ last_at: new Date(), last_code: code, last_problem: problem })
        .where('id', '=', endpoint_id)
        .execute();
      await countAttempts(
        db,
        endpoint_id,
        problem === null ? { delivered: 1, failed: 0 } : { delivered: 0, failed: 1 },
      );
      return id;
    });
  },
});

const deliveriesTo = (db: Kysely<Tables>, { kind, name, facilityId }: WebhookPlace) =>
  roomDb(db)
    .selectFrom('webhook_delivery as delivery')
    .where('endpoint_id', '=', (query) =>
      query
        .selectFrom('webhook_endpoint')
        .select('webhook_endpoint.id')
        .where('kind', '=', kind)
        .where('name', '=', name)
        .where('facility_id', '=', facilityId),
    );

const shown = [
  'delivery.id',
  'message_id as messageId',
  'delivery.type',
  'delivery.state',
  'attempts',
  'happened_at as happenedAt',
  'due_at as dueAt',
  'answered_at as answeredAt',
  'code',
  'problem',
  'ms',
] as const;
