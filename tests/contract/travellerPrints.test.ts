import { randomUUID } from 'node:crypto';
import plugins from 'virtual:plugin-servers';
import { CallError } from '@sinter/sdk/contract/errors';
import { awardBidUsingPo, fireOrderEvent, submitQuote } from '@sinter/sdk/contract/orders/orders';
import {
  cancelTravellerPrint,
  lastTravellerPrint,
  printTravellers,
  travellerPrintContent,
} from '@sinter/sdk/contract/production/travellerPrints';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readPdf } from '#host/server/documents/testing.ts';
import { testServer, type TestClient, type TestServer } from '#host/server/testing.ts';
import { orderParts } from './ordering.ts';

let server: TestServer;
let planner: TestClient;
let made: number[];
let asked: number;

beforeAll(async () => {
  server = await testServer({ plugins, demo: true, worker: true });
  const [buyer, admin] = await Promise.all([server.client('buyer'), server.client('admin')]);
  planner = await server.client('planner');
  made = [];
  for (const title of ['Sheets one', 'Sheets two']) {
    const order = await orderParts(server, buyer, title);
    const lines = [{ orderFileId: order.rfqFileDTOs[0]?.id ?? 0, unitPrice: 4_000 }];
    const { quotes } = await admin.call(submitQuote, {
      params: { id: order.id },
      body: { eventId: randomUUID(), leadTimeDays: 5, lines },
    });
    const body = { eventId: randomUUID(), quoteId: quotes[0]?.id ?? 0, poNumber: `PO-${order.id}` };
    await buyer.call(awardBidUsingPo, { params: { orderId: order.id }, body });
    await admin.call(fireOrderEvent, {
      params: { id: order.id },
      body: { eventId: randomUUID(), event: 'ACCEPT_AWARD' },
    });
    made.push(order.id);
  }
  asked = (await orderParts(server, buyer, 'Sheets later')).id;
}, 120_000);
afterAll(() => server.stop());

const print = (client: TestClient, orderIds: number[], grouped = false) =>
  client.call(printTravellers, { query: {}, body: { grouped, of: { orderIds } } });
async function ready(client: TestClient) {
  await expect.poll(async () => (await client.call(lastTravellerPrint, {}))?.state, { timeout: 60_000 }).toBe('READY');
  const last = await client.call(lastTravellerPrint, {});
  if (!last) throw new Error('The print is gone.');
  return last;
}
const content = (client: TestClient, id: number) => client.bytes(travellerPrintContent, { params: { id } });
const refusal = async (call: Promise<unknown>): Promise<CallError> => {
  const error = await call.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (error instanceof CallError) return error;
  throw new Error('The call did not fail with a CallError.');
};

test('travelers of chosen orders come in one file, in their order, and what has none is counted', async () => {
  const [one = 0, two = 0] = made;
  await print(planner, [two, asked, one]);
  const print_ = await ready(planner);
  expect(print_).toMatchObject({ orders: 2, leftOut: 1, share: 1, pages: 2 });
  const pages = (await readPdf(new Uint8Array(await content(planner, print_.id)))).map((texts) => texts.join('\n'));
  expect(pages.map((text) => [one, two].find((id) => text.includes(`#${id} ·`)))).toEqual([two, one]);
  for (const text of pages) {
    expect(text).toContain('Version 1');
    expect(text).toContain('Page 1 of 1');
    expect(text).not.toMatch(/€|EUR/);
  }
  const { rows } = await sql<{ bell: boolean }>`
    select bell from notification where kind = 'production.travellersReady'`.execute(server.services.db);
  expect(rows).toHaveLength(1);
});

test('all that a list finds is printed, with each sheet as the order’s own paper has it', async () => {
  await planner.call(printTravellers, {
    query: {},
    body: { grouped: true, of: { search: { searchString: 'Sheets', searchFilters: {} } } },
  });
  expect(await ready(planner)).toMatchObject({ orders: 2, leftOut: 1, pages: 2 });
});

test('they are nobody else’s, and stop being given when an order in them becomes export controlled', async () => {
  const { id } = await ready(planner);
  const [buyer, rival, colleague] = await Promise.all([
    server.client('buyer'),
    server.client('admin2'),
    server.client('operator'),
  ]);
  for (const other of [rival, colleague]) {
    expect((await refusal(content(other, id))).code).toBe('NOT_FOUND');
    expect((await refusal(other.call(cancelTravellerPrint, { params: { id } }))).code).toBe('NOT_FOUND');
  }
  expect((await refusal(print(buyer, made))).code).toBe('FORBIDDEN');
  expect((await refusal(print(rival, made))).message).toMatch(/^None of these orders has travelers/);
  await sql`update rfq_order set export_controlled = true where id = ${made[0]}`.execute(server.services.db);
  expect((await refusal(content(planner, id))).message).toMatch(/export controlled now/);
  await print(planner, made);
  expect(await ready(planner)).toMatchObject({ orders: 1, leftOut: 1 });
});

test('one is made at a time, and can be given up', async () => {
  const { db } = server.services;
  const { id } = await print(planner, made);
  await ready(planner);
  await sql`update traveller_print set state = 'WAITING', file_id = null where id = ${id}`.execute(db);
  expect((await refusal(print(planner, made))).message).toMatch(/still being made/);
  expect((await planner.call(cancelTravellerPrint, { params: { id } })).state).toBe('CANCELLED');
  expect((await refusal(content(planner, id))).code).toBe('CONFLICT');
  await print(planner, made);
  await ready(planner);
});
