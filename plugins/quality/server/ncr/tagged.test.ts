import { createTag, listTags, mergeTags, updateTag } from '@sinter/sdk/contract/admin/tags';
import { ncrFilterSchema, readNcrChoices, searchNcrs, tagNcrs } from '@sinter/sdk/contract/quality/ncrs';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestClient, TestServer } from '../../../../host/server/testing.ts';
import { finishedBuild, floorTestServer } from '../../../production/server/floor/testing.ts';
import { clear, mark } from '../../../scheduling/server/testing.ts';
import { fireNcr, ncrAs, raised } from './testing.ts';

let server: TestServer;
let admin: TestClient;
let planner: TestClient;
beforeAll(async () => {
  server = await floorTestServer();
  await clear(server, 'admin');
  [admin, planner] = await Promise.all([server.client('admin'), server.client('planner')]);
});
afterAll(() => server.stop());

const found = async (client: TestClient, tagIds: number[]) =>
  (
    await client.call(searchNcrs, {
      body: { ...ncrFilterSchema.parse({ tagIds }), sort: 'createdAt', descending: true, page: 0, size: 100 },
    })
  ).ncrs.map(({ id }) => id);
const tag = async (client: TestClient, id: number, add: string[], remove: string[] = []) =>
  (await client.call(tagNcrs, { body: { ids: [id], add, remove } }))[0];
const labels = async (id: number) => (await ncrAs(admin, id)).tags.map(({ label }) => label);
const known = async (label: string) => (await admin.call(listTags, {})).tags.find((each) => each.label === label);

test('a non-conformance has tags of its facility, is found by them, and says who gave them', async () => {
  const [ncr, other] = [await raised(admin), await raised(admin)];
  expect((await tag(admin, ncr.id, ['Recurs', 'Supplier']))?.done).toBe(true);
  expect(await labels(ncr.id)).toEqual(['Recurs', 'Supplier']);
  // A form that is open beside it is not late for this.
  expect((await ncrAs(admin, ncr.id)).version).toBe(ncr.version);
  const id = (await known('Recurs'))?.id ?? 0;
  expect(await found(admin, [id])).toEqual([ncr.id]);
  expect((await admin.call(readNcrChoices, {})).tags).toContainEqual(expect.objectContaining({ id, label: 'Recurs' }));
  // Closed ones are looked for by their tags too.
  await fireNcr(admin, other.id, 'VOID', 'Twice');
  expect((await tag(admin, other.id, ['recurs']))?.done).toBe(true);
  expect((await found(admin, [id])).toSorted()).toEqual([ncr.id, other.id].toSorted());
  await tag(admin, other.id, [], ['Recurs']);
  expect(await labels(other.id)).toEqual([]);
  expect(await found(admin, [id])).toEqual([ncr.id]);
});

test('a retired tag stays where it is, and a merged one is found by its old id', async () => {
  const ncr = await raised(admin);
  const before = await admin.call(createTag, { body: { label: 'Old batch', color: '#1a5fd0', appliesTo: ['NCR'] } });
  const onOrders = await admin.call(createTag, {
    body: { label: 'Orders only', color: '#1a5fd0', appliesTo: ['ORDER'] },
  });
  await tag(admin, ncr.id, ['Old batch']);
  await admin.call(updateTag, { params: { id: before.id }, body: { ...before, retired: true } });
  expect((await tag(admin, (await raised(admin)).id, ['Old batch']))?.message).toContain('retired');
  expect((await tag(admin, ncr.id, ['Orders only']))?.done).toBe(false);
  expect(await labels(ncr.id)).toEqual(['Old batch']);
  await admin.call(mergeTags, { params: { id: before.id }, body: { into: onOrders.id } });
  expect(await labels(ncr.id)).toEqual(['Orders only']);
  expect(await found(admin, [before.id])).toEqual([ncr.id]);
});

test('of an export-controlled order nobody who is not cleared learns or changes tags', async () => {
  const { lotId, part } = await finishedBuild(server, planner, 4);
  await mark(server, part);
  const ncr = await raised(admin, { lotId, position: 1 }, { affectedQuantity: 1 });
  await tag(admin, ncr.id, ['Wing']);
  expect(await found(planner, [(await known('Wing'))?.id ?? 0])).toEqual([]);
  expect(await tag(planner, ncr.id, ['Recurs'])).toMatchObject({ done: false, code: 'NOT_FOUND' });
  expect(await labels(ncr.id)).toEqual(['Wing']);
  const { rows } =
    await sql`select from audit_entry where coalesce(before::text, '') || coalesce(after::text, '') like '%Wing%' and action = 'ncr.tag'`.execute(
      server.services.db,
    );
  expect(rows).toEqual([]);
});
