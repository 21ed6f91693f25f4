import { beforeEach, expect, it, vi } from 'vitest';
import { CallError } from '@sinter/sdk/contract/errors';
import { lotChanged, progressStep, readLot } from '@sinter/sdk/contract/production/lots';
import { plainMes, readFloor } from '@sinter/sdk/contract/production/mes';
import { fakeHost, fakeStorage, type FakeHost } from '@sinter/sdk/testing';
import { chosenStep, LotStore } from './LotStore.ts';
import { lotOf, stepOf } from './testing.ts';

const running = stepOf(1, { status: 'IN_PROGRESS', received: 8, open: 8, counts: true });
let made: FakeHost;
async function opened(): Promise<LotStore> {
  made = fakeHost({ id: 'production' });
  made.api.answer(readLot, lotOf([stepOf(0, { kind: 'PRINT', status: 'COMPLETED' }), running]));
  made.api.answer(readFloor, { ...plainMes, steps: [] });
  const store = new LotStore(made.host, 7);
  store.start();
  await vi.waitFor(() => expect(store.lot?.id).toBe(7));
  return store;
}

beforeEach(() => vi.stubGlobal('sessionStorage', fakeStorage()));

it('opens the step that is worked on, unless the address names another', async () => {
  const { lot } = await opened();
  if (!lot) throw new Error('There is no lot.');
  expect(chosenStep(lot, '')?.position).toBe(1);
  expect(chosenStep(lot, '?step=0')?.position).toBe(0);
});

it('keeps what is counted over a reload, and asks before it is left', async () => {
  const store = await opened();
  store.stage(1, { good: 5 });
  store.stage(1, { scrap: [{ quantity: 1, reason: 'Surface', remake: true }] });
  expect(made.beforeStop()).toBe('unsaved');
  const again = await opened();
  expect(again.stagedAt(1)).toMatchObject({ good: 5, scrap: [{ quantity: 1, reason: 'Surface' }] });
  again.discard(1);
  expect(made.beforeStop()).toBe('ready');
});

it('commits all of it in one, and is done with it', async () => {
  const store = await opened();
  store.stage(1, { good: 8, batch: 'B-7' });
  store.answer(1, 'clean', true);
  made.api.answer(progressStep, lotOf([stepOf(1, { status: 'COMPLETED', good: 8 })]));
  await store.progress(running, true);
  expect(made.api.sent(progressStep)).toMatchObject([
    { body: { good: 8, batch: 'B-7', checks: [{ key: 'clean', value: true }], finish: true } },
  ]);
  expect(store.staged.size).toBe(0);
  expect(store.lot?.steps[0]?.status).toBe('COMPLETED');
});

it('loses nothing of what is refused', async () => {
  const store = await opened();
  store.stage(1, { good: 9 });
  made.api.answer(progressStep, CallError.received({ code: 'NOT_POSSIBLE', message: 'Only 8 pieces are open.' }));
  await store.progress(running, false);
  expect(store.problem).toBe('Only 8 pieces are open.');
  expect(store.stagedAt(1)).toMatchObject({ good: 9, sent: null });
  store.stage(1, { good: 8 });
  expect(store.stagedAt(1).good).toBe(8);
});

it('sends what was not answered once more as it was, so that it counts once', async () => {
  const store = await opened();
  store.stage(1, { good: 8 });
  made.api.answer(progressStep, new CallError('UNAVAILABLE'));
  await store.progress(running, true);
  store.stage(1, { good: 2 });
  store.discard(1);
  expect(store.stagedAt(1)).toMatchObject({ good: 8, sent: { finish: true } });
  made.api.answer(progressStep, lotOf([running]));
  await store.progress(running, false);
  const [first, second] = made.api.sent(progressStep);
  expect(second).toEqual(first);
  expect(store.staged.size).toBe(0);
});

it('shows what others do, and leaves alone what is counted here', async () => {
  const store = await opened();
  store.stage(1, { good: 5 });
  made.api.answer(readLot, lotOf([stepOf(1, { status: 'IN_PROGRESS', received: 8, good: 6, open: 2, counts: true })]));
  made.receive(lotChanged, { lotId: 8, orderId: 3 });
  made.receive(lotChanged, { lotId: 7, orderId: 3 });
  await vi.waitFor(() => expect(store.lot?.steps[0]?.open).toBe(2));
  expect(store.stagedAt(1).good).toBe(5);
});
