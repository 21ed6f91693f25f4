import { createTag, listTags, mergeTags, updateTag } from '@sinter/sdk/contract/admin/tags';
import { listCards } from '@sinter/sdk/contract/production/lots';
import { listLotTags, tagLots } from '@sinter/sdk/contract/production/tags';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestClient, TestServer } from '../../../../host/server/testing.ts';
import { clear, mark } from '../../../scheduling/server/testing.ts';
import { finishedBuild, floorTestServer, lotAs } from './testing.ts';

let server: TestServer;
let admin: TestClient;
let planner: TestClient;
beforeAll(async () => {
  server = await floorTestServer();
  await clear(server, 'admin');
  [admin, planner] = await Promise.all([server.client('admin'), server.client('planner')]);
});
afterAll(() => server.stop());

const tag = async (client: TestClient, id: number, add: string[], remove: string[] = []) =>
  (await client.call(tagLots, { body: { ids: [id], add, remove } }))[0];
const labels = async (id: number) => (await lotAs(admin, id)).tags.map(({ label }) => label);
const known = async (label: string) => (await admin.call(listTags, {})).tags.find((each) => each.label === label);
const found = async (client: TestClient, ...tagIds: number[]) => {
  const { cards, total } = await client.call(listCards, { query: { tagIds: tagIds.join(',') } });
  expect(total).toBe(cards.length);
  return cards.map(({ id }) => id).toSorted((one, other) => one - other);
};

test('a lot has tags of its facility, is found by any of some, and keeps those that are retired or merged', async () => {
  const { lotId: first } = await finishedBuild(server, planner, 4);
  const { lotId: second } = await finishedBuild(server, planner, 4, { hours: 8 });
  const { version } = await lotAs(admin, first);
  expect((await tag(admin, first, ['Thin walls', 'Dye black']))?.done).toBe(true);
  expect((await tag(planner, second, ['thin walls']))?.done).toBe(true);
  expect(await labels(first)).toEqual(['Dye black', 'Thin walls']);
  // Who works on it meanwhile is not late for this.
  expect((await lotAs(admin, first)).version).toBe(version);
  const [thin, black] = [await known('Thin walls'), await known('Dye black')];
  if (!thin || !black) throw new Error('A tag is missing.');
  expect(await found(planner, thin.id)).toEqual([first, second]);
  expect(await found(planner, black.id)).toEqual([first]);
  expect(await found(planner, thin.id, black.id)).toEqual([first, second]);
  expect(thin).toMatchObject({ used: 2, appliesTo: ['LOT'] });

  // What the person did not touch stays.
  await tag(admin, first, ['Third'], ['Dye black']);
  expect(await labels(first)).toEqual(['Thin walls', 'Third']);

  await admin.call(updateTag, { params: { id: thin.id }, body: { ...thin, retired: true } });
  expect(await planner.call(listLotTags, {})).toContainEqual(expect.objectContaining({ id: thin.id, retired: true }));
  await tag(planner, second, [], ['Thin walls']);
  expect((await tag(planner, second, ['Thin walls']))?.message).toContain('retired');
  const onOrders = await admin.call(createTag, { body: { label: 'Glass', color: '#1a5fd0', appliesTo: ['ORDER'] } });
  expect(await tag(admin, first, ['Glass'])).toMatchObject({ done: false, code: 'CONFLICT' });
  expect(await admin.call(mergeTags, { params: { id: thin.id }, body: { into: onOrders.id } })).toMatchObject({
    used: 1,
    appliesTo: ['ORDER', 'LOT'],
  });
  expect(await labels(first)).toEqual(['Glass', 'Third']);
  expect(await found(planner, thin.id)).toEqual([first]);
});

test('another facility tags nothing here and learns no tags, and a kiosk changes none', async () => {
  const { lotId } = await finishedBuild(server, planner, 4, { hours: 14 });
  await tag(admin, lotId, ['Ours']);
  const other = await server.client('admin2');
  expect(await tag(other, lotId, ['Theirs'])).toMatchObject({ done: false, code: 'NOT_FOUND' });
  expect((await other.call(listLotTags, {})).map(({ label }) => label)).not.toContain('Ours');
  expect(await found(other, (await known('Ours'))?.id ?? 0)).toEqual([]);
  const kiosk = await server.client('lot');
  await expect(tag(kiosk, lotId, ['Theirs'])).rejects.toMatchObject({ code: 'FORBIDDEN' });
  expect(await labels(lotId)).toEqual(['Ours']);
});

test('of an export-controlled order nobody who is not cleared learns or changes tags, nor from the audit', async () => {
  const { lotId, part } = await finishedBuild(server, planner, 4, { hours: 20 });
  await mark(server, part);
  expect((await tag(admin, lotId, ['Wing spar']))?.done).toBe(true);
  const wing = (await known('Wing spar'))?.id ?? 0;
  expect(await found(admin, wing)).toEqual([lotId]);
  expect(await found(planner, wing)).toEqual([]);
  expect(await tag(planner, lotId, [], ['Wing spar'])).toMatchObject({ done: false, code: 'NOT_FOUND' });
  expect(await labels(lotId)).toEqual(['Wing spar']);
  const { rows } = await sql<{ before: unknown; after: unknown }>`
    select before, after from audit_entry where action = 'lot.tagged' and object_id = ${String(lotId)}
  `.execute(server.services.db);
  expect(rows).toEqual([{ before: null, after: null }]);
});
