import { randomUUID } from 'node:crypto';
import { CallError } from '@sinter/sdk/contract/errors';
import {
  comparePlatform,
  keepNestedBuild,
  listPlatforms,
  platformChoices,
  platformContent,
  readPlatform,
  platformChanged,
  renamePlatform,
  runPlatform,
} from '@sinter/sdk/contract/production/platforms';
import { magicsPlatform } from '@sinter/sdk/contract/production/magicsPlatform';
import { nextSlot } from '@sinter/sdk/contract/scheduling/jobs';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { configure, type TestClient, type TestServer } from '#host/server/testing.ts';
import { boundsOf } from '../../plugins/preparation/geometry/mesh.ts';
import { ZipArchive } from '../../plugins/preparation/geometry/readers/zip.ts';
import { readThreeMf } from '../../plugins/preparation/geometry/readers/threemf.ts';
import { writeBinaryStl } from '../../plugins/preparation/geometry/readers/stl.ts';
import { box } from '../../plugins/preparation/geometry/testSolids.ts';
import { keepRevision } from '../../plugins/production/server/platforms/keep.ts';
import { begin, ended, machineFor, nestingServer, orderedParts, stored } from './nestingScene.ts';

let server: TestServer;
let planner: TestClient;
let operator: TestClient;
let parts: number[];
let platformId: number;
const sizes = [
  [20, 12, 6],
  [30, 18, 9],
] as const;

beforeAll(async () => {
  server = await nestingServer();
  const { services } = server;
  await configure(server, 'MACHINE_PLATFORMS', { enabled: true });
  planner = await server.client('planner');
  operator = await server.client('operator');
  const files: number[] = [];
  for (const size of sizes) {
    const fileId = await stored(server, `block-${size[0]}.stl`, writeBinaryStl(box([0, 0, 0], [...size])));
    files.push(fileId);
    await sql`insert into file_facts (file_id, volume_mm3, area_mm2, size_x_mm, size_y_mm, size_z_mm, min_x_mm, min_y_mm,
        min_z_mm, facets, shells, watertight)
      values (${fileId}, 1, 1, ${size[0]}, ${size[1]}, ${size[2]}, 0, 0, 0, 12, 1, true)`.execute(services.db);
  }
  parts = await orderedParts(server, files);
}, 120_000);
afterAll(() => server.stop());

const codeOf = async (call: Promise<unknown>): Promise<string> => {
  const error = await call.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (error instanceof CallError) return error.code;
  throw error instanceof Error ? error : new Error('The call did not fail.');
};
const platform = (client: TestClient, query: { revision?: number } = {}) =>
  client.call(readPlatform, { params: { id: platformId }, query });
const found = (client: TestClient, body = {}, query = {}) => client.call(listPlatforms, { query, body });

test('a build of a nesting is kept, and its 3MF reads back to the pieces as they are kept', async () => {
  const items = parts.map((orderFileId) => ({ orderFileId, quantity: 2 }));
  const asked = await begin(planner, { equipmentId: await machineFor(server, 'HPBJ'), seconds: 1, items });
  const { id: nestingId } = await ended(planner, asked.id);
  const kept = { params: { id: nestingId, number: 1 }, body: { name: 'Blocks' } };
  ({ platformId } = await planner.call(keepNestedBuild, kept));
  // Kept once, however often it is asked for.
  expect(await planner.call(keepNestedBuild, kept)).toEqual({ platformId, revision: 1 });

  const { plate, hasFile, pieces, heightMm } = await platform(planner);
  expect({ hasFile, pieces }).toEqual({ hasFile: true, pieces: 4 });
  const params = { id: platformId, revision: 1 };
  const bytes = new Uint8Array(await operator.bytes(platformContent, { params }));
  const { bodies } = readThreeMf(bytes);
  // Each item says which copy of which part it is, and where, to the last digit.
  const model = new TextDecoder().decode(new ZipArchive(bytes).read('3D/3dmodel.model') ?? new Uint8Array());
  const written = [
    ...model.matchAll(
      /<item objectid="\d+" transform="([^"]+)" partnumber="(\d+)-(\d+)"><metadatagroup>(.*?)<\/metadatagroup>/g,
    ),
  ];
  const said = written.map(([, transform = '', part, copy, ids = '']) => {
    const told = [...ids.matchAll(/name="sinter:(?:partId|copy)" type="xs:integer">(\d+)</g)].map(([, id]) =>
      Number(id),
    );
    expect(told).toEqual([Number(part), Number(copy)]);
    return { orderFileId: told[0], copy: told[1], place: transform.split(' ').map(Number) };
  });
  const lying = plate.map(({ placement, ...ids }) => ({ ...ids, place: placement.filter((_, i) => i % 4 !== 3) }));
  expect(said.toSorted((one, other) => JSON.stringify(one).localeCompare(JSON.stringify(other)))).toEqual(
    lying.toSorted((one, other) => JSON.stringify(one).localeCompare(JSON.stringify(other))),
  );
  const rounded = (numbers: readonly number[]) => numbers.map((each) => each.toFixed(2)).join(' ');
  const placed = plate.map(({ orderFileId, placement }) => {
    const size = sizes[parts.indexOf(orderFileId)] ?? [0, 0, 0];
    const at = (x: number, y: number, z: number) =>
      [0, 1, 2].map((i) => {
        const [a = 0, b = 0, c = 0, d = 0] = [placement[i], placement[4 + i], placement[8 + i], placement[12 + i]];
        return a * x + b * y + c * z + d;
      });
    const corners = [0, size[0]].flatMap((x) => [0, size[1]].flatMap((y) => [0, size[2]].map((z) => at(x, y, z))));
    const along = (pick: (...all: number[]) => number) =>
      [0, 1, 2].map((i) => pick(...corners.map((corner) => corner[i] ?? 0)));
    return rounded([...along(Math.min), ...along(Math.max)]);
  });
  // The list's picture is that plate from above.
  const { platforms } = await found(operator, { searchString: 'Blocks' });
  const footprints = bodies.map((body) => {
    const [x0 = 0, y0 = 0, , x1 = 0, y1 = 0] = boundsOf(body);
    return [x0, y0, x1 - x0, y1 - y0].map((mm) => mm.toFixed(1)).join(' ');
  });
  const { picture } = platforms[0] ?? {};
  expect(picture?.boxes.map((each) => each.map((mm) => mm.toFixed(1)).join(' ')).toSorted()).toEqual(
    footprints.toSorted(),
  );
  expect(bodies.map((body) => rounded([...boundsOf(body)])).toSorted()).toEqual(placed.toSorted());
  expect(Math.max(...bodies.map((body) => boundsOf(body)[5] ?? 0))).toBeCloseTo(heightMm, 2);
  expect(await codeOf(planner.bytes(platformContent, { params: { ...params, revision: 2 } }))).toBe('NOT_FOUND');
  expect((await platform(planner)).platedParts.map(({ box: measured }) => measured?.size)).toEqual(sizes);
});

test('a platform gets another name from planners alone, and who works there hears of it', async () => {
  const params = { id: platformId };
  expect(await codeOf(operator.call(renamePlatform, { params, body: { name: 'No' } }))).toBe('FORBIDDEN');
  await planner.call(renamePlatform, { params, body: { name: 'Better blocks' } });
  expect(await platform(operator)).toMatchObject({ name: 'Better blocks', revision: 1 });
  await planner.call(renamePlatform, { params, body: { name: 'Blocks' } });
  const other = { params: { id: 987_654 }, body: { name: 'No' } };
  expect(await codeOf(planner.call(renamePlatform, other))).toBe('NOT_FOUND');
  const { rows } = await sql<{ payload: unknown }>`
    select payload from outbox_event where type = ${platformChanged.type}
      and (payload->>'platformId')::int = ${platformId}`.execute(server.services.db);
  expect(rows.map(({ payload }) => payload)).toEqual([{ platformId }, { platformId }, { platformId }]);
});

test('the difference of two revisions names what was added, taken away and moved', async () => {
  const { plate, machine, boxMm } = await platform(planner);
  const [first, second, ...others] = plate;
  if (!first || !second) throw new Error('There are no pieces.');
  const moved = { ...second, placement: second.placement.map((value, i) => (i === 12 ? value + 7.5 : value)) };
  const added = { ...first, copy: 50 };
  await server.services.write((unit) =>
    keepRevision(unit, {
      ...{ platformId, facilityId: server.world.rootFacilityId, equipmentId: machine.id, name: 'Blocks', userId: null },
      ...{ source: 'MAGICS', boxMm, heightMm: 12, utilisation: 0.1, volumeMm3: 9, fileId: null },
      pieces: [moved, ...others, added],
    }),
  );
  const difference = await operator.call(comparePlatform, { params: { id: platformId }, query: { from: 1, to: 2 } });
  expect(difference.same).toBe(2);
  expect(difference.changes.map(({ orderFileId, copy, change }) => ({ orderFileId, copy, change }))).toEqual([
    { orderFileId: first.orderFileId, copy: first.copy, change: 'REMOVED' },
    { orderFileId: second.orderFileId, copy: second.copy, change: 'MOVED' },
    { orderFileId: first.orderFileId, copy: 50, change: 'ADDED' },
  ]);
  // The plate that Magics arranged, as specification 7.6 has it.
  expect(await planner.call(magicsPlatform, { params: { id: platformId } })).toMatchObject({
    ...{ name: 'Blocks', revision: 2, machineId: machine.id, height: 12, utilization: 0.1 },
    parts: expect.arrayContaining([expect.objectContaining({ rfqFileId: first.orderFileId })]),
  });
  expect(difference.changes[1]).toMatchObject({ before: second.placement, placement: moved.placement });
  expect(await platform(planner)).toMatchObject({ shown: 2, revision: 2, hasFile: false, heightMm: 12 });
  expect(await platform(planner, { revision: 1 })).toMatchObject({ shown: 1, revision: 2, hasFile: true, plate });
  expect(await codeOf(platform(planner, { revision: 3 }))).toBe('NOT_FOUND');
});

test('a revision runs as a job by the rules of the schedule, once for one id, and only for planners', async () => {
  const { machine } = await platform(planner);
  const slot = await planner.call(nextSlot, { query: { equipment: machine.id, totalHours: 3 } });
  const params = { id: platformId, revision: 1 };
  const eventId = randomUUID();
  const body = { eventId, jobName: 'Blocks again', fromDate: slot.fromDate ?? '', toDate: slot.toDate ?? '' };
  expect(await codeOf(operator.call(runPlatform, { params, body }))).toBe('FORBIDDEN');
  const { jobId } = await planner.call(runPlatform, { params, body });
  expect(await planner.call(runPlatform, { params, body })).toEqual({ jobId });
  const { rows: built } =
    await sql`select order_file_id as id, quantity from job_file where job_id = ${jobId} order by 1`.execute(
      server.services.db,
    );
  expect(built).toEqual(parts.map((id) => ({ id, quantity: 2 })));
  expect((await platform(planner)).jobs).toMatchObject([
    { id: jobId, state: 'CREATED', status: 'QUEUED', revision: 1 },
  ]);
  expect(await codeOf(planner.call(runPlatform, { params, body: { ...body, eventId: randomUUID() } }))).toBe(
    'SLOT_TAKEN',
  );
});

test('another nesting becomes the next revision of the platform', async () => {
  const items = parts.map((orderFileId) => ({ orderFileId, quantity: 1 }));
  const asked = await begin(planner, { equipmentId: await machineFor(server, 'HPBJ'), seconds: 1, items });
  const { id: nestingId } = await ended(planner, asked.id);
  const { revision, name } = await platform(planner);
  const kept = (id: number) => ({ params: { id: nestingId, number: 1 }, body: { name, platformId: id } });
  expect(await codeOf(planner.call(keepNestedBuild, kept(987_654)))).toBe('NOT_FOUND');
  expect(await planner.call(keepNestedBuild, kept(platformId))).toEqual({ platformId, revision: revision + 1 });
  expect(await planner.call(keepNestedBuild, kept(platformId))).toEqual({ platformId, revision: revision + 1 });
  expect(await platform(planner)).toMatchObject({ revision: revision + 1, pieces: 2, source: 'IN_APP', hasFile: true });
  expect(await platform(planner, { revision: 1 })).toMatchObject({ shown: 1, pieces: 4 });
});

test('the list is searched, narrowed, sorted and paged', async () => {
  const { models, materials } = await operator.call(platformChoices, {});
  const { platforms, totalCount } = await found(operator);
  expect(platforms.map(({ id }) => id)).toContain(platformId);
  const row = platforms.find(({ id }) => id === platformId);
  expect(row).toMatchObject({ revision: 3, source: 'IN_APP', builds: 1, parts: 2, pieces: 2 });
  expect(models).toContainEqual(row?.model);
  expect(materials).toContainEqual(row?.materials[0]);
  const ids = async (body: object) => (await found(planner, body)).platforms.map(({ id }) => id);
  expect(await ids({ searchString: 'lock' })).toContain(platformId);
  expect(await ids({ searchString: 'l%ck' })).toEqual([]);
  expect(await ids({ modelId: row?.model.id, materialId: row?.materials[0]?.id, source: 'IN_APP' })).toContain(
    platformId,
  );
  expect(await ids({ source: 'TRAY', searchString: 'Blocks' })).toEqual([]);
  expect(await ids({ modelId: 987_654 })).toEqual([]);
  for (const sort of ['changed', 'name', 'height', 'utilisation'] as const) {
    const up = await found(planner, {}, { sort, direction: 'asc' });
    const down = await found(planner, {}, { sort, direction: 'desc' });
    expect(up.platforms.map(({ id }) => id)).toEqual(down.platforms.map(({ id }) => id).toReversed());
  }
  const pages: number[] = [];
  for (let page = 0; page < totalCount; page += 1) {
    pages.push(...(await found(planner, {}, { size: 1, page })).platforms.map(({ id }) => id));
  }
  expect(pages).toEqual(platforms.map(({ id }) => id));
});

test('others see nothing of it, nor do uncleared people once a part of any revision is export controlled', async () => {
  const params = { id: platformId, revision: 1 };
  const hidden = async (client: TestClient): Promise<void> => {
    expect(await codeOf(platform(client))).toBe('NOT_FOUND');
    expect(await codeOf(client.bytes(platformContent, { params }))).toBe('NOT_FOUND');
    const query = { from: 1, to: 2 };
    expect(await codeOf(client.call(comparePlatform, { params: { id: platformId }, query }))).toBe('NOT_FOUND');
    expect((await found(client)).platforms.map(({ id }) => id)).not.toContain(platformId);
  };
  const [buyer, kiosk] = [await server.client('buyer'), await server.client('lot')];
  for (const client of [buyer, kiosk]) expect(await codeOf(platform(client))).toBe('FORBIDDEN');
  const { db } = server.services;
  await sql`update rfq_order set export_controlled = true
    where id in (select order_id from rfq_order_file where id = ${parts[0]})`.execute(db);
  await hidden(planner);
  await hidden(operator);
  const body = { eventId: randomUUID(), jobName: 'No', fromDate: '1', toDate: '2' };
  expect(await codeOf(planner.call(runPlatform, { params, body }))).toBe('NOT_FOUND');
  await sql`update rfq_order set export_controlled = false`.execute(db);
  expect((await platform(operator)).name).toBe('Blocks');
});
