import { randomUUID } from 'node:crypto';
import plugins from 'virtual:plugin-servers';
import {
  documentLanguageSchema,
  listOrderDocuments,
  readOrderDocument,
  type OrderDocument,
} from '@sinter/sdk/contract/orders/documents';
import { awardBidUsingPo, fireOrderEvent, submitQuote, type OrderDetail } from '@sinter/sdk/contract/orders/orders';
import { callAddress } from '@sinter/sdk/contract/callAddress';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { readPdf } from '#host/server/documents/testing.ts';
import { testServer, type TestClient, type TestServer } from '#host/server/testing.ts';
import { addRival, orderParts } from './ordering.ts';

let server: TestServer;
let buyer: TestClient;
let winner: TestClient;
let rival: TestClient;
let operator: TestClient;

beforeAll(async () => {
  server = await testServer({ plugins, demo: true, worker: true });
  await addRival(server);
  [buyer, winner, rival, operator] = await Promise.all([
    server.client('buyer'),
    server.client('admin'),
    server.client('admin2'),
    server.client('operator'),
  ]);
});
afterAll(() => server.stop());

const hostile = '<b>Note</b> \u202Egnp.exe مرحبا 東京 👩‍👩‍👧';
const quote = (client: TestClient, { id, rfqFileDTOs }: OrderDetail, unitPrice: number) =>
  client.call(submitQuote, {
    params: { id },
    body: {
      eventId: randomUUID(),
      leadTimeDays: 5,
      note: hostile,
      internalNote: 'cost is 3 euros',
      lines: rfqFileDTOs.map((part) => ({
        orderFileId: part.id,
        unitPrice,
        breaks: [{ quantity: 25, unitPrice: 990 }],
      })),
      charges: [{ name: 'Setup', amount: 5000 }],
      options: [{ name: 'Express', leadTimeDays: 2, priceFactor: 1.333 }],
    },
  });
const fire = (
  client: TestClient,
  { id }: { id: number },
  event: 'REQUEST_REVISION' | 'ACCEPT_AWARD' | 'HOLD' | 'RESUME',
  more = {},
) =>
  client.call(fireOrderEvent, { params: { id }, body: { eventId: randomUUID(), event, reason: 'Cheaper', ...more } });
const papers = async (client: TestClient, { id }: { id: number }): Promise<OrderDocument[]> =>
  (await client.call(listOrderDocuments, { params: { id }, query: {} })).documents;

async function pdf(
  client: TestClient,
  { id }: { id: number },
  paper: OrderDocument,
  language: string,
): Promise<Buffer> {
  const query = { matchId: paper.matchId, version: paper.version, language };
  const answer = await client.fetch(callAddress(readOrderDocument, { params: { id, type: paper.type }, query }));
  expect(answer.headers.get('content-type')).toBe('application/pdf');
  return Buffer.from(await answer.arrayBuffer());
}
const textOf = async (bytes: Uint8Array): Promise<string> => (await readPdf(bytes)).flat().join('\n');
/** Without the marks that tell directions, which are not drawn. */
const money = (minor: number, language: string): string =>
  new Intl.NumberFormat(`${language.replace('_', '-')}-u-nu-latn`, { style: 'currency', currency: 'EUR' })
    .format(minor / 100)
    .replaceAll(/[\u200E\u200F]/g, '');
/** Pieces in different fonts are read one by one. */
const plain = (text: string): string => text.replaceAll(/[\u00A0\u202F\s]+/g, '');

test('an order has its papers in five languages, the same bytes each time, and each side reads its own', async () => {
  const order = await orderParts(server, buyer, 'Brackets for Łódź');
  await quote(rival, order, 1500);
  await quote(winner, order, 1400);
  const { rows } = await sql<{ id: number }>`
    select id from rfq_match where order_id = ${order.id} and facility_id = ${server.world.rootFacilityId}
  `.execute(server.services.db);
  const matchId = rows[0]?.id ?? 0;
  await fire(buyer, order, 'REQUEST_REVISION', { matchId });
  const requoted = await quote(winner, order, 1250);

  const own = await papers(winner, order);
  expect(own.map(({ type, version, replaced }) => [type, version, replaced])).toEqual([
    ['quote', 2, false],
    ['quote', 1, true],
  ]);
  expect(own.every((paper) => paper.matchId === matchId)).toBe(true);
  expect((await papers(rival, order)).map(({ version }) => version)).toEqual([1]);
  expect(await papers(buyer, order)).toHaveLength(3);
  expect(await papers(operator, order)).toEqual([]);

  const [latest, first] = own;
  if (!latest || !first) throw new Error('There are no quotes.');
  for (const client of [rival, operator]) {
    const address = callAddress(readOrderDocument, { params: { id: order.id, type: 'quote' }, query: { matchId } });
    expect((await client.fetch(address)).status).toBe(404);
  }
  for (const language of documentLanguageSchema.options) {
    const bytes = await pdf(buyer, order, latest, language);
    expect(bytes.length).toBeLessThan(100_000);
    const text = plain(await textOf(bytes));
    expect(text).toContain(`ORDER-${order.id}`);
    // From right to left the sign of the currency stands apart, and so does what is no word.
    const rightToLeft = language === 'ar_SA';
    expect(text).toContain(rightToLeft ? '112.50' : plain(money(5 * 1250 + 5000, language)));
    expect(text).toContain('forŁódź');
    expect(text).toContain('gnp.exe');
    expect(text).toContain(rightToLeft ? 'Note</b>' : '<b>Note</b>');
    expect(text).not.toContain('costis3');
    if (language === 'ar_SA') expect(text).toContain('عرضسعر');
    if (language === 'ja_JP') expect(text).toContain('見積書');
  }
  const english = await buyer.call(listOrderDocuments, { params: { id: order.id }, query: { language: 'en_US' } });
  const { hash = '' } = english.documents.find((paper) => paper.matchId === matchId && paper.version === 2) ?? {};
  expect(await textOf(await pdf(buyer, order, latest, 'en_US'))).toContain(`Version 2 · ${hash.slice(0, 16)}`);
  expect(await textOf(await pdf(buyer, order, first, 'en_US'))).toContain(money(5 * 1400 + 5000, 'en_US'));

  const before = await pdf(buyer, order, latest, 'de_DE');
  await buyer.call(awardBidUsingPo, {
    params: { orderId: order.id },
    body: { eventId: randomUUID(), quoteId: requoted.quotes[0]?.id ?? 0, poNumber: 'PO-77' },
  });
  expect((await papers(buyer, order)).map(({ type }) => type)).not.toContain('confirmation');
  await fire(winner, order, 'ACCEPT_AWARD');
  // What was issued doesn't follow.
  await sql`update facility set company_name = company_name || ' (new)' where id = ${server.world.rootFacilityId}`.execute(
    server.services.db,
  );
  expect(Buffer.compare(before, await pdf(winner, order, latest, 'de_DE'))).toBe(0);
  const agreed = (await papers(buyer, order)).filter(({ type }) => type !== 'quote');
  expect(agreed.map(({ type }) => type).toSorted()).toEqual(['confirmation', 'invoice-draft']);
  for (const paper of agreed) {
    const text = plain(await textOf(await pdf(buyer, order, paper, 'en_US')));
    expect(text).toContain('PO-77');
    expect(text).toContain(plain(money(5 * 1250 + 5000, 'en_US')));
    expect(text.includes('Draft')).toBe(paper.type === 'invoice-draft');
  }

  // Two days on hold are two days more: what is promised now is a version of its own, and what was promised stays.
  const confirmations = async () => (await papers(buyer, order)).filter(({ type }) => type === 'confirmation');
  const promised = async (paper: OrderDocument | undefined) =>
    paper ? /Promised for\n(.+)/.exec(await textOf(await pdf(buyer, order, paper, 'en_US')))?.[1] : undefined;
  const [issued] = await confirmations();
  const firstDay = await promised(issued);
  await fire(buyer, order, 'HOLD');
  await sql`update order_history set created_at = created_at - interval '2 days'
    where order_id = ${order.id} and event = 'HOLD'`.execute(server.services.db);
  await fire(buyer, order, 'RESUME');
  await vi.waitFor(async () => expect(await confirmations()).toHaveLength(2), { timeout: 60_000, interval: 200 });
  const [second, replaced] = await confirmations();
  expect([second?.version, second?.replaced, replaced?.replaced]).toEqual([2, false, true]);
  expect(await promised(replaced)).toBe(firstDay);
  const days = Date.parse((await promised(second)) ?? '') - Date.parse(firstDay ?? '');
  expect(Math.round(days / 86_400_000)).toBe(2);
}, 180_000);
