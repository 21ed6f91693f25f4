import { randomUUID } from 'node:crypto';
import plugins from 'virtual:plugin-servers';
import type { CallInput } from '@sinter/sdk/contract/call';
import { listComments } from '@sinter/sdk/contract/comments/comments';
import { readHistory, readWhy } from '@sinter/sdk/contract/orders/history';
import { addOrderNote, changeOrderNote, deleteOrderNote, listOrderNotes } from '@sinter/sdk/contract/orders/notes';
import {
  awardBidUsingPo,
  fireOrderEvent,
  readOrder,
  searchOrders,
  submitQuote,
  type OrderDetail,
} from '@sinter/sdk/contract/orders/orders';
import { storedFiles } from '@sinter/sdk/server';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { testServer, type TestClient, type TestServer } from '#host/server/testing.ts';
import { orderParts } from './ordering.ts';

let server: TestServer;
let buyer: TestClient;
let admin: TestClient;

beforeAll(async () => {
  server = await testServer({ plugins, demo: true });
  [buyer, admin] = await Promise.all([server.client('buyer'), server.client('admin')]);
});
afterAll(() => server.stop());

type Fire = CallInput<typeof fireOrderEvent>['body'];
const fire = (client: TestClient, { id }: { id: number }, event: Fire['event'], told: Partial<Fire> = {}) =>
  client.call(fireOrderEvent, { params: { id }, body: { eventId: randomUUID(), event, ...told } });
const read = (client: TestClient, { id }: { id: number }) => client.call(readOrder, { params: { id } });
const why = (client: TestClient, { id }: { id: number }, quoteId?: number) =>
  client.call(readWhy, { params: { id }, query: { quoteId } });
const day = 86_400_000;
const daysAhead = (date: string | null) => Math.round((Date.parse(date ?? '') - Date.now()) / day);

async function quoted(title = 'Brackets'): Promise<OrderDetail> {
  const { id, rfqFileDTOs } = await orderParts(server, buyer, title);
  const lines = rfqFileDTOs.map((file) => ({ orderFileId: file.id, unitPrice: 1250 }));
  return admin.call(submitQuote, { params: { id }, body: { eventId: randomUUID(), leadTimeDays: 5, lines } });
}

async function confirmed(): Promise<OrderDetail> {
  const { id, quotes } = await quoted();
  const body = { eventId: randomUUID(), quoteId: quotes[0]?.id ?? 0, poNumber: `PO ${randomUUID()}` };
  await buyer.call(awardBidUsingPo, { params: { orderId: id }, body });
  return fire(admin, { id }, 'ACCEPT_AWARD');
}

describe('the promised date', () => {
  test('is the lead time of the accepted quote, from when the facility confirmed', async () => {
    const order = await confirmed();
    expect(daysAhead(order.promisedOn)).toBe(5);
    expect((await read(buyer, order)).promisedOn).toBe(order.promisedOn);
    expect((await quoted()).promisedOn).toBeNull();
  });

  test.each(['buyer', 'facility'])('moves by the time that the order was on hold by the %s', async (who) => {
    const order = await confirmed();
    const holder = who === 'buyer' ? await server.client('buyeradmin') : admin;
    await fire(holder, order, 'HOLD', { reason: 'Drawing changes' });
    await sql`update order_history set created_at = created_at - interval '3 days' where order_id = ${order.id}
      and event = 'HOLD'`.execute(server.services.db);
    await fire(holder, order, 'RESUME');
    expect(daysAhead((await read(buyer, order)).promisedOn)).toBe(8);
  });

  test('goes with an agreed cancellation', async () => {
    const order = await confirmed();
    await fire(await server.client('buyeradmin'), order, 'ASK_CANCEL', { reason: 'Not needed' });
    expect((await fire(admin, order, 'AGREE_CANCEL')).promisedOn).toBeNull();
  });
});

test('what is made is told from production on', async () => {
  const order = await confirmed();
  expect(order.made).toBeNull();
  expect((await fire(admin, order, 'START_PRODUCTION')).made).toBe(0);
  await sql`update rfq_order_file set made = 2 where order_id = ${order.id}`.execute(server.services.db);
  expect((await read(buyer, order)).made).toBe(2);
  expect((await fire(admin, order, 'SHIP')).made).toBe(5);
});

describe('why an order is in its status', () => {
  test('is told to both sides with names and reasons, newest first', async () => {
    const order = await confirmed();
    const holder = await server.client('buyeradmin');
    await fire(holder, order, 'HOLD', { reason: 'Drawing changes' });
    for (const client of [buyer, admin]) {
      const [held, before] = await why(client, order);
      expect(held).toMatchObject({ event: 'HOLD', side: 'BUYER', reason: 'Drawing changes' });
      expect(held?.who).not.toBe('');
      expect(before).toMatchObject({ event: 'ACCEPT_AWARD', side: 'FACILITY' });
    }
  });

  test('of a quote is what happened to that one', async () => {
    const order = await quoted();
    const [quote] = order.quotes;
    await fire(await server.client('buyeradmin'), order, 'REQUEST_REVISION', {
      reason: 'In black',
      quoteId: quote?.id,
    });
    expect(await why(buyer, order, quote?.id)).toMatchObject([
      { event: 'REQUEST_REVISION', reason: 'In black' },
      { event: 'SUBMIT_QUOTE', side: 'FACILITY' },
    ]);
    const other = await quoted();
    await expect(why(buyer, other, quote?.id)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  test('is nobody’s who does not see the order', async () => {
    const order = await quoted();
    const stranger = await server.client('third');
    await expect(why(stranger, order)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(stranger.call(readHistory, { params: { id: order.id } })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});

describe('internal notes', () => {
  test('are the side’s that wrote them: nothing that the other side is answered has any of it', async () => {
    const order = await confirmed();
    const params = { id: order.id };
    const secret = { buyer: 'Budget is 900', facility: 'Margin is thin' };
    const add = (client: TestClient, body: string) =>
      client.call(addOrderNote, { params, body: { eventId: randomUUID(), body } });
    expect(await add(buyer, secret.buyer)).toMatchObject([{ body: secret.buyer, own: true, editedOn: null }]);
    expect(await add(admin, secret.facility)).toMatchObject([{ body: secret.facility, own: true }]);

    const answered = async (client: TestClient) =>
      JSON.stringify([
        await read(client, order),
        await why(client, order),
        await client.call(readHistory, { params }),
        await client.call(listOrderNotes, { params }),
        await client.call(searchOrders, { query: {}, body: { searchString: `#${order.id}`, searchFilters: {} } }),
        await client.call(listComments, { query: { objectKind: 'RFQ_ORDER', objectId: order.id } }),
        (await client.call(searchOrders, { query: {}, body: { searchString: 'Budget is', searchFilters: {} } }))
          .totalCount,
        (await client.call(searchOrders, { query: {}, body: { searchString: 'Margin is', searchFilters: {} } }))
          .totalCount,
      ]);
    const [forBuyer, forFacility] = [await answered(buyer), await answered(admin)];
    expect([forBuyer.includes(secret.buyer), forBuyer.includes(secret.facility)]).toEqual([true, false]);
    expect([forFacility.includes(secret.buyer), forFacility.includes(secret.facility)]).toEqual([false, true]);
  });

  test('are read by colleagues, and changed and deleted by who wrote them', async () => {
    const order = await confirmed();
    const [note] = await admin.call(addOrderNote, {
      params: { id: order.id },
      body: { eventId: randomUUID(), body: 'Print at night' },
    });
    const params = { id: order.id, noteId: note?.id ?? 0 };
    const planner = await server.client('planner');
    expect(await planner.call(listOrderNotes, { params })).toMatchObject([{ body: 'Print at night', own: false }]);
    for (const other of [planner, buyer]) {
      const changed = other.call(changeOrderNote, { params, body: { body: 'x' } });
      await expect(changed).rejects.toMatchObject({ code: 'NOT_FOUND' });
      await expect(other.call(deleteOrderNote, { params })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    }
    const [changed] = await admin.call(changeOrderNote, { params, body: { body: 'Print by day' } });
    expect(changed).toMatchObject({ body: 'Print by day' });
    expect(changed?.editedOn).not.toBeNull();
    expect(await admin.call(deleteOrderNote, { params })).toEqual([]);
  });
});

test('a problem is reported with photos, which its facility sees and no other', async () => {
  const order = await confirmed();
  await fire(admin, order, 'SHIP');
  const { db, write, get } = server.services;
  const source = await db.selectFrom('stored_file').select(['sha256', 'size']).limit(1).executeTakeFirstOrThrow();
  const added = (owner: { companyId?: number; facilityId?: number }) =>
    write((unit) =>
      get(storedFiles).add(unit, { ...source, fileName: 'crack.jpg', controlled: false, createdBy: null, owner }),
    );
  const photo = await added({ companyId: server.world.buyerCompanyId });
  const parts = [{ orderFileId: order.rfqFileDTOs[0]?.id ?? 0, quantity: 1 }];
  const claim = { reason: 'A crack', parts };
  const unknown = fire(buyer, order, 'CLAIM', { ...claim, fileIds: [photo.id, 2 ** 40] });
  await expect(unknown).rejects.toMatchObject({ code: 'NOT_FOUND' });
  await fire(buyer, order, 'CLAIM', { ...claim, fileIds: [photo.id] });
  expect((await read(admin, order)).claim).toMatchObject({ reason: 'A crack', files: [{ fileName: 'crack.jpg' }] });
  const opened = async (client: TestClient) => (await client.fetch(`/api/v1/files/${photo.id}/content`)).status;
  expect([await opened(admin), await opened(await server.client('admin2'))]).toEqual([200, 404]);
});
