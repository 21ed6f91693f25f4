import type { NcrPhoto } from '@sinter/sdk/contract/quality/ncr';
import { changeNcrPhoto } from '@sinter/sdk/contract/quality/ncrs';
import { fakeHost } from '@sinter/sdk/testing';
import { expect, it, vi } from 'vitest';
import { MarkStore } from './MarkStore.ts';

const photo: NcrPhoto = {
  ...{ id: 3, caption: '', marks: [], by: 'Olga', at: '2026-11-28T08:00:00Z' },
  file: { id: 8, fileName: 'warped.jpg', size: 1, fileURL: '/8' },
};

it('draws within the picture, takes steps back, and saves marks beside it', async () => {
  const { host, api } = fakeHost({ id: 'quality' });
  const store = new MarkStore(host, 1, photo, vi.fn());
  store.begin(0.5, 0.5);
  store.end();
  expect(store.marks).toEqual([]);
  store.begin(0.9, 0.9);
  store.drag(1.4, 0.2);
  store.end();
  expect(store.marks).toMatchObject([{ shape: 'ARROW', x: 0.9, y: 0.9 }]);
  expect([store.marks[0]?.width, store.marks[0]?.height].map((each) => each?.toFixed(2))).toEqual(['0.10', '-0.70']);
  store.choose('BOX');
  store.add();
  store.move(1, 0.9, 0);
  expect(store.marks[1]?.x).toBe(0.8);
  store.undo();
  expect(store.marks[1]?.x).toBe(0.4);
  store.say(0, 'Here');
  // What was said of a mark is not a step of drawing.
  store.undo();
  expect(store.marks).toMatchObject([{ shape: 'ARROW', text: 'Here' }]);
  store.remove(0);
  store.undo();
  expect(store.marks[0]?.text).toBe('Here');
  expect(store.unsaved).toBe(true);
  api.answerWithSample(changeNcrPhoto);
  expect(await store.saving.run()).toBe(true);
  expect(api.sent(changeNcrPhoto)[0]).toMatchObject({
    params: { id: 1, photoId: 3 },
    body: { marks: [{ shape: 'ARROW', text: 'Here' }] },
  });
  expect(api.sent(changeNcrPhoto)[0]?.body.marks?.[0]).not.toHaveProperty('key');
});
