import { CallError } from '@sinter/sdk/contract/errors';
import { archiveParts, deleteParts, getPart, updatePart } from '@sinter/sdk/contract/catalog/parts';
import { buyerUser, fakeHost } from '@sinter/sdk/testing';
import { describe, expect, it, vi } from 'vitest';
import { partOf } from '../testing.ts';
import { PartStore, type PartDetail } from './PartStore.ts';

const detail = (change: Partial<PartDetail> = {}): PartDetail => {
  const part = partOf(7, { tags: ['old'] });
  const older = { ...part.revision, id: 1, revision: 'A' };
  const latest = { ...part.revision, id: 2, revision: 'B' };
  return { ...part, revision: latest, revisions: [latest, older], orders: [], ...change };
};

async function opened() {
  const fake = fakeHost({ id: 'catalog', user: buyerUser() });
  const onChanged = vi.fn();
  fake.api.answer(getPart, detail());
  fake.api.answer(updatePart, ({ body }) => detail(body));
  const store = new PartStore(fake.host, 7, null, onChanged);
  store.start();
  await vi.waitFor(() => expect(store.part).not.toBeNull());
  return { ...fake, store, onChanged };
}

describe('a part that is looked at', () => {
  it('shows its latest revision until another is chosen', async () => {
    const { store } = await opened();
    expect(store.revision?.revision).toBe('B');
    store.show(1);
    expect(store.revision?.revision).toBe('A');
    store.runOperation();
    expect(store.operation?.lines[0]?.part.revision.revision).toBe('A');
  });

  it('takes back the tags that were changed last', async () => {
    const { store, api, onChanged } = await opened();
    await store.setTags(['old', 'new']);
    expect([store.part?.tags, store.undoTags.done]).toEqual([['old', 'new'], ['old']]);
    await store.undoTags.run();
    expect([store.part?.tags, store.undoTags.done]).toEqual([['old'], null]);
    expect(api.sent(updatePart).map(({ body }) => body)).toEqual([
      { name: 'Part 7', partNumber: '', tags: ['old', 'new'] },
      { name: 'Part 7', partNumber: '', tags: ['old'] },
    ]);
    expect(onChanged).toHaveBeenCalledTimes(2);
  });

  it('says why a change was refused, and keeps the part as it is', async () => {
    const { store, api } = await opened();
    api.answer(updatePart, new CallError('NOT_FOUND'));
    await store.setTags([]);
    expect([store.problem, store.part?.tags, store.undoTags.done]).toEqual([
      new CallError('NOT_FOUND').message,
      ['old'],
      null,
    ]);
    await expect(store.rename('Lever', 'L-1')).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('is archived, and deleted only when the server lets it go', async () => {
    const { store, api } = await opened();
    api.answer(archiveParts, [{ id: 7, done: true, message: null }]);
    api.answer(getPart, detail({ archived: true }));
    await store.archive(true);
    expect(store.part?.archived).toBe(true);
    api.answer(deleteParts, [{ id: 7, done: false, message: 'It was ordered.' }]);
    expect([await store.delete(), store.problem]).toEqual([false, 'It was ordered.']);
    api.answer(deleteParts, [{ id: 7, done: true, message: null }]);
    expect([await store.delete(), store.problem]).toEqual([true, null]);
  });
});
