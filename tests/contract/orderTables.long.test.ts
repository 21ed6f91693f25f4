import { randomUUID } from 'node:crypto';
import plugins from 'virtual:plugin-servers';
import { CallError } from '@sinter/sdk/contract/errors';
import {
  fireOrderEvent,
  matchStatusSchema,
  orderStatusSchema,
  plainEventSchema,
  readOrder,
  type MatchStatus,
  type OrderStatus,
} from '@sinter/sdk/contract/orders/orders';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { testServer, type TestClient, type TestServer } from '#host/server/testing.ts';
import { orderParts } from './ordering.ts';

/**
 * Both tables of statuses (product 3.1), written down once more: what each side may do in each status, and for what needs
 * no more than a reason, where it leads. Everything else is refused.
 */
const over = 'ARCHIVE>ARCHIVED';
const ofProvider: Record<MatchStatus, string> = {
  CREATED: 'DECLINE>SP_RFQ_REJECTED',
  APPROVED: 'DECLINE>SP_RFQ_REJECTED',
  NDA_UPLOAD_PENDING: 'UPLOAD_NDA DECLINE>SP_RFQ_REJECTED',
  NDA_VERIFICATION_PENDING: 'DECLINE>SP_RFQ_REJECTED',
  NDA_APPROVED: 'DECLINE>SP_RFQ_REJECTED',
  NDA_REJECTED: 'UPLOAD_NDA DECLINE>SP_RFQ_REJECTED',
  BID_WAITING: 'SUBMIT_QUOTE DECLINE>SP_RFQ_REJECTED HOLD>ON_HOLD',
  BID_SUBMITTED: 'WITHDRAW_QUOTE>BID_WAITING HOLD>ON_HOLD',
  PAYMENT_WAITING: 'HOLD>ON_HOLD',
  BID_APPROVED: 'ACCEPT_AWARD>SP_BID_ACCEPTED REFUSE_AWARD>SP_BID_REJECTED HOLD>ON_HOLD',
  SP_BID_ACCEPTED: 'START_PRODUCTION>IN_PROGRESS SHIP>SHIPPED HOLD>ON_HOLD',
  IN_PROGRESS: 'FINISH_PRINTING>IN_POSTPROCESSING START_INSPECTION>IN_QUALITYCONTROL SHIP>SHIPPED HOLD>ON_HOLD',
  IN_POSTPROCESSING: 'START_INSPECTION>IN_QUALITYCONTROL REMAKE>IN_PROGRESS SHIP>SHIPPED HOLD>ON_HOLD',
  IN_QUALITYCONTROL: 'REWORK>IN_POSTPROCESSING REMAKE>IN_PROGRESS SHIP>SHIPPED HOLD>ON_HOLD',
  SHIPPED: 'REPORT_DELIVERY>SHIPPED',
  INTERNAL_SHIPPED: 'REPORT_DELIVERY>INTERNAL_SHIPPED',
  COMPLETED: over,
  INTERNAL_COMPLETED: over,
  BID_REJECTED: over,
  BID_LOST: over,
  SP_BID_REJECTED: over,
  SP_RFQ_REJECTED: over,
  TIMED_OUT: over,
  ON_HOLD: 'RESUME>BID_WAITING',
  ARCHIVED: 'RESTORE>BID_LOST',
};
const ofBuyer: Record<OrderStatus, string> = {
  DRAFT: 'SUBMIT>DISTRIBUTED WITHDRAW>WITHDRAWN ARCHIVE>ARCHIVED',
  SUBMITTED: 'HOLD>ON_HOLD WITHDRAW>WITHDRAWN',
  MATCHED: 'SEND HOLD>ON_HOLD WITHDRAW>WITHDRAWN',
  UNMATCHED: 'SUBMIT>DISTRIBUTED HOLD>ON_HOLD WITHDRAW>WITHDRAWN ARCHIVE>ARCHIVED',
  DISTRIBUTED: 'SEND PAY HOLD>ON_HOLD WITHDRAW>WITHDRAWN',
  WITHDRAWN: over,
  BID_ACCEPTED: 'HOLD>ON_HOLD ASK_CANCEL>BID_ACCEPTED',
  AGREEMENT_DONE: 'HOLD>ON_HOLD ASK_CANCEL>AGREEMENT_DONE',
  IN_MANUFACTURING: 'HOLD>ON_HOLD',
  IN_POSTPROCESSING: 'HOLD>ON_HOLD',
  IN_QUALITYCONTROL: 'HOLD>ON_HOLD',
  SHIPPED: 'CONFIRM_RECEIPT>DELIVERED CLAIM>SHIPPED',
  INTERNAL_SHIPPED: 'CONFIRM_RECEIPT>INTERNAL_DELIVERED CLAIM>INTERNAL_SHIPPED',
  DELIVERED: 'COMPLETE>COMPLETED CLAIM>DELIVERED',
  INTERNAL_DELIVERED: 'COMPLETE>INTERNAL_COMPLETED CLAIM>INTERNAL_DELIVERED',
  COMPLETED: `CLAIM>COMPLETED ${over}`,
  INTERNAL_COMPLETED: `CLAIM>INTERNAL_COMPLETED ${over}`,
  ON_HOLD: 'RESUME>DISTRIBUTED',
  ARCHIVED: 'RESTORE>COMPLETED',
};

/** Where the other side stands then. */
const orderOf: Record<MatchStatus, OrderStatus> = {
  CREATED: 'DISTRIBUTED',
  APPROVED: 'DISTRIBUTED',
  NDA_UPLOAD_PENDING: 'DISTRIBUTED',
  NDA_VERIFICATION_PENDING: 'DISTRIBUTED',
  NDA_APPROVED: 'DISTRIBUTED',
  NDA_REJECTED: 'DISTRIBUTED',
  BID_WAITING: 'DISTRIBUTED',
  BID_SUBMITTED: 'DISTRIBUTED',
  PAYMENT_WAITING: 'DISTRIBUTED',
  BID_APPROVED: 'BID_ACCEPTED',
  SP_BID_ACCEPTED: 'AGREEMENT_DONE',
  IN_PROGRESS: 'IN_MANUFACTURING',
  IN_POSTPROCESSING: 'IN_POSTPROCESSING',
  IN_QUALITYCONTROL: 'IN_QUALITYCONTROL',
  SHIPPED: 'SHIPPED',
  INTERNAL_SHIPPED: 'INTERNAL_SHIPPED',
  COMPLETED: 'COMPLETED',
  INTERNAL_COMPLETED: 'INTERNAL_COMPLETED',
  BID_REJECTED: 'MATCHED',
  BID_LOST: 'WITHDRAWN',
  SP_BID_REJECTED: 'WITHDRAWN',
  SP_RFQ_REJECTED: 'MATCHED',
  TIMED_OUT: 'MATCHED',
  ON_HOLD: 'DISTRIBUTED',
  ARCHIVED: 'WITHDRAWN',
};
/** `null`: nobody has been asked. */
const matchOf: Record<OrderStatus, MatchStatus | null> = {
  DRAFT: null,
  SUBMITTED: null,
  UNMATCHED: null,
  MATCHED: 'TIMED_OUT',
  DISTRIBUTED: 'BID_WAITING',
  WITHDRAWN: 'BID_LOST',
  BID_ACCEPTED: 'BID_APPROVED',
  AGREEMENT_DONE: 'SP_BID_ACCEPTED',
  IN_MANUFACTURING: 'IN_PROGRESS',
  IN_POSTPROCESSING: 'IN_POSTPROCESSING',
  IN_QUALITYCONTROL: 'IN_QUALITYCONTROL',
  SHIPPED: 'SHIPPED',
  INTERNAL_SHIPPED: 'INTERNAL_SHIPPED',
  DELIVERED: 'SHIPPED',
  INTERNAL_DELIVERED: 'INTERNAL_SHIPPED',
  COMPLETED: 'COMPLETED',
  INTERNAL_COMPLETED: 'INTERNAL_COMPLETED',
  ON_HOLD: 'ON_HOLD',
  ARCHIVED: 'COMPLETED',
};

let server: TestServer;
let provider: TestClient;
let buyer: TestClient;
let orderId: number;
let part: { orderFileId: number; quantity: number };

beforeAll(async () => {
  server = await testServer({ plugins, demo: true });
  [provider, buyer] = await Promise.all([server.client('admin'), server.client('buyeradmin')]);
  const order = await orderParts(server, buyer, 'Walked through the tables');
  orderId = order.id;
  part = { orderFileId: order.rfqFileDTOs[0]?.id ?? 0, quantity: 1 };
});
afterAll(() => server.stop());

/** Puts both sides there, without anything that was asked or reported. */
async function stand(order: OrderStatus, match: MatchStatus | null): Promise<void> {
  const heldOrder = order === 'ON_HOLD' ? 'DISTRIBUTED' : order === 'ARCHIVED' ? 'COMPLETED' : null;
  const heldMatch = match === 'ON_HOLD' ? 'BID_WAITING' : match === 'ARCHIVED' ? 'BID_LOST' : null;
  await server.asOwner(async (db) => {
    await sql`update rfq_order set status = ${order}, held_from = ${heldOrder} where id = ${orderId}`.execute(db);
    await sql`update rfq_order_file set remake_quantity = 0 where order_id = ${orderId}`.execute(db);
    await sql`delete from quote_line where quote_id in (select q.id from quote q join rfq_match m on m.id = q.match_id where m.order_id = ${orderId})`.execute(
      db,
    );
    await sql`delete from quote where match_id in (select id from rfq_match where order_id = ${orderId})`.execute(db);
    if (match === null) await sql`delete from rfq_match where order_id = ${orderId}`.execute(db);
    else {
      await sql`
        insert into rfq_match (order_id, facility_id, status, held_from, created_at, unlocked_at)
        values (${orderId}, ${server.world.rootFacilityId}, ${match}, ${heldMatch}, now(), now())
        on conflict (order_id, facility_id) do update
          set status = excluded.status, held_from = excluded.held_from, delivered_at = null, claim = null, cancellation = null
      `.execute(db);
    }
  });
}

const allowedBy = (text: string) =>
  new Map(
    text
      .split(' ')
      .map((one) => one.split('>'))
      .map(([event = '', to]) => [event, to]),
  );

async function tried(client: TestClient, event: string): Promise<string> {
  const body = { eventId: randomUUID(), event: plainEventSchema.parse(event), reason: 'Walk', parts: [part] };
  try {
    return (await client.call(fireOrderEvent, { params: { id: orderId }, body })).status;
  } catch (error) {
    if (!(error instanceof CallError)) throw error;
    if (error.code !== 'TRANSITION_REFUSED') return error.code;
    return `refused, allowed are ${[...(error.details.allowed ?? [])].sort().join(' ')}`;
  }
}

async function walk(
  client: TestClient,
  order: OrderStatus,
  match: MatchStatus | null,
  text: string,
  table: Readonly<Record<string, string>>,
): Promise<void> {
  const allowed = allowedBy(text);
  const own = new Set(Object.values(table).flatMap((row) => [...allowedBy(row).keys()]));
  const told = [...allowed.keys()].sort().join(' ');
  await stand(order, match);
  const { allowedEvents } = await client.call(readOrder, { params: { id: orderId } });
  expect([...allowedEvents].sort().join(' ')).toBe(told);
  for (const event of plainEventSchema.options) {
    const to = allowed.get(event);
    const refused = `refused, allowed are ${told}`;
    // What only the other side does may need a right that this one has or lacks.
    const expected = to === undefined ? [refused, ...(own.has(event) ? [] : ['FORBIDDEN'])] : [to];
    expect(expected, event).toContain(await tried(client, event));
    if (to !== undefined) await stand(order, match);
  }
}

describe('what a facility may do', () => {
  test.each(matchStatusSchema.options)('in %s', async (status) => {
    await walk(provider, orderOf[status], status, ofProvider[status], ofProvider);
  });
});

describe('what a buyer may do', () => {
  test.each(orderStatusSchema.options)('in %s', async (status) => {
    await walk(buyer, status, matchOf[status], ofBuyer[status], ofBuyer);
  });
});
