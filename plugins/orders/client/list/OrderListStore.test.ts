import { CallError } from '@sinter/sdk/contract/errors';
import { orderChanged } from '@sinter/sdk/contract/orders/events';
import { readPreference } from '@sinter/sdk/contract/host/records';
import { countOrders, fireOrderEvent, searchOrders } from '@sinter/sdk/contract/orders/orders';
import { buyerUser, fakeHost, fakeStorage } from '@sinter/sdk/testing';
import type { FakeApi } from '@sinter/sdk/testing';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { orderDetail, orderRow } from '../testing.ts';
import { csvColumns } from './columns.tsx';
import { buyerGroups, providerGroups } from '../../shared/groups.ts';
import { OrderListStore } from './OrderListStore.ts';

const counts = { total: 9, byGroup: {}, byStatus: { SP_BID_ACCEPTED: 2, IN_PROGRESS: 3, BID_WAITING: 4 } };

async function opened(groups = providerGroups, search = '', prepare: (api: FakeApi) => void = () => {}) {
  const fake = fakeHost({ id: 'orders', user: buyerUser(), location: { pathname: '/orders', search } });
  fake.api.answer(searchOrders, { orders: [orderRow], totalCount: 31 });
  fake.api.answer(countOrders, counts);
  fake.api.answer(readPreference, null);
  prepare(fake.api);
  const store = new OrderListStore(fake.host, groups);
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
    expect(store.groups.tabs.slice(0, 5).map((tab) => [tab.id, store.countOf(tab)])).toEqual([
      ['ALL', 9],
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

  it('hands out numbers as numbers and dates in ISO, whatever the language', async () => {
    const { store } = await opened(buyerGroups);
    const quote = { amount: 123456, currency: 'EUR' };
    const order = { ...orderRow, quantity: 1200, quote, estimatedDeliveryDate: '2026-10-29T12:00:00Z' };
    const line = csvColumns((key) => key, store.labels, 'buyer').map(({ title, value }) => [
      title.slice(7),
      value(order),
    ]);
    expect(Object.fromEntries(line)).toMatchObject({
      id: 12,
      created: '2026-01-01T00:00:00Z',
      quantity: 1200,
      targetDate: '2026-10-29',
      quote: 1234.56,
      currency: 'EUR',
    });
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
    api.answer(fireOrderEvent, ({ params }) => (params.id === 2 ? new CallError('UNAVAILABLE') : orderDetail));
    store.changeChosen('HOLD', 'The powder is late');
    await vi.advanceTimersByTimeAsync(0);
    expect(list.bulk?.lines.map(({ outcome }) => outcome)).toEqual([
      'done',
      { refused: new CallError('UNAVAILABLE').message },
      { refused: expect.stringContaining('bulk.notNow') },
    ]);
    api.answer(fireOrderEvent, orderDetail);
    await list.bulk?.retry();
    const sent = api.sent(fireOrderEvent);
    expect(sent.map(({ params, body }) => [params.id, body.event, body.reason])).toEqual(
      [1, 2, 2].map((id) => [id, 'HOLD', 'The powder is late']),
    );
    expect(sent[2]?.body.eventId).toBe(sent[1]?.body.eventId);
    list.closeBulk();
    expect(list.selection.chosen.map(({ id }) => id)).toEqual([3]);
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
