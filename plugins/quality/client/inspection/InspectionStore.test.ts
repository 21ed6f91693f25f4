import { CallError } from '@sinter/sdk/contract/errors';
import { characteristicSchema } from '@sinter/sdk/contract/quality/inspectionPlans';
import { measure, readInspection, type Inspection } from '@sinter/sdk/contract/quality/inspections';
import { kioskDevice } from '@sinter/sdk/contract/production/kioskDevice';
import { fakeHost } from '@sinter/sdk/testing';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { InspectionStore } from './InspectionStore.ts';

const inspection: Inspection = {
  ...{
    id: 4,
    number: 'INSP-4',
    state: 'OPEN',
    plan: { id: 1, name: 'Bracket' },
    version: 1,
    lotId: 9,
    position: 1,
    lotNumber: '9',
  },
  ...{ order: { id: 3, name: 'Brackets' }, part: 'bracket.stl', lotSize: 2, samples: 2, measured: 0, wanted: 2 },
  ...{ nonconforming: 0, firstArticle: false, createdAt: '2026-11-27T08:00:00Z', finishedAt: null, finishedBy: '' },
  ...{
    controlled: false,
    letter: '',
    accept: 0,
    reject: 1,
    note: '',
    ncr: null,
    switching: null,
    mayResume: false,
    sampling: 'ALL',
    level: 'II',
    aql: '4.0',
  },
  ...{ characteristics: [characteristicSchema.parse({ key: 'bore', name: 'Bore' })], readings: [], readsNcrs: true },
};

beforeEach(() => vi.stubGlobal('navigator', { platform: 'Tablet' }));
afterEach(() => vi.unstubAllGlobals());

async function opened() {
  const { host, api, offer } = fakeHost({ id: 'quality' });
  offer(kioskDevice, { act: (work) => work({}) });
  api.answer(readInspection, inspection);
  const store = new InspectionStore(host, 4);
  const stop = store.start();
  await vi.waitUntil(() => store.question.answer);
  const sent = () => api.sent(measure).map(({ body }) => body);
  return { store, api, sent, stop };
}

it('sends the same request once more for the same values, and another one for values that were corrected', async () => {
  const { store, api, sent, stop } = await opened();
  api.answer(measure, new CallError('UNAVAILABLE'));
  store.type('bore', '6.02');
  await store.keep();
  await store.keep();
  store.type('bore', '6.03');
  await store.keep();
  const ids = sent().map(({ eventId }) => eventId);
  expect(ids).toHaveLength(3);
  expect(ids[1]).toBe(ids[0]);
  expect(ids[2]).not.toBe(ids[0]);
  expect(store.typedAt('bore')).toBe('6.03');
  stop();
});

it('takes what is typed while a sample is sent as of the next one, and a correction of it as of itself', async () => {
  const { store, api, stop } = await opened();
  api.answer(measure, { state: 'MEASURING', measured: 1, nonconforming: 0, readings: [] });
  store.type('bore', '6.02');
  const keeping = store.keep();
  store.type('bore', '6.04');
  await keeping;
  expect([store.sample, store.typedAt('bore')]).toEqual([2, '6.04']);
  store.show(1);
  expect(store.typedAt('bore')).toBeUndefined();

  store.type('bore', '6.01');
  const again = store.keep();
  store.show(1);
  store.type('bore', '6.03');
  await again;
  expect([store.sample, store.typedAt('bore')]).toEqual([1, '6.03']);
  stop();
});
