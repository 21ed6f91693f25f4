import { CallError } from '@sinter/sdk/contract/errors';
import { listCarriers } from '@sinter/sdk/contract/orders/carriers';
import { readShipment } from '@sinter/sdk/contract/orders/shipments';
import { scanIntoShipment } from '@sinter/sdk/contract/orders/shipping';
import { fakeHost } from '@sinter/sdk/testing';
import { expect, it, vi } from 'vitest';
import { ShipmentStore } from './ShipmentStore.ts';

const code = { kind: 'PART', id: 71 } as const;

async function packing() {
  const { api, host } = fakeHost({ id: 'orders' });
  api.answer(listCarriers, { carriers: [], version: 0 });
  const empty = { weightGrams: null, lengthMm: null, widthMm: null, heightMm: null, contents: [] };
  const boxList = [1, 2].map((number) => ({ id: number, number, ...empty }));
  const draft = { ...api.answerWithSample(readShipment), status: 'DRAFT' as const, boxList };
  api.answer(readShipment, draft);
  const store = new ShipmentStore(host, 17);
  store.start();
  await vi.waitFor(() => expect(store.openBox).toBe(1));
  const sent = () => api.sent(scanIntoShipment).map(({ body }) => body);
  return { api, draft, store, sent };
}

it('counts a scan once when its answer was lost and the part is scanned again', async () => {
  const { api, draft, store, sent } = await packing();
  api.answer(scanIntoShipment, new CallError('UNAVAILABLE'));
  await expect(store.scan(code)).rejects.toThrow();
  api.answer(scanIntoShipment, draft);
  await store.scan(code);
  await store.scan(code);
  const [lost, again, next] = sent();
  expect(again).toEqual(lost);
  expect(next?.eventId).not.toBe(lost?.eventId);
});

it('takes another box, another number of pieces or a refused code as a scan of its own', async () => {
  const { api, store, sent } = await packing();
  api.answer(scanIntoShipment, new CallError('UNAVAILABLE'));
  await expect(store.scan(code)).rejects.toThrow();
  store.chooseBox(2);
  await expect(store.scan(code)).rejects.toThrow();
  store.countPerScan(3);
  api.answer(
    scanIntoShipment,
    CallError.received({ code: 'INVALID_INPUT', message: '', fields: { quantity: 'Too many' } }),
  );
  expect(await store.scan(code)).toEqual({ taken: false, text: 'Too many' });
  await store.scan(code);
  expect(new Set(sent().map((scan) => scan.eventId)).size).toBe(4);
});
