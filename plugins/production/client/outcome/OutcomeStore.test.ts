import { beforeEach, expect, it, vi } from 'vitest';
import { CallError } from '@sinter/sdk/contract/errors';
import {
  buildMarked,
  markObjects,
  readObjects,
  type BuildObject,
  type BuildObjects,
} from '@sinter/sdk/contract/production/outcome';
import { fakeHost, type FakeHost } from '@sinter/sdk/testing';
import { OutcomeStore } from './OutcomeStore.ts';
import { hitBy } from './picture.ts';

const objectOf = (copy: number, change: Partial<BuildObject> = {}): BuildObject => ({
  ...{ orderFileId: 9, copy, outline: null, heightMm: null, placement: null, outcome: null, reason: '' },
  ...{ source: null, by: '', device: '', at: null, remadeBy: null },
  ...change,
});
const buildOf = (objects: BuildObject[], version = 3): BuildObjects => ({
  ...{ jobId: 5, jobName: 'Hinges', machine: 'MJF-01', status: 'IN_PROGRESS', mayMark: true, version },
  ...{ boxMm: null, reasons: ['Warped'], objects },
  parts: [{ orderFileId: 9, orderId: 3, part: 'hinge.stl', fileId: 1, lotId: 7, quantity: 3, good: 0, failed: 0 }],
});

let made: FakeHost;
let store: OutcomeStore;
beforeEach(async () => {
  made = fakeHost({ id: 'production' });
  made.api.answer(
    readObjects,
    buildOf([objectOf(0), objectOf(1), objectOf(2, { outcome: 'FAILED', reason: 'Warped' })]),
  );
  store = new OutcomeStore(made.host, 5);
  store.start();
  await vi.waitUntil(() => store.objects.length === 3);
});

const choose = (...copies: number[]) =>
  store.objects.filter(({ copy }) => copies.includes(copy)).forEach((object) => store.toggle(object));

it('marks several at once, with the version that was seen, and offers to undo it', async () => {
  choose(1, 2);
  made.api.answer(
    markObjects,
    buildOf([objectOf(0), objectOf(1, { outcome: 'GOOD' }), objectOf(2, { outcome: 'GOOD' })], 8),
  );
  await store.mark('GOOD');
  expect(made.api.sent(markObjects)).toMatchObject([
    { body: { seen: 3, marks: [{ orderFileId: 9, copies: [1, 2], outcome: 'GOOD', reason: '' }] } },
  ]);
  expect(store.chosen.size).toBe(0);
  await store.undo.run();
  expect(made.api.sent(markObjects)[1]?.body).toMatchObject({
    seen: 8,
    marks: [
      { copies: [1], outcome: null },
      { copies: [2], outcome: 'FAILED', reason: 'Warped' },
    ],
  });
});

it('keeps what is chosen where somebody was faster, and shows how it stands now', async () => {
  choose(0);
  made.api.answer(markObjects, CallError.received({ code: 'CHANGED', message: 'Somebody else was faster.' }));
  made.api.answer(readObjects, buildOf([objectOf(0, { outcome: 'FAILED' }), objectOf(1), objectOf(2)], 9));
  await store.mark('GOOD');
  expect(store.marking.problem).toBe('Somebody else was faster.');
  expect(store.chosen.size).toBe(1);
  await vi.waitFor(() => expect(store.objects[0]?.outcome).toBe('FAILED'));
});

it('follows the marks of others', async () => {
  made.api.answer(readObjects, buildOf([objectOf(0, { outcome: 'GOOD' }), objectOf(1), objectOf(2)], 9));
  made.receive(buildMarked, { jobId: 6 });
  made.receive(buildMarked, { jobId: 5 });
  await vi.waitFor(() => expect(store.open).toHaveLength(2));
});

it('finds the highest object under a finger, else the nearest', () => {
  const square = (x: number): number[] => [x, 0, x + 10, 0, x + 10, 10, x, 10];
  const objects = [
    objectOf(0, { outline: square(0) }),
    objectOf(1, { outline: square(5) }),
    objectOf(2, { outline: square(40) }),
  ];
  expect(hitBy(objects, { x: 7, y: 5 }, 5)?.copy).toBe(1);
  expect(hitBy(objects, { x: 2, y: 5 }, 5)?.copy).toBe(0);
  expect(hitBy(objects, { x: 37, y: 5 }, 5)?.copy).toBe(2);
  expect(hitBy(objects, { x: 30, y: 5 }, 5)).toBeNull();
});
