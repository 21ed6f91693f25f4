import { randomUUID } from 'node:crypto';
import plugins from 'virtual:plugin-servers';
import type { CallInput } from '@sinter/sdk/contract/call';
import { CallError } from '@sinter/sdk/contract/errors';
import { readHistory } from '@sinter/sdk/contract/orders/history';
import {
  awardBidUsingPo,
  claimDays,
  fireOrderEvent,
  quoteDays,
  readOrder,
  submitQuote,
  type OrderDetail,
} from '@sinter/sdk/contract/orders/orders';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { testServer, type TestClient, type TestServer } from '#host/server/testing.ts';
import { orderParts } from './ordering.ts';

let server: TestServer;
let buyer: TestClient;
let admin: TestClient;

beforeAll(async () => {
  server = await testServer({ plugins, demo: true, worker: true });
  [buyer, admin] = await Promise.all([server.client('buyer'), server.client('admin')]);
});
afterAll(() => server.stop());

type Fire = CallInput<typeof fireOrderEvent>['body'];
type Told = Omit<Partial<Fire>, 'event' | 'eventId'>;

const fire = (client: TestClient, order: { id: number }, event: Fire['event'], told: Told = {}) =>
  client.call(fireOrderEvent, {
    params: { id: order.id },
    body: { eventId: randomUUID(), event, reason: 'It has to be', ...told },
  });
const read = (client: TestClient, { id }: { id: number }) => client.call(readOrder, { params: { id } });
const last = async (client: TestClient, { id }: { id: number }) =>
  (await client.call(readHistory, { params: { id } }))[0];
const bothSides = async (order: { id: number }) => [
  (await read(buyer, order)).status,
  (await read(admin, order)).status,
];

const distributed = (): Promise<OrderDetail> => orderParts(server, buyer, 'Brackets');

async function quoted(order?: OrderDetail): Promise<OrderDetail> {
  const { id, rfqFileDTOs } = order ?? (await distributed());
  const lines = rfqFileDTOs.map((file) => ({ orderFileId: file.id, unitPrice: 1250 }));
  return admin.call(submitQuote, { params: { id }, body: { eventId: randomUUID(), leadTimeDays: 5, lines } });
}

async function awarded(): Promise<OrderDetail> {
  const { id, quotes } = await quoted();
  const body = { eventId: randomUUID(), quoteId: quotes[0]?.id ?? 0, poNumber: randomUUID() };
  return buyer.call(awardBidUsingPo, { params: { orderId: id }, body });
}

async function shipped(): Promise<OrderDetail> {
  const order = await awarded();
  await fire(admin, order, 'ACCEPT_AWARD');
  return fire(admin, order, 'SHIP', { reason: '1Z 999' });
}

const refusedWith = async (call: Promise<unknown>): Promise<CallError> => {
  const error = await call.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (error instanceof CallError) return error;
  throw new Error('The call did not fail with a CallError.');
};

/** The clock's jobs that wait are due now, whatever they wait for. */
async function letTimePass(order: { id: number }, change: (orderId: number) => Promise<unknown>): Promise<void> {
  await change(order.id);
  await sql`
    update graphile_worker._private_jobs set run_at = now() where key = ${`order ${order.id}`}
  `.execute(server.services.db);
}

describe('an order that was awarded', () => {
  test('is made, shipped, received and accepted, and both sides follow', async () => {
    const order = await awarded();
    await fire(admin, order, 'ACCEPT_AWARD');
    const steps = [
      [admin, 'START_PRODUCTION', 'IN_MANUFACTURING', 'IN_PROGRESS'],
      [admin, 'FINISH_PRINTING', 'IN_POSTPROCESSING', 'IN_POSTPROCESSING'],
      [admin, 'START_INSPECTION', 'IN_QUALITYCONTROL', 'IN_QUALITYCONTROL'],
      [admin, 'REWORK', 'IN_POSTPROCESSING', 'IN_POSTPROCESSING'],
      [admin, 'START_INSPECTION', 'IN_QUALITYCONTROL', 'IN_QUALITYCONTROL'],
      [admin, 'SHIP', 'SHIPPED', 'SHIPPED'],
      [buyer, 'CONFIRM_RECEIPT', 'DELIVERED', 'SHIPPED'],
      [buyer, 'COMPLETE', 'COMPLETED', 'COMPLETED'],
    ] as const;
    for (const [client, event, ...statuses] of steps) {
      await fire(client, order, event);
      expect(await bothSides(order), event).toEqual(statuses);
    }
  });

  test('whose parts failed is made again, as many as that were', async () => {
    const order = await awarded();
    const orderFileId = order.rfqFileDTOs[0]?.id ?? 0;
    await fire(admin, order, 'ACCEPT_AWARD');
    await fire(admin, order, 'START_PRODUCTION');
    await fire(admin, order, 'START_INSPECTION');
    for (const parts of [[], [{ orderFileId, quantity: 6 }], [{ orderFileId: 1e9, quantity: 1 }]]) {
      const refused = await refusedWith(fire(admin, order, 'REMAKE', { parts }));
      expect([refused.code, Object.keys(refused.fields)]).toEqual(['INVALID_INPUT', ['parts']]);
    }
    const again = await fire(admin, order, 'REMAKE', { parts: [{ orderFileId, quantity: 2 }] });
    expect([again.status, again.rfqFileDTOs[0]?.notScheduled]).toEqual(['IN_PROGRESS', 7]);
  });

  test('is complete by itself when the time to report a problem is over', async () => {
    const order = await shipped();
    await fire(admin, order, 'REPORT_DELIVERY');
    expect((await read(admin, order)).allowedEvents).not.toContain('REPORT_DELIVERY');
    expect((await read(buyer, order)).completesOn).not.toBeNull();
    await letTimePass(order, (id) =>
      sql`update rfq_match set delivered_at = now() - ${claimDays} * interval '1 day' where order_id = ${id}`.execute(
        server.services.db,
      ),
    );
    await expect.poll(() => bothSides(order)).toEqual(['COMPLETED', 'COMPLETED']);
    expect((await read(buyer, order)).allowedEvents).not.toContain('CLAIM');
  });

  test('with a problem waits for the answer; the parts are made again', async () => {
    const order = await shipped();
    const parts = [{ orderFileId: order.rfqFileDTOs[0]?.id ?? 0, quantity: 3 }];
    await fire(buyer, order, 'CONFIRM_RECEIPT');
    await fire(buyer, order, 'CLAIM', { parts, reason: 'Two are warped' });
    const claimed = await read(admin, order);
    expect(claimed.claim).toMatchObject({ reason: 'Two are warped', parts });
    expect(claimed.allowedEvents).toEqual(['ACCEPT_CLAIM', 'REFUSE_CLAIM']);
    expect(await last(buyer, order)).toMatchObject({ event: 'CLAIM', reason: 'Two are warped' });
    // While it is open the order is not complete.
    expect((await read(buyer, order)).allowedEvents).toEqual([]);
    await fire(admin, order, 'ACCEPT_CLAIM', { parts });
    expect(await bothSides(order)).toEqual(['IN_MANUFACTURING', 'IN_PROGRESS']);
    expect(await read(admin, order)).toMatchObject({ claim: null, deliveredOn: null });
    expect((await read(admin, order)).rfqFileDTOs[0]?.notScheduled).toBe(8);
  });

  test('with a problem that is refused goes on', async () => {
    const order = await shipped();
    const parts = [{ orderFileId: order.rfqFileDTOs[0]?.id ?? 0, quantity: 1 }];
    await fire(buyer, order, 'CLAIM', { parts });
    expect((await refusedWith(fire(admin, order, 'REFUSE_CLAIM', { reason: ' ' }))).fields).toHaveProperty('reason');
    await fire(admin, order, 'REFUSE_CLAIM');
    expect(await last(buyer, order)).toMatchObject({ event: 'REFUSE_CLAIM', reason: 'It has to be' });
    expect((await fire(buyer, order, 'CONFIRM_RECEIPT')).allowedEvents).toEqual(['COMPLETE', 'CLAIM']);
  });

  test('is canceled only when both sides want it', async () => {
    const [kept, ended] = [await awarded(), await awarded()];
    for (const order of [kept, ended]) {
      await fire(buyer, order, 'ASK_CANCEL');
      expect((await read(admin, order)).allowedEvents).not.toContain('ACCEPT_AWARD');
    }
    await fire(admin, kept, 'REFUSE_CANCEL');
    expect((await read(admin, kept)).allowedEvents).toContain('ACCEPT_AWARD');
    await fire(admin, ended, 'AGREE_CANCEL');
    expect(await bothSides(ended)).toEqual(['WITHDRAWN', 'SP_BID_REJECTED']);
  });
});

describe('a quote', () => {
  test('that should change is closed, and the facility can send another', async () => {
    const order = await quoted();
    await fire(buyer, order, 'REQUEST_REVISION', { quoteId: order.quotes[0]?.id ?? 0 });
    const again = await quoted(order);
    expect(again.quotes.map(({ status }) => status)).toEqual(['SUBMITTED', 'REVISION_REQUESTED']);
    const gone = fire(buyer, order, 'REJECT_QUOTE', { quoteId: order.quotes[0]?.id ?? 0 });
    expect((await refusedWith(gone)).code).toBe('CONFLICT');
  });

  test('of a facility that has put the order on hold waits', async () => {
    const order = await quoted();
    await fire(admin, order, 'HOLD');
    const held = await read(buyer, order);
    expect([held.quotes[0]?.status, held.allowedEvents]).toEqual(['ON_HOLD', ['SEND', 'HOLD', 'WITHDRAW']]);
    await fire(admin, order, 'RESUME');
    expect((await read(buyer, order)).allowedEvents).toContain('AWARD');
  });

  test('that nobody accepts in time has expired, and the buyer decides again', async () => {
    const order = await quoted();
    await letTimePass(order, (id) =>
      sql`
        update quote set valid_until = now() where match_id in (select m.id from rfq_match m where m.order_id = ${id})
      `.execute(server.services.db),
    );
    await expect.poll(() => bothSides(order)).toEqual(['MATCHED', 'TIMED_OUT']);
    expect((await read(buyer, order)).quotes[0]?.status).toBe('EXPIRED');
  });

  test('is due, but not while the order is on hold', async () => {
    const order = await distributed();
    const due = async () => Date.parse((await read(buyer, order)).quoteDueDate ?? '');
    expect(Math.round((await due()) / 86_400_000 - Date.now() / 86_400_000)).toBe(quoteDays);
    await fire(buyer, order, 'HOLD');
    // It was held for a day, and the time for the quote is over since an hour.
    await sql`update rfq_order set quote_due_at = now() - interval '1 h' where id = ${order.id}`.execute(
      server.services.db,
    );
    await sql`
      update order_history set created_at = now() - interval '1 day' where order_id = ${order.id} and event = 'HOLD'
    `.execute(server.services.db);
    await fire(buyer, order, 'RESUME');
    expect(Math.round(((await due()) - Date.now()) / 3_600_000)).toBe(23);
    await letTimePass(order, (id) =>
      sql`update rfq_order set quote_due_at = now() where id = ${id}`.execute(server.services.db),
    );
    await expect.poll(() => bothSides(order)).toEqual(['MATCHED', 'TIMED_OUT']);
  });
});
