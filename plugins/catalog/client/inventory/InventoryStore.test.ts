import { CallError } from '@sinter/sdk/contract/errors';
import { readPreference, savePreference } from '@sinter/sdk/contract/host/records';
import { fileOperationChanged, filePreviewChanged } from '@sinter/sdk/contract/preparation/events';
import { orderChanged } from '@sinter/sdk/contract/orders/events';
import { partsChanged } from '@sinter/sdk/contract/catalog/events';
import { archiveParts, deleteParts, searchParts, tagParts, undeleteParts } from '@sinter/sdk/contract/catalog/parts';
import { buyerUser, fakeHost, providerUser } from '@sinter/sdk/testing';
import { describe, expect, it, vi } from 'vitest';
import { partOf } from '../testing.ts';
import { inventoryFilters, openPart, wantedSort } from './filters.ts';
import { InventoryStore } from './InventoryStore.ts';

const page = {
  content: [partOf(1), partOf(2), partOf(3)],
  totalElements: 40,
  tags: ['spare'],
  facilityTags: [],
  formats: ['step'],
};

async function opened(search = '', user = buyerUser()) {
  const fake = fakeHost({ id: 'catalog', user, location: { pathname: '/engineer/part-inventory', search } });
  fake.api.answer(searchParts, page);
  fake.api.answer(readPreference, null);
  fake.api.answer(savePreference, ({ body }) => body);
  const store = new InventoryStore(fake.host);
  const stop = store.start();
  const { list } = store;
  await settled(store);
  return { ...fake, store, list, stop, searches: fake.api.sent(searchParts) };
}
const settled = ({ list }: InventoryStore) => vi.waitFor(() => expect(list.loading).toBe(false));

describe('the inventory', () => {
  it('shows the newest parts first, fifteen to a page', async () => {
    const { store, list, searches } = await opened();
    expect(searches).toMatchObject([
      { query: { page: 0, size: 15 }, body: { searchText: '', sort: 'CREATED', descending: true } },
    ]);
    expect([list.rows.length, list.total, store.tags, store.formats]).toEqual([3, 40, ['spare'], ['step']]);
  });

  it('asks what tags and formats there are at first and after a change, not for every page', async () => {
    const { store, api, searches } = await opened();
    api.answer(searchParts, { ...page, tags: [], formats: [] });
    store.list.showPage(1);
    await settled(store);
    expect([store.tags, store.formats]).toEqual([['spare'], ['step']]);
    api.answer(searchParts, { ...page, tags: ['new'] });
    store.load();
    await vi.waitFor(() => expect(store.tags).toEqual(['new']));
    expect(searches.map(({ body }) => body.choices)).toEqual([true, false, true]);
  });

  it('begins where the address says, and writes it', async () => {
    const { store, searches, navigated } = await opened(
      '?q=gear&tag=spare&tag=a%26b&watertight=no&sort=-volume&page=2&part=7',
    );
    expect(searches).toMatchObject([
      {
        query: { page: 1 },
        body: {
          searchText: 'gear',
          filters: { tags: ['spare', 'a&b'], watertight: false, ordered: null, archived: false },
          sort: 'VOLUME',
          descending: true,
        },
      },
    ]);
    expect(store.part).toBe(7);
    store.list.filter({ tags: [], watertight: null, ordered: true });
    await settled(store);
    expect(navigated.at(-1)).toEqual({
      to: '/engineer/part-inventory?part=7&q=gear&ordered=yes&sort=-volume',
      replace: true,
    });
    store.list.showAll();
    store.list.sortBy({ key: 'name', direction: 'asc' });
    await settled(store);
    expect(navigated.at(-1)?.to).toBe('/engineer/part-inventory?part=7&sort=name');
  });

  it.each(['?part=x&page=-3&sort=nonsense&watertight=maybe', '?page=1e99&part=-1'])(
    'makes nothing of the address %s',
    async (address) => {
      const { list, host } = await opened(address);
      expect(list.shown.page).toBeGreaterThanOrEqual(0);
      expect([openPart(address), list.filters]).toEqual([null, inventoryFilters.none]);
      expect(wantedSort(list.shown.sort)).toEqual({ sort: 'CREATED', descending: true });
      list.showAll();
      expect(new URLSearchParams(host.location.get().search).has('watertight')).toBe(false);
    },
  );

  it('opens and closes a part with the address, also by going back', async () => {
    const { store, host, navigated } = await opened();
    store.open(2);
    expect([store.part, navigated.at(-1)]).toEqual([2, { to: '/engineer/part-inventory?part=2', replace: false }]);
    host.navigate('/engineer/part-inventory');
    expect(store.part).toBeNull();
  });

  it('remembers what is chosen across pages, and forgets it in the archive', async () => {
    const { store, api } = await opened();
    store.list.selection.toggleAll(store.list.rows);
    api.answer(searchParts, { ...page, content: [partOf(4)] });
    store.list.showPage(1);
    await settled(store);
    store.list.selection.toggle(partOf(4));
    expect(store.list.selection.chosen.map(({ id }) => id)).toEqual([1, 2, 3, 4]);
    store.list.filter({ archived: true });
    expect(store.list.selection.chosen).toEqual([]);
  });

  it('tells what became of each part that was to be deleted, and keeps the others chosen', async () => {
    const { store, api } = await opened();
    store.list.selection.toggleAll(store.list.rows);
    api.answer(deleteParts, ({ body }) =>
      body.ids.map((id) => ({ id, done: id !== 2, message: id === 2 ? 'It was ordered.' : null })),
    );
    store.deleteChosen();
    await vi.waitFor(() => expect(store.list.bulk?.running).toBe(false));
    expect(store.list.bulk?.lines.map(({ row, outcome }) => [row.id, outcome])).toEqual([
      [1, 'done'],
      [2, { refused: 'It was ordered.' }],
      [3, 'done'],
    ]);
    store.closeBulk();
    expect(store.list.selection.chosen.map(({ id }) => id)).toEqual([2]);
  });

  it('takes back what was deleted last', async () => {
    const { store, api, searches } = await opened();
    store.list.selection.toggleAll(store.list.rows);
    api.answer(deleteParts, ({ body }) => body.ids.map((id) => ({ id, done: id !== 2, message: null })));
    store.deleteChosen();
    await vi.waitFor(() => expect(store.list.bulk?.running).toBe(false));
    store.closeBulk();
    expect(store.undo.done?.map(({ id }) => id)).toEqual([1, 3]);
    api.answer(undeleteParts, new CallError('UNAVAILABLE'));
    await store.undo.run();
    expect(store.undo.done).toHaveLength(2);
    const before = searches.length;
    api.answer(undeleteParts, ({ body }) => body.ids.map((id) => ({ id, done: true, message: null })));
    await store.undo.run();
    expect(api.sent(undeleteParts).at(-1)?.body.ids).toEqual([1, 3]);
    expect(store.undo.done).toBeNull();
    await vi.waitFor(() => expect(searches.length).toBe(before + 1));
  });

  it('asks again when something of what it shows has changed, once for many changes', async () => {
    vi.useFakeTimers();
    try {
      const { store, receive, searches } = await opened();
      const file = store.list.rows[0]?.revision.fileDTO.id ?? 0;
      const operation = { operationId: 'x', progress: 1 };
      receive(filePreviewChanged, { fileId: 999_999, status: 'SUCCESS' });
      receive(fileOperationChanged, { ...operation, fileId: file, status: 'PENDING' });
      await vi.advanceTimersByTimeAsync(1000);
      expect(searches).toHaveLength(1);
      receive(partsChanged, {});
      receive(orderChanged, { orderId: 1, status: 'DISTRIBUTED' });
      receive(filePreviewChanged, { fileId: file, status: 'SUCCESS' });
      receive(fileOperationChanged, { ...operation, fileId: file, status: 'SUCCESS' });
      await vi.advanceTimersByTimeAsync(1000);
      expect(searches).toHaveLength(2);
    } finally {
      vi.useRealTimers();
    }
  });

  it('adds tags to the chosen parts in one call, with a result for each', async () => {
    const { store, api } = await opened();
    store.list.selection.toggle(partOf(1));
    store.list.selection.toggle(partOf(2));
    api.answer(tagParts, [
      { id: 1, done: true, message: null },
      { id: 2, done: false, message: 'Too many.' },
    ]);
    store.tagChosen('tag', ['Rush', 'Pilot']);
    await vi.waitFor(() => expect(store.list.bulk?.running).toBe(false));
    expect(api.sent(tagParts)).toMatchObject([{ body: { ids: [1, 2], add: ['Rush', 'Pilot'] } }]);
    expect(store.list.bulk?.lines.map(({ outcome }) => outcome)).toEqual(['done', { refused: 'Too many.' }]);
  });

  it('says for every part why nothing was archived', async () => {
    const { store, api } = await opened();
    store.list.selection.toggle(partOf(1));
    api.answer(archiveParts, new CallError('UNAVAILABLE'));
    store.archiveChosen(true);
    await vi.waitFor(() => expect(store.list.bulk?.running).toBe(false));
    expect(store.list.bulk?.lines[0]).toMatchObject({ outcome: { refused: new CallError('UNAVAILABLE').message } });
  });

  it('orders the chosen parts that may be ordered in the store front', async () => {
    const { store, navigated } = await opened();
    store.list.selection.toggle(partOf(3));
    store.list.selection.toggle(partOf(5, { may: { change: true, delete: false, order: false } }));
    store.list.selection.toggle(partOf(1));
    store.orderChosen();
    expect(navigated.at(-1)?.to).toBe('/store-front?parts=3,1');
  });

  it('reads everything the filters leave for the exported file', async () => {
    const { store, api, searches } = await opened('?q=gear');
    const all = Array.from({ length: 230 }, (_, index) => partOf(index + 1));
    api.answer(searchParts, ({ query }) => ({
      ...page,
      content: all.slice(query.page * query.size, (query.page + 1) * query.size),
      totalElements: all.length,
    }));
    const lines = await store.csv.read([{ title: 'ID', value: ({ id }) => `${id}` }]);
    expect(lines).toEqual([['ID'], ...all.map(({ id }) => [`${id}`])]);
    expect(searches.slice(1).map(({ query, body }) => [query?.page, body.searchText])).toEqual([
      [0, 'gear'],
      [1, 'gear'],
      [2, 'gear'],
    ]);
    expect(store.csv.share).toBeNull();
  });

  it('keeps the columns of owners and facilities apart', async () => {
    const own = await opened();
    own.store.columns.toggle('box');
    const theirs = await opened('', providerUser());
    theirs.store.columns.toggle('box');
    await vi.waitFor(() => expect(theirs.api.sent(savePreference)).toHaveLength(1));
    const types = [own, theirs].map(({ api }) => api.sent(savePreference)[0]?.params.type);
    expect(types).toEqual(['PART_COLUMNS', 'PROVIDER_PART_COLUMNS']);
    expect([own.store.isOwner, theirs.store.isOwner]).toEqual([true, false]);
  });

  it('keeps filters under a name, those of owners and facilities apart', async () => {
    const { store, list, api } = await opened('?q=gear&tag=spare');
    await store.saved.add('Spare gears', list.filters);
    expect(api.sent(savePreference).map(({ params }) => params.type)).toEqual(['PART_FILTERS']);
    list.showAll();
    const [kept] = store.saved.filters;
    if (kept) list.showFilters(kept.searchFilters);
    expect(list.filters).toMatchObject({ q: 'gear', tags: ['spare'], archived: false });
    const theirs = await opened('', providerUser());
    await theirs.store.saved.add('All', theirs.list.filters);
    expect(theirs.api.sent(savePreference).map(({ params }) => params.type)).toEqual(['PROVIDER_PART_FILTERS']);
  });

  it('keeps the error for the screen, and a retry clears it', async () => {
    const { store, api } = await opened();
    api.answer(searchParts, new CallError('UNAVAILABLE'));
    store.list.retry();
    await vi.waitFor(() => expect(store.list.error).toMatchObject({ code: 'UNAVAILABLE' }));
    api.answer(searchParts, page);
    store.list.retry();
    await vi.waitFor(() => expect(store.list.error).toBeNull());
  });
});
