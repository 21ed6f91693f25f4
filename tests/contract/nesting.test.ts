import { CallError } from '@sinter/sdk/contract/errors';
import {
  cancelNesting,
  finishNesting,
  listNestings,
  nestedBuildContent,
  readNesting,
} from '@sinter/sdk/contract/production/nesting';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestClient, TestServer } from '#host/server/testing.ts';
import { boundsOf } from '../../plugins/preparation/geometry/mesh.ts';
import { readThreeMf } from '../../plugins/preparation/geometry/readers/threemf.ts';
import { writeBinaryStl } from '../../plugins/preparation/geometry/readers/stl.ts';
import { box } from '../../plugins/preparation/geometry/testSolids.ts';
import { endNestingJob, nestJob } from '../../plugins/production/server/nesting/jobs.ts';
import { begin, ended, machineFor, nestingServer, orderedParts, shapesOf, stored } from './nestingScene.ts';

let server: TestServer;
let planner: TestClient;
let machine: number;
let parts: number[];

beforeAll(async () => {
  server = await nestingServer();
  planner = await server.client('planner');
  machine = await machineFor(server, 'HPBJ');
  parts = await orderedParts(server, await shapesOf(server, 4));
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
const three = () => parts.slice(0, 3).map((orderFileId) => ({ orderFileId, quantity: 2 }));
const quick = () => ({ equipmentId: machine, seconds: 1, items: three() });

test('parts of orders come into builds, with places, fill, time and material, and as a 3MF that reads back to the same', async () => {
  const asked = await begin(planner, quick());
  expect(asked).toMatchObject({ state: 'WAITING', wanted: 6, space: 'BED', turning: 'ANY', mine: true });
  const found = await ended(planner, asked.id);
  expect(found).toMatchObject({ state: 'READY', share: 1, placed: 6, builds: 1, failure: null });
  expect(found.items.map(({ unplaced }) => unplaced)).toEqual([0, 0, 0]);
  const [build] = found.nested;
  expect(build?.heightMm).toBeLessThanOrEqual(found.boxMm[2]);
  expect(build?.utilisation).toBeGreaterThan(0.01);
  expect(build?.hours).toBeGreaterThan(1);
  expect(build?.materials[0]?.grams).toBeGreaterThan(1);
  const copies = build?.instances.map(({ orderFileId, copy }) => `${orderFileId} ${copy}`).toSorted();
  expect(copies).toEqual(
    parts
      .slice(0, 3)
      .flatMap((id) => [`${id} 0`, `${id} 1`])
      .toSorted(),
  );

  const bytes = new Uint8Array(await planner.bytes(nestedBuildContent, { params: { id: asked.id, number: 1 } }));
  const { bodies } = readThreeMf(bytes);
  expect(bodies).toHaveLength(6);
  const top = Math.max(...bodies.map((body) => boundsOf(body)[5] ?? 0));
  expect(top).toBeCloseTo(build?.heightMm ?? 0, 2);
  const { wallMm } = found;
  for (const body of bodies) expect(Math.min(...boundsOf(body))).toBeGreaterThanOrEqual(wallMm - 1e-3);
  expect(await codeOf(planner.bytes(nestedBuildContent, { params: { id: asked.id, number: 2 } }))).toBe('NOT_FOUND');
});

test('who plans at the facility sees it, the others nothing of it, and only who asked may stop it', async () => {
  const { id } = await begin(planner, { ...quick(), seconds: 300 });
  const [colleague, operator, rival, buyer] = await Promise.all([
    server.client('admin'),
    server.client('operator'),
    server.client('admin2'),
    server.client('buyer'),
  ]);
  expect((await colleague.call(readNesting, { params: { id } })).mine).toBe(false);
  for (const call of [cancelNesting, finishNesting]) {
    expect(await codeOf(colleague.call(call, { params: { id } }))).toBe('NOT_FOUND');
    expect(await codeOf(rival.call(call, { params: { id } }))).toBe('NOT_FOUND');
  }
  expect(await codeOf(rival.call(readNesting, { params: { id } }))).toBe('NOT_FOUND');
  expect(await codeOf(rival.bytes(nestedBuildContent, { params: { id, number: 1 } }))).toBe('NOT_FOUND');
  expect(await rival.call(listNestings, {})).toEqual([]);
  for (const other of [operator, buyer]) expect(await codeOf(begin(other, quick()))).toBe('FORBIDDEN');
  expect(await codeOf(planner.bytes(nestedBuildContent, { params: { id, number: 1 } }))).toBe('CONFLICT');
  expect(await codeOf(begin(planner, quick()))).toBe('CONFLICT');
  expect((await planner.call(cancelNesting, { params: { id } })).state).toBe('CANCELLED');
  // The thread has ended: the next one runs, also with one thread in all.
  const next = await begin(planner, quick());
  expect((await ended(planner, next.id)).state).toBe('READY');
  expect((await planner.call(readNesting, { params: { id } })).state).toBe('CANCELLED');
});

test('the best so far can be had at any time', async () => {
  const { id } = await begin(planner, {
    ...quick(),
    seconds: 300,
    items: parts.map((orderFileId) => ({ orderFileId, quantity: 30 })),
  });
  const moving = async () => (await planner.call(readNesting, { params: { id } })).share;
  await expect.poll(moving, { timeout: 100_000 }).toBeGreaterThan(0.3);
  const { secondsLeft } = await planner.call(readNesting, { params: { id } });
  // On a fast machine it may have ended meanwhile.
  expect(secondsLeft ?? 0).toBeGreaterThanOrEqual(0);
  await planner.call(finishNesting, { params: { id } });
  const found = await ended(planner, id);
  expect(found.state).toBe('READY');
  expect(found.placed + found.items.reduce((sum, { unplaced }) => sum + unplaced, 0)).toBe(120);
});

test('what cannot be built is named in words, and the rest is arranged', async () => {
  const cube = box([0, 0, 0], [20, 20, 20]);
  const open = { positions: cube.positions, triangles: cube.triangles.subarray(6) };
  const sheet = { positions: cube.positions.map((v, i) => (i % 3 === 2 ? 0 : v)), triangles: cube.triangles };
  const meshes = [cube, box([0, 0, 0], [9000, 20, 20]), open, sheet];
  const files: number[] = [];
  for (const [i, mesh] of meshes.entries()) files.push(await stored(server, `made-${i}.stl`, writeBinaryStl(mesh)));
  const made = await orderedParts(server, files);
  const items = made.map((orderFileId) => ({ orderFileId, quantity: 3 }));
  const { id } = await begin(planner, { equipmentId: machine, seconds: 1, items });
  const found = await ended(planner, id);
  expect(found).toMatchObject({ state: 'READY', placed: 6 });
  expect(found.items.map(({ unplaced, open: holes }) => [unplaced, holes])).toEqual([
    [0, false],
    [3, false],
    [0, true],
    [3, false],
  ]);
  expect(found.items[1]?.why?.message).toMatch(/too large: 9,000 × 20 × 20 mm/);
  expect(found.items[3]?.why?.message).toMatch(/no volume/);

  const unreadable = await orderedParts(server, [await stored(server, 'broken.stl', new Uint8Array(200).fill(7))]);
  const broken = await begin(planner, {
    ...quick(),
    items: [...three(), { orderFileId: unreadable[0] ?? 0, quantity: 1 }],
  });
  const failed = await ended(planner, broken.id);
  expect(failed.state).toBe('FAILED');
  expect(failed.failure?.message).toBeTruthy();
});

test('refuses what can never be', async () => {
  const other = await orderedParts(server, await shapesOf(server, 1), 'FUSED_DEPOSITION_MODELING');
  const one = (orderFileId: number, quantity = 1) => ({ ...quick(), items: [{ orderFileId, quantity }] });
  expect(await codeOf(begin(planner, one(other[0] ?? 0)))).toBe('CONFLICT');
  expect(await codeOf(begin(planner, one(987_654_321)))).toBe('CONFLICT');
  expect(await codeOf(begin(planner, { ...quick(), equipmentId: 987_654_321 }))).toBe('INVALID_INPUT');
  expect(await codeOf(begin(planner, { ...quick(), items: [...three(), ...three()] }))).toBe('INVALID_INPUT');
  const many = parts.map((orderFileId) => ({ orderFileId, quantity: 4000 }));
  expect(await codeOf(begin(planner, { ...quick(), items: many }))).toBe('INVALID_INPUT');
});

test('parts of an export-controlled order are nested by who is cleared, and seen by nobody else', async () => {
  const { db } = server.services;
  const { id } = await begin(planner, quick());
  await ended(planner, id);
  await sql`update rfq_order set export_controlled = true
    where id in (select order_id from rfq_order_file where id = ${parts[0]})`.execute(db);
  expect(await codeOf(planner.call(readNesting, { params: { id } }))).toBe('NOT_FOUND');
  expect(await codeOf(planner.bytes(nestedBuildContent, { params: { id, number: 1 } }))).toBe('NOT_FOUND');
  expect((await planner.call(listNestings, {})).map((each) => each.id)).not.toContain(id);
  expect(await codeOf(begin(planner, quick()))).toBe('EXPORT_CONTROLLED');

  await sql`insert into export_policy (facility_id, enabled) values (${server.world.rootFacilityId}, true)
    on conflict do nothing`.execute(db);
  await sql`insert into export_clearance (user_id, facility_id, basis, stated_on, decided_by, decided_at, expires_on)
    values (${server.world.users['admin@demo.example']}, ${server.world.rootFacilityId}, 'CITIZEN', current_date,
      ${server.world.users['legal@demo.example']}, now(), current_date + 300)`.execute(db);
  const cleared = await server.client('admin');
  expect((await cleared.call(readNesting, { params: { id } })).builds).toBe(1);
  const own = await begin(cleared, quick());
  expect((await ended(cleared, own.id)).state).toBe('READY');
  expect((await cleared.bytes(nestedBuildContent, { params: { id: own.id, number: 1 } })).byteLength).toBeGreaterThan(
    1000,
  );
  expect(await codeOf(planner.call(readNesting, { params: { id: own.id } }))).toBe('NOT_FOUND');
  await sql`update rfq_order set export_controlled = false`.execute(db);
});

/** As a worker leaves it that was killed in this attempt. */
async function abandoned(attempts: number): Promise<number> {
  return server.services.write(async (unit) => {
    const { rows } = await sql<{ id: number }>`
      insert into nesting (user_id, facility_id, equipment_id, space, turning, spacing_mm, wall_mm, box_mm, seconds,
        most_builds, share, begun_at, kept_until)
      select ${server.world.users['planner@demo.example']}, ${server.world.rootFacilityId}, ${machine}, 'BED', 'ANY', 2, 5,
        '{300,300,300}', 1, 5, 0.4, now(), now() + interval '1 day' returning id`.execute(unit.db);
    const id = Number(rows[0]?.id);
    await sql`insert into nesting_item (nesting_id, position, order_file_id, quantity)
      values (${id}, 0, ${parts[0]}, 2)`.execute(unit.db);
    await unit.enqueue(nestJob, { nestingId: id }, { key: `nesting ${id}` });
    await sql`update graphile_worker._private_jobs set attempts = ${attempts}, locked_by = 'a worker that is gone',
      locked_at = now() - interval '1 minute' where key = ${`nesting ${id}`}`.execute(unit.db);
    return id;
  });
}

test('a nesting whose worker died is made by another one; after the last attempt it fails with a reason', async () => {
  const again = await ended(planner, await abandoned(1));
  expect(again).toMatchObject({ state: 'READY', placed: 2 });
  const given = await ended(planner, await abandoned(3));
  expect(given.state).toBe('FAILED');
  expect(given.failure?.message).toMatch(/stopped unexpectedly/);
});

test('nothing of it stays when it has been kept long enough', async () => {
  const { id } = await ended(planner, (await begin(planner, quick())).id);
  const files = async () =>
    (await sql`select 1 from stored_file where file_name like ${`nesting-${id}-%`}`.execute(server.services.db)).rows
      .length;
  expect(await files()).toBe(1);
  await server.services.write((unit) =>
    unit.enqueue(endNestingJob, { nestingId: id }, { key: `end of nesting ${id}` }),
  );
  await expect
    .poll(() => codeOf(planner.call(readNesting, { params: { id } })).catch(() => ''), { timeout: 60_000 })
    .toBe('NOT_FOUND');
  await expect.poll(files, { timeout: 60_000 }).toBe(0);
});
