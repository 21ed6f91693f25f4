import plugins from 'virtual:plugin-servers';
import { awaitingMe } from '@sinter/sdk/contract/orders/filters';
import { countOrders, searchOrders, type OrderEvent } from '@sinter/sdk/contract/orders/orders';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testServer, type TestServer } from '#host/server/testing.ts';
import { matchTransitions } from './transitions.ts';

let server: TestServer;
beforeAll(async () => void (server = await testServer({ plugins, demo: true })));
afterAll(() => server.stop());

/** What somebody does next; the rest of what they may do can wait. */
const next: readonly OrderEvent[] = [
  'UPLOAD_NDA',
  'APPROVE_NDA',
  'SUBMIT_QUOTE',
  'AWARD',
  'REQUEST_APPROVAL',
  'CANCEL_PAYMENT',
  'ACCEPT_AWARD',
  'AGREE_CANCEL',
  'ACCEPT_CLAIM',
  'COMPLETE',
];

test('finds and counts exactly the orders whose next step somebody may do', async () => {
  // Claims and questions to cancel, on some of those that can have them; every status of a facility's side.
  await sql`update rfq_match set claim = '{"at":"2026-01-01T00:00:00Z","reason":"x","parts":[]}'::jsonb, delivered_at = now()
    where status in ('SHIPPED', 'COMPLETED') and order_id % 2 = 0`.execute(server.services.db);
  await sql`update rfq_match set cancellation = '{"at":"2026-01-01T00:00:00Z","reason":"x"}'::jsonb
    where status in ('BID_APPROVED', 'SP_BID_ACCEPTED') and order_id % 2 = 0`.execute(server.services.db);
  const statuses = [...new Set(matchTransitions.flatMap(({ from }) => from))];
  expect(statuses.length).toBeGreaterThan(15);

  const { rows: asked } = await sql<{ id: number }>`
    select m.order_id as id from quote_approval a join quote q on q.id = a.quote_id and q.status = 'SUBMITTED'
      join rfq_match m on m.id = q.match_id where a.answered_at is null`.execute(server.services.db);
  // Who has asked for an approval waits for the others.
  const isNext = (id: number, event: OrderEvent) =>
    next.includes(event) && !(event === 'REQUEST_APPROVAL' && asked.some((each) => each.id === id));

  let any = 0;
  for (const account of [
    'admin',
    'planner',
    'operator',
    'legal',
    'buyer',
    'buyeradmin',
    'engineer',
    'third',
  ] as const) {
    const client = await server.client(account);
    const query = { page: 0, size: 100 };
    const all = await client.call(searchOrders, { query, body: {} });
    const wanted = all.orders.filter(
      ({ id, status, allowedEvents }) =>
        allowedEvents.some((event) => isNext(id, event)) || (status === 'MATCHED' && allowedEvents.includes('SEND')),
    );
    const found = await client.call(searchOrders, { query, body: { searchFilters: { ORDER_STATUS: [awaitingMe] } } });
    expect(found.orders.map(({ id }) => id).sort(), account).toEqual(wanted.map(({ id }) => id).sort());
    expect((await client.call(countOrders, {})).awaitingMe, account).toBe(wanted.length);
    any += wanted.length;
  }
  expect(any).toBeGreaterThan(10);
});
