import { randomUUID } from 'node:crypto';
import type { CallInput } from '@sinter/sdk/contract/call';
import type { OrderFilters } from '@sinter/sdk/contract/orders/filters';
import {
  countFoundOrders,
  exportOrders,
  fireOrderEvents,
  listOrderFilters,
  listOrderTags,
  markOrderSeen,
  tagOrders,
} from '@sinter/sdk/contract/orders/lists';
import {
  countOrders,
  readOrder,
  searchOrders,
  statusGroupSchema,
  type OrderRow,
} from '@sinter/sdk/contract/orders/orders';
import { sql } from 'kysely';
import plugins from 'virtual:plugin-servers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testServer, type TestClient, type TestServer } from '#host/server/testing.ts';

let server: TestServer;
let admin: TestClient;
let buyerAdmin: TestClient;
let buyer: TestClient;
beforeAll(async () => {
  server = await testServer({ plugins, demo: true });
  [admin, buyerAdmin, buyer] = await Promise.all([
    server.client('admin'),
    server.client('buyeradmin'),
    server.client('buyer'),
  ]);
});
afterAll(() => server.stop());

type Body = CallInput<typeof searchOrders>['body'];
type Sort = Pick<CallInput<typeof searchOrders>['query'], 'sort' | 'direction'>;

async function search(client: TestClient, body: Body = {}, sort: Sort = {}): Promise<OrderRow[]> {
  const { orders } = await client.call(searchOrders, { query: { page: 0, size: 100, ...sort }, body });
  return orders;
}
const ids = (rows: readonly OrderRow[]) => rows.map(({ id }) => id);
const labelled =
  (label: string) =>
  ({ tags }: Pick<OrderRow, 'tags'>) =>
    tags.some((tag) => tag.label === label);

/** The same sequence of numbers from 0 to 1 each time. */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return state / 2 ** 31;
  };
}

/** Sets up orders due at every distance, with tags, use cases and customers' numbers. */
async function variety(): Promise<void> {
  const { db } = server.services;
  await sql`
    update rfq_order set estimated_delivery_date = case when id % 7 = 0 then null else now() + (id % 21 - 8) * interval '17 hours' end,
      industry_focus = case id % 4 when 0 then 'AEROSPACE' when 1 then 'MEDICAL' else '' end,
      third_party_order_id = case when id % 3 = 0 then 'PO-' || id else '' end, tags = case when id % 5 = 0 then '{Rush}'::text[] else '{}' end
  `.execute(db);
  await sql`
    with made as (insert into facility_tag (facility_id, label, color, applies_to)
      select f.id, label, '#667085', '{ORDER}' from facility f cross join unnest('{Repeat,VIP}'::text[]) label returning *)
    insert into tag_link (tag_id, kind, object_id) select made.id, 'ORDER', m.order_id from rfq_match m
      join made on made.facility_id = m.facility_id where m.order_id % 4 = 1 or m.order_id % 4 = 0 and made.label = 'Repeat'
  `.execute(db);
}

test('whatever is asked by whomever, as many are counted as are found, in each status and due mark', async () => {
  await variety();
  const next = random(14);
  const pick = <T>(values: readonly T[]): T => values[Math.floor(next() * values.length)] as T;
  const some = <T>(values: readonly T[]): T[] => values.filter(() => next() < 0.5);
  const day = () => new Date(Date.now() + (next() - 0.5) * 40 * 86_400_000).toISOString().slice(0, 10);
  const range = () => ({ from: next() < 0.5 ? null : day(), to: next() < 0.5 ? null : day() });
  let foundAny = 0;
  for (const account of ['admin', 'admin2', 'buyer', 'engineer'] as const) {
    const client = await server.client(account);
    const all = await search(client);
    const known = await client.call(listOrderFilters, {});
    const named = (of: readonly { id: number }[]) => some(of.map(({ id }) => id));
    const makers: Record<keyof OrderFilters, () => OrderFilters[keyof OrderFilters]> = {
      SEARCH_STRING: () => [pick(['bracket', 'gear', 'PO-', 'no such'])],
      ORDER_STATUS: () => some([...statusGroupSchema.options, ...all.map(({ status }) => status)]),
      ID: () => some(ids(all)),
      ORDER_ID: () => some(ids(all)),
      THIRD_PARTY_ORDER_ID: () => some(all.map(({ thirdPartyOrderId }) => thirdPartyOrderId)),
      CUSTOMER_ID: () => named(known.customers),
      CAD_FILE_ID: () => some(all.flatMap(({ rfqFileDTOs }) => rfqFileDTOs.map(({ id }) => id))),
      AM_PROCESS: () => named(known.processes),
      MATERIALS: () => named(known.materials),
      SPECIFIC_MATERIAL: () => named(known.materials),
      GENERAL_MATERIAL: () => named(known.generalMaterials),
      MACHINE: () => named(known.machines),
      EQUIPMENTS: () => named(known.machines),
      PRIMARY_USE_CASE: () => some(all.map(({ primaryUseCase }) => primaryUseCase ?? '')),
      INDUSTRY_FOCUS: () => some(known.industries),
      RFQ_CONFIG_NAME: () => some(known.requestForms),
      TAGS: () => some(known.tags.map(({ value }) => value)),
      QUOTE_DUE_DATE: range,
      ESTIMATED_DELIVERY_DATE: () => pick([range(), 'LATE', 'DUE_IN_3', 'DUE_IN_7'] as const),
      CREATE_DATE: range,
      MODIFY_DATE: range,
    };
    const names = Object.keys(makers) as (keyof OrderFilters)[];
    for (let round = 0; round < 24; round++) {
      const chosen = round < names.length ? names.slice(round, round + 1) : [pick(names), pick(names)];
      const searchFilters = Object.fromEntries(chosen.map((name) => [name, makers[name]()]));
      const body = { searchString: next() < 0.2 ? pick(['gear', '12', 'third', 'x']) : '', searchFilters };
      const rows = await search(client, body);
      const counted = await client.call(countFoundOrders, { query: {}, body });
      const byStatus: Record<string, number> = {};
      for (const { status } of rows) byStatus[status] = (byStatus[status] ?? 0) + 1;
      expect([account, body, counted.total, counted.byStatus]).toEqual([account, body, rows.length, byStatus]);
      foundAny += rows.length;
      const due = { LATE: counted.late, DUE_IN_3: counted.dueIn3, DUE_IN_7: counted.dueIn7 };
      const looked = round % 4 === 0 && searchFilters['ESTIMATED_DELIVERY_DATE'] === undefined;
      for (const [mark, number] of looked ? Object.entries(due) : []) {
        const filters = { ...searchFilters, ESTIMATED_DELIVERY_DATE: mark as 'LATE' };
        expect([mark, (await search(client, { ...body, searchFilters: filters })).length]).toEqual([mark, number]);
      }
    }
    const everything = await client.call(countOrders, {});
    const found = await client.call(countFoundOrders, {
      query: { schedulingCall: 'false' },
      body: { searchString: ' ' },
    });
    expect(found).toEqual(everything);
  }
  expect(foundAny).toBeGreaterThan(500);
});

test('each filter finds what it names', async () => {
  const all = await search(admin);
  const first = all.find(({ thirdPartyOrderId, primaryUseCase }) => thirdPartyOrderId && primaryUseCase);
  if (!first) throw new Error('No order has all that is asked for.');
  const by = async (searchFilters: OrderFilters) => search(admin, { searchFilters });
  const [part] = first.rfqFileDTOs;
  expect(ids(await by({ THIRD_PARTY_ORDER_ID: [first.thirdPartyOrderId] }))).toEqual([first.id]);
  expect(ids(await by({ CAD_FILE_ID: [part?.id ?? 0] }))).toEqual([first.id]);
  expect(ids(await by({ ID: [first.id] }))).toEqual([first.id]);
  const sameUse = await by({ PRIMARY_USE_CASE: [first.primaryUseCase ?? ''] });
  expect(new Set(sameUse.map(({ primaryUseCase }) => primaryUseCase))).toEqual(new Set([first.primaryUseCase]));
  expect(sameUse.length).toBe(all.filter(({ primaryUseCase }) => primaryUseCase === first.primaryUseCase).length);
  const due = first.estimatedDeliveryDate?.slice(0, 10) ?? null;
  if (due) expect(ids(await by({ ESTIMATED_DELIVERY_DATE: { from: due, to: due } }))).toContain(first.id);
  expect(ids(await by({ ESTIMATED_DELIVERY_DATE: { from: '2001-01-01', to: '2001-01-02' } }))).toEqual([]);
  const vip = labelled('VIP');
  const meant = all.filter(vip);
  expect(meant.length).toBeGreaterThan(0);
  expect(ids(await by({ TAGS: ['vip'] }))).toEqual(ids(meant));
  expect(ids(await by({ TAGS: [meant[0]?.tags.find(({ label }) => label === 'VIP')?.id ?? 0] }))).toEqual(ids(meant));
  expect(ids(await search(admin, { searchString: first.thirdPartyOrderId }))).toEqual([]);
  expect(await search(admin, { searchString: 'ab' })).toEqual([]);
});

test('sorts by what it is told, with what has no date at its place, and by number where that is equal', async () => {
  const time = (text: string | null, without: number) => (text === null ? without : Date.parse(text));
  for (const client of [admin, buyerAdmin]) {
    const keys = {
      TARGET_DATE: ({ estimatedDeliveryDate }: OrderRow) => time(estimatedDeliveryDate, -Infinity),
      CREATED: ({ createdOn }: OrderRow) => time(createdOn, 0),
    };
    for (const [sort, key] of Object.entries(keys)) {
      for (const direction of ['asc', 'desc'] as const) {
        const rows = await search(client, {}, { sort: sort as 'CREATED', direction });
        const sign = direction === 'asc' ? 1 : -1;
        const wanted = rows.toSorted((a, b) => (key(a) === key(b) ? (a.id - b.id) * sign : (key(a) - key(b)) * sign));
        expect(ids(rows)).toEqual(ids(wanted));
      }
    }
  }
});

test('tags belong to the side that gave them, and neither sees those of the other', async () => {
  const seen = new Set(ids(await search(buyerAdmin)));
  const shared = (await search(admin)).filter(({ id }) => seen.has(id)).slice(0, 2);
  const wanted = ids(shared);
  expect(wanted.length).toBe(2);
  const given = await admin.call(tagOrders, { body: { ids: [...wanted, 999_999], add: ['Ours'], remove: ['VIP'] } });
  expect(given.map(({ done, code }) => [done, code])).toEqual([
    [true, undefined],
    [true, undefined],
    [false, 'NOT_FOUND'],
  ]);
  await buyerAdmin.call(tagOrders, { body: { ids: wanted, add: ['Theirs', 'theirs'] } });
  for (const id of wanted) {
    const own = await admin.call(readOrder, { params: { id } });
    const other = await buyerAdmin.call(readOrder, { params: { id } });
    expect([labelled('Ours')(own), labelled('VIP')(own)]).toEqual([true, false]);
    expect(other.tags.map(({ label }) => label).filter((tag) => tag.toLowerCase() === 'theirs')).toEqual(['Theirs']);
    expect(JSON.stringify(own)).not.toContain('Theirs');
    expect(JSON.stringify(other)).not.toContain('Ours');
  }
  expect(await admin.call(listOrderTags, {})).not.toContain('Theirs');
  expect(await buyerAdmin.call(listOrderTags, {})).toContain('Theirs');
  expect(await search(buyerAdmin, { searchFilters: { TAGS: ['Ours'] } })).toEqual([]);
  const many = Array.from({ length: 20 }, (_, index) => `tag ${index}`);
  const [tooMany] = await admin.call(tagOrders, { body: { ids: wanted.slice(0, 1), add: many } });
  expect(tooMany?.message).toContain('20');
});

test('several orders are changed one by one: what is refused is told, and the same request acts once', async () => {
  const open = (await search(admin)).filter(({ allowedEvents }) => allowedEvents.includes('HOLD')).slice(0, 2);
  const done = (await search(admin)).find(({ allowedEvents }) => !allowedEvents.includes('HOLD'));
  const wanted = [...ids(open), done?.id ?? 0];
  const body = { ids: wanted, eventId: randomUUID(), event: 'HOLD' as const, reason: 'The powder is late' };
  for (let time = 0; time < 2; time++) {
    const answer = await admin.call(fireOrderEvents, { body });
    expect(answer.map(({ id, done: was }) => [id, was])).toEqual(wanted.map((id, index) => [id, index < 2]));
    expect(answer[2]?.code).toBe('TRANSITION_REFUSED');
  }
  for (const id of ids(open)) {
    const { rows } = await sql`select 1 from order_history where order_id = ${id} and event = 'HOLD'
      and event_id = ${body.eventId}`.execute(server.services.db);
    expect(rows.length).toBe(1);
  }
  const without = await admin.call(fireOrderEvents, { body: { ...body, eventId: randomUUID(), reason: '' } });
  expect(without.every(({ done: was }) => !was)).toBe(true);
});

test('an order is unread until its page was opened, and again when it has changed', async () => {
  const [mine] = (await search(admin)).filter(({ allowedEvents }) => allowedEvents.includes('HOLD'));
  const id = mine?.id ?? 0;
  const unread = async (client: TestClient) => (await search(client, { searchFilters: { ID: [id] } }))[0]?.unread;
  const planner = await server.client('planner');
  await sql`update rfq_match set updated_at = now() where order_id = ${id}`.execute(server.services.db);
  expect([await unread(admin), await unread(planner)]).toEqual([true, true]);
  await admin.call(markOrderSeen, { params: { id } });
  expect([await unread(admin), await unread(planner)]).toEqual([false, true]);
  await planner.call(markOrderSeen, { params: { id } });
  await admin.call(fireOrderEvents, { body: { ids: [id], eventId: randomUUID(), event: 'HOLD', reason: 'x' } });
  expect([await unread(admin), await unread(planner)]).toEqual([false, true]);
  await expect(admin.call(markOrderSeen, { params: { id: 999_999 } })).rejects.toMatchObject({ code: 'NOT_FOUND' });
});

test('the file of a list holds what is found, numbers as numbers and dates in ISO', async () => {
  const rows = await search(buyer, {}, { sort: 'TARGET_DATE', direction: 'asc' });
  const columns = ['id', 'title', 'status', 'quantity', 'targetDate', 'quote', 'nonsense', 'createdOn'].map((key) => ({
    key,
    title: key.toUpperCase(),
  }));
  const input = {
    query: { sort: 'TARGET_DATE' as const, direction: 'asc' as const },
    body: { columns, words: { 'status.DISTRIBUTED': 'Out for quotes' } },
  };
  const text = new TextDecoder().decode(await buyer.bytes(exportOrders, input));
  const lines = text.replace('\uFEFF', '').trim().split('\r\n');
  expect(lines[0]).toBe('ID,TITLE,STATUS,QUANTITY,TARGETDATE,QUOTE,CREATEDON');
  expect(lines.slice(1).map((line) => Number(line.split(',')[0]))).toEqual(ids(rows));
  expect(
    lines.find((line) => line.startsWith(`${rows.find(({ estimatedDeliveryDate }) => estimatedDeliveryDate)?.id},`)),
  ).toMatch(/,\d{4}-\d{2}-\d{2},/);
});
