import { storeFrontKind, storeFrontSchema } from '@sinter/sdk/contract/host/storeFront';
import { publishSetting, readSetting, saveSettingDraft } from '@sinter/sdk/contract/host/versions';
import { randomUUID } from 'node:crypto';
import plugins from 'virtual:plugin-servers';
import { readPaymentOptions } from '@sinter/sdk/contract/host/configuration';
import { CallError } from '@sinter/sdk/contract/errors';
import type { Money } from '@sinter/sdk/contract/orders/orderFile';
import {
  awardBidUsingPo,
  fireOrderEvent,
  readOrder,
  submitQuote,
  type OrderDetail,
  type PlainEvent,
} from '@sinter/sdk/contract/orders/orders';
import {
  awardOnAccount,
  checkPayment,
  initPayment,
  initPaymentForBidWaiting,
  quotesForPayment,
  readPayments,
  readPaymentSettings,
  retryRefund,
  savePaymentSettings,
} from '@sinter/sdk/contract/orders/payments';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { testServer, type TestClient, type TestServer } from '#host/server/testing.ts';
import { startPaymentService, type PaymentService } from '../payment/paymentService.ts';
import { takeCards } from '../payment/takeCards.ts';
import { orderParts } from './ordering.ts';

let server: TestServer;
let service: PaymentService;
let buyer: TestClient;
let admin: TestClient;

beforeAll(async () => {
  service = await startPaymentService();
  server = await testServer({ plugins, demo: true, worker: true, allowedNetworks: ['127.0.0.1/32'] });
  [buyer, admin] = await Promise.all([server.client('buyer'), server.client('admin')]);
  await takeCards(admin, service);
});
beforeEach(() => {
  service.down = false;
  service.refuseRefunds = 0;
});
afterAll(async () => {
  await server.stop();
  await service.stop();
});

const read = (client: TestClient, { id }: { id: number }) => client.call(readOrder, { params: { id } });
const payments = (client: TestClient, { id }: { id: number }) => client.call(readPayments, { params: { id } });
const fire = (client: TestClient, { id }: { id: number }, event: PlainEvent) =>
  client.call(fireOrderEvent, { params: { id }, body: { eventId: randomUUID(), event, reason: 'It has to be' } });
const ordered = () => orderParts(server, buyer, 'Paid parts');

async function quoted(client = admin): Promise<OrderDetail> {
  const { id, rfqFileDTOs } = await ordered();
  const lines = rfqFileDTOs.map((file) => ({ orderFileId: file.id, unitPrice: 1250 }));
  return client.call(submitQuote, { params: { id }, body: { eventId: randomUUID(), leadTimeDays: 5, lines } });
}

const quoteOf = ({ quotes }: OrderDetail) => quotes[0]?.id ?? 0;
const start = (order: OrderDetail, eventId = randomUUID(), total?: Money) =>
  buyer.call(initPayment, { params: { id: order.id }, body: { eventId, quoteId: quoteOf(order), total } });

/** An order that is being paid, and the page to pay it at. */
async function paying() {
  const order = await quoted();
  const { url } = await start(order);
  return { order, page: url.split('/').at(-1) ?? '' };
}
async function paid() {
  const { order, page } = await paying();
  service.pay(page);
  expect(await service.tell(page)).toBe(200);
  await sides(order, ['BID_ACCEPTED', 'BID_APPROVED']);
  return { order, page };
}

async function sides(order: { id: number }, expected: [string, string]): Promise<void> {
  const now = async () => [(await read(buyer, order)).status, (await read(admin, order)).status];
  await expect.poll(now, { timeout: 15_000 }).toEqual(expected);
}
const refundsOf = async (order: { id: number }) =>
  (await payments(buyer, order)).payments.flatMap(({ refunds }) => refunds.map(({ reason, state }) => [reason, state]));
async function refunded(order: { id: number }, expected: string[][]): Promise<void> {
  await expect.poll(() => refundsOf(order), { timeout: 15_000 }).toEqual(expected);
}
const latest = async (order: { id: number }) => (await payments(buyer, order)).payments[0];

const failure = async (call: Promise<unknown>): Promise<CallError> => {
  const error = await call.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (error instanceof CallError) return error;
  throw new Error('The call did not fail with a CallError.');
};

/** Jobs that wait for their time, or for another try, are due now. */
const hurry = (key: string) =>
  sql`update graphile_worker._private_jobs set run_at = now() where key like ${`${key} %`}`.execute(server.services.db);

describe('paying by card', () => {
  test('wins the order once the payment service says that it is paid', async () => {
    const order = await quoted();
    const [offer] = await buyer.call(quotesForPayment, { params: { id: order.id } });
    expect(offer).toMatchObject({ instant: false, ways: ['PURCHASE_ORDER', 'ON_ACCOUNT', 'CARD'] });
    expect(offer?.payable).toEqual(order.quotes[0]?.total);
    const eventId = randomUUID();
    const started = await start(order, eventId, offer?.payable);
    expect(await start(order, eventId)).toEqual(started);
    expect((await read(admin, order)).status).toBe('PAYMENT_WAITING');
    expect(await latest(order)).toMatchObject({ state: 'WAITING', url: started.url, payer: expect.any(String) });
    // A facility knows that it is being paid, neither where nor by whom.
    expect((await payments(admin, order)).payments[0]).toMatchObject({ state: 'WAITING', url: null, payer: null });

    const page = started.url.split('/').at(-1) ?? '';
    expect(service.sessions.get(page)).toMatchObject({
      amount: offer?.payable.amount,
      currency: offer?.payable.currency.toLowerCase(),
      lines: [{ quantity: 5, unitAmount: 1250 }],
    });
    service.pay(page);
    await service.tell(page);
    await sides(order, ['BID_ACCEPTED', 'BID_APPROVED']);
    expect(await payments(buyer, order)).toMatchObject({ way: 'CARD', payments: [{ state: 'PAID', url: null }] });
    expect((await fire(admin, order, 'ACCEPT_AWARD')).status).toBe('SP_BID_ACCEPTED');
  });

  test('is told before the buyer comes back, or asked for when nobody tells, and told again does nothing', async () => {
    const { order, page } = await paid();
    expect(await buyer.call(checkPayment, { params: { id: order.id } })).toMatchObject({ way: 'CARD' });
    for (const type of ['checkout.session.completed', 'checkout.session.async_payment_succeeded']) {
      expect(await service.tell(page, { type })).toBe(200);
    }
    const other = await paying();
    service.pay(other.page);
    expect(await buyer.call(checkPayment, { params: { id: other.order.id } })).toMatchObject({ way: 'CARD' });
    await sides(other.order, ['BID_ACCEPTED', 'BID_APPROVED']);
    await sides(order, ['BID_ACCEPTED', 'BID_APPROVED']);
    expect(await refundsOf(order)).toEqual([]);
  });

  test('that was declined for good leaves the quote as it was', async () => {
    const { order, page } = await paying();
    const session = service.sessions.get(page);
    if (session) session.status = 'complete';
    await service.tell(page, { type: 'checkout.session.async_payment_failed' });
    await sides(order, ['DISTRIBUTED', 'BID_SUBMITTED']);
    expect(await latest(order)).toMatchObject({ state: 'ENDED', reason: 'DECLINED' });
    expect((await start(order)).url).toContain('/pay/');
  });

  test('that is abandoned ends after a day, unless it was paid and nobody told', async () => {
    const abandoned = await paying();
    const untold = await paying();
    service.pay(untold.page);
    await sql`update payment set expires_at = now() where state = 'WAITING'`.execute(server.services.db);
    await hurry('order');
    await sides(abandoned.order, ['DISTRIBUTED', 'BID_SUBMITTED']);
    expect(await latest(abandoned.order)).toMatchObject({ state: 'ENDED', reason: 'ABANDONED' });
    expect(service.sessions.get(abandoned.page)?.status).toBe('expired');
    await sides(untold.order, ['BID_ACCEPTED', 'BID_APPROVED']);
  });

  test('that the buyer cancels can no longer be paid', async () => {
    const { order, page } = await paying();
    const waiting = await read(buyer, order);
    expect(waiting.allowedEvents).toContain('CANCEL_PAYMENT');
    // It can be won once.
    expect(waiting.allowedEvents).not.toContain('AWARD');
    const body = { eventId: randomUUID(), quoteId: quoteOf(order), poNumber: 'PO-1' };
    expect((await failure(buyer.call(awardBidUsingPo, { params: { orderId: order.id }, body }))).code).toBe('CONFLICT');
    expect((await failure(start(order))).code).toBe('CONFLICT');
    await fire(buyer, order, 'CANCEL_PAYMENT');
    await sides(order, ['DISTRIBUTED', 'BID_SUBMITTED']);
    await expect.poll(() => service.sessions.get(page)?.status).toBe('expired');
    expect(await latest(order)).toMatchObject({ state: 'ENDED', reason: 'CANCELLED', url: null });
  });

  test('of an order that was lost meanwhile, or put on hold, is given back', async () => {
    const [lost, held] = [await paying(), await paying()];
    // The card pays before the service hears that nobody may pay any more.
    service.down = true;
    await fire(buyer, lost.order, 'WITHDRAW');
    await fire(admin, held.order, 'HOLD');
    for (const { page } of [lost, held]) service.pay(page);
    service.down = false;
    for (const { page } of [lost, held]) await service.tell(page);
    await refunded(lost.order, [['LATE', 'DONE']]);
    await refunded(held.order, [['LATE', 'DONE']]);
    expect(await latest(held.order)).toMatchObject({ state: 'ENDED', reason: 'HELD' });
    await sides(lost.order, ['WITHDRAWN', 'BID_LOST']);
    await fire(admin, held.order, 'RESUME');
    await sides(held.order, ['DISTRIBUTED', 'BID_SUBMITTED']);
  });

  test('twice gives the second back', async () => {
    const { order, page } = await paid();
    const second = service.pay(page);
    await service.tell(page, { intent: second });
    await refunded(order, [['TWICE', 'DONE']]);
    expect(service.refunds.at(-1)).toMatchObject({ intent: second });
    await sides(order, ['BID_ACCEPTED', 'BID_APPROVED']);
  });

  test.each([
    ['another amount', { amount: 1 }],
    ['another currency', { currency: 'usd' }],
    ['other lines', { lines: [{ name: 'Something else', quantity: 1, unitAmount: 6250, currency: 'eur' }] }],
    ['another order', { reference: 'other' }],
  ])('%s than the quote is not accepted, and the facility is told', async (_, altered) => {
    const { order, page } = await paying();
    const session = service.sessions.get(page);
    service.pay(page);
    if (!session) throw new Error('There is no such page.');
    const reference = session.reference;
    Object.assign(session, altered);
    if (session.reference === reference) await service.tell(page);
    else await buyer.call(checkPayment, { params: { id: order.id } });
    await refunded(order, [['ALTERED', 'DONE']]);
    await sides(order, ['DISTRIBUTED', 'BID_SUBMITTED']);
    expect((await payments(admin, order)).payments[0]).toMatchObject({ state: 'ENDED', reason: 'ALTERED' });
  });

  test('is refused when it is not what the buyer has seen, not the quote of the order, or not on offer', async () => {
    const order = await quoted();
    const other = await quoted();
    const total = order.quotes[0]?.total ?? { amount: 0, currency: 'EUR' };
    const wrong = { ...total, amount: total.amount - 1 };
    expect((await failure(start(order, randomUUID(), wrong))).code).toBe('CONFLICT');
    expect((await failure(start({ ...order, quotes: other.quotes }))).code).toBe('NOT_FOUND');
    await sql`update quote set valid_until = now() - interval '1 day' where id = ${quoteOf(other)}`.execute(
      server.services.db,
    );
    expect((await failure(start(other))).code).toBe('CONFLICT');
    expect((await read(buyer, order)).status).toBe('DISTRIBUTED');
    expect((await payments(buyer, order)).payments).toEqual([]);
  });

  test('begins nothing where the payment service does not answer', async () => {
    const order = await quoted();
    service.down = true;
    const refused = await failure(start(order));
    expect([refused.code, refused.message]).toEqual(['CONFLICT', expect.stringContaining('Nothing was charged')]);
    await sides(order, ['DISTRIBUTED', 'BID_SUBMITTED']);
    service.down = false;
    expect((await start(order)).url).toContain('/pay/');
  });
});

describe('money that goes back', () => {
  test('does so when the facility refuses, however often the payment service refuses first', async () => {
    const { order } = await paid();
    service.refuseRefunds = 2;
    await fire(admin, order, 'REFUSE_AWARD');
    await refunded(order, [['REFUSED', 'WAITING']]);
    await expect.poll(() => service.refuseRefunds).toBe(1);
    await expect
      .poll(async () => {
        await hurry('refund');
        return refundsOf(order);
      })
      .toEqual([['REFUSED', 'DONE']]);
    expect((await payments(admin, order)).payments[0]?.refunds).toMatchObject([{ state: 'DONE' }]);
  });

  test('does so when a cancellation is agreed', async () => {
    const { order } = await paid();
    await fire(admin, order, 'ACCEPT_AWARD');
    await fire(buyer, order, 'ASK_CANCEL');
    await fire(admin, order, 'AGREE_CANCEL');
    await refunded(order, [['AGREED_CANCEL', 'DONE']]);
  });

  test('and fails after all is tried again by who looks after payments', async () => {
    const { order } = await paid();
    await fire(admin, order, 'REFUSE_AWARD');
    await refunded(order, [['REFUSED', 'DONE']]);
    const made = service.refunds.at(-1);
    if (!made) throw new Error('Nothing was given back.');
    made.status = 'failed';
    expect(await service.tellRefundFailed(made)).toBe(200);
    await refunded(order, [['REFUSED', 'FAILED']]);
    const refundId = (await payments(admin, order)).payments[0]?.refunds[0]?.id ?? '';
    await admin.call(retryRefund, { params: { id: order.id, refundId } });
    await refunded(order, [['REFUSED', 'DONE']]);
    expect(service.refunds.filter(({ key }) => key === refundId)).toHaveLength(2);
  });
});

describe('the price of the price engine', () => {
  test('is not offered for an order that is larger than the store front wants', async () => {
    const order = await ordered();
    const query = { kind: storeFrontKind };
    const limit = async (mostPieces: number | null) => {
      const { published, seen } = await admin.call(readSetting, { query });
      const now = storeFrontSchema.parse(published.value);
      const value = { ...now, instant: { mostValue: null, mostPieces } };
      const drafted = await admin.call(saveSettingDraft, { body: { ...query, value, seen } });
      await admin.call(publishSetting, { body: { ...query, seen: drafted.seen } });
    };
    const offers = () => buyer.call(quotesForPayment, { params: { id: order.id } });
    expect(await offers()).toHaveLength(1);
    await limit(1);
    expect(await offers()).toEqual([]);
    await limit(null);
    expect(await offers()).toHaveLength(1);
  });

  test('is paid before anybody has quoted, and binds its facility', async () => {
    const order = await ordered();
    const offers = await buyer.call(quotesForPayment, { params: { id: order.id } });
    expect(offers).toMatchObject([{ instant: true, ways: ['CARD'], facility: { id: server.world.rootFacilityId } }]);
    const [offer] = offers;
    const params = { id: order.id, quoteId: offer?.quoteId ?? 0 };
    const pay = (total = offer?.payable) =>
      buyer.call(initPaymentForBidWaiting, { params, body: { eventId: randomUUID(), total } });
    expect((await failure(pay({ amount: 1, currency: 'EUR' }))).code).toBe('CONFLICT');
    await pay();
    await fire(buyer, order, 'CANCEL_PAYMENT');
    await sides(order, ['DISTRIBUTED', 'BID_WAITING']);
    expect((await read(buyer, order)).quotes).toMatchObject([{ status: 'WITHDRAWN' }]);
    const { url } = await pay();
    const page = url.split('/').at(-1) ?? '';
    service.pay(page);
    await service.tell(page);
    await sides(order, ['AGREEMENT_DONE', 'SP_BID_ACCEPTED']);
    const won = (await read(buyer, order)).quotes.find(({ status }) => status === 'ACCEPTED');
    expect(won?.total).toEqual(offer?.payable);
  });

  test('is not offered for parts that a person has to look at', async () => {
    const order = await ordered();
    await sql`update file_facts set watertight = false where file_id = ${order.rfqFileDTOs[0]?.fileDTO.id ?? 0}`.execute(
      server.services.db,
    );
    expect(await buyer.call(quotesForPayment, { params: { id: order.id } })).toEqual([]);
    const { rows } = await sql<{ id: number }>`
      select id from rfq_match where order_id = ${order.id} and facility_id = ${server.world.rootFacilityId}
    `.execute(server.services.db);
    const params = { id: order.id, quoteId: rows[0]?.id ?? 0 };
    const refused = await failure(buyer.call(initPaymentForBidWaiting, { params, body: { eventId: randomUUID() } }));
    expect([refused.code, (await read(buyer, order)).status]).toEqual(['CONFLICT', 'DISTRIBUTED']);
    await sql`update file_facts set watertight = true where file_id = ${order.rfqFileDTOs[0]?.fileDTO.id ?? 0}`.execute(
      server.services.db,
    );
  });
});

describe('a message about a payment', () => {
  test('that the payment service has not signed is refused', async () => {
    const { order, page } = await paying();
    service.pay(page);
    expect(await service.tell(page, { secret: 'whsec_other' })).toBe(400);
    expect(await service.tell(page, { change: (body) => body.replace('"paid"', '"unpaid"') })).toBe(400);
    const unsigned = await fetch(service.webhookURL ?? '', { method: 'POST', body: '{}' });
    const nowhere = await fetch(`${server.url}/api/v1/payment-notices/999999`, { method: 'POST', body: '{}' });
    expect([unsigned.status, nowhere.status]).toEqual([400, 400]);
    expect((await read(admin, order)).status).toBe('PAYMENT_WAITING');
  });
});

describe('how a facility may be paid', () => {
  const rules = { purchaseOrder: true, onAccount: 'EVERYBODY' as const, accountCompanyIds: [], card: true };
  const save = (change: object) =>
    admin.call(savePaymentSettings, { body: { ...rules, apiAddress: service.url, ...change } });

  test('never shows its keys', async () => {
    const settings = await admin.call(readPaymentSettings, {});
    expect(settings).toMatchObject({ secretKeySet: true, webhookSecretSet: true, test: true, card: true });
    expect(JSON.stringify(settings)).not.toContain(service.secretKey);
    expect(JSON.stringify(settings)).not.toContain(service.webhookSecret);
    const { rows } = await sql<{ text: string }>`
      select coalesce(string_agg(k::text, ' '), '') as text from kept_secret k
      union all select coalesce(string_agg(a::text, ' '), '') from audit_entry a
    `.execute(server.services.db);
    for (const { text } of rows) expect(text).not.toContain(service.secretKey);
  });

  test('by card needs keys that the payment service knows', async () => {
    expect((await failure(save({ secretKey: 'sk_test_wrong' }))).fields).toHaveProperty('secretKey');
    expect((await failure(save({ apiAddress: 'https://10.0.0.1' }))).fields).toHaveProperty('apiAddress');
    const planner = await server.client('planner');
    expect((await failure(planner.call(readPaymentSettings, {}))).code).toBe('FORBIDDEN');
  });

  test('keeps its keys until nothing that is under way needs them', async () => {
    const { order } = await paying();
    const underWay = (await admin.call(readPaymentSettings, {})).waiting;
    expect(underWay).toBeGreaterThan(0);
    for (const key of ['secretKey', 'webhookSecret']) {
      expect((await failure(save({ card: false, [key]: null }))).code).toBe('CONFLICT');
    }
    await fire(buyer, order, 'CANCEL_PAYMENT');
    expect((await admin.call(readPaymentSettings, {})).waiting).toBe(underWay - 1);
    const lyon = await server.client('admin2');
    const keys = { secretKey: service.secretKey, webhookSecret: service.webhookSecret };
    const saveLyon = (change: object) =>
      lyon.call(savePaymentSettings, { body: { ...rules, apiAddress: service.url, ...change } });
    expect(await saveLyon(keys)).toMatchObject({ secretKeySet: true, webhookSecretSet: true, waiting: 0 });
    expect((await failure(saveLyon({ webhookSecret: null }))).fields).toHaveProperty('webhookSecret');
    expect((await failure(saveLyon({ secretKey: null }))).fields).toHaveProperty('secretKey');
    const gone = await saveLyon({ card: false, secretKey: null, webhookSecret: null });
    expect(gone).toMatchObject({ secretKeySet: false, webhookSecretSet: false, test: false });
  });

  test('is all that its customers are offered, and can use', async () => {
    const order = await quoted();
    await save({ card: false, purchaseOrder: false, onAccount: 'CHOSEN', accountCompanyIds: [] });
    expect(JSON.parse((await buyer.call(readPaymentOptions, {}))?.configValue ?? '')).toEqual({
      PURCHASE_ORDER: false,
      ON_ACCOUNT: true,
      CARD: false,
    });
    const [none] = await buyer.call(quotesForPayment, { params: { id: order.id } });
    expect(none?.ways).toEqual([]);
    const params = { id: order.id };
    const account = { eventId: randomUUID(), quoteId: quoteOf(order) };
    expect((await failure(start(order))).code).toBe('CONFLICT');
    expect((await failure(buyer.call(awardOnAccount, { params, body: account }))).code).toBe('CONFLICT');
    const award = { params: { orderId: order.id }, body: { ...account, eventId: randomUUID(), poNumber: 'PO-9' } };
    expect((await failure(buyer.call(awardBidUsingPo, award))).code).toBe('CONFLICT');

    await save({ card: false, onAccount: 'CHOSEN', accountCompanyIds: [server.world.buyerCompanyId] });
    expect((await buyer.call(awardOnAccount, { params, body: account })).status).toBe('BID_ACCEPTED');
    expect(await payments(admin, order)).toMatchObject({ way: 'ON_ACCOUNT', payments: [] });
    await save({});
  });
});
