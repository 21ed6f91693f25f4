import plugins from 'virtual:plugin-servers';
import { matchStatusSchema, orderStatusSchema } from '@sinter/sdk/contract/orders/orders';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testServer, type TestServer } from '#host/server/testing.ts';
import { faults } from '../../../tests/contract/walking.ts';

let server: TestServer;
beforeAll(async () => {
  server = await testServer({ plugins, demo: true });
});
afterAll(() => server.stop());

const found = async <Row>(query: ReturnType<typeof sql<Row>>): Promise<Row[]> =>
  (await query.execute(server.services.db)).rows;

test('there is one of every status that a row can stand in', async () => {
  const standing = async (table: 'rfq_order' | 'rfq_match') =>
    new Set(
      (await found(sql<{ status: string }>`select distinct status from ${sql.table(table)}`)).map(
        ({ status }) => status,
      ),
    );
  const [orders, matches] = [await standing('rfq_order'), await standing('rfq_match')];
  // These last no longer than a transaction.
  expect(orderStatusSchema.options.filter((status) => !orders.has(status))).toEqual(['SUBMITTED']);
  expect(matchStatusSchema.options.filter((status) => !matches.has(status))).toEqual([
    'CREATED',
    'APPROVED',
    'NDA_APPROVED',
  ]);
});

test('nothing is so of the demo that could not come to be', async () => {
  expect(await faults(server, 0)).toEqual([]);
});

test('every status is the last that the history tells of', async () => {
  const orders = await found(sql`
    select o.id from rfq_order o where o.status <> 'DRAFT' and o.status is distinct from (
      select h.order_status from order_history h where h.order_id = o.id order by h.id desc limit 1)
    union all select m.order_id from rfq_match m where m.status is distinct from (
      select h.match_status from order_history h where h.match_id = m.id order by h.id desc limit 1)`);
  expect(orders).toEqual([]);
  const future = await found(sql`
    select order_id from order_history where created_at > now()
    union all select id from rfq_order where updated_at > now() or updated_at < created_at
    union all select order_id from order_history h join rfq_order o on o.id = h.order_id where h.created_at < o.created_at`);
  expect(future).toEqual([]);
});

test('what is agreed is promised for a day', async () => {
  const rows = await found(sql`
    select order_id from rfq_match where coalesce(held_from, status) in ('SP_BID_ACCEPTED', 'IN_PROGRESS', 'IN_POSTPROCESSING',
      'IN_QUALITYCONTROL', 'SHIPPED', 'INTERNAL_SHIPPED', 'COMPLETED', 'INTERNAL_COMPLETED') and promised_at is null`);
  expect(rows).toEqual([]);
});

test('what was shipped went in parcels with all of its pieces, and nothing else did', async () => {
  const rows = await found(sql`
    select f.order_id from rfq_order_file f join rfq_order o on o.id = f.order_id
      left join lateral (select sum(l.quantity) filter (where s.shipped_at is not null and s.status <> 'VOIDED') as gone,
          bool_and(s.status = 'DELIVERED') filter (where s.status <> 'VOIDED') as arrived
        from shipment_line l join shipment s on s.id = l.shipment_id where l.order_file_id = f.id) sent on true
    where (coalesce(sent.gone, 0) >= f.quantity) <> (coalesce(o.held_from, o.status) in ('SHIPPED', 'INTERNAL_SHIPPED', 'DELIVERED',
        'INTERNAL_DELIVERED', 'COMPLETED', 'INTERNAL_COMPLETED'))
      or coalesce(sent.arrived, false) <> (coalesce(o.held_from, o.status) in ('DELIVERED', 'INTERNAL_DELIVERED', 'COMPLETED',
        'INTERNAL_COMPLETED'))`);
  expect(rows).toEqual([]);
  const statuses = await found<{ status: string }>(sql`select distinct status from shipment order by status`);
  expect(statuses.map(({ status }) => status)).toEqual(['DELIVERED', 'DRAFT', 'SHIPPED', 'VOIDED']);
});
