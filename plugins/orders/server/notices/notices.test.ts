import { randomUUID } from 'node:crypto';
import plugins from 'virtual:plugin-servers';
import type { CallInput } from '@sinter/sdk/contract/call';
import { listNotifications } from '@sinter/sdk/contract/host/notifications';
import { requestApproval } from '@sinter/sdk/contract/orders/approvals';
import { awardBidUsingPo, fireOrderEvent, submitQuote } from '@sinter/sdk/contract/orders/orders';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Account, testServer, type TestClient, type TestServer } from '#host/server/testing.ts';
import { orderParts } from '../../../../tests/contract/ordering.ts';

let server: TestServer;
let buyer: TestClient;
let admin: TestClient;
beforeAll(async () => {
  server = await testServer({ plugins, demo: true, worker: true });
  [buyer, admin] = await Promise.all([server.client('buyer'), server.client('admin')]);
});
afterAll(() => server.stop());

/** What somebody was told of an order, the oldest first. */
async function toldTo(account: Account, orderId: number): Promise<string[]> {
  const { notifications } = await (await server.client(account)).call(listNotifications, { query: { size: 100 } });
  return notifications
    .filter(({ link }) => link === `/order-details/${orderId}`)
    .map(({ text }) => text.replace(`#${orderId} Brackets`, 'it'))
    .reverse();
}
const fire = (
  client: TestClient,
  id: number,
  event: CallInput<typeof fireOrderEvent>['body']['event'],
  reason = 'It has to be',
) => client.call(fireOrderEvent, { params: { id }, body: { eventId: randomUUID(), event, reason } });
async function quote(id: number, validDays?: number): Promise<number> {
  const { rows } = await sql<{ id: number }>`select id from rfq_order_file where order_id = ${id}`.execute(
    server.services.db,
  );
  const lines = rows.map((row) => ({ orderFileId: row.id, unitPrice: 1250 }));
  const { quotes } = await admin.call(submitQuote, {
    params: { id },
    body: { eventId: randomUUID(), leadTimeDays: 5, lines, ...(validDays && { validDays }) },
  });
  return quotes[0]?.id ?? 0;
}

describe('people are told of orders', () => {
  test('from the request to the end, each of what others did', async () => {
    const { id } = await orderParts(server, buyer, 'Brackets');
    const [asked] = await toldTo('admin', id);
    expect(asked).toMatch(/ asks for a quote for it$/);
    expect(await toldTo('planner', id)).toEqual([asked]);
    expect(await toldTo('operator', id)).toEqual([]);

    await quote(id);
    await fire(admin, id, 'WITHDRAW_QUOTE');
    const quoteId = await quote(id);
    const boss = await server.client('buyeradmin');
    await boss.call(awardBidUsingPo, {
      params: { orderId: id },
      body: { eventId: randomUUID(), quoteId, poNumber: 'PO-9' },
    });
    await fire(admin, id, 'ACCEPT_AWARD');
    await fire(admin, id, 'START_PRODUCTION');
    await fire(admin, id, 'HOLD');
    await fire(admin, id, 'RESUME');
    await fire(admin, id, 'SHIP', '1Z 999');
    await fire(buyer, id, 'CONFIRM_RECEIPT');
    await fire(buyer, id, 'COMPLETE');

    const told = await toldTo('buyer', id);
    const facility = /^(.*) sent a quote for it$/.exec(told[0] ?? '')?.[1] ?? '';
    expect(facility).not.toBe('');
    const colleague = /^(.*) accepted a quote for it$/.exec(told[3] ?? '')?.[1] ?? '';
    expect(told.map((text) => text.replace(facility, 'They').replace(colleague, 'A colleague'))).toEqual([
      'They sent a quote for it',
      'They withdrew its quote for it',
      'They sent a new quote for it',
      'A colleague accepted a quote for it',
      'They confirmed it',
      'They started to make it',
      'They put it on hold',
      'They resumed it',
      'They shipped it. Tracking number: 1Z 999',
    ]);
    expect((await toldTo('admin', id)).slice(1).map((text) => text.replace(/^.* (accepted|received)/, '$1'))).toEqual([
      'accepted your quote. Confirm it',
      'received it',
      'it is complete',
    ]);
    // Who has not worked on it hears no more of it.
    expect(await toldTo('planner', id)).toEqual([asked]);
    expect(await toldTo('third', id)).toEqual([]);
  });

  test('a facility that did not get it reads nothing of who did', async () => {
    const { id } = await orderParts(server, buyer, 'Brackets');
    await quote(id);
    await fire(buyer, id, 'WITHDRAW');
    expect((await toldTo('admin', id)).at(-1)).toBe('it was closed without your quote');
  });

  test('whom somebody asks to accept a quote, and not their other colleagues', async () => {
    const engineer = await server.client('engineer');
    const { id } = await orderParts(server, engineer, 'Brackets');
    const quoteId = await quote(id);
    const userIds = [server.world.users['buyeradmin@demo.example'] ?? 0];
    await engineer.call(requestApproval, { params: { id }, body: { eventId: randomUUID(), quoteId, userIds } });
    expect((await toldTo('buyeradmin', id)).at(-1)).toMatch(/ asks you to accept a quote for it$/);
    expect((await toldTo('buyer', id)).at(-1) ?? '').not.toContain('asks you');
    await fire(await server.client('buyeradmin'), id, 'REFUSE_APPROVAL');
    expect((await toldTo('engineer', id)).at(-1)).toMatch(/ did not approve the quote for it$/);
  });

  test('a day before a quote expires, once', async () => {
    const { id } = await orderParts(server, buyer, 'Brackets');
    await quote(id, 30);
    await sql`update quote set valid_until = now() + interval '20 hours' where match_id in (
      select m.id from rfq_match m where m.order_id = ${id})`.execute(server.services.db);
    const dueNow = () =>
      sql`update graphile_worker._private_jobs set run_at = now() where key = ${`order ${id}`}`.execute(
        server.services.db,
      );
    await sql`update quote set created_at = now() - interval '5 days' where match_id in (
      select m.id from rfq_match m where m.order_id = ${id})`.execute(server.services.db);
    await dueNow();
    const expiring = async () => (await toldTo('buyer', id)).filter((text) => text.endsWith('expires within a day'));
    await expect.poll(async () => (await expiring()).length).toBe(1);
    await fire(admin, id, 'HOLD');
    await fire(admin, id, 'RESUME');
    expect(await expiring()).toHaveLength(1);
  });
});
