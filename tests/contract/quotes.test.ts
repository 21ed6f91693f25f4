import { randomUUID } from 'node:crypto';
import plugins from 'virtual:plugin-servers';
import type { CallInput } from '@sinter/sdk/contract/call';
import { listOfferedMaterials } from '@sinter/sdk/contract/catalog/offered';
import { CallError } from '@sinter/sdk/contract/errors';
import { fileContent, fileDtoSchema } from '@sinter/sdk/contract/host/files';
import { listApprovers, requestApproval } from '@sinter/sdk/contract/orders/approvals';
import { readHistory } from '@sinter/sdk/contract/orders/history';
import {
  awardBidUsingPo,
  fireOrderEvent,
  readOrder,
  searchOrders,
  submitQuote,
  type OrderDetail,
} from '@sinter/sdk/contract/orders/orders';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { testServer, type TestClient, type TestServer } from '#host/server/testing.ts';
import { addRival, orderParts } from './ordering.ts';

let server: TestServer;
let buyer: TestClient;
let engineer: TestClient;
let winner: TestClient;
let rival: TestClient;

beforeAll(async () => {
  server = await testServer({ plugins, demo: true });
  await addRival(server);
  [buyer, engineer, winner, rival] = await Promise.all([
    server.client('buyer'),
    server.client('engineer'),
    server.client('admin'),
    server.client('admin2'),
  ]);
});
afterAll(() => server.stop());

type Order = Pick<OrderDetail, 'id' | 'rfqFileDTOs'>;
type Quote = Partial<CallInput<typeof submitQuote>['body']>;
type Award = Partial<CallInput<typeof awardBidUsingPo>['body']>;
type Fire = CallInput<typeof fireOrderEvent>['body'];

const read = (client: TestClient, { id }: { id: number }) => client.call(readOrder, { params: { id } });
const partOf = (order: Order) => order.rfqFileDTOs[0]?.id ?? 0;

const quote = (client: TestClient, order: Order, more: Quote = {}) =>
  client.call(submitQuote, {
    params: { id: order.id },
    body: {
      eventId: randomUUID(),
      leadTimeDays: 5,
      lines: [{ orderFileId: partOf(order), unitPrice: 1250 }],
      ...more,
    },
  });
const fire = (client: TestClient, { id }: { id: number }, event: Fire['event'], more: Partial<Fire> = {}) =>
  client.call(fireOrderEvent, {
    params: { id },
    body: { eventId: randomUUID(), event, reason: 'It has to be', ...more },
  });
const award = (order: { id: number }, quoteId: number, more: Award = {}) =>
  buyer.call(awardBidUsingPo, {
    params: { orderId: order.id },
    body: { eventId: randomUUID(), quoteId, poNumber: randomUUID(), ...more },
  });
const newest = (order: OrderDetail) => order.quotes[0]?.id ?? 0;

const refusal = async (call: Promise<unknown>): Promise<CallError> => {
  const error = await call.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (error instanceof CallError) return error;
  throw new Error('The call did not fail with a CallError.');
};

/** A quote with all that one can offer, for five pieces. */
async function offered() {
  const order = await orderParts(server, buyer, 'Brackets');
  const offers = await buyer.call(listOfferedMaterials, {});
  const material = offers.find(({ process }) => process.id !== order.rfqFileDTOs[0]?.aMProcess.id)?.materials[0];
  if (!material) throw new Error('The demo makes parts in one process only.');
  const quoted = await quote(winner, order, {
    lines: [
      {
        orderFileId: partOf(order),
        unitPrice: 1250,
        breaks: [{ quantity: 25, unitPrice: 990 }],
        alternatives: [{ name: 'In resin', materialId: material.id, quantity: 6, unitPrice: 1111 }],
      },
    ],
    charges: [
      { name: 'Setup', amount: 5000 },
      { name: 'Shipping', amount: 995 },
    ],
    options: [{ name: 'Express', leadTimeDays: 2, priceFactor: 1.333 }],
  });
  return { order, quoted, material };
}

describe('a quote', () => {
  test('adds up lines and charges, and says what else can be had', async () => {
    const { order, material } = await offered();
    const [seen] = (await read(buyer, order)).quotes;
    expect(seen?.total).toEqual({ amount: 5 * 1250 + 5995, currency: 'EUR' });
    expect(seen?.lines[0]?.alternatives).toMatchObject([
      { id: 1, name: 'In resin', material: { id: material.id }, quantity: 6, unitPrice: 1111 },
    ]);
    expect(seen?.options).toEqual([{ id: 1, name: 'Express', leadTimeDays: 2, priceFactor: 1.333 }]);
  });

  test('is accepted as chosen: the order becomes what was agreed when the facility confirms', async () => {
    const { order, quoted, material } = await offered();
    const lines = [{ orderFileId: partOf(order), alternativeId: 1 }];
    const amount = 6 * Math.round(1111 * 1.333) + 5995;
    const choices = { optionId: 1, lines };
    const wrong = await refusal(award(order, newest(quoted), { choices, total: { amount: 1, currency: 'EUR' } }));
    expect([wrong.code, wrong.message]).toEqual([
      'CONFLICT',
      'The total of this quote has changed. Check it and accept again.',
    ]);
    const accepted = await award(order, newest(quoted), { choices, total: { amount, currency: 'EUR' } });
    expect(accepted.quotes[0]).toMatchObject({ total: { amount }, leadTimeDays: 2, optionId: 1 });
    expect(accepted.rfqFileDTOs[0]?.quantity).toBe(5);
    const confirmed = await fire(winner, order, 'ACCEPT_AWARD');
    expect(confirmed.rfqFileDTOs[0]).toMatchObject({ quantity: 6, materials: [{ id: material.id }] });
  });

  test('is accepted for another quantity that it prices, and for nothing that it does not', async () => {
    const { order, quoted } = await offered();
    const orderFileId = partOf(order);
    for (const choices of [
      { optionId: 7 },
      { lines: [{ orderFileId, quantity: 24 }] },
      { lines: [{ orderFileId, alternativeId: 2 }] },
      { lines: [{ orderFileId, alternativeId: 1, quantity: 25 }] },
      { lines: [{ orderFileId: 1e9, quantity: 5 }] },
      { lines: [{ orderFileId }, { orderFileId }] },
    ]) {
      const refused = await refusal(award(order, newest(quoted), { choices }));
      expect([refused.code, Object.keys(refused.fields)], JSON.stringify(choices)).toEqual([
        'INVALID_INPUT',
        ['choices'],
      ]);
    }
    const accepted = await award(order, newest(quoted), { choices: { lines: [{ orderFileId, quantity: 25 }] } });
    expect(accepted.quotes[0]?.total.amount).toBe(25 * 990 + 5995);
  });

  test('that cannot be is refused with its field', async () => {
    const order = await orderParts(server, buyer, 'Brackets');
    const orderFileId = partOf(order);
    const line = { orderFileId, unitPrice: 1250 };
    const fieldsOf = async (more: Quote) => Object.keys((await refusal(quote(winner, order, more))).fields);
    expect(await fieldsOf({ lines: [{ ...line, breaks: [{ quantity: 5, unitPrice: 1 }] }] })).toEqual([
      'lines.0.breaks',
    ]);
    const alternatives = [{ name: 'Gold', materialId: 1e9, quantity: 1, unitPrice: 1 }];
    expect(await fieldsOf({ lines: [{ ...line, alternatives }] })).toEqual(['lines.0.alternatives.0.materialId']);
    const much = Array.from({ length: 20 }, () => ({ name: 'Gold', amount: 1e9 }));
    expect(await fieldsOf({ charges: much, lines: [{ ...line, breaks: [{ quantity: 6, unitPrice: -1 }] }] })).toEqual([
      'lines.0.breaks.0.unitPrice',
    ]);
    expect((await quote(winner, order, { charges: much })).quotes[0]?.total.amount).toBe(20e9 + 6250);
  });

  test('after a request for changes is the next revision, and tells the facility what is wanted', async () => {
    const order = await orderParts(server, buyer, 'Brackets');
    const first = await quote(winner, order);
    const orderFileId = partOf(order);
    const wish = {
      total: { amount: 5000, currency: 'EUR' },
      neededBy: '2031-05-06',
      quantities: [{ orderFileId, quantity: 8 }],
    };
    const of = (told: object) => ({ quoteId: newest(first), wish: { ...wish, ...told } });
    const dollars = await refusal(
      fire(buyer, order, 'REQUEST_REVISION', of({ total: { amount: 1, currency: 'USD' } })),
    );
    expect(Object.keys(dollars.fields)).toEqual(['wish.total']);
    const others = await refusal(
      fire(buyer, order, 'REQUEST_REVISION', of({ quantities: [{ orderFileId: 1e9, quantity: 1 }] })),
    );
    expect(Object.keys(others.fields)).toEqual(['wish.quantities']);
    await fire(buyer, order, 'REQUEST_REVISION', of({}));
    expect((await read(winner, order)).quotes[0]).toMatchObject({
      status: 'REVISION_REQUESTED',
      wish: { ...wish, reason: 'It has to be' },
    });
    await quote(winner, order, { lines: [{ orderFileId, unitPrice: 1000 }] });
    await fire(winner, order, 'WITHDRAW_QUOTE');
    await quote(winner, order, { lines: [{ orderFileId, unitPrice: 1100 }] });
    expect(
      (await read(buyer, order)).quotes.map(({ revision, status, total }) => [revision, status, total.amount]),
    ).toEqual([
      [3, 'SUBMITTED', 5500],
      [2, 'WITHDRAWN', 5000],
      [1, 'REVISION_REQUESTED', 6250],
    ]);
  });

  test('brings its files to the buyer, and to no other facility', async () => {
    const order = await orderParts(server, buyer, 'Brackets');
    const sent = await winner.send('/api/v1/files', 'offer.pdf', '%PDF-1.4', { itar: 'false' });
    const { id } = fileDtoSchema.parse(await sent.json());
    const opens = async (client: TestClient) => (await client.fetch(`/api/v1/files/${id}/content`)).status;
    expect(fileContent.path).toBe('/api/v1/files/{id}/content');
    expect(await opens(buyer)).toBe(404);
    const notOwn = await refusal(quote(rival, order, { fileIds: [id] }));
    expect(notOwn.code).toBe('NOT_FOUND');
    await quote(winner, order, { fileIds: [id] });
    expect((await read(buyer, order)).quotes[0]?.files).toMatchObject([{ id, fileName: 'offer.pdf' }]);
    expect(await Promise.all([buyer, winner, rival].map(opens))).toEqual([200, 200, 404]);
  });
});

describe('an award is refused in a sentence', () => {
  const said = async (call: Promise<unknown>) => (await refusal(call)).message;

  test('of a quote that is accepted, withdrawn, rejected, to be changed, expired, or of another order', async () => {
    const order = await orderParts(server, buyer, 'Brackets');
    const [mine, theirs] = [await quote(winner, order), await quote(rival, order)];
    const other = await orderParts(server, buyer, 'Others');
    expect(await said(award(other, newest(mine)))).toBe(`Order #${other.id} has no such quote.`);
    await award(order, newest(mine));
    expect(await said(award(order, newest(mine)))).toBe('This quote has already been accepted.');
    expect(await said(award(order, newest(theirs)))).toBe('Another quote for this order has already been accepted.');

    const first = await quote(winner, other);
    await fire(buyer, other, 'REQUEST_REVISION', { quoteId: newest(first) });
    expect(await said(award(other, newest(first)))).toContain('You asked the facility to change this quote.');
    const second = await quote(winner, other);
    await fire(winner, other, 'WITHDRAW_QUOTE');
    expect(await said(award(other, newest(second)))).toBe('The facility has withdrawn this quote.');
    const third = await quote(winner, other);
    await sql`update quote set valid_until = now() where id = ${newest(third)}`.execute(server.services.db);
    expect(await said(award(other, newest(third)))).toContain('This quote has expired.');
    await fire(winner, other, 'HOLD');
    const rejected = await quote(rival, other);
    await fire(buyer, other, 'REJECT_QUOTE', { quoteId: newest(rejected) });
    expect(await said(award(other, newest(rejected)))).toContain('This quote was rejected.');
  });

  test('with a purchase order of another order, whose number is told; of another company it is free', async () => {
    const [one, two] = [await orderParts(server, buyer, 'One'), await orderParts(server, buyer, 'Two')];
    const poNumber = `PO ${randomUUID()}`;
    const [first, second] = [await quote(winner, one), await quote(winner, two)];
    await award(one, newest(first), { poNumber });
    const refused = await refusal(award(two, newest(second), { poNumber: poNumber.toLowerCase() }));
    expect([refused.code, refused.fields]).toEqual([
      'INVALID_INPUT',
      {
        poNumber: `Purchase order ${poNumber.toLowerCase()} is already used for order #${one.id}. Enter another number.`,
      },
    ]);
    await fire(winner, one, 'REFUSE_AWARD');
    expect((await award(two, newest(second), { poNumber })).status).toBe('BID_ACCEPTED');
  });

  test('and so is a quote for an order that was withdrawn, or lost', async () => {
    const [gone, lost] = [await orderParts(server, buyer, 'Gone'), await orderParts(server, buyer, 'Lost')];
    await quote(rival, gone);
    const { quotes } = await read(rival, gone);
    await fire(buyer, gone, 'WITHDRAW');
    expect(await said(quote(winner, gone))).toBe(`The customer has withdrawn order #${gone.id}.`);
    expect(await said(award(gone, quotes[0]?.id ?? 0))).toContain('This order was withdrawn.');
    await award(lost, newest(await quote(rival, lost)));
    await fire(rival, lost, 'ACCEPT_AWARD');
    expect(await said(quote(winner, lost))).toBe('The customer selected another facility for this order.');
  });
});

describe('who may not accept a quote', () => {
  /** An order that the engineer has placed, as far as the product knows. */
  async function quoted() {
    const order = await orderParts(server, buyer, 'Jigs');
    await sql`update rfq_order set created_by = ${server.world.users['engineer@demo.example']} where id = ${order.id}`.execute(
      server.services.db,
    );
    return { order, quoteId: newest(await quote(winner, order)) };
  }
  const ask = (order: { id: number }, quoteId: number, more: object = {}) =>
    engineer.call(requestApproval, {
      params: { id: order.id },
      body: { eventId: randomUUID(), quoteId, message: 'By Friday, please', ...more },
    });

  test('asks those who may; accepting answers', async () => {
    const { order, quoteId } = await quoted();
    expect((await read(engineer, order)).allowedEvents).toContain('REQUEST_APPROVAL');
    expect((await read(buyer, order)).allowedEvents).not.toContain('REQUEST_APPROVAL');
    const may = await engineer.call(listApprovers, { params: { id: order.id } });
    const buyerId = server.world.users['buyer@demo.example'];
    expect(may.map(({ id }) => id)).toContain(buyerId);
    expect(may.map(({ id }) => id)).not.toContain(server.world.users['engineer@demo.example']);
    const stranger = await refusal(ask(order, quoteId, { userIds: [server.world.users['admin@demo.example']] }));
    expect(Object.keys(stranger.fields)).toEqual(['userIds']);
    const asked = await ask(order, quoteId, { userIds: [buyerId] });
    expect(asked.approvals).toMatchObject([
      { quoteId, message: 'By Friday, please', answer: 'OPEN', askedOf: [{ id: buyerId }] },
    ]);
    const [step] = await buyer.call(readHistory, { params: { id: order.id } });
    expect(step).toMatchObject({ event: 'REQUEST_APPROVAL', side: 'BUYER', reason: 'By Friday, please' });
    expect((await read(buyer, order)).allowedEvents).toContain('REFUSE_APPROVAL');
    const accepted = await award(order, quoteId);
    expect(accepted.approvals).toMatchObject([{ answer: 'ACCEPTED' }]);
    expect(accepted.approvals[0]?.answeredBy).not.toBeNull();
  });

  test('hears why not, and may ask again', async () => {
    const { order, quoteId } = await quoted();
    await ask(order, quoteId);
    expect((await refusal(fire(engineer, order, 'REFUSE_APPROVAL'))).code).toBe('FORBIDDEN');
    expect(Object.keys((await refusal(fire(buyer, order, 'REFUSE_APPROVAL', { reason: ' ' }))).fields)).toEqual([
      'reason',
    ]);
    await fire(buyer, order, 'REFUSE_APPROVAL', { quoteId, reason: 'Too dear' });
    const told = await read(engineer, order);
    expect(told.approvals).toMatchObject([{ answer: 'REFUSED', reason: 'Too dear' }]);
    expect(told.allowedEvents).toContain('REQUEST_APPROVAL');
    expect((await refusal(fire(buyer, order, 'REFUSE_APPROVAL'))).code).toBe('TRANSITION_REFUSED');
    await ask(order, quoteId);
    await fire(winner, order, 'WITHDRAW_QUOTE');
    expect((await read(engineer, order)).approvals.map(({ answer }) => answer)).toEqual(['CLOSED', 'REFUSED']);
    expect((await refusal(ask(order, quoteId))).message).toBe('The facility has withdrawn this quote.');
  });
});

test('what one side keeps for itself is in no answer to another', async () => {
  const order = await orderParts(server, buyer, 'Brackets');
  const secret = { winner: 'Margin 31', rival: 'Margin 17', facility: 'rival note', company: 'Between us' };
  const mine = await quote(winner, order, { internalNote: secret.winner, note: 'Dear customer' });
  await quote(rival, order, {
    internalNote: secret.rival,
    note: secret.facility,
    lines: [{ orderFileId: partOf(order), unitPrice: 98765, breaks: [{ quantity: 7, unitPrice: 87654 }] }],
    charges: [{ name: 'rival setup', amount: 76543 }],
  });
  await sql`update rfq_order set created_by = ${server.world.users['engineer@demo.example']} where id = ${order.id}`.execute(
    server.services.db,
  );
  await engineer.call(requestApproval, {
    params: { id: order.id },
    body: { eventId: randomUUID(), quoteId: newest(mine), message: secret.company },
  });
  const { estimate } = await read(buyer, order);
  expect(estimate?.lines).toMatchObject([{ orderFileId: partOf(order), quantity: 5 }]);
  const amounts = [...(estimate?.totals ?? []), ...(estimate?.lines ?? []).map(({ unitPrice }) => unitPrice)];
  const estimated = amounts.map(({ amount }) => String(amount));

  const answersTo = async (client: TestClient): Promise<string> => {
    const list = await client.call(searchOrders, { query: {}, body: { searchString: `#${order.id}` } });
    const history = await client.call(readHistory, { params: { id: order.id } });
    return JSON.stringify([await read(client, order), list, history]);
  };
  const ofRival = [secret.rival, secret.facility, '98765', '87654', '76543', 'rival setup'];
  const ofCompany = [secret.company, 'APPROVAL', ...estimated];
  const walk = async () => {
    const [toBuyer, toWinner, toRival] = await Promise.all([buyer, winner, rival].map(answersTo));
    const known = (answer: string | undefined, texts: string[]) => texts.filter((text) => answer?.includes(text));
    expect(known(toBuyer, [secret.winner, secret.rival])).toEqual([]);
    expect(known(toWinner, [...ofRival, ...ofCompany])).toEqual([]);
    expect(known(toRival, [secret.winner, 'Dear customer', ...ofCompany])).toEqual([]);
    // So that the walk would notice: each side is told its own.
    expect(known(toWinner, [secret.winner])).toEqual([secret.winner]);
    expect(known(toRival, ofRival)).toEqual(ofRival);
    expect(known(toBuyer, ofCompany)).toEqual(ofCompany);
  };
  await walk();
  await award(order, newest(mine));
  await fire(winner, order, 'ACCEPT_AWARD');
  await walk();
});
