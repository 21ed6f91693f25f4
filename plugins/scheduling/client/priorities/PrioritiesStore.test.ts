import { CallError } from '@sinter/sdk/contract/errors';
import {
  createPriority,
  deletePriority,
  listPriorities,
  updatePriority,
} from '@sinter/sdk/contract/scheduling/priorities';
import { fakeHost } from '@sinter/sdk/testing';
import { describe, expect, it, vi } from 'vitest';
import { planner } from '../testing.ts';
import { PrioritiesStore } from './PrioritiesStore.ts';

const label = (id: number, text = `Label ${String(id).padStart(2, '0')}`) => ({
  ...{ id, label: text, color: '#d92d20', createDate: '1795600800000' },
});

function screen(permissions: Parameters<typeof planner>[0] = ['MES_SETTINGS_EDITOR']) {
  const fake = fakeHost({ id: 'scheduling', user: planner(permissions) });
  fake.api.answer(listPriorities, [label(2, 'Normal'), label(1, 'Express')]);
  return { ...fake, store: new PrioritiesStore(fake.host) };
}
const read = (store: PrioritiesStore) => vi.waitUntil(() => !store.list.loading);

describe('priority labels', () => {
  it('are shown in the order of the server, and sorted by label when asked for', async () => {
    const { store } = screen();
    store.start();
    await read(store);
    const shown = () => store.list.rows.map(({ id }) => id);
    expect(shown()).toEqual([2, 1]);
    store.list.sortBy({ key: 'label', direction: 'asc' });
    await read(store);
    expect(shown()).toEqual([1, 2]);
    store.list.sortBy({ key: 'label', direction: 'desc' });
    await read(store);
    expect(shown()).toEqual([2, 1]);
  });

  it('come in pages of 15', async () => {
    const { store, api } = screen();
    api.answer(
      listPriorities,
      Array.from({ length: 17 }, (_, index) => label(index + 1)),
    );
    store.start();
    await read(store);
    expect(store.list.rows).toHaveLength(15);
    store.list.showPage(1);
    await read(store);
    expect(store.list.rows).toHaveLength(2);
    api.answer(listPriorities, [label(1)]);
    store.list.retry();
    await vi.waitUntil(() => store.list.rows.length === 1);
    expect(store.list.shown.page).toBe(0);
  });

  it('are edited by those who may edit production settings', () => {
    expect(screen().store.mayEdit).toBe(true);
    expect(screen([]).store.mayEdit).toBe(false);
  });

  it('are added once however often it is sent, and changed', async () => {
    const { store, api } = screen();
    const draft = { label: 'Urgent', color: '#e8710a' };
    store.edit('new');
    api.answer(createPriority, new CallError('CONFLICT'));
    await expect(store.save(draft)).rejects.toMatchObject({ code: 'CONFLICT' });
    expect(store.editing).toBe('new');
    api.answer(createPriority, label(3));
    await store.save(draft);
    const [first, second] = api.sent(createPriority);
    expect(second).toEqual(first);
    expect(store.editing).toBeNull();
    store.edit(label(1));
    api.answer(updatePriority, label(1));
    await store.save(draft);
    expect(api.sent(updatePriority)).toEqual([{ params: { id: 1 }, body: draft }]);
  });

  it('are deleted only after a yes, and the refusal is shown', async () => {
    const { store, api } = screen();
    store.ask(label(1));
    await store.answer(false);
    store.ask(label(1));
    api.answer(deletePriority, CallError.received({ code: 'CONFLICT', message: 'It is in use.' }));
    await store.answer(true);
    expect(api.sent(deletePriority)).toHaveLength(1);
    expect(store.deleting.problem).toBe('It is in use.');
  });
});
