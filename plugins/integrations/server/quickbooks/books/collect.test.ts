import { randomUUID } from 'node:crypto';
import plugins from 'virtual:plugin-servers';
import type { InvoiceAt } from '@sinter/sdk/contract/integrations/quickbooksBooks';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testServer, type TestServer } from '#host/server/testing.ts';
import { collect } from './collect.ts';

const day = 86_400_000;
const since = new Date(Date.now() - 30 * day);
const moments: readonly InvoiceAt[] = ['AWARD', 'SHIPPED', 'DELIVERED'];

let server: TestServer;
let facility: number;
let file: { id: number; process: number; material: number };

beforeAll(async () => {
  server = await testServer({ plugins });
  facility = server.world.rootFacilityId;
  const { rows } = await sql<typeof file>`
    with process as (select min(id) as id from am_process),
      material as (insert into material (name, general_material_id, am_process_id, density_mg_per_mm3)
        select 'PA12', (select min(id) from general_material), process.id, 1 from process returning id)
    insert into stored_file (file_name, sha256, size, controlled) values ('part.stl', repeat('a', 64), 1, false)
    returning id, (select id from process) as process, (select id from material) as material
  `.execute(server.services.db);
  const [found] = rows;
  if (!found) throw new Error('No file.');
  file = found;
  await sql`insert into quickbooks_connection (facility_id, client_id, environment, push_since)
    values (${facility}, 'app', 'PRODUCTION', ${since})`.execute(server.services.db);
}, 120_000);
afterAll(() => server.stop());

const run = async <Row>(query: ReturnType<typeof sql<Row>>): Promise<Row[]> =>
  (await query.execute(server.services.db)).rows;

interface Shipment {
  id: number;
  pieces: number[];
  status: 'SHIPPED' | 'DELIVERED' | 'VOIDED';
}
interface Order {
  id: number;
  matchId: number;
  /** Of each part. */
  parts: { id: number; quantity: number; price: number }[];
  charges: number;
  card: boolean;
  state: 'OPEN' | 'AGREED' | 'CALLED_OFF';
  shipments: Shipment[];
}

async function order(parts: { quantity: number; price: number }[], charges: number[], card: boolean): Promise<Order> {
  const user = server.world.users['buyer@demo.example'] ?? 0;
  const offered = charges.map((amount, index) => ({ name: `Charge ${index}`, amount }));
  const [made] = await run(sql<{ id: number; matchId: number }>`
    with made as (
      insert into rfq_order (display_title, company_id, created_by, status, currency, notes, export_controlled, search_text, event_id)
      values ('Parts', ${server.world.buyerCompanyId}, ${user}, 'BID_ACCEPTED', 'EUR', '', false, '', ${randomUUID()}) returning id),
      asked as (insert into rfq_match (order_id, facility_id, status, created_at)
        select id, ${facility}, 'BID_APPROVED', now() from made returning id, order_id),
      quoted as (insert into quote (match_id, status, currency, total_minor, lead_time_days, valid_until, created_by, charges, paid_by)
        select id, 'ACCEPTED', 'EUR', 0, 5, now(), ${user}, ${JSON.stringify(offered)}::jsonb, ${card ? 'CARD' : 'ON_ACCOUNT'}
        from asked returning id),
      lines as (insert into rfq_order_file (order_id, position, original_file_id, file_id, am_process_id, material_id, quantity)
        select made.id, each.place, ${file.id}, ${file.id}, ${file.process}, ${file.material}, each.quantity
        from made, unnest(${parts.map(({ quantity }) => quantity)}::int[]) with ordinality as each (quantity, place)
        returning id, position, quantity),
      priced as (insert into quote_line (quote_id, order_file_id, unit_price_minor, quantity)
        select quoted.id, lines.id, (${parts.map(({ price }) => price)}::int[])[lines.position], lines.quantity from quoted, lines)
    select asked.order_id as id, asked.id as "matchId" from asked
  `);
  if (!made) throw new Error('No order.');
  const files = await run(
    sql<{ id: number }>`select id from rfq_order_file where order_id = ${made.id} order by position`,
  );
  return {
    ...{ ...made, charges: charges.reduce((sum, each) => sum + each, 0), card, state: 'OPEN', shipments: [] },
    parts: parts.map((part, index) => ({ ...part, id: files[index]?.id ?? 0 })),
  };
}

/** `days` ago. */
async function agree(order: Order, days = 0): Promise<void> {
  order.state = 'AGREED';
  await run(sql`update rfq_match set status = 'SP_BID_ACCEPTED', agreed_at = now() - make_interval(days => ${days})
    where id = ${order.matchId}`);
}
async function callOff(order: Order): Promise<void> {
  order.state = 'CALLED_OFF';
  await run(sql`update rfq_match set status = case when random() < 0.5 then 'ARCHIVED' else 'SP_BID_REJECTED' end,
    held_from = 'SP_BID_REJECTED' where id = ${order.matchId}`);
  await run(sql`update quote set status = 'REJECTED' where match_id = ${order.matchId}`);
  if (!order.card) return;
  await run(sql`
    with paid as (
      insert into payment (id, order_id, match_id, facility_id, quote_id, user_id, event_id, state, amount_minor, currency, lines,
        choices, return_address, intent, started_at, expires_at, paid_at)
      select gen_random_uuid(), ${order.id}, ${order.matchId}, ${facility}, q.id, q.created_by, gen_random_uuid(), 'PAID', 1,
        q.currency, '[]', '{}', '', 'intent', now(), now(), now() from quote q where q.match_id = ${order.matchId} returning id)
    insert into payment_refund (id, payment_id, intent, amount_minor, reason, state, done_at)
    select gen_random_uuid(), id, id::text, 1, 'AGREED_CANCEL', 'DONE', now() from paid
  `);
}
async function ship(order: Order, pieces: number[]): Promise<Shipment> {
  const [made] = await run(sql<{ id: number }>`
    insert into shipment (facility_id, company_id, status, event_id, shipped_at)
    values (${facility}, ${server.world.buyerCompanyId}, 'SHIPPED', ${randomUUID()}, now()) returning id`);
  const shipment: Shipment = { id: made?.id ?? 0, pieces, status: 'SHIPPED' };
  order.shipments.push(shipment);
  for (const [index, quantity] of pieces.entries()) {
    if (quantity === 0) continue;
    await run(sql`insert into shipment_line (shipment_id, order_file_id, order_id, quantity)
      values (${shipment.id}, ${order.parts[index]?.id ?? 0}, ${order.id}, ${quantity})`);
  }
  return shipment;
}
async function move(shipment: Shipment, status: 'DELIVERED' | 'VOIDED'): Promise<void> {
  shipment.status = status;
  await run(sql`update shipment set status = ${status}, delivered_at = ${status === 'DELIVERED' ? new Date() : null}
    where id = ${shipment.id}`);
}
const select = (moment: InvoiceAt) =>
  run(
    sql`update quickbooks_connection set invoice_at = ${moment}, confirmed_to = null where facility_id = ${facility}`,
  );
const find = async () => {
  while (await collect(server.services, facility, since));
};
/** What waits is there; `some`: one of these did not come through, or was refused. */
const send = (some: readonly number[] = []) =>
  run(sql`update quickbooks_push set attempts = 1,
      state = case when id % 7 = any(${[...some]}::int[]) then 'FAILED' else 'SENT' end,
      problem = case when id % 7 = any(${[...some]}::int[]) then '{"message": "No"}'::jsonb end,
      quickbooks_id = case when id % 7 = any(${[...some]}::int[]) then null else id::text end where state = 'WAITING'`);
const retry = () => run(sql`update quickbooks_push set state = 'WAITING', attempts = 0 where state = 'FAILED'`);

async function settled(): Promise<void> {
  for (let round = 0; round < 3; round++) {
    await find();
    await retry();
    await send();
  }
}
interface Said {
  kind: string;
  shipmentId: number | null;
  total: number;
  state: string;
}
const saidOf = ({ id }: Order) =>
  run(sql<Said>`select kind, shipment_id as "shipmentId", total_minor::int as total, state from quickbooks_push
    where order_id = ${id} order by id`);
async function netOf(order: Order): Promise<number> {
  const sent = (await saidOf(order)).filter(({ state }) => state === 'SENT');
  return sent.reduce((sum, { kind, total }) => sum + (kind === 'INVOICE' ? total : -total), 0);
}

const left = ({ shipments }: Order, part: number) =>
  shipments.reduce((sum, { status, pieces }) => sum + (status === 'VOIDED' ? 0 : (pieces[part] ?? 0)), 0);
const toShip = (each: Order) => each.parts.map(({ quantity }, index) => Math.max(0, quantity - left(each, index)));
/** What the customer owes: what left, with the charges; once the order is carried out, all of it. */
function owed(each: Order): number {
  if (each.state === 'OPEN' || (each.state === 'CALLED_OFF' && each.card)) return 0;
  const kept = each.parts.map(({ quantity }, index) => Math.min(quantity, left(each, index)));
  if (kept.every((quantity) => quantity === 0)) return 0;
  return each.charges + kept.reduce((sum, quantity, index) => sum + quantity * (each.parts[index]?.price ?? 0), 0);
}
const usual = () =>
  order(
    [
      { quantity: 7, price: 1333 },
      { quantity: 3, price: 99 },
    ],
    [2500, 1999],
    false,
  );
const whole = 7 * 1333 + 3 * 99 + 4499;

test('a confirmed order gets one invoice for all of it, and its shipments none, whatever is selected later', async () => {
  await select('AWARD');
  const each = await usual();
  await find();
  expect(await saidOf(each)).toEqual([]);
  await agree(each);
  await find();
  expect(await saidOf(each)).toEqual([{ kind: 'INVOICE', shipmentId: null, total: whole, state: 'WAITING' }]);
  const first = await ship(each, [2, 0]);
  await settled();
  await select('SHIPPED');
  await move(first, 'VOIDED');
  await ship(each, [7, 3]);
  // Made and sent once more.
  await ship(each, [1, 0]);
  await settled();
  expect(await saidOf(each)).toEqual([{ kind: 'INVOICE', shipmentId: null, total: whole, state: 'SENT' }]);
});

test('what began by shipments goes on so, and what was confirmed before the company was connected', async () => {
  await select('SHIPPED');
  const [begun, early] = [await usual(), await usual()];
  await agree(begun);
  await agree(early, 31);
  await ship(begun, [2, 1]);
  await settled();
  await select('AWARD');
  await settled();
  expect(await saidOf(early)).toEqual([]);
  await ship(begun, [5, 2]);
  await ship(early, [7, 3]);
  await settled();
  expect((await saidOf(begun)).map(({ total }) => total)).toEqual([2 * 1333 + 99 + 4499, 5 * 1333 + 2 * 99]);
  expect(await saidOf(early)).toMatchObject([{ total: whole, state: 'SENT' }]);
});

test('an order without a price is told of, and never invoiced', async () => {
  await select('AWARD');
  const free = await order([{ quantity: 2, price: 0 }], [], false);
  await agree(free);
  await settled();
  await ship(free, [2]);
  await settled();
  expect(await saidOf(free)).toEqual([{ kind: 'INVOICE', shipmentId: null, total: 0, state: 'SKIPPED' }]);
});

test('an order of the own enterprise, and one of another facility, is not invoiced', async () => {
  await select('AWARD');
  const [own, elsewhere] = [await usual(), await usual()];
  await agree(own);
  await agree(elsewhere);
  await run(sql`update rfq_match set relation = 'INTERNAL' where id = ${own.matchId}`);
  await run(sql`update rfq_match set facility_id = ${server.world.secondFacilityId} where id = ${elsewhere.matchId}`);
  await settled();
  expect([await saidOf(own), await saidOf(elsewhere)]).toEqual([[], []]);
});

test('what is called off is credited: all of it, or what has not left; later what comes back', async () => {
  await select('AWARD');
  const [all, part, unsent, card] = [
    await usual(),
    await usual(),
    await usual(),
    await order([{ quantity: 4, price: 250 }], [100], true),
  ];
  for (const each of [all, part, unsent, card]) await agree(each);
  await find();
  await callOff(unsent);
  await find();
  expect(await saidOf(unsent)).toEqual([{ kind: 'INVOICE', shipmentId: null, total: whole, state: 'SKIPPED' }]);
  await settled();
  const shipment = await ship(part, [2, 0]);
  await ship(card, [1]);
  for (const each of [all, part, card]) await callOff(each);
  await settled();
  await settled();
  expect(await saidOf(all)).toMatchObject([{ total: whole }, { kind: 'CREDIT_MEMO', shipmentId: null, total: whole }]);
  expect(await netOf(part)).toBe(2 * 1333 + 4499);
  expect(await netOf(card)).toBe(0);
  await move(shipment, 'VOIDED');
  await settled();
  await settled();
  expect(await saidOf(part)).toMatchObject([
    { total: whole },
    { kind: 'CREDIT_MEMO', shipmentId: null, total: 5 * 1333 + 3 * 99 },
    { kind: 'CREDIT_MEMO', shipmentId: shipment.id, total: 2 * 1333 + 4499 },
  ]);
});

test('what leaves again before the voided shipment was credited is charged', async () => {
  await select('SHIPPED');
  const each = await usual();
  await agree(each);
  const first = await ship(each, [7, 3]);
  await settled();
  await move(first, 'VOIDED');
  await ship(each, [7, 3]);
  await settled();
  expect(await netOf(each)).toBe(whole);
});

test.each([2, 49])(
  'whatever happens in whatever order, invoices less credit memos are what is owed, to the penny (%i)',
  async (round) => {
    let seed = round * 7919;
    const random = (most: number) => (seed = (seed * 48271) % 2147483647) % most;
    const orders: Order[] = [];
    for (let at = 0; at < 40; at++) {
      const parts = Array.from({ length: 1 + random(2) }, () => ({ quantity: 1 + random(6), price: random(4) * 333 }));
      const charges = Array.from({ length: random(3) }, () => random(3) * 501);
      orders.push(await order(parts, charges, random(3) === 0));
    }
    await server.asOwner((owner) => sql`analyze`.execute(owner));
    const one = () => orders[random(orders.length)];
    const does: readonly ((each: Order) => Promise<unknown>)[] = [
      (each) => (each.state === 'OPEN' ? agree(each, random(4) === 0 ? 31 : 0) : Promise.resolve()),
      async (each) => {
        const rest = toShip(each);
        const pieces = rest.map((quantity) => random(quantity + 1));
        if (each.state === 'AGREED' && pieces.some((quantity) => quantity > 0)) await ship(each, pieces);
      },
      // A claim was accepted: pieces leave once more.
      async (each) => {
        const isAll = each.state === 'AGREED' && toShip(each).every((quantity) => quantity === 0);
        if (isAll)
          await ship(
            each,
            each.parts.map(() => 1),
          );
      },
      async (each) => {
        const travels = each.shipments.find(({ status }) => status === 'SHIPPED');
        if (travels) await move(travels, random(2) === 0 ? 'VOIDED' : 'DELIVERED');
      },
      async (each) => {
        const isOpen = each.state === 'AGREED' && toShip(each).some((quantity) => quantity > 0);
        if (isOpen && random(4) === 0) await callOff(each);
      },
      () => select(moments[random(3)] ?? 'AWARD'),
      () => collect(server.services, facility, since),
      () => send([random(7), random(7)]),
      () => retry(),
    ];
    for (let step = 0; step < 1500; step++) {
      const [each, act] = [one(), does[random(does.length)]];
      if (each && act) await act(each);
    }
    for (const each of orders) {
      if (each.state === 'AGREED') await ship(each, toShip(each));
      for (const shipment of each.shipments) if (shipment.status === 'SHIPPED') await move(shipment, 'DELIVERED');
    }
    await settled();
    const seen = { whole: 0, shipments: 0, credited: 0, calledOff: 0 };
    for (const each of orders) {
      const said = await saidOf(each);
      const invoices = said.filter(({ kind }) => kind === 'INVOICE');
      const isWhole = invoices.some(({ shipmentId }) => shipmentId === null);
      if (isWhole) expect(invoices).toHaveLength(1);
      seen.whole += Number(isWhole);
      seen.shipments += Number(invoices.length > 0 && !isWhole);
      seen.credited += Number(said.some(({ kind }) => kind === 'CREDIT_MEMO'));
      seen.calledOff += Number(each.state === 'CALLED_OFF');
      expect.soft(await netOf(each), JSON.stringify({ each, said })).toBe(owed(each));
    }
    for (const count of Object.values(seen)) expect(count).toBeGreaterThan(1);
  },
  120_000,
);
