import { CallError } from '@sinter/sdk/contract/errors';
import { orderChanged } from '@sinter/sdk/contract/orders/events';
import { readPreference } from '@sinter/sdk/contract/host/records';
import { countFoundOrders, fireOrderEvents, tagOrders } from '@sinter/sdk/contract/orders/lists';
import { countOrders, searchOrders } from '@sinter/sdk/contract/orders/orders';
import { buyerUser, fakeHost, fakeStorage } from '@sinter/sdk/testing';
import type { FakeApi } from '@sinter/sdk/testing';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { orderRow } from '../testing.ts';
import { fileColumns, hiddenAtFirst } from './columns.tsx';
import { buyerGroups, providerGroups } from '../../shared/groups.ts';
import { OrderListStore } from './OrderListStore.ts';

const byStatus = { SP_BID_ACCEPTED: 2, IN_PROGRESS: 3, BID_WAITING: 4 };
const counts = { total: 9, byGroup: {}, byStatus, awaitingMe: 4, late: 3, dueIn3: 1, dueIn7: 2 };

async function opened(groups = providerGroups, search = '', prepare: (api: FakeApi) => void = () => {}) {
  const fake = fakeHost({ id: 'orders', user: buyerUser(), location: { pathname: '/orders', search } });
  fake.api.answer(searchOrders, { orders: [orderRow], totalCount: 31 });
  fake.api.answer(countOrders, counts);
  fake.api.answer(countFoundOrders, { ...counts, total: 5, late: 1 });
  fake.api.answer(readPreference, null);
  prepare(fake.api);
  const store = new OrderListStore(fake.host, groups, []);
  const stop = store.start();
  await vi.advanceTimersByTimeAsync(0);
  return { ...fake, searches: fake.api.sent(searchOrders), store, list: store.list, stop };
}

describe('OrderListStore', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('shows the first page of what is awarded, and counts every tab', async () => {
    const { store, list, searches } = await opened();
    expect(searches).toMatchObject([
      {
        query: { page: 0, size: 15 },
        body: { searchFilters: { ORDER_STATUS: expect.arrayContaining(['IN_PROGRESS']) } },
      },
    ]);
    expect([list.rows.length, list.total, list.loading]).toEqual([1, 31, false]);
    expect(store.groups.tabs.slice(0, 6).map((tab) => [tab.id, store.countOf(tab)])).toEqual([
      ['ALL', 9],
      ['AWAITING_ME', 4],
      ['NEW', 0],
      ['QUOTING', 4],
      ['DECIDING', 0],
      ['AWARDED', 5],
    ]);
  });

  it('begins where the address says, and writes it', async () => {
    const { list, searches, navigated } = await opened(buyerGroups, '?status=SHIPPED&q=jaws&page=2');
    expect(searches).toMatchObject([
      {
        query: { page: 1 },
        body: { searchString: 'jaws', searchFilters: { ORDER_STATUS: expect.arrayContaining(['DELIVERED']) } },
      },
    ]);
    list.filter({ q: 'hinge' });
    expect(navigated.at(-1)).toEqual({ to: '/orders?status=SHIPPED&q=hinge', replace: true });
    list.showAll();
    expect(navigated.at(-1)).toEqual({ to: '/orders', replace: true });
    await vi.advanceTimersByTimeAsync(0);
    expect(searches.at(-1)).toMatchObject({
      query: { page: 0 },
      body: { searchString: '', searchFilters: {} },
    });
  });

  it('narrows by everything that the address says, and counts tabs and due dates under it', async () => {
    const address =
      '?status=SHIPPED&material=3&material=5&tag=Rush&needed.from=2026-11-01&due=LATE&created.to=never&number=7&sort=-targetDate';
    const { store, list, searches, api, navigated } = await opened(buyerGroups, address);
    const shown = { SPECIFIC_MATERIAL: ['3', '5'], TAGS: ['Rush'], ORDER_ID: ['7'] };
    expect(searches[0]).toMatchObject({
      query: { sort: 'TARGET_DATE', direction: 'desc' },
      body: { searchFilters: { ...shown, ESTIMATED_DELIVERY_DATE: 'LATE' } },
    });
    const [tabs, due] = api.sent(countFoundOrders).map(({ body }) => body.searchFilters);
    expect(tabs).toEqual({ ...shown, ESTIMATED_DELIVERY_DATE: 'LATE' });
    expect(due).toMatchObject({
      ...shown,
      ORDER_STATUS: expect.arrayContaining(['SHIPPED']),
      ESTIMATED_DELIVERY_DATE: { from: '2026-11-01', to: null },
    });
    expect(store.dueCountOf('LATE')).toBe(1);
    store.toggleDue('LATE');
    list.filter({ material: [] });
    expect(navigated.at(-1)?.to).toBe(
      '/orders?status=SHIPPED&tag=Rush&number=7&needed.from=2026-11-01&sort=-targetDate',
    );
  });

  it('begins with the filter that the person has chosen for that, unless the address asks for another', async () => {
    const kept = [{ label: 'Mine', searchFilters: { status: 'QUOTING', tag: ['Rush'] }, isDefault: true }];
    const prepare = (api: FakeApi) =>
      api.answer(readPreference, ({ params: { type } }) =>
        type === 'ENGINEER_ORDER_FILTERS' ? { preferenceType: type, preference: JSON.stringify(kept) } : null,
      );
    const first = await opened(buyerGroups, '', prepare);
    expect([first.list.filters.status, first.list.filters.tag]).toEqual(['QUOTING', ['Rush']]);
    const asked = await opened(buyerGroups, '?status=SHIPPED', prepare);
    expect([asked.list.filters.status, asked.list.filters.tag]).toEqual(['SHIPPED', []]);
  });

  it('shows each role the columns that it begins with, and keeps the others to be chosen', async () => {
    const later = [
      'tags',
      'customerContactName',
      'customerEmail',
      'customerPhone',
      'exportControlled',
      'NDARequired',
      'partNumber',
      'serviceType',
      'primaryUseCase',
      'industryFocus',
      'materials',
      'deliveryMethod',
      'createdOn',
      'closedAs',
      'quoteDueDate',
      'thirdPartyOrderId',
      'rfqConfigName',
    ];
    expect(hiddenAtFirst('provider').toSorted()).toEqual([...later, 'machines', 'quote'].toSorted());
    expect(hiddenAtFirst('engineer').toSorted()).toEqual([...later, 'parts', 'facility'].toSorted());
  });

  it('hands out every column under the reader\u2019s words', async () => {
    const { store } = await opened(providerGroups);
    const { columns, words } = fileColumns((key) => `«${key}»`, {
      labels: store.labels,
      side: 'public',
      archive: false,
    });
    expect(columns).toContainEqual({ key: 'quote', title: '«column.quote»' });
    expect(columns).toContainEqual({ key: 'currency', title: '«column.currency»' });
    expect([words['status.DISTRIBUTED'], words['status.quoted']]).toEqual([
      '«group.PUBLIC_REQUESTED»',
      '«group.PUBLIC_REQUESTED»',
    ]);
    expect(
      fileColumns((key) => key, { labels: store.labels, side: 'engineer', archive: false }).words['status.SHIPPED'],
    ).toBe('status.SHIPPED');
  });

  it('lets the newest request win', async () => {
    const { list, api } = await opened(buyerGroups);
    const answerSlowly = api.pending(searchOrders);
    list.filter({ status: 'QUOTING' });
    await vi.advanceTimersByTimeAsync(0);
    api.answer(searchOrders, { orders: [], totalCount: 0 });
    list.filter({ status: 'DONE' });
    await vi.advanceTimersByTimeAsync(0);
    answerSlowly({ orders: [orderRow], totalCount: 31 });
    await vi.advanceTimersByTimeAsync(0);
    expect([list.total, list.loading]).toEqual([0, false]);
  });

  it('loads again once after a burst of changes, and never after it was left', async () => {
    const { searches, receive, stop } = await opened();
    for (let count = 0; count < 5; count++) receive(orderChanged, { orderId: 1, status: 'X' });
    await vi.advanceTimersByTimeAsync(1000);
    expect(searches).toHaveLength(2);
    receive(orderChanged, { orderId: 1, status: 'X' });
    stop();
    await vi.advanceTimersByTimeAsync(1000);
    expect(searches).toHaveLength(2);
  });

  it('puts the chosen orders on hold, each with its own result, and tries again with the same id', async () => {
    const { store, list, api } = await opened();
    const orders = [
      { ...orderRow, id: 1, allowedEvents: ['HOLD'] },
      { ...orderRow, id: 2, allowedEvents: ['HOLD', 'ARCHIVE'] },
      { ...orderRow, id: 3, status: 'ON_HOLD' },
    ] satisfies (typeof orderRow)[];
    api.answer(searchOrders, { orders, totalCount: 3 });
    list.retry();
    await vi.advanceTimersByTimeAsync(0);
    expect(store.possible).toEqual([]);
    list.selection.toggleAll(list.rows);
    expect(store.possible).toEqual(['HOLD', 'ARCHIVE']);
    const told = (refused: boolean) => (input: { body: { ids: number[] } }) =>
      input.body.ids.map((id) =>
        refused && id === 2
          ? { id, done: false, message: 'Gone', code: 'NOT_FOUND' as const }
          : { id, done: true, message: null },
      );
    api.answer(fireOrderEvents, told(true));
    store.changeChosen('HOLD', 'The powder is late');
    await vi.advanceTimersByTimeAsync(0);
    expect(list.bulk?.lines.map(({ outcome }) => outcome)).toEqual([
      'done',
      { refused: 'Gone' },
      { refused: expect.stringContaining('bulk.notNow') },
    ]);
    api.answer(fireOrderEvents, told(false));
    await list.bulk?.retry();
    const sent = api.sent(fireOrderEvents);
    expect(sent.map(({ body }) => [body.ids, body.event, body.reason])).toEqual([
      [[1, 2], 'HOLD', 'The powder is late'],
      [[2], 'HOLD', 'The powder is late'],
    ]);
    expect(sent[1]?.body.eventId).toBe(sent[0]?.body.eventId);
    list.closeBulk();
    expect(list.selection.chosen.map(({ id }) => id)).toEqual([3]);
  });

  it('gives the chosen orders tags with one call', async () => {
    const { store, list, api } = await opened();
    list.selection.toggleAll(list.rows);
    api.answer(tagOrders, [{ id: 12, done: true, message: null }]);
    store.tagChosen('TAG', ['Rush']);
    await vi.advanceTimersByTimeAsync(0);
    expect(api.sent(tagOrders)).toMatchObject([{ body: { ids: [12], add: ['Rush'] } }]);
    expect(list.bulk?.lines.map(({ outcome }) => outcome)).toEqual(['done']);
  });

  it('gives a reason back after a reload, when the same is asked again', async () => {
    vi.stubGlobal('sessionStorage', fakeStorage());
    const first = await opened();
    first.store.ask('HOLD');
    first.store.write('The powder is late');
    expect(first.beforeStop()).toBe('unsaved');

    const { store } = await opened();
    store.ask('HOLD');
    expect(store.asked?.reason).toBe('The powder is late');
    store.dismiss();
    store.ask('HOLD');
    expect(store.asked?.reason).toBe('');
    const last = await opened();
    last.store.ask('HOLD');
    expect(last.store.asked?.reason).toBe('');
    vi.unstubAllGlobals();
  });

  it('keeps the error for the screen, and a retry clears it', async () => {
    const { list, api } = await opened(buyerGroups, '', (api) =>
      api.answer(searchOrders, new CallError('UNAVAILABLE')),
    );
    expect(list.error).toMatchObject({ code: 'UNAVAILABLE' });
    api.answer(searchOrders, { orders: [orderRow], totalCount: 1 });
    list.retry();
    await vi.advanceTimersByTimeAsync(0);
    expect([list.error, list.rows.length]).toEqual([null, 1]);
  });
});
