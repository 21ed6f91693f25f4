import { randomUUID } from 'node:crypto';
import plugins from 'virtual:plugin-servers';
import { awardBidUsingPo, fireOrderEvent, submitQuote } from '@sinter/sdk/contract/orders/orders';
import { publishSetting, readSetting, saveSettingDraft } from '@sinter/sdk/contract/host/versions';
import { addChecklist, answerGate, checklistKind, readGate } from '@sinter/sdk/contract/production/checklists';
import type { Gate } from '@sinter/sdk/contract/production/gates';
import { afterAll, beforeAll, expect, test } from 'vitest';
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

/** A list of one item for a customer. */
async function listed(gate: Gate, companyIds: number[]): Promise<number> {
  const { id } = await admin.call(addChecklist, { body: { name: `Before ${gate}` } });
  const place = { kind: checklistKind, elementId: String(id) };
  const items = [{ key: 'read', kind: 'CHECKBOX', label: `Ready for ${gate}` }];
  const { seen } = await admin.call(readSetting, { query: place });
  const value = { name: `Before ${gate}`, gate, companyIds, items };
  const saved = await admin.call(saveSettingDraft, { body: { ...place, seen, value } });
  await admin.call(publishSetting, { body: { ...place, seen: saved.seen } });
  return id;
}

test('an order is quoted, accepted and shipped once the list before it is answered', async () => {
  const { buyerCompanyId, thirdCompanyId } = server.world;
  const lists = {
    QUOTE: await listed('QUOTE', [buyerCompanyId]),
    REVIEW: await listed('REVIEW', [buyerCompanyId]),
    SHIP: await listed('SHIP', [buyerCompanyId]),
  };
  await listed('QUOTE', [thirdCompanyId]);
  const { id, rfqFileDTOs } = await orderParts(server, buyer, 'Asked about');
  const passes = async <T>(gate: keyof typeof lists, go: () => Promise<T>): Promise<T> => {
    const params = { gate, subjectId: id, position: 0 };
    const message = `Answer the checklist first: Ready for ${gate}.`;
    await expect(go()).rejects.toMatchObject({ code: 'CHECKLIST_OPEN', message, details: { gate: params } });
    const answers = [{ checklistId: lists[gate], version: 1, key: 'read', value: true }];
    expect((await admin.call(answerGate, { params, body: { answers } })).open).toBe(0);
    return go();
  };
  const lines = rfqFileDTOs.map((file) => ({ orderFileId: file.id, unitPrice: 1250 }));
  const { quotes } = await passes('QUOTE', () =>
    admin.call(submitQuote, { params: { id }, body: { eventId: randomUUID(), leadTimeDays: 5, lines } }),
  );
  const award = { eventId: randomUUID(), quoteId: quotes[0]?.id ?? 0, poNumber: 'PO-LIST' };
  await buyer.call(awardBidUsingPo, { params: { orderId: id }, body: award });
  const fire = (event: 'ACCEPT_AWARD' | 'SHIP') =>
    admin.call(fireOrderEvent, { params: { id }, body: { eventId: randomUUID(), event, reason: 'By courier' } });
  expect((await passes('REVIEW', () => fire('ACCEPT_AWARD'))).status).toBe('SP_BID_ACCEPTED');
  expect((await passes('SHIP', () => fire('SHIP'))).status).toBe('SHIPPED');
});

test('a facility that was not asked, a kiosk and the buyer read nothing', async () => {
  const { id } = await orderParts(server, buyer, 'Kept apart');
  const params = { gate: 'QUOTE', subjectId: id, position: 0 } as const;
  const [other, kiosk] = await Promise.all([server.client('admin2'), server.client('lot')]);
  await expect(other.call(readGate, { params })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  await expect(kiosk.call(readGate, { params })).rejects.toMatchObject({ code: 'FORBIDDEN' });
  await expect(buyer.call(readGate, { params })).rejects.toMatchObject({ code: 'FORBIDDEN' });
});
