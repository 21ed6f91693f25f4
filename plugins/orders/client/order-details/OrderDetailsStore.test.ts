import { awardOnAccount, quotesForPayment, type Payable, type PaymentWay } from '@sinter/sdk/contract/orders/payments';
import { CallError } from '@sinter/sdk/contract/errors';
import { releaseFile } from '@sinter/sdk/contract/host/exportControl';
import { orderChanged } from '@sinter/sdk/contract/orders/events';
import { markOrderSeen } from '@sinter/sdk/contract/orders/lists';
import { awardBidUsingPo, fireOrderEvent, readOrder } from '@sinter/sdk/contract/orders/orders';
import { estimatePrice } from '@sinter/sdk/contract/orders/estimate';
import type { OrderDetail, Quote } from '@sinter/sdk/contract/orders/orders';
import { listPriorities, prioritizeOrder } from '@sinter/sdk/contract/scheduling/priorities';
import { keptInTab } from '@sinter/sdk/state/entered';
import { buyerUser, fakeHost, fakeStorage } from '@sinter/sdk/testing';
import type { FakeApi } from '@sinter/sdk/testing';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import * as z from 'zod';
import { orderDetail, orderFile, plainOffer, provider } from '../testing.ts';
import { offered } from './actions.ts';
import { fromMinor, toMinor } from '../../shared/money.ts';
import { OrderDetailsStore } from './OrderDetailsStore.ts';
import { quoteDraft } from '../quotes/quoteDraft.ts';

const quote: Quote = {
  id: 8,
  status: 'SUBMITTED',
  facility: { id: 1, name: 'Works' },
  total: { amount: 4000, currency: 'EUR' },
  ...plainOffer,
  lines: [{ orderFileId: 71, unitPrice: 1000, quantity: 4, breaks: [], alternatives: [], alternativeId: null }],
  leadTimeDays: 5,
  note: '',
  validUntil: '2026-02-01T00:00:00Z',
  createdOn: '2026-01-02T00:00:00Z',
};
const suggestion = { totals: [{ currency: 'EUR', amount: 4000 }], leadTimeDays: 5, files: [] };

const rush = { id: 3, label: 'Rush', color: '#ff0000', createDate: '1' };

const buyer = buyerUser();

const payableBy = (...ways: PaymentWay[]): Payable[] => [
  {
    ...{ quoteId: quote.id, instant: false, facility: quote.facility, ways },
    ...{ parts: quote.total, delivery: quote.total, tax: quote.total, payable: quote.total },
    ...{ leadTimeDays: 5, validUntil: quote.validUntil },
  },
];

async function opened(
  order: Partial<OrderDetail>,
  user = buyer,
  prepare: (api: FakeApi) => void = () => {},
  closed: readonly string[] = [],
  flags = {},
) {
  const fake = fakeHost({ id: 'orders', user, closed, flags });
  fake.api.answer(readOrder, { ...orderDetail, ...order });
  fake.api.answer(listPriorities, [rush]);
  prepare(fake.api);
  const store = new OrderDetailsStore(fake.host, 12);
  const stop = store.start();
  await vi.advanceTimersByTimeAsync(0);
  return { ...fake, reads: fake.api.sent(readOrder), store, stop };
}

describe('OrderDetailsStore', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('opens the messages for an address that calls them a tab, for who may read them', () => {
    const location = { search: '?tab=messages' };
    const path = '/order/12/messages';
    for (const closed of [[], [path]]) {
      const { host, navigated, api } = fakeHost({ id: 'orders', user: buyer, location, closed });
      api.answer(readOrder, orderDetail);
      api.answer(listPriorities, [rush]);
      new OrderDetailsStore(host, 12).start()();
      expect(navigated).toEqual(closed.length === 0 ? [{ to: path, replace: true }] : []);
    }
  });

  it('fires an event with the reason given, and shows what became of the order', async () => {
    const { store, api } = await opened({ allowedEvents: ['DECLINE'] }, provider);
    api.answer(fireOrderEvent, { ...orderDetail, status: 'SP_RFQ_REJECTED' });
    store.ask({ kind: 'event', event: 'DECLINE' });
    expect([store.needsText, store.tried]).toEqual([true, false]);
    expect(await store.confirm()).toBe(false);
    expect([store.needsText, store.tried]).toEqual([true, true]);
    store.write(' No capacity ');
    expect(await store.confirm()).toBe(true);
    expect(api.sent(fireOrderEvent)).toMatchObject([
      { params: { id: 12 }, body: { event: 'DECLINE', reason: 'No capacity' } },
    ]);
    expect([store.order?.status, store.question]).toEqual(['SP_RFQ_REJECTED', null]);
  });

  it('keeps that a changed order was read, also when it changes while it is open', async () => {
    const { api, receive } = await opened({ unread: true }, buyerUser({ memberRoles: ['ENG_ADMIN'] }), (fake) =>
      fake.answer(markOrderSeen, null),
    );
    expect(api.sent(markOrderSeen)).toEqual([{ params: { id: 12 } }]);
    api.answer(readOrder, orderDetail);
    receive(orderChanged, { orderId: 12, status: 'X' });
    await vi.advanceTimersByTimeAsync(1000);
    expect(api.sent(markOrderSeen)).toHaveLength(1);
  });

  it('tries again with the same event id, so that it happens once', async () => {
    const { store, api } = await opened({});
    api.answer(quotesForPayment, payableBy('PURCHASE_ORDER', 'ON_ACCOUNT'));
    api.answer(awardBidUsingPo, new CallError('UNAVAILABLE'));
    store.ask({ kind: 'award', quote });
    await vi.dynamicImportSettled();
    await vi.advanceTimersByTimeAsync(1);
    expect([await store.confirm(), store.needsText]).toEqual([false, true]);
    store.write('PO-7');
    expect(await store.confirm()).toBe(false);
    expect(store.refusal).toContain('Please try again');
    api.answer(awardBidUsingPo, orderDetail);
    expect(await store.confirm()).toBe(true);
    const [first, second] = api.sent(awardBidUsingPo);
    expect(first).toEqual(second);
    expect(first).toMatchObject({ params: { orderId: 12 }, body: { quoteId: 8, poNumber: 'PO-7' } });
  });

  it('accepts a quote on account where its facility takes no purchase orders', async () => {
    const { store, api } = await opened({});
    api.answer(quotesForPayment, payableBy('ON_ACCOUNT'));
    api.answer(awardOnAccount, orderDetail);
    store.ask({ kind: 'award', quote });
    // Until it is known how it can be paid, nothing is accepted.
    expect(await store.confirm()).toBe(false);
    await vi.dynamicImportSettled();
    await vi.advanceTimersByTimeAsync(1);
    expect([await store.confirm(), store.question]).toEqual([true, null]);
    expect(api.sent(awardOnAccount)).toMatchObject([{ params: { id: 12 }, body: { quoteId: 8 } }]);
  });

  it('loads the order again when somebody was faster', async () => {
    const { store, api, reads } = await opened({});
    api.answer(fireOrderEvent, new CallError('TRANSITION_REFUSED'));
    store.ask({ kind: 'event', event: 'WITHDRAW' });
    expect(await store.confirm()).toBe(false);
    expect(store.refusal).toBe('This is not allowed in the present status.');
    expect(reads).toHaveLength(2);
  });

  it('suggests prices to a provider who may quote, and goes on without when there are none', async () => {
    const mayQuote = { allowedEvents: ['SUBMIT_QUOTE'] } satisfies Partial<OrderDetail>;
    const priced = await opened(mayQuote, provider, (api) => api.answer(estimatePrice, suggestion));
    expect(priced.store.suggestion).toEqual(suggestion);
    expect(priced.api.sent(estimatePrice)).toEqual([
      { body: { files: [{ fileId: 2, amProcessId: 1, materialId: 11, quantity: 4 }] } },
    ]);
    const failing = (api: FakeApi) => api.answer(estimatePrice, new CallError('NOT_FOUND'));
    const unpriced = await opened(mayQuote, provider, failing);
    expect(unpriced.store.suggestion).toBe('failed');
  });

  it('tells the provider of a begun quote while the order is on hold', async () => {
    vi.stubGlobal('sessionStorage', fakeStorage());
    try {
      const waits = async (order: Partial<OrderDetail>, user = provider) =>
        (await opened(order, user)).store.quoteWaits;
      expect(await waits({ status: 'ON_HOLD' })).toBe(false);
      keptInTab((await opened({}, provider)).host, quoteDraft(12), z.unknown()).write({ note: 'In steel' });
      expect(await waits({ status: 'ON_HOLD' })).toBe(true);
      expect(await waits({ status: 'BID_WAITING' })).toBe(false);
      expect(await waits({ status: 'ON_HOLD' }, buyer)).toBe(false);
    } finally {
      vi.unstubAllGlobals();
    }
  });

  it('shows the facility how urgent it is, and whoever may quote says so', async () => {
    const manager = { ...provider, memberRoles: ['SP_MANAGER' as const] };
    const { store, api, reads } = await opened({ priorityId: 3 }, manager);
    expect(store.order && store.labels.of(store.order)).toEqual(rush);
    expect(store.labels.mayGive).toBe(true);
    api.answer(prioritizeOrder, null);
    store.label(null);
    await vi.advanceTimersByTimeAsync(0);
    expect(api.sent(prioritizeOrder)).toEqual([{ params: { orderId: 12 }, body: { priorityId: null } }]);
    await vi.advanceTimersByTimeAsync(1000);
    expect(reads).toHaveLength(2);
    const kiosk = await opened({}, { ...provider, memberRoles: ['LOT_USER'] });
    expect(kiosk.store.labels.mayGive).toBe(false);
    const other = await opened({});
    expect(other.api.sent(listPriorities)).toEqual([]);
  });

  it('follows changes of its own order only', async () => {
    const { reads, receive, stop } = await opened({});
    receive(orderChanged, { orderId: 13, status: 'X' });
    await vi.advanceTimersByTimeAsync(1000);
    expect(reads).toHaveLength(1);
    receive(orderChanged, { orderId: 12, status: 'X' });
    await vi.advanceTimersByTimeAsync(1000);
    expect(reads).toHaveLength(2);
    stop();
  });

  it('leads to the screen that schedules, where there is one, while something is left', async () => {
    const path = async (order: Partial<OrderDetail>, user = provider, closed: readonly string[] = []) =>
      (await opened(order, user, undefined, closed)).store.schedulerPath;
    expect(await path({ status: 'SP_BID_ACCEPTED' }, provider)).toBe('/service-provider/scheduler-view?order=12');
    const scheduler = '/service-provider/scheduler-view';
    expect(await path({ status: 'SP_BID_ACCEPTED' }, provider, [scheduler])).toBe(
      '/service-provider/schedules?order=12',
    );
    const none = [scheduler, '/service-provider/schedules'];
    expect(await path({ status: 'SP_BID_ACCEPTED' }, provider, none)).toBeNull();
    expect(await path({ status: 'BID_WAITING' }, provider)).toBeNull();
    expect(await path({ status: 'IN_PROGRESS' }, buyer)).toBeNull();
    const [file] = orderDetail.rfqFileDTOs;
    const done = { status: 'IN_PROGRESS', rfqFileDTOs: file ? [{ ...file, notScheduled: 0 }] : [] } as const;
    expect(await path({ ...done, rfqFileDTOs: [...done.rfqFileDTOs] }, provider)).toBeNull();
  });

  it.each([
    ['LOT_USER', false],
    ['SP_ADMIN', true],
  ] as const)('files of parts can be opened by %s: %s', async (role, opens) => {
    const { store } = await opened({}, { ...provider, memberRoles: [role] });
    expect(store.mayOpenFiles).toBe(opens);
  });

  it('offers its travelers to the facility once it has agreed, where their feature is on', async () => {
    const agreed = { status: 'SP_BID_ACCEPTED', promisedOn: '2026-02-01T00:00:00Z' } as const;
    expect((await opened(agreed, provider)).store.printsTravellers).toBe(true);
    expect((await opened(agreed)).store.printsTravellers).toBe(false);
    expect((await opened({ status: 'BID_SUBMITTED' }, provider)).store.printsTravellers).toBe(false);
    expect((await opened(agreed, provider, undefined, [], { WORKPLAN: false })).store.printsTravellers).toBe(false);
  });

  it('an officer of the buyer releases a part with a reason, nobody else', async () => {
    const { store, api } = await opened({}, { ...buyer, memberRoles: ['ENG_SUPER_ADMIN'] });
    expect(store.mayRelease).toBe(true);
    store.ask({ kind: 'release', part: orderFile });
    expect(await store.confirm()).toBe(false);
    store.write('Public drawing');
    api.answer(releaseFile, { released: 3 });
    expect(await store.confirm()).toBe(true);
    expect(api.sent(releaseFile)).toMatchObject([{ params: { fileId: 1 }, body: { reason: 'Public drawing' } }]);
    for (const user of [
      { ...buyer, memberRoles: ['ENG_ADMIN' as const] },
      { ...provider, memberRoles: ['ITAR_ADMIN' as const] },
    ]) {
      expect((await opened({}, user)).store.mayRelease).toBe(false);
    }
  });
});

describe('what stands at the top of the page', () => {
  it('is what the server allows, without what has its own place', () => {
    expect(offered(['DECLINE', 'SUBMIT_QUOTE', 'HOLD', 'AWARD', 'REJECT_QUOTE'], 'page')).toEqual(['HOLD', 'DECLINE']);
  });
});

describe('money', () => {
  it('counts the decimals of the currency', () => {
    expect([toMinor(12.345, 'EUR'), toMinor(1200, 'JPY')]).toEqual([1235, 1200]);
    expect([fromMinor(1235, 'EUR'), fromMinor(1200, 'JPY')]).toEqual([12.35, 1200]);
  });
});
