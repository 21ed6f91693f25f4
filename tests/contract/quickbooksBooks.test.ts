import { createHmac, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import plugins from 'virtual:plugin-servers';
import type { CallArguments } from '@sinter/sdk/contract/call';
import { CallError } from '@sinter/sdk/contract/errors';
import {
  finishQuickbooks,
  quickbooksConnect,
  quickbooksRevoke,
  saveQuickbooksSettings,
} from '@sinter/sdk/contract/integrations/quickbooks';
import * as books from '@sinter/sdk/contract/integrations/quickbooksBooks';
import { awardBidUsingPo, fireOrderEvent, submitQuote, type OrderDetail } from '@sinter/sdk/contract/orders/orders';
import { createShipment, fireShipmentEvent } from '@sinter/sdk/contract/orders/shipping';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { testServer, type TestClient, type TestServer } from '#host/server/testing.ts';
import { startQuickbooks, type QuickbooksSimulator } from '../quickbooks/simulator.ts';
import { orderParts } from './ordering.ts';

vi.setConfig({ testTimeout: 90_000, hookTimeout: 120_000 });
const patient = { timeout: 12_000, interval: 50 };

let server: TestServer;
let quickbooks: QuickbooksSimulator;
let admin: TestClient;
let buyer: TestClient;
let orders = 0;

beforeAll(async () => {
  quickbooks = await startQuickbooks();
  server = await testServer({ plugins, demo: true, worker: true, allowedNetworks: ['127.0.0.1/32'] });
  [admin, buyer] = await Promise.all([server.client('admin'), server.client('buyer')]);
  const { clientId, clientSecret, url: apiAddress } = quickbooks;
  await admin.call(saveQuickbooksSettings, { body: { clientId, clientSecret, environment: 'PRODUCTION', apiAddress } });
  await connect();
  const { rows } = await sql<{
    currency: string;
  }>`select currency from facility where id = ${server.world.rootFacilityId}`.execute(server.services.db);
  quickbooks.books.home = rows[0]?.currency ?? 'USD';
  await select('ACCOUNT', idOf('Account', 'Sales'));
});
afterAll(async () => {
  await server.stop();
  await quickbooks.stop();
});
beforeEach(() => {
  Object.assign(quickbooks, { down: false, rotates: false });
  Object.assign(quickbooks.books, { troubles: [], closedTo: '', taxPercent: 0 });
});

async function connect(): Promise<void> {
  const { url } = await admin.call(quickbooksConnect, {});
  await admin.call(finishQuickbooks, { body: quickbooks.allow(url) });
}
const idOf = (entity: string, name: string) =>
  quickbooks.books.all(entity).find((each) => each['Name'] === name || each['DisplayName'] === name)?.Id ?? '';
const select = (kind: books.MappingKind, choiceId: string | null, key = '') =>
  admin.call(books.saveQuickbooksMapping, { body: { kind, key, choiceId } });
const refusal = (call: Promise<unknown>) =>
  call.then(
    () => 'none',
    (error: unknown) => (error instanceof CallError ? `${error.code} ${error.message}` : String(error)),
  );

interface Made {
  order: OrderDetail;
  part: number;
}
/** Five pieces for 12.50 each, with two charges. */
async function confirmed(title = `Bracket ${++orders}`): Promise<Made> {
  const order = await orderParts(server, buyer, title);
  const part = order.rfqFileDTOs[0]?.id ?? 0;
  const { id } = order;
  const charges = [
    { name: 'Setup', amount: 2500 },
    { name: 'Shipping', amount: 1999 },
  ];
  const lines = [{ orderFileId: part, unitPrice: 1250 }];
  const { quotes } = await admin.call(submitQuote, {
    params: { id },
    body: { eventId: randomUUID(), leadTimeDays: 5, lines, charges },
  });
  const body = { eventId: randomUUID(), quoteId: quotes[0]?.id ?? 0, poNumber: `PO-${id}` };
  await buyer.call(awardBidUsingPo, { params: { orderId: id }, body });
  await happens(admin, id, 'ACCEPT_AWARD');
  return { order, part };
}
async function printed(title?: string): Promise<Made> {
  const made = await confirmed(title);
  for (const event of ['START_PRODUCTION', 'FINISH_PRINTING'] as const) await happens(admin, made.order.id, event);
  return made;
}
type Fire = CallArguments<typeof fireOrderEvent>['body'];
const happens = (who: TestClient, id: number, event: Fire['event'], more: Partial<Fire> = {}) =>
  who.call(fireOrderEvent, { params: { id }, body: { eventId: randomUUID(), event, reason: 'Because', ...more } });
const whole = 5 * 1250 + 2500 + 1999;
async function ship({ part }: Made, quantity = 5): Promise<number> {
  const { id } = await admin.call(createShipment, {
    body: { eventId: randomUUID(), lines: [{ orderFileId: part, quantity }] },
  });
  for (const event of ['PACK', 'SHIP'] as const) await does(id, event);
  return id;
}
const does = (id: number, event: 'PACK' | 'SHIP' | 'DELIVER' | 'VOID') =>
  admin.call(fireShipmentEvent, { params: { id }, body: { eventId: randomUUID(), event, reason: 'Because' } });
const invoicesOf = async ({ order: { id } }: Made) =>
  (await admin.call(books.readQuickbooksOrder, { params: { id } })).invoices;
const stateOf = async (made: Made) => (await invoicesOf(made)).map(({ state }) => state).join();
const becomes = async (made: Made, state: string) => {
  await expect.poll(() => stateOf(made), patient).toBe(state);
};
const problemOf = async (made: Made) => (await invoicesOf(made))[0]?.problem?.message ?? null;
const there = (entity: string, { order: { id } }: Made) =>
  quickbooks.books.all(entity).filter((each) => new RegExp(`^Sinter ${id}(-|$)`).test(String(each['PrivateNote'])));
const invoiceAt = (moment: books.InvoiceAt) => admin.call(books.saveInvoiceAt, { body: { invoiceAt: moment } });
const retry = async () => (await admin.call(books.retryQuickbooks, { body: {} })).count;
/** Shipped, with this in the way; answers what a person reads of it. */
async function failing(trouble: () => void, made?: Made): Promise<{ made: Made; sentence: string | null }> {
  const order = made ?? (await printed());
  trouble();
  await ship(order);
  await becomes(order, 'FAILED');
  return { made: order, sentence: await problemOf(order) };
}

test('a shipment becomes an invoice with customer, items and the very pennies; the rest of the order the next', async () => {
  const made = await printed('Two parcels');
  const first = await ship(made, 2);
  await becomes(made, 'SENT');
  const second = await ship(made, 3);
  await becomes(made, 'SENT,SENT');
  const [one, two] = there('Invoice', made);
  const { id } = made.order;
  expect(one).toMatchObject({
    DocNumber: `${id}-${first}`,
    TotalAmt: (2 * 1250 + 4499) / 100,
    CustomerMemo: { value: `PO PO-${id}` },
  });
  expect(two).toMatchObject({ DocNumber: `${id}-${second}`, TotalAmt: (3 * 1250) / 100 });
  const customer = quickbooks.books.all('Customer')[0];
  expect(one?.['CustomerRef']).toEqual({ value: customer?.Id });
  expect(quickbooks.books.all('Item').map((item) => item['Name'])).toEqual(
    expect.arrayContaining(['Setup', 'Shipping']),
  );
  expect(await invoicesOf(made)).toMatchObject([
    {
      number: `${id}-${first}`,
      total: { amount: 2 * 1250 + 4499 },
      url: `https://app.qbo.intuit.com/app/invoice?txnId=${one?.Id}`,
    },
    { total: { amount: 3 * 1250 } },
  ]);
  const listed = await admin.call(books.listQuickbooksPushes, { query: { size: 1 } });
  expect(listed).toMatchObject({ totalCount: 2, failed: 0, pushes: [{ order: { id, title: 'Two parcels' } }] });
  // Nobody of the buyer, and nobody who has nothing to do with money.
  expect(await refusal(buyer.call(books.readQuickbooksOrder, { params: { id } }))).toContain('FORBIDDEN');
});

test('an answer that gets lost, and a node that is killed after sending, make no second invoice', async () => {
  const made = await printed();
  quickbooks.books.troubles = [{ on: 'POST invoice', what: 'LOST' }];
  const shipment = await ship(made);
  await expect.poll(() => problemOf(made), patient).toBe('Quickbooks didn’t answer. It is tried again automatically.');
  expect(there('Invoice', made)).toHaveLength(1);
  const soon = () =>
    sql`update quickbooks_push set due_at = now(), claimed_until = now() - interval '1 second'
    where shipment_id = ${shipment}`.execute(server.services.db);
  await soon();
  await admin.call(books.checkQuickbooks, {});
  await becomes(made, 'SENT');
  expect(there('Invoice', made)).toHaveLength(1);
  // Killed between what Quickbooks did and what we wrote down of it.
  await sql`update quickbooks_push set state = 'WAITING', quickbooks_id = null, number = null where shipment_id = ${shipment}`.execute(
    server.services.db,
  );
  await soon();
  await admin.call(books.checkQuickbooks, {});
  await becomes(made, 'SENT');
  expect(there('Invoice', made)).toHaveLength(1);
});

test('two workers that begin together send it once', async () => {
  const second = await server.another();
  const made = await printed();
  await ship(made);
  await Promise.all([1, 2, 3].map(() => admin.call(books.checkQuickbooks, {})));
  await becomes(made, 'SENT');
  expect(there('Invoice', made)).toHaveLength(1);
  await second.stop();
});

test('too many requests: it rests as long as it is asked to, and goes on', async () => {
  const made = await printed();
  quickbooks.books.troubles = [{ on: 'POST invoice', what: 'THROTTLED', retryAfter: '2' }];
  await ship(made);
  await expect
    .poll(async () => (await admin.call(books.listQuickbooksPushes, { query: {} })).restsUntil, patient)
    .not.toBeNull();
  expect(await stateOf(made)).toBe('WAITING');
  const { count } = await admin.call(books.retryQuickbooks, { body: {} });
  expect(count).toBe(0);
  await new Promise((done) => setTimeout(done, 2200));
  await admin.call(books.checkQuickbooks, {});
  await becomes(made, 'SENT');
  expect(there('Invoice', made)).toHaveLength(1);
});

test('a token that ends before its time is renewed, rotated ones too; a permission that is gone keeps everything for later', async () => {
  quickbooks.rotates = true;
  const made = await printed();
  quickbooks.access.clear();
  await ship(made);
  await becomes(made, 'SENT');
  quickbooks.access.clear();
  quickbooks.refresh.clear();
  const other = await printed();
  await ship(other);
  await expect.poll(() => refusal(admin.call(books.checkQuickbooks, {})), patient).toContain('NOT_POSSIBLE');
  expect(await admin.call(books.readQuickbooksMapping, {})).toEqual({
    connected: false,
    invoiceAt: 'SHIPPED',
    rows: [],
    missing: [],
  });
  expect(await refusal(admin.call(books.listQuickbooksChoices, { query: { kind: 'TAX' } }))).toBe(
    'NOT_POSSIBLE Quickbooks is not connected. Connect it in the settings.',
  );
  expect(await stateOf(other)).not.toContain('SENT');
  await connect();
  await becomes(other, 'SENT');
});

test('what is there already is taken, by name and by number, unless it is somebody else’s', async () => {
  const made = await printed();
  const shipment = await (async () => {
    const { id } = await admin.call(createShipment, {
      body: { eventId: randomUUID(), lines: [{ orderFileId: made.part, quantity: 5 }] },
    });
    await does(id, 'PACK');
    return id;
  })();
  const DocNumber = `${made.order.id}-${shipment}`;
  const own = quickbooks.books.put('Invoice', {
    DocNumber,
    PrivateNote: `Sinter ${DocNumber}`,
    TotalAmt: whole / 100,
    Balance: whole / 100,
  });
  await does(shipment, 'SHIP');
  await becomes(made, 'SENT');
  expect(there('Invoice', made).map(({ Id }) => Id)).toEqual([own.Id]);

  const others = await printed();
  const { id } = await admin.call(createShipment, {
    body: { eventId: randomUUID(), lines: [{ orderFileId: others.part, quantity: 5 }] },
  });
  await does(id, 'PACK');
  const number = `${others.order.id}-${id}`;
  const foreign = quickbooks.books.put('Invoice', { DocNumber: number, PrivateNote: 'By hand', TotalAmt: 1 });
  await does(id, 'SHIP');
  await becomes(others, 'FAILED');
  expect(await problemOf(others)).toBe(
    `Quickbooks has another document with number ${number}. Change its number there, then try again.`,
  );
  foreign['DocNumber'] = 'BY-HAND';
  expect(await retry()).toBe(1);
  await becomes(others, 'SENT');
});

test('a customer that is renamed is renamed there, also when it is changed there at the same time', async () => {
  await sql`update company set name = 'Renamed: Robotics' where id = ${server.world.buyerCompanyId}`.execute(
    server.services.db,
  );
  quickbooks.books.troubles = [{ on: 'POST customer', what: 'STALE' }];
  const made = await printed();
  await ship(made);
  await becomes(made, 'SENT');
  expect(quickbooks.books.all('Customer').map((each) => each['DisplayName'])).toEqual(['Renamed Robotics']);
  // Twice at the same time, a person is told.
  await sql`update company set name = 'Other Robotics' where id = ${server.world.buyerCompanyId}`.execute(
    server.services.db,
  );
  const { made: other, sentence } = await failing(
    () =>
      (quickbooks.books.troubles = [
        { on: 'POST customer', what: 'STALE' },
        { on: 'POST customer', what: 'STALE' },
      ]),
  );
  expect(sentence).toBe('The customer was being changed in Quickbooks at the same time. Try again.');
  await retry();
  await becomes(other, 'SENT');
  // The name of a vendor is taken.
  await sql`update company set name = 'Vendor Inc' where id = ${server.world.buyerCompanyId}`.execute(
    server.services.db,
  );
  const vendor = quickbooks.books.put('Vendor', { DisplayName: 'Vendor Inc' });
  const taken = await failing(() => {});
  expect(taken.sentence).toBe(
    'Quickbooks has a vendor, an employee or an inactive customer named Vendor Inc. Rename it there or make it active, then try again.',
  );
  vendor['DisplayName'] = 'Somebody';
  await retry();
  await becomes(taken.made, 'SENT');
});

test.each([
  ['6210', 'The books in Quickbooks are closed for'],
  ['6190', 'The Quickbooks subscription has ended or has a billing problem. Renew it at Intuit, then try again.'],
  ['120', 'The person who connected Quickbooks no longer has access to the company.'],
  ['2500', 'Something that this needs is missing or inactive in Quickbooks: Told by Quickbooks.'],
  ['6000', 'Quickbooks refused this: Told by Quickbooks. Correct it in Quickbooks or in the mapping, then try again.'],
])('fault %s stops it with what to do, and another try gets through', async (code, says) => {
  const detail = 'Told by Quickbooks';
  const { made, sentence } = await failing(
    () => (quickbooks.books.troubles = [{ on: 'POST invoice', what: { code, detail } }]),
  );
  expect(sentence).toContain(says);
  expect(await retry()).toBe(1);
  await becomes(made, 'SENT');
  expect(there('Invoice', made)).toHaveLength(1);
});

test('an item or account that is missing is named; a currency that the books do not know, too', async () => {
  await select('ACCOUNT', null);
  await sql`delete from quickbooks_mapping where kind in ('PART', 'CHARGE')`.execute(server.services.db);
  const { rows, missing } = await admin.call(books.readQuickbooksMapping, {});
  expect(missing).toEqual(expect.arrayContaining(['Setup', 'Shipping']));
  expect(rows.filter(({ kind, key }) => kind === 'PART' && key !== '').length).toBeGreaterThan(0);
  const { made, sentence } = await failing(() => {});
  expect(sentence).toMatch(
    /^No item in Quickbooks is selected for .+\. Select one in the mapping, or an income account/,
  );
  const { choices } = await admin.call(books.listQuickbooksChoices, { query: { kind: 'CHARGE', q: 'SETUP' } });
  expect(choices.map(({ name }) => name)).toEqual(['Setup']);
  expect(await refusal(select('PART', '99999'))).toContain('INVALID_INPUT');
  await select('PART', choices[0]?.id ?? '');
  await select('CHARGE', choices[0]?.id ?? '');
  await retry();
  await becomes(made, 'SENT');
  await select('ACCOUNT', idOf('Account', 'Sales'));

  const home = quickbooks.books.home;
  const other = home === 'CAD' ? 'USD' : 'CAD';
  const foreign = await failing(() => (quickbooks.books.home = other));
  expect(foreign.sentence).toBe(
    `The order is in ${home}, but the company in Quickbooks works in ${other} only. Turn on multiple currencies in Quickbooks, then try again.`,
  );
  quickbooks.books.severalCurrencies = true;
  await retry();
  await becomes(foreign.made, 'SENT');
  expect(there('Invoice', foreign.made)).toMatchObject([{ CurrencyRef: { value: home } }]);
  Object.assign(quickbooks.books, { home, severalCurrencies: false });
});

test('tax is added there and shown beside; an amount that is another stops it until it is corrected', async () => {
  await select('TAX', 'TAX');
  quickbooks.books.taxPercent = 8;
  const made = await printed();
  await ship(made);
  await becomes(made, 'SENT');
  expect(await invoicesOf(made)).toMatchObject([
    {
      total: { amount: whole },
      tax: { amount: Math.round(whole * 0.08) },
      balance: { amount: whole + Math.round(whole * 0.08) },
    },
  ]);
  await select('TAX', null);

  const wrong = await printed();
  const { id } = await admin.call(createShipment, {
    body: { eventId: randomUUID(), lines: [{ orderFileId: wrong.part, quantity: 5 }] },
  });
  await does(id, 'PACK');
  const number = `${wrong.order.id}-${id}`;
  const there_ = quickbooks.books.put('Invoice', {
    DocNumber: number,
    PrivateNote: `Sinter ${number}`,
    TotalAmt: 100,
    Balance: 100,
  });
  await does(id, 'SHIP');
  await becomes(wrong, 'FAILED');
  expect(await problemOf(wrong)).toContain(
    `Document ${number} is 100 ${quickbooks.books.home} before tax in Quickbooks, but ${whole / 100}`,
  );
  there_['TotalAmt'] = whole / 100;
  await retry();
  await becomes(wrong, 'SENT');
});

test('payments come back once, in parts, and go when they are deleted there', async () => {
  const made = await printed();
  await ship(made);
  await becomes(made, 'SENT');
  const invoice = there('Invoice', made)[0]?.Id ?? '';
  quickbooks.books.pay(invoice, 20);
  const last = quickbooks.books.pay(invoice, 30);
  for (let round = 0; round < 3; round++) await admin.call(books.checkQuickbooks, {});
  const paid = async () => {
    const [one] = await invoicesOf(made);
    return { balance: one?.balance?.amount, payments: one?.payments.map(({ amount }) => amount.amount) };
  };
  await expect.poll(paid, patient).toEqual({ balance: whole - 5000, payments: [2000, 3000] });
  quickbooks.books.unpay(last.Id);
  await admin.call(books.checkQuickbooks, {});
  await expect.poll(paid, patient).toEqual({ balance: whole - 2000, payments: [2000] });
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from audit_entry where action = 'quickbooks.payment_received' and object_id = ${String(made.order.id)}
  `.execute(server.services.db);
  expect(rows[0]?.count).toBe(2);
});

test('Quickbooks tells of a payment, signed, in either of its forms; whatever else comes changes nothing', async () => {
  const { clientId, url: apiAddress } = quickbooks;
  const app = { clientId, environment: 'PRODUCTION' as const, apiAddress };
  const settings = await admin.call(saveQuickbooksSettings, { body: { ...app, verifierToken: 'verify-me' } });
  expect(settings).toMatchObject({ verifierTokenSet: true });
  expect(JSON.stringify(settings)).not.toContain('verify-me');
  const { rows } = await sql<{ realm: string }>`select realm_id as realm from quickbooks_connection`.execute(
    server.services.db,
  );
  const realm = rows[0]?.realm ?? '';
  const older = { eventNotifications: [{ realmId: realm, dataChangeEvent: { entities: [] } }] };
  const newer = [{ specversion: '1.0', type: 'qbo.payment.created.v1', intuitaccountid: realm }];
  const tell = async (message: unknown, token = 'verify-me', path = new URL(settings.noticeURL).pathname) => {
    const body = JSON.stringify(message);
    const signature = createHmac('sha256', token).update(body).digest('base64');
    return (await fetch(server.url + path, { method: 'POST', body, headers: { 'intuit-signature': signature } }))
      .status;
  };
  const made = await printed();
  await ship(made);
  await becomes(made, 'SENT');
  const invoice = there('Invoice', made)[0]?.Id ?? '';
  const balance = async () => (await invoicesOf(made))[0]?.balance?.amount;
  quickbooks.books.pay(invoice, 20);
  expect(await tell(newer, 'another')).toBe(400);
  expect(await tell(newer, 'verify-me', new URL(settings.noticeURL).pathname.replace(/\d+$/, '999999'))).toBe(400);
  expect(await tell([{ intuitaccountid: '1' }])).toBe(200);
  expect(await tell({ another: 'form' })).toBe(200);
  await sleep(500);
  expect(await balance()).toBe(whole);
  expect(await tell(newer)).toBe(200);
  await expect.poll(balance, patient).toBe(whole - 2000);
  quickbooks.books.pay(invoice, 30);
  expect(await tell(older)).toBe(200);
  await expect.poll(balance, patient).toBe(whole - 5000);
});

test('a check that is asked for while another reads is not lost: it reads once the other has ended', async () => {
  const made = await printed();
  await ship(made);
  await becomes(made, 'SENT');
  const reads = (until: Date | null) =>
    sql`update quickbooks_connection set reading_until = ${until}`.execute(server.services.db);
  const balance = async () => (await invoicesOf(made))[0]?.balance?.amount;
  await reads(new Date(Date.now() + 3_600_000));
  quickbooks.books.pay(there('Invoice', made)[0]?.Id ?? '', 20);
  await admin.call(books.checkQuickbooks, {});
  await sleep(500);
  expect(await balance()).toBe(whole);
  await reads(null);
  await expect.poll(balance, patient).toBe(whole - 2000);
});

test('a shipment is invoiced when it has arrived where that is selected, and what is on its way once that ends', async () => {
  expect(await invoiceAt('DELIVERED')).toMatchObject({ connected: true, invoiceAt: 'DELIVERED' });
  const [arrives, travels] = [await printed(), await printed()];
  const shipment = await ship(arrives);
  await ship(travels);
  await does(shipment, 'DELIVER');
  await becomes(arrives, 'SENT');
  expect(there('Invoice', travels)).toEqual([]);
  await invoiceAt('SHIPPED');
  await becomes(travels, 'SENT');
  expect(there('Invoice', travels)).toHaveLength(1);
  expect(there('Invoice', arrives)).toHaveLength(1);
});

test('a shipment that is voided is credited once, and charged anew when its parts leave again', async () => {
  const made = await printed();
  const shipment = await ship(made);
  await becomes(made, 'SENT');
  await does(shipment, 'VOID');
  await becomes(made, 'SENT,SENT');
  expect(there('CreditMemo', made)).toMatchObject([
    { DocNumber: `${made.order.id}-${shipment}-C`, TotalAmt: whole / 100 },
  ]);
  await ship(made);
  await becomes(made, 'SENT,SENT,SENT');
  expect(there('Invoice', made).map(({ TotalAmt }) => TotalAmt)).toEqual([whole / 100, whole / 100]);
  await admin.call(books.checkQuickbooks, {});
  expect(there('CreditMemo', made)).toHaveLength(1);
});

test('an order that was called off and paid back by card is credited, and no other', async () => {
  const [made, other] = [await printed(), await printed()];
  await ship(made, 2);
  await ship(other, 2);
  await becomes(made, 'SENT');
  await becomes(other, 'SENT');
  await sql`
    with paid as (
      insert into payment (id, order_id, match_id, facility_id, quote_id, user_id, event_id, state, amount_minor, currency, lines,
        choices, return_address, intent, started_at, expires_at, paid_at)
      select gen_random_uuid(), m.order_id, m.id, m.facility_id, q.id, o.created_by, gen_random_uuid(), 'PAID', q.total_minor,
        q.currency, '[]', '{}', '', 'intent', now(), now(), now()
      from rfq_match m join rfq_order o on o.id = m.order_id join quote q on q.match_id = m.id and q.status = 'ACCEPTED'
      where o.id = ${made.order.id} returning id)
    insert into payment_refund (id, payment_id, intent, amount_minor, reason, state, done_at)
    select gen_random_uuid(), id, 'intent', 1, 'AGREED_CANCEL', 'DONE', now() from paid
  `.execute(server.services.db);
  await admin.call(books.checkQuickbooks, {});
  await becomes(made, 'SENT,SENT');
  expect(there('CreditMemo', made).map(({ TotalAmt }) => TotalAmt)).toEqual([(2 * 1250 + 4499) / 100]);
  expect(there('CreditMemo', other)).toEqual([]);
});

test('an order is invoiced whole when it is confirmed where that is selected, and never again, whatever becomes of its shipments', async () => {
  const begun = await printed();
  await ship(begun, 2);
  await becomes(begun, 'SENT');
  const open = await confirmed();
  expect(await invoicesOf(open)).toEqual([]);
  await invoiceAt('AWARD');
  await becomes(open, 'SENT');
  const made = await printed();
  await becomes(made, 'SENT');
  const { id } = made.order;
  const [invoice] = there('Invoice', made);
  expect(invoice).toMatchObject({
    DocNumber: String(id),
    TotalAmt: whole / 100,
    CustomerMemo: { value: `PO PO-${id}` },
  });
  expect(invoice).not.toHaveProperty('ShipDate');
  expect(await invoicesOf(made)).toMatchObject([{ number: String(id), shipmentId: null, total: { amount: whole } }]);
  quickbooks.books.pay(invoice?.Id ?? '', 20);
  const first = await ship(made, 3);
  await does(first, 'VOID');
  await invoiceAt('SHIPPED');
  await does(await ship(made), 'DELIVER');
  // What is wrong is made and sent once more, for nothing.
  await happens(buyer, id, 'CLAIM', { parts: [{ orderFileId: made.part, quantity: 1 }] });
  await happens(admin, id, 'ACCEPT_CLAIM', { parts: [{ orderFileId: made.part, quantity: 1 }] });
  await happens(admin, id, 'FINISH_PRINTING');
  await ship(made, 1);
  // What began with a shipment went on so.
  await ship(begun, 3);
  await becomes(begun, 'SENT,SENT');
  expect(there('Invoice', begun).map(({ TotalAmt }) => TotalAmt)).toEqual([(2 * 1250 + 4499) / 100, (3 * 1250) / 100]);
  await admin.call(books.checkQuickbooks, {});
  await expect.poll(async () => (await invoicesOf(made))[0]?.balance?.amount, patient).toBe(whole - 2000);
  expect(await stateOf(made)).toBe('SENT');
  expect(there('CreditMemo', made)).toEqual([]);
});

test('an order that was invoiced whole and is called off is credited, under a number of its own', async () => {
  await invoiceAt('AWARD');
  const [made, other] = [await confirmed(), await confirmed()];
  await becomes(made, 'SENT');
  await becomes(other, 'SENT');
  const { id } = made.order;
  await happens(buyer, id, 'ASK_CANCEL');
  await happens(admin, id, 'AGREE_CANCEL');
  await becomes(made, 'SENT,SENT');
  expect(there('CreditMemo', made)).toMatchObject([{ DocNumber: `${id}-C`, TotalAmt: whole / 100 }]);
  expect(there('CreditMemo', other)).toEqual([]);
  // Its number is taken by a document of somebody else.
  const next = await confirmed();
  await becomes(next, 'SENT');
  quickbooks.books.put('Invoice', { DocNumber: String(next.order.id + 1), PrivateNote: 'By hand', TotalAmt: 1 });
  const taken = await confirmed();
  await becomes(taken, 'FAILED');
  expect(await problemOf(taken)).toContain(`another document with number ${taken.order.id}.`);
  await happens(buyer, taken.order.id, 'ASK_CANCEL');
  await happens(admin, taken.order.id, 'AGREE_CANCEL');
  await becomes(taken, 'SKIPPED');
  expect(there('Invoice', taken)).toEqual([]);
  await invoiceAt('SHIPPED');
});

test('what leaves while nothing is connected is invoiced when the same company is connected again', async () => {
  await admin.call(quickbooksRevoke, {});
  const made = await printed();
  await ship(made);
  expect(await invoicesOf(made)).toEqual([]);
  await connect();
  await becomes(made, 'SENT');
});
