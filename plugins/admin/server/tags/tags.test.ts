import { createTag, listTags, mergeTags, updateTag } from '@sinter/sdk/contract/admin/tags';
import { listOrderFilters, listOrderTags, tagOrders } from '@sinter/sdk/contract/orders/lists';
import { readOrder, searchOrders } from '@sinter/sdk/contract/orders/orders';
import { sql } from 'kysely';
import plugins from 'virtual:plugin-servers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testServer, type TestClient, type TestServer } from '#host/server/testing.ts';

let server: TestServer;
let admin: TestClient;
let second: TestClient;
let planner: TestClient;
beforeAll(async () => {
  server = await testServer({ plugins, demo: true });
  await sql`update membership set permissions_revoked = '{TAGS_SETTINGS_EDITOR}'
    where user_id = (select id from app_user where email = 'planner@demo.example')`.execute(server.services.db);
  [admin, second, planner] = await Promise.all([
    server.client('admin'),
    server.client('admin2'),
    server.client('planner'),
  ]);
});
afterAll(() => server.stop());

const draft = { color: '#1a5fd0', appliesTo: ['ORDER' as const] };
const labels = async (client: TestClient) => (await client.call(listTags, {})).tags.map(({ label }) => label);
const found = async (client: TestClient, ...TAGS: (number | string)[]) =>
  (await client.call(searchOrders, { query: { page: 0, size: 100 }, body: { searchFilters: { TAGS } } })).orders.map(
    ({ id }) => id,
  );

test('a label is there once in a facility, whatever its capitals, and another facility has its own', async () => {
  expect((await admin.call(listTags, {})).kinds).toEqual(expect.arrayContaining(['ORDER', 'PART', 'JOB', 'NCR']));
  await admin.call(createTag, { body: { ...draft, label: 'Urgent paint' } });
  await expect(admin.call(createTag, { body: { ...draft, label: 'URGENT PAINT' } })).rejects.toMatchObject({
    code: 'CONFLICT',
  });
  const fair = (await admin.call(listTags, {})).tags.find(({ label }) => label === 'Trade fair');
  await expect(
    admin.call(updateTag, { params: { id: fair?.id ?? 0 }, body: { ...draft, label: 'urgent paint', retired: false } }),
  ).rejects.toMatchObject({ code: 'CONFLICT' });
  expect(await labels(second)).not.toContain('Urgent paint');
  await expect(
    second.call(updateTag, { params: { id: fair?.id ?? 0 }, body: { ...draft, label: 'Taken', retired: true } }),
  ).rejects.toMatchObject({ code: 'NOT_FOUND' });
});

test('who may not edit tags puts on orders those that there are, and no others', async () => {
  const [first] = await found(planner, 'Check powder');
  const other = (await planner.call(searchOrders, { query: { page: 0, size: 100 }, body: {} })).orders.find(
    ({ tags }) => tags.length === 0,
  );
  const id = other?.id ?? first ?? 0;
  const tag = async (add: string[], remove: string[] = []) =>
    (await planner.call(tagOrders, { body: { ids: [id], add, remove } }))[0];
  expect((await tag(['Nobody knows this']))?.message).toContain('“Nobody knows this”');
  expect((await tag(['check POWDER']))?.done).toBe(true);
  const { tags } = await planner.call(readOrder, { params: { id } });
  expect(tags).toMatchObject([{ label: 'Check powder', color: '#e8710a' }]);

  const powder = (await admin.call(listTags, {})).tags.find(({ label }) => label === 'Check powder');
  expect(powder?.used).toBeGreaterThan(1);
  const params = { id: powder?.id ?? 0 };
  await admin.call(updateTag, { params, body: { ...draft, label: 'Check powder', retired: true } });
  expect(await planner.call(listOrderTags, {})).not.toContain('Check powder');
  // It stays where it is, is found by, and is put on nothing else.
  expect(await found(planner, params.id)).toContain(id);
  await tag([], ['Check powder']);
  expect((await tag(['Check powder']))?.message).toContain('retired');
});

test('two tags become one: everything has the other, each once, and a filter by the old one finds it', async () => {
  const both = await admin.call(searchOrders, { query: { page: 0, size: 3 }, body: {} });
  const ids = both.orders.map(({ id }) => id);
  await admin.call(tagOrders, { body: { ids, add: ['Old one'] } });
  await admin.call(tagOrders, { body: { ids: ids.slice(0, 1), add: ['New one'] } });
  const { tags } = await admin.call(listTags, {});
  const idOf = (wanted: string) => tags.find(({ label }) => label === wanted)?.id ?? 0;
  const [old, fresh] = [idOf('Old one'), idOf('New one')];
  await expect(admin.call(mergeTags, { params: { id: old }, body: { into: old } })).rejects.toMatchObject({
    code: 'INVALID_INPUT',
  });
  expect(await admin.call(mergeTags, { params: { id: old }, body: { into: fresh } })).toMatchObject({ used: 3 });
  expect(await labels(admin)).not.toContain('Old one');
  expect((await found(admin, old)).toSorted()).toEqual(ids.toSorted());
  expect((await admin.call(listOrderFilters, {})).tags).toContainEqual({ value: String(fresh), label: 'New one' });
  // The label is free again.
  expect(await admin.call(createTag, { body: { ...draft, label: 'Old one' } })).toMatchObject({ used: 0 });
});
