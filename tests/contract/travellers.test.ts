import plugins from 'virtual:plugin-servers';
import { callAddress } from '@sinter/sdk/contract/callAddress';
import * as calls from '@sinter/sdk/contract/production/travellers';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readPdf } from '#host/server/documents/testing.ts';
import { testServer, type TestClient, type TestServer } from '#host/server/testing.ts';

let server: TestServer;
let operator: TestClient;
let rival: TestClient;
let buyer: TestClient;

beforeAll(async () => {
  server = await testServer({ plugins, demo: true });
  [operator, rival, buyer] = await Promise.all([
    server.client('operator'),
    server.client('admin2'),
    server.client('buyer'),
  ]);
});
afterAll(() => server.stop());

async function pages(client: TestClient, address: string): Promise<string[]> {
  const answer = await client.fetch(address);
  expect(answer.status, address).toBe(200);
  expect(answer.headers.get('content-type')).toBe('application/pdf');
  return (await readPdf(new Uint8Array(await answer.arrayBuffer()))).map((texts) => texts.join('\n'));
}

test('parts of an order have travellers, of what builds make of them and of what none makes yet', async () => {
  const { rows } = await sql<{ order: number; file: number; lot: number; job: number; quantity: number }>`
    select f.order_id as order, f.id as file, lot.id as lot, lot.job_id as job, lot.quantity
    from lot join job j on j.id = lot.job_id join rfq_order_file f on f.id = lot.order_file_id
      join rfq_order o on o.id = f.order_id join rfq_match m on m.order_id = o.id and m.facility_id = j.facility_id
    where j.facility_id = ${server.world.rootFacilityId} and j.status in ('QUEUED', 'IN_PROGRESS')
      and m.status in ('SP_BID_ACCEPTED', 'IN_PROGRESS') and not o.export_controlled and not o.holds_controlled
    order by lot.id limit 1
  `.execute(server.services.db);
  const [lot] = rows;
  if (!lot) throw new Error('The demo builds nothing that was ordered.');
  const [alone = ''] = await pages(operator, callAddress(calls.lotTraveller, { query: { lotId: lot.lot } }));
  expect(alone).toContain(`LOT-${lot.lot}`);
  expect(alone).toContain(`JOB-${lot.job}`);
  expect(alone).toContain('Signature, date');
  const whole = await pages(operator, callAddress(calls.orderTraveller, { query: { orderId: lot.order } }));
  expect(whole.some((text) => text.includes(`LOT-${lot.lot}`))).toBe(true);
  const parts = await pages(operator, callAddress(calls.traveller, { query: { orderFileId: lot.file } }));
  expect(parts.length).toBeLessThanOrEqual(whole.length);
  const grouped = [
    callAddress(calls.orderTravellerGrouped, { query: { orderId: lot.order } }),
    callAddress(calls.lotTravellerGrouped, { query: { lotId: lot.lot } }),
  ];
  for (const address of grouped) {
    const texts = await pages(operator, address);
    expect(texts.join('\n')).toContain(`LOT-${lot.lot}`);
    expect(texts.length).toBeLessThanOrEqual(whole.length);
  }
  for (const text of [alone, ...whole]) expect(text).not.toMatch(/€|EUR/);

  const address = callAddress(calls.lotTraveller, { query: { lotId: lot.lot } });
  expect((await rival.fetch(address)).status).toBe(404);
  expect((await buyer.fetch(address)).status).toBe(403);
  await sql`update rfq_order set export_controlled = true where id = ${lot.order}`.execute(server.services.db);
  expect((await operator.fetch(address)).status).toBe(404);
}, 120_000);
