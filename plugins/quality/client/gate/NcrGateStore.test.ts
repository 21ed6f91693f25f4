import { passNcrGate } from '@sinter/sdk/contract/quality/gates';
import { CallError } from '@sinter/sdk/contract/errors';
import { expect, it, vi } from 'vitest';
import { fakeHost } from '@sinter/sdk/testing';
import { NcrGateStore } from './NcrGateStore.ts';

it('passes all that was named, and lets the refused call go on', async () => {
  const { host, api } = fakeHost({ id: 'quality' });
  const done = vi.fn();
  const store = new NcrGateStore(host, { gate: 'SHIP', subjectId: 7, position: 0 }, [{ id: 1 }, { id: 2 }], done);
  api.answer(passNcrGate, new CallError('UNAVAILABLE'));
  await store.passing.run();
  expect(done).not.toHaveBeenCalled();
  expect(store.passing.problem).not.toBeNull();
  api.answer(passNcrGate, { passed: 2 });
  await store.passing.run();
  expect(done.mock.calls).toEqual([[true]]);
});
