import { randomUUID } from 'node:crypto';
import areas from 'virtual:contract-areas';
import plugins from 'virtual:plugin-servers';
import { unzipSync } from 'fflate';
import { addComment } from '@sinter/sdk/contract/comments/comments';
import { listThreads } from '@sinter/sdk/contract/comments/threads';
import { publishSetting, readSetting, saveSettingDraft } from '@sinter/sdk/contract/host/versions';
import { chooseDate, listDateOffers } from '@sinter/sdk/contract/orders/dates';
import { exportOrders } from '@sinter/sdk/contract/orders/lists';
import { addOrderNote } from '@sinter/sdk/contract/orders/notes';
import {
  awardBidUsingPo,
  fireOrderEvent,
  readOrder,
  searchOrders,
  submitQuote,
  type OrderDetail,
} from '@sinter/sdk/contract/orders/orders';
import { portalColumnSchema, portalKind, type PortalChange } from '@sinter/sdk/contract/orders/portal';
import { distributeOrder } from '@sinter/sdk/contract/orders/vendors';
import { downloadRecord, makeRecord, readRecord } from '@sinter/sdk/contract/orders/record';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as z from 'zod';
import { registered } from '#host/server/contract.ts';
import { testServer, type TestClient, type TestServer } from '#host/server/testing.ts';
import { addRival, orderParts } from './ordering.ts';

/** What a customer is told of who makes their parts, in every way, where the portal keeps that. */

let server: TestServer;
let buyer: TestClient;
let root: TestClient;
let second: TestClient;
let order: OrderDetail;

/** The name of the facility that makes it, which nobody else has; a machine of either; what is nobody's business outside. */
const words = { facility: 'zzfacility', machine: 'zzmachine', internal: 'zzinternal' };

async function put(value: PortalChange): Promise<void> {
  const change = { kind: portalKind, elementId: String(server.world.buyerCompanyId) };
  const { seen } = await root.call(readSetting, { query: change });
  const saved = await root.call(saveSettingDraft, { body: { ...change, seen, value } });
  await root.call(publishSetting, { body: { ...change, seen: saved.seen } });
}

beforeAll(async () => {
  server = await testServer({ plugins, demo: true, worker: true });
  await addRival(server);
  const { secondFacilityId, rootFacilityId } = server.world;
  await server.asOwner(async (db) => {
    await sql`update facility set company_name = ${words.facility} where id = ${secondFacilityId}`.execute(db);
    await sql`update equipment set display_name = ${words.machine} || id
      where facility_id in (${secondFacilityId}, ${rootFacilityId})`.execute(db);
  });
  [buyer, root, second] = await Promise.all([server.client('buyer'), server.client('admin'), server.client('admin2')]);
  await put({ hiddenColumns: ['facility'] });
  order = await orderParts(server, buyer, 'Hidden brackets');
  const { id } = order;
  const params = { id };
  const [part] = order.rfqFileDTOs;
  if (!part) throw new Error('The order has no part.');
  const files = [
    {
      ...{ fileId: part.fileDTO.id, amProcessId: part.aMProcess.id, materialId: part.materials[0]?.id ?? 0 },
      quantity: 5,
    },
  ];
  const offer = (await buyer.call(listDateOffers, { body: { files } })).find(
    ({ facility }) => facility.id === secondFacilityId,
  );
  if (offer) {
    const body = {
      ...{ files, facilityId: secondFacilityId },
      ...{ leadTimeOptionId: offer.leadTimeOption.id, deliveryTypeId: offer.deliveryType.id },
    };
    await buyer.call(chooseDate, { params, body });
  }
  for (const [client, unitPrice] of [
    [root, 77_123],
    [second, 44_321],
  ] as const) {
    const about = { objectKind: 'RFQ_ORDER', objectId: id } as const;
    const write = (body: string, visibility: 'INTERNAL' | 'SHARED') =>
      client.call(addComment, { body: { ...about, eventId: randomUUID(), body, visibility } });
    await write(words.internal, 'INTERNAL');
    await write('Shall we deburr it?', 'SHARED');
    await client.call(addOrderNote, { params, body: { eventId: randomUUID(), body: words.internal } });
    const lines = [{ orderFileId: part.id, unitPrice }];
    const body = { eventId: randomUUID(), leadTimeDays: 5, internalNote: words.internal, lines };
    await client.call(submitQuote, { params, body });
  }
  await buyer.call(addComment, {
    body: { eventId: randomUUID(), objectKind: 'RFQ_ORDER', objectId: id, body: 'Yes', visibility: 'SHARED' },
  });
}, 120_000);
afterAll(() => server.stop());

/** Agreements not to disclose, whom to ask, and papers that an order rests on name their parties in any case. */
const namesParties =
  /^(orders\.(ndas|ndaRegister|vendors|fittingVendors|document|shipmentPaper)|quality\.passportFile|host\.vendors)$/;

/** Every call that reads, as far as it can be asked about these. */
async function answers(
  client: TestClient,
  ids: { threads: readonly number[]; others: readonly number[] },
): Promise<Map<string, string>> {
  const { calls } = registered(plugins, areas);
  const reads = calls.filter(
    ({ id, method, unfinished, produces }) =>
      method === 'GET' && !unfinished && produces !== 'event-stream' && id !== 'host.logout' && !namesParties.test(id),
  );
  const values: Record<string, string> = {
    ...{ objectKind: 'RFQ_ORDER', objectId: String(order.id), visibility: 'SHARED', orderId: String(order.id) },
    ...{ kind: portalKind, size: '100' },
  };
  const heard = new Map<string, string>();
  for (const { path, query } of reads) {
    const keys = query instanceof z.ZodObject ? Object.keys(query.shape).filter((key) => key in values) : [];
    const asked = new URLSearchParams(keys.map((key) => [key, values[key] ?? '']));
    const about = path.includes('/threads/') ? ids.threads : [order.id, ...ids.others];
    for (const id of /\{\w+\}/.test(path) ? about : [order.id]) {
      const address = `${path.replaceAll(/\{\w+\}/g, String(id))}?${asked}`;
      const response = await client.fetch(address);
      const text = await response.text();
      if (response.ok) heard.set(address, text);
    }
  }
  return heard;
}

const saying = (heard: ReadonlyMap<string, string>, word: string): string[] =>
  [...heard].filter(([, text]) => text.includes(word)).map(([address]) => address);

async function everything(client: TestClient): Promise<Map<string, string>> {
  const { id } = order;
  const { quotes, rfqFileDTOs } = await client.call(readOrder, { params: { id } });
  const about = { objectKind: 'RFQ_ORDER', objectId: id } as const;
  const { threads } = await client.call(listThreads, { query: { ...about, size: 100 } });
  const heard = await answers(client, {
    threads: threads.map((one) => one.id),
    others: [quotes[0]?.id ?? 0, rfqFileDTOs[0]?.id ?? 0],
  });
  heard.set('search', JSON.stringify(await client.call(searchOrders, { query: { size: 100 }, body: {} })));
  heard.set('csv', await csv(client));
  return heard;
}

async function csv(client: TestClient): Promise<string> {
  const more = ['id', 'title', 'status', 'tags', 'customer', 'machines', 'currency', 'archivedBy', 'closeReason'];
  const columns = [...more, ...portalColumnSchema.options].map((key) => ({ key, title: key }));
  return new TextDecoder().decode(await client.bytes(exportOrders, { query: {}, body: { columns } }));
}

async function told(): Promise<string> {
  const mails = await Promise.all(['buyer', 'buyeradmin'].map((name) => server.mails(`${name}@demo.example`)));
  const { rows } = await sql<{ text: string }>`
    select n.params::text as text from notification n join membership m on m.id = n.membership_id
      where m.company_id = ${server.world.buyerCompanyId}
    union all select payload::text from outbox_event`.execute(server.services.db);
  return JSON.stringify([mails, rows]);
}

test('a customer from whom the facility is kept reads suppliers by number, and its name nowhere', async () => {
  const params = { id: order.id };
  const { quotes } = await buyer.call(readOrder, { params });
  expect(
    quotes
      .map(({ facility: { name, number } }) => ({ name, number }))
      .sort((a, b) => (a.number ?? 0) - (b.number ?? 0)),
  ).toEqual([
    { name: '', number: 1 },
    { name: '', number: 2 },
  ]);
  const about = { objectKind: 'RFQ_ORDER', objectId: order.id } as const;
  const page = await buyer.call(listThreads, { query: { ...about, size: 100 } });
  // A supplier has one number everywhere.
  const numbers = new Map(quotes.map(({ facility }) => [facility.id, facility.number]));
  expect(page.facilities.map(({ id, name, number }) => [name, numbers.get(id) === number])).toEqual([
    ['', true],
    ['', true],
  ]);
  expect(page.threads.length).toBeGreaterThan(3);
  expect(page.threads.filter(({ facility }) => facility && facility.number !== numbers.get(facility.id))).toEqual([]);
  expect(
    page.subjects.filter(({ revision }) => revision !== null).map(({ name, number }) => [name, typeof number]),
  ).toEqual([
    ['', 'number'],
    ['', 'number'],
  ]);
  const before = await everything(buyer);
  const quote = quotes.find(({ facility }) => facility.id === server.world.secondFacilityId);
  await buyer.call(awardBidUsingPo, {
    params: { orderId: order.id },
    body: { eventId: randomUUID(), quoteId: quote?.id ?? 0, poNumber: 'PO-15' },
  });
  await second.call(fireOrderEvent, { params, body: { eventId: randomUUID(), event: 'ACCEPT_AWARD' } });
  const after = await everything(buyer);
  for (const heard of [before, after]) {
    expect(heard.size).toBeGreaterThan(60);
    for (const word of Object.values(words)) expect(saying(heard, word), word).toEqual([]);
  }
  expect(await told()).not.toContain(words.facility);
  await buyer.call(makeRecord, { params });
  await expect.poll(async () => (await buyer.call(readRecord, { params }))?.state, { timeout: 60_000 }).toBe('READY');
  const record = await buyer.call(readRecord, { params });
  const zip = await buyer.bytes(downloadRecord, { params: { ...params, recordId: record?.id ?? 0 } });
  const pages = Object.entries(unzipSync(new Uint8Array(zip))).filter(([path]) => !/^(documents|parts)\//.test(path));
  expect(pages.map(([path]) => path)).toEqual(expect.arrayContaining(['order.json', 'messages/messages.json']));
  const texts = new Map(pages.map(([path, bytes]) => [path, Buffer.from(bytes).toString()]));
  for (const word of Object.values(words)) expect(saying(texts, word), word).toEqual([]);
}, 120_000);

test('the only supplier of an order is the shop to them', async () => {
  const { id, rfqFileDTOs } = await orderParts(server, buyer, 'Of one supplier', { sourcing: 'LINK3D' });
  const { secondFacilityId } = server.world;
  await buyer.call(distributeOrder, {
    params: { id },
    body: { eventId: randomUUID(), facilityIds: [secondFacilityId] },
  });
  const lines = [{ orderFileId: rfqFileDTOs[0]?.id ?? 0, unitPrice: 100 }];
  await second.call(submitQuote, { params: { id }, body: { eventId: randomUUID(), leadTimeDays: 5, lines } });
  const shop = { id: secondFacilityId, name: 'Demo Additive GmbH' };
  const { quotes } = await buyer.call(readOrder, { params: { id } });
  expect(quotes.map(({ facility }) => facility)).toEqual([shop]);
  const page = await buyer.call(listThreads, { query: { objectKind: 'RFQ_ORDER', objectId: id } });
  expect(page.facilities).toEqual([shop]);
});

test('a list as a file lacks what is hidden, and has nothing of the other side', async () => {
  for (const [client, others] of [
    [root, [words.facility, '443.21', '2216.05']],
    [second, ['771.23', '3856.15']],
  ] as const) {
    const file = await csv(client);
    expect(file).toContain('Hidden brackets');
    expect([words.internal, ...others].filter((word) => file.includes(word))).toEqual([]);
  }
  await put({ hiddenColumns: [...portalColumnSchema.options] });
  const [head = ''] = (await csv(buyer)).replace('\uFEFF', '').split('\r\n');
  const kept = head.split(',').filter((key) => portalColumnSchema.options.some((column) => column === key));
  expect(kept).toEqual([]);
  expect(head).toContain('title');
});
