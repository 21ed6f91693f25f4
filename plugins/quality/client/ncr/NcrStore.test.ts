import { ncrDetailSchema, type NcrDetail } from '@sinter/sdk/contract/quality/ncr';
import {
  fireNcrEvent,
  listNcrHistory,
  ncrChanged,
  readNcr,
  readNcrChoices,
  releaseNcr,
  setNcrRows,
} from '@sinter/sdk/contract/quality/ncrs';
import { sampleOf } from '@sinter/sdk/contract/samples';
import { fakeHost } from '@sinter/sdk/testing';
import { expect, it, vi } from 'vitest';
import { NcrStore } from './NcrStore.ts';

const ncr: NcrDetail = { ...ncrDetailSchema.parse(sampleOf(ncrDetailSchema, 1)), id: 7, version: 1 };

const rows = [{ id: null, quantity: 1, disposition: null, reason: '', toPosition: null }];

async function opened() {
  const { host, api, receive } = fakeHost({ id: 'quality' });
  api.answer(readNcr, ncr);
  api.answerWithSample(listNcrHistory);
  api.answerWithSample(readNcrChoices);
  const store = new NcrStore(host, 7);
  const end = store.start();
  await vi.waitFor(() => expect(store.reading.answer).toEqual(ncr));
  return { store, api, receive, end };
}

it('keeps what is worked on open, whatever else the server answers meanwhile', async () => {
  const { store, api, receive, end } = await opened();
  const later = { ...ncr, version: 2 };
  api.answer(releaseNcr, later);
  store.open('change');
  await store.releasing.run(1);
  expect([store.beside, store.reading.answer?.version]).toEqual(['change', 2]);

  api.answer(readNcr, { ...ncr, version: 3 });
  receive(ncrChanged, { ncrId: 7, orderId: null, lotId: null });
  await vi.waitFor(() => expect(store.reading.answer?.version).toBe(3));
  expect(store.beside).toBe('change');

  // Saved after all, when something else is open already.
  api.answer(setNcrRows, later);
  await store.saveRows(2, rows);
  expect(store.beside).toBe('change');
  end();
});

it('closes what was saved', async () => {
  const { store, api, end } = await opened();
  api.answer(setNcrRows, ncr);
  store.open('rows');
  await store.saveRows(1, rows);
  expect(store.beside).toBeNull();
  api.answer(fireNcrEvent, ncr);
  store.open('VOID');
  await store.fire('VOID', 'Twice');
  expect(store.beside).toBeNull();
  end();
});
