import { CallError } from '@sinter/sdk/contract/errors';
import { addOrderNote, changeOrderNote, deleteOrderNote, listOrderNotes } from '@sinter/sdk/contract/orders/notes';
import { fakeHost } from '@sinter/sdk/testing';
import { expect, it, vi } from 'vitest';
import { NotesStore } from './NotesStore.ts';

const note = { id: 1, author: 'Ada', body: 'Rush', createdOn: '2026-01-01T00:00:00Z', editedOn: null, own: true };

it('adds a note once however often it is tried, changes and deletes it', async () => {
  const { host, api } = fakeHost({ id: 'orders' });
  const store = new NotesStore(host, 12);
  api.answer(listOrderNotes, []);
  store.start();
  await vi.waitFor(() => expect(store.notes.answer).toEqual([]));

  api.answer(addOrderNote, new CallError('UNAVAILABLE'));
  await expect(store.add('Rush')).rejects.toThrow();
  api.answer(addOrderNote, [note]);
  await store.add('Rush');
  const [first, second, ...more] = api.sent(addOrderNote);
  expect([first, more]).toEqual([second, []]);
  expect([store.notes.answer, store.added]).toEqual([[note], 1]);

  store.edit(1);
  api.answer(changeOrderNote, [{ ...note, body: 'No rush' }]);
  await store.change(1, 'No rush');
  expect(store.editing).toBeNull();
  api.answer(deleteOrderNote, []);
  await store.deleting.run(note);
  expect(store.notes.answer).toEqual([]);
});
