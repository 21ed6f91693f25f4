import { CallError } from '@sinter/sdk/contract/errors';
import { orderChanged } from '@sinter/sdk/contract/events';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeHost, orderRow } from '../testing.ts';
import { buyerGroups, providerGroups } from './groups.ts';
import { OrderListStore } from './OrderListStore.ts';

const counts = { total: 9, byGroup: {}, byStatus: { SP_BID_ACCEPTED: 2, IN_PROGRESS: 3, BID_WAITING: 4 } };
const answers = {
  'orders.search': () => ({ orders: [orderRow], totalCount: 31 }),
  'orders.count': () => counts,
};

async function opened(groups = providerGroups, search = '', given: Parameters<typeof fakeHost>[0] = answers) {
  const server = fakeHost(given, undefined, search);
  const store = new OrderListStore(server.host, groups);
  const stop = store.start();
  await vi.advanceTimersByTimeAsync(0);
  return { ...server, store, stop };
}

describe('OrderListStore', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('shows the first page of what is awarded, and counts every tab', async () => {
    const { store, inputs } = await opened();
    expect(inputs('orders.search')).toMatchObject([
      {
        query: { page: 0, size: 15 },
        body: { searchFilters: { ORDER_STATUS: expect.arrayContaining(['IN_PROGRESS']) } },
      },
    ]);
    expect([store.rows.length, store.total, store.loading]).toEqual([1, 31, false]);
    expect(store.groups.tabs.slice(0, 5).map((tab) => [tab.id, store.countOf(tab)])).toEqual([
      ['ALL', 9],
      ['NEW', 0],
      ['QUOTING', 4],
      ['DECIDING', 0],
      ['AWARDED', 5],
    ]);
  });

  it('begins where the address says, and writes it', async () => {
    const { store, inputs, navigate } = await opened(buyerGroups, '?status=SHIPPED&q=jaws&page=2');
    expect(inputs('orders.search')).toMatchObject([
      {
        query: { page: 1 },
        body: { searchString: 'jaws', searchFilters: { ORDER_STATUS: expect.arrayContaining(['DELIVERED']) } },
      },
    ]);
    store.searchFor('hinge');
    expect(navigate).toHaveBeenLastCalledWith('/orders?status=SHIPPED&q=hinge', { replace: true });
    store.showAll();
    expect(navigate).toHaveBeenLastCalledWith('/orders', { replace: true });
    await vi.advanceTimersByTimeAsync(0);
    expect(inputs('orders.search').at(-1)).toMatchObject({
      query: { page: 0 },
      body: { searchString: '', searchFilters: {} },
    });
  });

  it('lets the newest request win', async () => {
    let answerSlowly: (answer: unknown) => void = () => {};
    const slow = new Promise<unknown>((resolve) => (answerSlowly = resolve));
    let asked = 0;
    const { store } = await opened(buyerGroups, '', {
      ...answers,
      'orders.search': () => (asked++ === 0 ? slow : { orders: [], totalCount: 0 }),
    });
    store.showGroup('DONE');
    await vi.advanceTimersByTimeAsync(0);
    answerSlowly({ orders: [orderRow], totalCount: 31 });
    await vi.advanceTimersByTimeAsync(0);
    expect([store.total, store.loading]).toEqual([0, false]);
  });

  it('loads again once after a burst of changes, and never after it was left', async () => {
    const { inputs, push, stop } = await opened();
    for (let count = 0; count < 5; count++) push(orderChanged, { orderId: 1, status: 'X' });
    await vi.advanceTimersByTimeAsync(1000);
    expect(inputs('orders.search')).toHaveLength(2);
    push(orderChanged, { orderId: 1, status: 'X' });
    stop();
    await vi.advanceTimersByTimeAsync(1000);
    expect(inputs('orders.search')).toHaveLength(2);
  });

  it('keeps the error for the screen, and a retry clears it', async () => {
    let fails = true;
    const { store } = await opened(buyerGroups, '', {
      ...answers,
      'orders.search': () => {
        if (fails) throw new CallError('UNAVAILABLE');
        return { orders: [orderRow], totalCount: 1 };
      },
    });
    expect(store.error).toMatchObject({ code: 'UNAVAILABLE' });
    fails = false;
    store.retry();
    await vi.advanceTimersByTimeAsync(0);
    expect([store.error, store.rows.length]).toEqual([null, 1]);
  });
});
