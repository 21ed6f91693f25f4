import { randomUUID } from 'node:crypto';
import plugins from 'virtual:plugin-servers';
import { requestApproval } from '@sinter/sdk/contract/orders/approvals';
import { CallError } from '@sinter/sdk/contract/errors';
import {
  awardBidUsingPo,
  fireOrderEvent,
  plainEventSchema,
  readOrder,
  reasonNeeded,
  submitQuote,
  type OrderDetail,
  type OrderEvent,
} from '@sinter/sdk/contract/orders/orders';
import { distributeOrder, orderVendors } from '@sinter/sdk/contract/orders/vendors';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testServer, type TestClient, type TestServer } from '#host/server/testing.ts';
import { addRival, orderParts } from './ordering.ts';

const steps = Number(process.env['WALK_STEPS'] ?? 2_000);
const seed = Number(process.env['WALK_SEED'] ?? 14);

let server: TestServer;
let buyer: TestClient;
/** People of two facilities that can make the same parts. */
let providers: TestClient[];
/** The last order that was there before. */
let first = 0;

beforeAll(async () => {
  server = await testServer({ plugins, demo: true });
  await addRival(server);
  const { rows } = await sql<{ id: number }>`select max(id)::int as id from rfq_order`.execute(server.services.db);
  first = rows[0]?.id ?? 0;
  const [customer, ...facilities] = await Promise.all(
    ['buyer', 'admin', 'planner', 'admin2'].map((name) => server.client(name)),
  );
  if (!customer) throw new Error('The demo has no such people.');
  [buyer, providers] = [customer, facilities];
});
afterAll(() => server.stop());

/** The same walk each time: a linear congruential generator. */
let state = seed;
const random = (): number => (state = (state * 1_103_515_245 + 12_345) % 2 ** 31) / 2 ** 31;
const oneOf = <T>(list: readonly T[]): T => {
  const item = list[Math.floor(random() * list.length)];
  if (item === undefined) throw new Error('There is nothing to choose from.');
  return item;
};

/** Does one thing that is said to be allowed. */
async function act(client: TestClient, order: OrderDetail, event: OrderEvent): Promise<void> {
  const eventId = randomUUID();
  const params = { id: order.id };
  if (event === 'SUBMIT_QUOTE') {
    const lines = order.rfqFileDTOs.map((file) => ({
      orderFileId: file.id,
      unitPrice: 100 + Math.floor(random() * 900),
      breaks: [{ quantity: file.quantity + 1, unitPrice: 100 }],
      alternatives: [{ name: 'Fewer', quantity: Math.max(1, file.quantity - 1), unitPrice: 333 }],
    }));
    const charges = random() < 0.5 ? [{ name: 'Setup', amount: 4999 }] : [];
    const options = [{ name: 'Express', leadTimeDays: 2, priceFactor: 1.15 }];
    await client.call(submitQuote, { params, body: { eventId, leadTimeDays: 5, lines, charges, options } });
  } else if (event === 'AWARD') {
    const open = order.quotes.filter(({ status }) => status === 'SUBMITTED');
    // Somebody was faster while the order was read.
    if (open.length === 0) throw new CallError('CONFLICT');
    const { id: quoteId, lines } = oneOf(open);
    const choices = {
      optionId: oneOf([null, 1]),
      lines: lines.map(({ orderFileId, breaks }) => ({
        orderFileId,
        ...oneOf<{ alternativeId?: number; quantity?: number }>([
          {},
          { alternativeId: 1 },
          { quantity: breaks[0]?.quantity ?? 1 },
        ]),
      })),
    };
    const body = { eventId, quoteId, poNumber: eventId, choices };
    await client.call(awardBidUsingPo, { params: { orderId: order.id }, body });
  } else if (event === 'REQUEST_APPROVAL') {
    const [quote] = order.quotes.filter(({ status }) => status === 'SUBMITTED');
    if (!quote) throw new CallError('CONFLICT');
    await client.call(requestApproval, { params, body: { eventId, quoteId: quote.id } });
  } else if (event === 'SEND') {
    const { vendors } = await client.call(orderVendors, { params });
    const free = vendors.filter(({ asked }) => !asked);
    if (free.length === 0) throw new CallError('CONFLICT');
    await client.call(distributeOrder, { params, body: { eventId, facilityIds: [oneOf(free).facility.id] } });
  } else {
    const parts = ['CLAIM', 'REMAKE', 'ACCEPT_CLAIM'].includes(event)
      ? order.rfqFileDTOs.map((file) => ({ orderFileId: file.id, quantity: 1 }))
      : [];
    const reason = reasonNeeded.includes(event) ? 'Walk' : '';
    await client.call(fireOrderEvent, {
      params,
      body: { eventId, event: plainEventSchema.parse(event), parts, reason },
    });
  }
}

/** What is never true of any order, however it came to be where it is. */
const broken = {
  'two facilities have one order': sql`
    select order_id from rfq_match where status in ('BID_APPROVED', 'SP_BID_ACCEPTED', 'IN_PROGRESS', 'IN_POSTPROCESSING',
      'IN_QUALITYCONTROL', 'SHIPPED', 'COMPLETED') group by order_id having count(*) > 1`,
  'the sides disagree': sql`
    select m.order_id from rfq_match m join rfq_order o on o.id = m.order_id
    join (values ('BID_APPROVED', '{BID_ACCEPTED}'), ('SP_BID_ACCEPTED', '{AGREEMENT_DONE}'),
      ('IN_PROGRESS', '{IN_MANUFACTURING}'), ('IN_POSTPROCESSING', '{IN_POSTPROCESSING}'),
      ('IN_QUALITYCONTROL', '{IN_QUALITYCONTROL}'), ('SHIPPED', '{SHIPPED,DELIVERED}'), ('COMPLETED', '{COMPLETED,ARCHIVED}')
    ) as pair(match, orders) on pair.match = m.status where o.status <> all(pair.orders::text[])`,
  'an order has no facility': sql`
    select o.id from rfq_order o where o.status in ('BID_ACCEPTED', 'AGREEMENT_DONE', 'IN_MANUFACTURING',
      'IN_POSTPROCESSING', 'IN_QUALITYCONTROL', 'SHIPPED', 'DELIVERED')
      and not exists (select 1 from quote q join rfq_match m on m.id = q.match_id where m.order_id = o.id and q.status = 'ACCEPTED')`,
  'a quote is open where none can be accepted': sql`
    select m.order_id from quote q join rfq_match m on m.id = q.match_id
    where q.status = 'SUBMITTED' and coalesce(m.held_from, m.status) <> 'BID_SUBMITTED'`,
  'a quote is gone that can be accepted': sql`
    select m.order_id from rfq_match m where m.status = 'BID_SUBMITTED'
      and not exists (select 1 from quote q where q.match_id = m.id and q.status = 'SUBMITTED')`,
  'a sum is wrong': sql`
    select m.order_id from quote q join rfq_match m on m.id = q.match_id where q.total_minor <> (
      select sum(l.unit_price_minor * l.quantity) from quote_line l where l.quote_id = q.id)
      + coalesce((select sum((c ->> 'amount')::bigint) from jsonb_array_elements(q.charges) c), 0)`,
  'something is set aside from nowhere': sql`
    select order_id from rfq_match where (held_from is null) = (status in ('ON_HOLD', 'ARCHIVED'))
    union all select id from rfq_order where (held_from is null) = (status in ('ON_HOLD', 'ARCHIVED'))`,
  'a question is open that nobody can answer': sql`
    select order_id from rfq_match where claim is not null and status not in ('SHIPPED', 'COMPLETED')
      or cancellation is not null and coalesce(held_from, status) not in ('BID_APPROVED', 'SP_BID_ACCEPTED')`,
};

/** Of the orders that were walked; those of the demo were put where they stand. */
async function faults(): Promise<string[]> {
  const found = await Promise.all(
    Object.entries(broken).map(async ([name, query]) => {
      const { rows } = await sql`select id from (${query}) as broken(id) where id > ${first}`.execute(
        server.services.db,
      );
      return rows.length > 0 ? [`${name}: ${JSON.stringify(rows)}`] : [];
    }),
  );
  return found.flat();
}

/** Goes on for so many steps with the newest orders; `refused` hears of what was allowed and is not any more. */
async function walk(count: number, refused: (error: unknown, said: string) => void): Promise<void> {
  for (let step = 0; step < count; step += 1) {
    if (ids.length < 12 || random() < 0.02) ids.push((await orderParts(server, buyer, 'Walk')).id);
    const id = oneOf(ids.slice(-12));
    const client = oneOf([buyer, ...providers]);
    const order = await client.call(readOrder, { params: { id } });
    (client === buyer ? reached.order : reached.match).add(order.status);
    // What ends an order comes seldom, so that most go on.
    const usual = order.allowedEvents.filter((event) => !ending.has(event) || random() < 0.1);
    if (usual.length === 0) continue;
    const event = oneOf(usual);
    const said = `Step ${step}, order ${id}: ${event} in ${order.status}`;
    await act(client, order, event).catch((error: unknown) => refused(error, said));
    if (step % 25 === 0) expect(await faults(), said).toEqual([]);
  }
}

const ids: number[] = [];
const reached = { order: new Set<string>(), match: new Set<string>() };

test(`${steps} steps at random over live orders keep what must always be true, and what is allowed is done`, async () => {
  await walk(steps, (cause, said) => {
    throw new Error(`${said} was allowed, and refused.`, { cause });
  });
  expect(await faults()).toEqual([]);
  console.log(`${ids.length} orders; reached ${[...reached.order].join(', ')} and ${[...reached.match].join(', ')}`);
  expect([...reached.order]).toEqual(expect.arrayContaining(['DISTRIBUTED', 'SHIPPED', 'DELIVERED', 'COMPLETED']));
  expect([...reached.match]).toEqual(expect.arrayContaining(['BID_SUBMITTED', 'BID_LOST', 'SHIPPED', 'COMPLETED']));
});

test('six at once are only ever told that somebody was faster', async () => {
  const told = new Set<string>();
  await Promise.all(
    Array.from({ length: 6 }, () =>
      walk(steps / 10, (error, said) => {
        if (!(error instanceof CallError) || error.status !== 409) throw new Error(said, { cause: error });
        told.add(error.code);
      }),
    ),
  );
  expect(await faults()).toEqual([]);
  expect([...told]).toContain('TRANSITION_REFUSED');
});

const ending = new Set<OrderEvent>([
  'WITHDRAW',
  'DECLINE',
  'REFUSE_AWARD',
  'REJECT_QUOTE',
  'AGREE_CANCEL',
  'ARCHIVE',
  'HOLD',
]);
