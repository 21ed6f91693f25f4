import plugins from 'virtual:plugin-servers';
import { callAddress } from '@sinter/sdk/contract/callAddress';
import { documentLanguageSchema, readOrderDocument } from '@sinter/sdk/contract/orders/documents';
import { printPartLabels } from '@sinter/sdk/contract/orders/labels';
import { readShipmentPaper } from '@sinter/sdk/contract/orders/shipmentPapers';
import { orderTraveller, orderTravellerGrouped } from '@sinter/sdk/contract/production/travellers';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as z from 'zod';
import { readPdf } from '#host/server/documents/testing.ts';
import { testServer, type TestClient, type TestServer } from '#host/server/testing.ts';
import { say as sayOfOrders } from '../../plugins/orders/server/texts.ts';
import { say as sayOfProduction } from '../../plugins/production/server/texts.ts';

let server: TestServer;
let admin: TestClient;
beforeAll(async () => {
  server = await testServer({ plugins, demo: true });
  admin = await server.client('admin');
});
afterAll(() => server.stop());

/** An order of the demo company that is agreed, wants more than the plain, and has two parts. */
async function agreedOrder() {
  const { rows } = await sql<{ id: number; total: number }>`
    select o.id, q.total_minor as total from rfq_order o join rfq_match m on m.order_id = o.id
      join quote q on q.match_id = m.id and q.status = 'ACCEPTED'
    where m.facility_id = ${server.world.rootFacilityId} and m.promised_at is not null and q.currency = 'EUR'
      and not o.export_controlled and not o.holds_controlled and m.status in ('SP_BID_ACCEPTED', 'IN_PROGRESS')
      and exists (select from rfq_order_file f where f.order_id = o.id and f.inspection = 'FIRST_ARTICLE'
        and f.tolerance = 'ISO_2768_M' and f.finish_id is not null and f.quantity > f.scheduled)
    order by o.id limit 1
  `.execute(server.services.db);
  const [order] = rows;
  if (!order) throw new Error('No agreed order of the demo wants a first article.');
  return order;
}

/** The first parcel of the demo company that was packed. */
async function packed(): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    select s.id from shipment s where s.facility_id = ${server.world.rootFacilityId} and s.status in ('SHIPPED', 'DELIVERED')
      and exists (select from shipment_line held where held.shipment_id = s.id) order by s.id limit 1
  `.execute(server.services.db);
  if (!rows[0]) throw new Error('The demo ships nothing.');
  return rows[0].id;
}

async function itemsOf(address: string): Promise<string[]> {
  const answer = await admin.fetch(address);
  expect(answer.status, address).toBe(200);
  return (await readPdf(new Uint8Array(await answer.arrayBuffer()))).flat();
}

const textsSchema = z.object({ default: z.record(z.string(), z.string()) });
/** Joined letters are read as they are drawn: of "la" the second first. */
const asRead = (text: string) => text.replaceAll(/ل([اأإآ])/g, '$1ل');
const plain = (text: string) => text.replaceAll(/[\u200E\u200F\u00A0\u202F\s]+/g, '');

test('each paper says in each language what it says in English', async () => {
  const { id, total } = await agreedOrder();
  const kinds = [
    ...(['quote', 'confirmation', 'invoice-draft'] as const).map((type) => ({
      address: callAddress(readOrderDocument, { params: { id, type } }),
      ...{ texts: sayOfOrders, priced: true, atLeast: 14 },
    })),
    ...[orderTraveller, orderTravellerGrouped].map((call) => ({
      address: callAddress(call, { query: { orderId: id } }),
      ...{ texts: sayOfProduction, priced: false, atLeast: 18 },
    })),
    {
      address: callAddress(printPartLabels, { params: { id } }),
      ...{ texts: sayOfOrders, priced: false, atLeast: 1 },
    },
  ];
  const shipment = await packed();
  for (const type of ['packing-slip', 'certificate', 'label'] as const) {
    kinds.push({
      address: callAddress(readShipmentPaper, { params: { id: shipment, type } }),
      ...{ texts: sayOfOrders, priced: false, atLeast: type === 'label' ? 1 : 8 },
    });
  }
  const said = new Map<string, string[]>();
  for (const language of documentLanguageSchema.options) {
    await sql`update app_user set language = ${language}`.execute(server.services.db);
    const sum = new Intl.NumberFormat(`${language.replace('_', '-')}-u-nu-latn`, {
      ...{ style: 'currency', currency: 'EUR' },
    }).format(total / 100);
    for (const { address, texts, priced, atLeast } of kinds) {
      const items = await itemsOf(address);
      const whole = plain(items.join(''));
      if (language === 'en_US') {
        const keys = Object.entries(texts.english)
          .filter(([, text]) => items.some((item) => item === text || item.startsWith(`${text}:`)))
          .map(([key]) => key)
          // Of the record, and no paper: some say the same in English and not elsewhere.
          .filter((key) => !key.startsWith('record'));
        expect(keys.length, `${address} ${keys.join(' ')}`).toBeGreaterThanOrEqual(atLeast);
        said.set(address, keys);
      } else {
        const own = textsSchema.parse(await texts.load(language)).default;
        for (const key of said.get(address) ?? []) {
          for (const word of (own[key] ?? '').split(/[ .]+/)) {
            expect(whole, `${language} ${address} ${key}`).toContain(plain(language === 'ar_SA' ? asRead(word) : word));
          }
        }
      }
      // From right to left the sign of the currency stands apart.
      const amount = language === 'ar_SA' ? (/[\d.,]+/.exec(sum)?.[0] ?? '') : plain(sum);
      if (priced) expect(whole, `${language} ${address}`).toContain(amount);
      else expect(whole).not.toContain('€');
      expect(whole).not.toMatch(/ISO_2768|FIRST_ARTICLE/);
    }
  }
}, 180_000);
