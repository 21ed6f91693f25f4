import { releaseFile } from '@sinter/sdk/contract/host/exportControl';
import { countOrders, searchOrders, type OrderRow } from '@sinter/sdk/contract/orders/orders';
import { storedFiles } from '@sinter/sdk/server';
import { sql } from 'kysely';
import plugins from 'virtual:plugin-servers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testServer, type TestClient, type TestServer } from '#host/server/testing.ts';

let server: TestServer;
let planner: TestClient;
beforeAll(async () => {
  server = await testServer({ plugins, demo: true });
  planner = await server.client('planner');
});
afterAll(() => server.stop());

async function find(searchString: string, schedulingCall?: 'true'): Promise<readonly OrderRow[]> {
  const query = { page: 0, size: 100, schedulingCall };
  return (await planner.call(searchOrders, { query, body: { searchString, searchFilters: {} } })).orders;
}
const ids = (orders: readonly OrderRow[]) => orders.map(({ id }) => id);

test('an order is found by its number, however short and however written, and comes first', async () => {
  const all = await find('');
  const id = Math.min(...ids(all));
  expect(id).toBeLessThan(100);
  for (const text of [String(id), `#${id}`, ` # ${id} `, `00${id}`]) expect(ids(await find(text))[0]).toBe(id);
});

test('digits that are no number of an order find nothing', async () => {
  for (const length of [16, 19, 25, 30, 200]) {
    expect(await find('9'.repeat(length))).toEqual([]);
    expect(await find('9'.repeat(length), 'true')).toEqual([]);
  }
});

test('filters that name nothing find nothing', async () => {
  for (const value of ['x', '9'.repeat(25), 1.5]) {
    for (const name of ['AM_PROCESS', 'MACHINE', 'MATERIALS'] as const) {
      const body = { searchString: '', searchFilters: { [name]: [value] } };
      expect((await planner.call(searchOrders, { query: { page: 0, size: 15 }, body })).orders).toEqual([]);
    }
  }
});

test('who schedules finds the order of a part by the id of the part', async () => {
  const open = await find('', 'true');
  const file = open.flatMap(({ rfqFileDTOs }) => rfqFileDTOs).find(({ id }) => !ids(open).includes(id));
  if (!file) throw new Error('The demo has no part with a number of its own.');
  const found = await find(String(file.id), 'true');
  expect(found[0]?.rfqFileDTOs.map(({ id }) => id)).toContain(file.id);
});

test('an order is found no more once a file of it is marked, until that is released', async () => {
  const { db, write, get } = server.services;
  const [order] = await find('');
  const id = order?.id ?? 0;
  const upload = order?.rfqFileDTOs[0]?.originalFileDTO.id ?? 0;
  await write((unit) => get(storedFiles).restrict(unit, [upload]));
  expect(ids(await find(String(id)))).not.toContain(id);
  const { created_by } = await db
    .selectFrom('stored_file')
    .select('created_by')
    .where('stored_file.id', '=', upload)
    .executeTakeFirstOrThrow();
  await sql`update membership set member_roles = member_roles || '{ITAR_ADMIN}' where user_id = ${created_by}`.execute(
    db,
  );
  const buyer = await server.client('buyer');
  await buyer.call(releaseFile, { params: { fileId: upload }, body: { reason: 'Public drawing' } });
  expect(ids(await find(String(id)))[0]).toBe(id);
});

test('whoever asks, as many orders are counted in each status as are found', async () => {
  const { rootFacilityId, users } = server.world;
  const { db } = server.services;
  await sql`insert into export_policy (facility_id, enabled) values (${rootFacilityId}, true)
    on conflict do nothing`.execute(db);
  await sql`insert into export_clearance (user_id, facility_id, basis, stated_on, decided_by, decided_at, expires_on)
    values (${users['admin@demo.example']}, ${rootFacilityId}, 'CITIZEN', current_date,
      ${users['legal@demo.example']}, now(), current_date + 300)`.execute(db);
  await sql`update rfq_order set export_controlled = id % 2 = 0, holds_controlled = id % 3 = 0`.execute(db);
  const totals = new Map<string, number>();
  for (const account of ['admin', 'planner', 'admin2', 'buyer', 'buyeradmin', 'engineer', 'third'] as const) {
    const client = await server.client(account);
    const body = { searchString: '', searchFilters: {} };
    const { orders } = await client.call(searchOrders, { query: { page: 0, size: 100 }, body });
    const byStatus: Record<string, number> = {};
    for (const { status } of orders) byStatus[status] = (byStatus[status] ?? 0) + 1;
    const counted = await client.call(countOrders, {});
    expect([account, counted.total, counted.byStatus]).toEqual([account, orders.length, byStatus]);
    totals.set(account, counted.total);
  }
  expect(totals.get('planner')).toBeGreaterThan(0);
  expect(totals.get('planner')).toBeLessThan(totals.get('admin') ?? 0);
  expect(totals.get('buyeradmin')).toBeGreaterThan(0);
  expect(totals.get('buyeradmin')).toBeLessThan(totals.get('admin') ?? 0);
  await sql`update rfq_order set export_controlled = false, holds_controlled = false`.execute(db);
});

test('more than a thousand orders are counted by the thousand', async () => {
  const add = (count: number) =>
    sql`with added as (
      insert into rfq_order (display_title, company_id, created_by, status, currency, search_text, event_id)
      select 'Many', company_id, created_by, 'DISTRIBUTED', 'EUR', 'Many', gen_random_uuid()
      from generate_series(1, ${count}), (select * from rfq_order limit 1) template returning id)
    insert into rfq_match (order_id, facility_id, status, created_at, unlocked_at)
    select id, ${server.world.rootFacilityId}, 'BID_WAITING', now(), now() from added`.execute(server.services.db);
  const body = { searchString: 'Many', searchFilters: {} };
  const counted = async (page: number) => {
    const { orders, totalCount, moreThanTotal } = await planner.call(searchOrders, {
      query: { page, size: 100 },
      body,
    });
    return [orders.length, totalCount, moreThanTotal ?? false];
  };
  await add(1000);
  expect(await counted(0)).toEqual([100, 1000, false]);
  await add(30);
  expect(await counted(0)).toEqual([100, 1000, true]);
  expect(await counted(9)).toEqual([100, 1000, true]);
  expect(await counted(10)).toEqual([30, 1030, false]);
});
