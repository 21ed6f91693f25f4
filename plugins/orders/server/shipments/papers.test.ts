import { randomUUID } from 'node:crypto';
import { callAddress } from '@sinter/sdk/contract/callAddress';
import { documentLanguageSchema } from '@sinter/sdk/contract/orders/documents';
import { readHistory } from '@sinter/sdk/contract/orders/history';
import { awardBidUsingPo, fireOrderEvent, readOrder, submitQuote } from '@sinter/sdk/contract/orders/orders';
import { downloadRecord, makeRecord, readRecord } from '@sinter/sdk/contract/orders/record';
import { readShipmentPaper } from '@sinter/sdk/contract/orders/shipmentPapers';
import { readOrderShipments } from '@sinter/sdk/contract/orders/orderShipments';
import { readShipment, type ShipmentEvent } from '@sinter/sdk/contract/orders/shipments';
import { createShipment, fireShipmentEvent, saveShipment, screenConsignee } from '@sinter/sdk/contract/orders/shipping';
import { unzipSync } from 'fflate';
import plugins from 'virtual:plugin-servers';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readPdf } from '#host/server/documents/testing.ts';
import { testServer, type TestClient, type TestServer } from '#host/server/testing.ts';
import { addRival, orderParts } from '../../../../tests/contract/ordering.ts';

let server: TestServer;
let buyer: TestClient;
let admin: TestClient;
let rival: TestClient;
beforeAll(async () => {
  server = await testServer({ plugins, demo: true, worker: true });
  await addRival(server);
  [buyer, admin, rival] = await Promise.all([server.client('buyer'), server.client('admin'), server.client('admin2')]);
});
afterAll(() => server.stop());

/** An order of five pieces of which three are in a shipment, with everything in it that is the facility's own. */
async function parcel(): Promise<{ order: number; id: number }> {
  const { id: order, rfqFileDTOs } = await orderParts(server, buyer, 'Brackets for Łódź');
  const orderFileId = rfqFileDTOs[0]?.id ?? 0;
  const { quotes } = await admin.call(submitQuote, {
    params: { id: order },
    body: { eventId: randomUUID(), leadTimeDays: 5, lines: [{ orderFileId, unitPrice: 1250 }] },
  });
  await buyer.call(awardBidUsingPo, {
    params: { orderId: order },
    body: { eventId: randomUUID(), quoteId: quotes[0]?.id ?? 0, poNumber: `PO-77-${order}` },
  });
  for (const event of ['ACCEPT_AWARD', 'START_PRODUCTION', 'FINISH_PRINTING'] as const) {
    await admin.call(fireOrderEvent, { params: { id: order }, body: { eventId: randomUUID(), event } });
  }
  const lines = [{ orderFileId, quantity: 3 }];
  const { id, version, boxList } = await admin.call(createShipment, { body: { eventId: randomUUID(), lines } });
  await admin.call(saveShipment, {
    params: { id },
    body: {
      ...{ version, lines, carrier: '', service: '', tracking: '', incoterm: 'EXW', labelFileId: null },
      ...{ note: 'OWN-NOTE', tariffNumber: 'TARIFF-8487', exportLicence: 'LICENCE-5' },
      boxes: boxList.map((box) => ({ id: box.id, weightGrams: 4321, lengthMm: null, widthMm: null, heightMm: null })),
    },
  });
  await admin.call(screenConsignee, {
    params: { id },
    body: { list: 'SCREENED-LIST', result: 'CLEAR', screenedOn: '2026-01-02', note: 'SCREEN-NOTE' },
  });
  return { order, id };
}
const own = ['OWN-NOTE', 'TARIFF-8487', 'LICENCE-5', 'SCREENED-LIST', 'SCREEN-NOTE', '4321', '4.321', '1250', '12.50'];

const does = (id: number, event: ShipmentEvent) =>
  admin.call(fireShipmentEvent, { params: { id }, body: { eventId: randomUUID(), event, reason: 'It was lost' } });
type Type = 'packing-slip' | 'certificate' | 'label';
const fetched = (client: TestClient, id: number, type: Type, language = 'en_US') =>
  client.fetch(callAddress(readShipmentPaper, { params: { id, type }, query: { language } }));
const status = async (client: TestClient, id: number, type: Type) => (await fetched(client, id, type)).status;
const statuses = (client: TestClient, id: number) =>
  Promise.all((['packing-slip', 'certificate', 'label'] as const).map((type) => status(client, id, type)));
async function pdf(client: TestClient, id: number, type: Type, language?: string): Promise<Buffer> {
  const answer = await fetched(client, id, type, language);
  expect(answer.headers.get('content-type')).toBe('application/pdf');
  return Buffer.from(await answer.arrayBuffer());
}
/** Pieces in different fonts are read one by one. */
const textOf = async (bytes: Uint8Array) => (await readPdf(bytes)).flat().join('').replaceAll(/\s+/g, '');

const titles = {
  en_US: ['Packingslip', 'Certificateofconformity', 'Wecertify'],
  de_DE: ['Lieferschein', 'Konformitätsbescheinigung', 'Wirbescheinigen'],
  fr_FR: ['Bondelivraison', 'Certificatdeconformité', 'Nouscertifions'],
  ja_JP: ['納品書', '適合証明書', '証明します'],
  ar_SA: ['قائمةالتعبئة', 'شهادةمطابقة', 'نشهد'],
} as const;

test('a shipment has its slip and certificate in five languages once packed, and its customer once it has left', async () => {
  const { order, id } = await parcel();
  expect(await statuses(admin, id)).toEqual([404, 404, 200]);
  await does(id, 'PACK');
  expect(await statuses(admin, id)).toEqual([200, 200, 200]);
  expect(await statuses(buyer, id)).toEqual([404, 404, 404]);
  const packed = await pdf(admin, id, 'certificate');
  await does(id, 'SHIP');
  expect(await statuses(buyer, id)).toEqual([200, 200, 404]);
  expect(await statuses(rival, id)).toEqual([404, 404, 404]);
  const { history, papers, lines } = await admin.call(readShipment, { params: { id } });
  expect(papers).toEqual(['packing-slip', 'certificate']);
  const who = (history.find(({ event }) => event === 'PACK')?.who ?? '').replaceAll(' ', '');
  const { rows } = await sql<{ sha: string; material: string }>`
    select up.sha256 as sha, mat.name as material from rfq_order_file f join stored_file up on up.id = f.original_file_id
      join material mat on mat.id = f.material_id where f.order_id = ${order}
  `.execute(server.services.db);
  const [{ sha = '', material = '' } = {}] = rows;
  for (const language of documentLanguageSchema.options) {
    const [slip, certificate] = [
      await textOf(await pdf(buyer, id, 'packing-slip', language)),
      await textOf(await pdf(buyer, id, 'certificate', language)),
    ];
    const [slipTitle, certificateTitle, sentence] = titles[language];
    expect(slip).toContain(slipTitle);
    expect(certificate).toContain(certificateTitle);
    expect(certificate).toContain(sentence);
    expect(certificate).toContain(sha.slice(0, 16));
    for (const text of [slip, certificate]) {
      for (const fact of [`SHIPMENT-${id}`, `PO-77-${order}`, who, lines[0]?.fileName ?? '?']) {
        expect(text).toContain(fact.replaceAll(' ', ''));
      }
      // From right to left the words of a name stand in another order.
      for (const word of material.split(' ')) expect(text).toContain(word);
      for (const kept of own) expect(text).not.toContain(kept);
    }
    const label = await textOf(await pdf(admin, id, 'label', language));
    expect(label).toContain(`SHIPMENT-${id}`);
    for (const kept of own) expect(label).not.toContain(kept);
  }
  // It says what was certified, whatever the facility is called later.
  await sql`update facility set company_name = company_name || ' (new)' where id = ${server.world.rootFacilityId}`.execute(
    server.services.db,
  );
  expect(Buffer.compare(packed, await pdf(buyer, id, 'certificate'))).toBe(0);

  await does(id, 'VOID');
  expect(await statuses(admin, id)).toEqual([404, 404, 404]);
  expect(await statuses(buyer, id)).toEqual([404, 404, 404]);
}, 240_000);

test('who sees only one of the orders in a shipment reads none of its papers', async () => {
  const [one, other] = [await parcel(), await parcel()];
  await sql`update shipment_line set shipment_id = ${one.id} where shipment_id = ${other.id}`.execute(
    server.services.db,
  );
  for (const event of ['PACK', 'SHIP'] as const) await does(one.id, event);
  expect(await statuses(buyer, one.id)).toEqual([200, 200, 404]);
  const papers = async () => {
    const { shipments } = await buyer.call(readOrderShipments, { params: { id: one.order } });
    return shipments.find(({ id }) => id === one.id)?.papers;
  };
  expect(await papers()).toEqual(['packing-slip', 'certificate']);
  await sql`update rfq_order set company_id = (select min(id) from company where id <> company_id)
    where id = ${other.order}`.execute(server.services.db);
  expect(await papers()).toEqual([]);
  expect(await statuses(buyer, one.id)).toEqual([404, 404, 404]);
}, 120_000);

test('the record of an order has its shipments and their papers, as its reader sees them', async () => {
  const { order, id } = await parcel();
  await does(id, 'PACK');
  const recorded = async (client: TestClient) => {
    const params = { id: order };
    await client.call(makeRecord, { params });
    const read = () => client.call(readRecord, { params });
    await expect.poll(async () => (await read())?.state, { timeout: 60_000 }).toBe('READY');
    const bytes = await client.bytes(downloadRecord, { params: { id: order, recordId: (await read())?.id ?? 0 } });
    const files = unzipSync(new Uint8Array(bytes));
    const text = Object.entries(files).flatMap(([path, each]) => (path.endsWith('.json') ? [Buffer.from(each)] : []));
    for (const kept of own.slice(0, 5)) expect(text.join()).not.toContain(kept);
    return Object.keys(files).filter((path) => path.startsWith('shipments/'));
  };
  const all = [`certificate-${id}-v1.pdf`, `packing-slip-${id}-v1.pdf`, 'shipments.json'].map(
    (path) => `shipments/${path}`,
  );
  expect(await recorded(buyer)).toEqual([]);
  expect(await recorded(admin)).toEqual(all);
  await does(id, 'SHIP');
  expect(await recorded(buyer)).toEqual(all);
}, 240_000);

test('what a facility writes on a shipment for itself is in no notice, mail, event or history, and read by no other', async () => {
  const { order, id } = await parcel();
  for (const event of ['PACK', 'SHIP', 'REPORT_EXCEPTION', 'RESUME', 'DELIVER'] as const) await does(id, event);
  const { db } = server.services;
  const { rows: tables } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'
  `.execute(db);
  const written = new Set<string>();
  for (const { name } of tables) {
    const { rows } = await sql`
      select from ${sql.table(name)} each where each::text like any(${own.slice(0, 5).map((kept) => `%${kept}%`)}::text[]) limit 1
    `.execute(db);
    if (rows.length > 0) written.add(name);
  }
  expect([...written].toSorted()).toEqual(['audit_entry', 'shipment', 'shipment_screening']);
  // The audit of the facility itself.
  const { rows: audited } = await sql`
    select from audit_entry each where each::text like any(${own.slice(0, 5).map((kept) => `%${kept}%`)}::text[])
      and facility_id is distinct from ${server.world.rootFacilityId}
  `.execute(db);
  expect(audited).toEqual([]);
  const read = [
    await buyer.call(readOrderShipments, { params: { id: order } }),
    await buyer.call(readOrder, { params: { id: order } }),
    await buyer.call(readHistory, { params: { id: order } }),
  ];
  for (const kept of [...own.slice(0, 5), 'weight', 'tariff', 'licence', 'screen', '"note"'] as const) {
    expect(JSON.stringify(read[0])).not.toContain(kept);
  }
  for (const kept of own.slice(0, 5)) expect(JSON.stringify(read)).not.toContain(kept);
  for (const client of [buyer, rival]) {
    for (const address of [`/api/v3/shipments/${id}`, `/api/v3/shipments/${id}/papers/label`]) {
      expect([403, 404]).toContain((await client.fetch(address)).status);
    }
  }
}, 120_000);
