import plugins from 'virtual:plugin-servers';
import { countShipments, listShipments } from '@sinter/sdk/contract/orders/shipments';
import { searchProjects } from '@sinter/sdk/contract/projects/projects';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testServer, type TestClient, type TestServer } from '#host/server/testing.ts';

const count = 100_000;
const rounds = 5;
let server: TestServer;
let planner: TestClient;
let facility: number;
let planning: number;

beforeAll(async () => {
  server = await testServer({ plugins, demo: true });
  planner = await server.client('planner');
  const { db } = server.services;
  facility = server.world.rootFacilityId;
  const { rows } = await sql<{ id: number }>`select id from app_user where email like 'planner@%'`.execute(db);
  planning = rows[0]?.id ?? 0;
  await sql`
    with made as (
      insert into shipment (facility_id, company_id, status, search_text, event_id, created_at)
      select ${facility}, ${server.world.buyerCompanyId},
        (array['SHIPPED', 'DELIVERED', 'DELIVERED', 'VOIDED'])[1 + n % 4], 'Nordwind parcel ' || n, gen_random_uuid(),
        now() - n * interval '5 minutes'
      from generate_series(1, ${count}) n returning id)
    insert into shipment_line (shipment_id, order_file_id, order_id, quantity)
    select made.id, f.id, f.order_id, 1 from made, (
      select f.id, f.order_id from rfq_order_file f join rfq_order o on o.id = f.order_id
      where not o.export_controlled and not o.holds_controlled order by f.id limit 1) f
  `.execute(db);
  await sql`
    with made as (
      insert into project (name, facility_id, target_on, closed_at, created_by, event_id, updated_at)
      select 'Plan ' || md5(n::text) || ' ' || n, ${facility}, case when n % 3 > 0 then current_date + n % 400 end,
        case when n % 5 = 0 then now() end, ${planning}, gen_random_uuid(), now() - n * interval '5 minutes'
      from generate_series(1, ${count}) n returning id),
      members as (
        insert into project_member (project_id, user_id, side, role) select id, ${planning}, 'FACILITY', 'OWNER' from made)
    insert into project_task (project_id, title, state, assignee_id, created_by, event_id)
    select id, 'Task', case when id % 50 = 0 then 'TODO' else 'DONE' end, ${planning}, ${planning}, gen_random_uuid() from made
  `.execute(db);
  await server.asOwner((owner) => sql`analyze`.execute(owner));
}, 300_000);
afterAll(() => server.stop());

async function median(work: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const begun = performance.now();
    await work();
    times.push(performance.now() - begun);
  }
  return times.toSorted((one, other) => one - other)[Math.floor(rounds / 2)] ?? 0;
}

async function compare(name: string, call: () => Promise<unknown>, byHand: string): Promise<number> {
  const [called, hand] = [await median(call), await median(() => sql.raw(byHand).execute(server.services.db))];
  console.log(`${name}: ${called.toFixed(1)} ms, by hand ${hand.toFixed(1)} ms`);
  return called;
}

const none = { searchString: '', statuses: [], companyIds: [], orderId: null, from: null, to: null };

test('lists of 100,000 shipments', async () => {
  const all = `select * from shipment s where facility_id = ${facility}`;
  const list =
    (body: Partial<Parameters<typeof planner.call<typeof listShipments>>[1]['body']>, page = 0) =>
    () =>
      planner.call(listShipments, { query: { page }, body: { ...none, ...body } });
  const newest = 'order by id desc limit 15';
  const plain = await compare('shipments', list({}), `${all} ${newest}`);
  const times = [
    await compare('shipments, page 50', list({}, 50), `${all} order by id desc limit 15 offset 750`),
    await compare(
      'shipments, search',
      list({ searchString: 'parcel 4321' }),
      `${all} and search_text ilike '%parcel 4321%' ${newest}`,
    ),
    await compare(
      'shipments, nothing found',
      list({ searchString: 'zzzzz' }),
      `${all} and search_text ilike '%zzzzz%' ${newest}`,
    ),
    await compare('shipments, status', list({ statuses: ['VOIDED'] }), `${all} and status = 'VOIDED' ${newest}`),
    await compare(
      'shipments, count',
      () => planner.call(countShipments, { body: none }),
      `select status, count(*) from shipment where facility_id = ${facility} group by 1`,
    ),
  ];
  expect(Math.max(...times)).toBeLessThan(20 * plain);
}, 300_000);

test('lists of 100,000 projects', async () => {
  const own = `select p.* from project p join project_member me on me.project_id = p.id and me.user_id = ${planning}
    and me.side = 'FACILITY' where p.facility_id = ${facility}`;
  const list = (body: Parameters<typeof planner.call<typeof searchProjects>>[1]['body']) => () =>
    planner.call(searchProjects, { query: {}, body });
  const newest = 'order by p.updated_at desc, p.id desc limit 15';
  const plain = await compare('projects', list({}), `${own} and closed_at is null ${newest}`);
  const times = [
    await compare(
      'projects, search',
      list({ searchText: '4321' }),
      `${own} and closed_at is null and name ilike '%4321%' ${newest}`,
    ),
    await compare(
      'projects, by date',
      list({ sort: 'TARGET_DATE' }),
      `${own} and closed_at is null order by target_on nulls last, p.id desc limit 15`,
    ),
    await compare(
      'projects, by name',
      list({ sort: 'NAME' }),
      `${own} and closed_at is null order by lower(name), p.id desc limit 15`,
    ),
    await compare(
      'projects, my tasks',
      list({ mine: 'MY_TASKS' }),
      `${own} and closed_at is null and exists (select from project_task k where k.project_id = p.id
        and k.assignee_id = ${planning} and k.removed_at is null and k.state <> 'DONE') ${newest}`,
    ),
  ];
  expect(Math.max(...times)).toBeLessThan(20 * plain);
}, 300_000);
