import { randomUUID } from 'node:crypto';
import type { CallInput } from '@sinter/sdk/contract/call';
import * as calls from '@sinter/sdk/contract/production/planning';
import { keepNestedBuild } from '@sinter/sdk/contract/production/platforms';
import { nextSlot, readJob } from '@sinter/sdk/contract/scheduling/jobs';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { configure, type TestClient, type TestServer } from '#host/server/testing.ts';
import { plateOfJob } from '../../plugins/production/server/platforms/plateOfJob.ts';
import { clear, failure, mark, outcome } from '../../plugins/scheduling/server/testing.ts';
import { machineFor, nestingServer, orderedParts, shapesOf } from './nestingScene.ts';

let server: TestServer;
let planner: TestClient;
let machine: number;
let parts: number[];

beforeAll(async () => {
  server = await nestingServer();
  await configure(server, 'MACHINE_PLATFORMS', { enabled: true });
  planner = await server.client('planner');
  machine = await machineFor(server, 'HPBJ');
}, 120_000);
afterAll(() => server.stop());
/** Parts of 50 pieces each that nobody has planned. */
beforeEach(async () => {
  parts = await orderedParts(server, await shapesOf(server, 3));
});

const part = (index: number, quantity: number) => ({ orderFileId: parts[index] ?? 0, quantity });
const plan = (client: TestClient, ...pieces: { orderFileId: number; quantity: number }[]) =>
  client.call(calls.planBuild, { body: { eventId: randomUUID(), pieces } });
const at = (id: number) => ({ params: { id } });
const read = (id: number, client = planner) => client.call(calls.readPlannedBuild, at(id));
const pool = (query: Partial<CallInput<typeof calls.listPool>['query']> = {}, client = planner) =>
  client.call(calls.listPool, { query });
const freeOf = async (id: number): Promise<number> => {
  const { rows } = await sql<{ name: string; order: number }>`
    select s.file_name as name, f.order_id as order from rfq_order_file f join stored_file s on s.id = f.original_file_id
    where f.id = ${id}`.execute(server.services.db);
  let after: string | null | undefined;
  while (after !== null) {
    const page = await pool({ text: rows[0]?.name ?? '', ...(after && { after }) });
    const found = page.parts.find(({ orderFileId }) => orderFileId === id);
    if (found) return found.free;
    after = page.next;
  }
  return 0;
};

test('parts that are still to schedule are found, narrowed, sorted, and read page by page', async () => {
  const { total } = await pool();
  const ids: number[] = [];
  let after: string | undefined;
  do {
    const page = await pool({ sort: 'PART', direction: 'desc', ...(after !== undefined && { after }) });
    ids.push(...page.parts.map(({ orderFileId }) => orderFileId));
    after = page.next ?? undefined;
  } while (after !== undefined);
  expect(ids.length).toBe(total);
  expect(new Set(ids).size).toBe(total);
  for (const sort of calls.poolSortSchema.options) expect((await pool({ sort })).parts.length).toBeGreaterThan(3);
  const { processes, weeks, late } = await planner.call(calls.poolChoices, {});
  for (const { id, parts: number } of processes) expect((await pool({ processId: id })).total).toBe(number);
  for (const { week, parts: number } of weeks) expect((await pool({ week })).total).toBe(number);
  expect((await pool({ late: 'true' })).total).toBe(late);
  expect(await outcome(pool({ after: 'nonsense' }))).toBe('INVALID_INPUT');
});

test('pieces are in one build at a time: planned, added, moved, split, merged, discarded, and each taken back', async () => {
  const made = await plan(planner, part(0, 20), part(1, 5));
  expect(made).toMatchObject({ status: 'DRAFT', pieces: 25, parts: 2, short: 0, arrangement: null });
  expect(await freeOf(parts[0] ?? 0)).toBe(30);
  expect(await outcome(plan(planner, part(0, 31)))).toBe('OVER_ALLOCATED');

  const more = await planner.call(calls.changePlannedPieces, {
    ...at(made.id),
    body: { version: made.version, add: [part(0, 10)], remove: [part(1, 2)] },
  });
  expect(more.items.map(({ quantity }) => quantity).toSorted()).toEqual([3, 30]);
  const stale = { ...at(made.id), body: { version: made.version, add: [part(0, 1)] } };
  expect(await outcome(planner.call(calls.changePlannedPieces, stale))).toBe('CHANGED');

  const split = await planner.call(calls.movePlannedPieces, {
    ...at(made.id),
    body: { version: more.version, into: null, pieces: [part(0, 12)] },
  });
  expect(split).toMatchObject({ pieces: 12, machine: made.machine });
  const rest = await read(made.id);
  expect(rest.pieces).toBe(21);
  const { undo } = await planner.call(calls.listPlannedBuilds, {});
  expect(undo).toMatchObject({ what: 'SPLIT' });
  await planner.call(calls.undoPlanning, at(undo?.id ?? 0));
  expect(await read(made.id)).toMatchObject({ pieces: 33 });
  expect(await read(split.id)).toMatchObject({ pieces: 0, status: 'DISCARDED' });

  const other = await plan(planner, part(2, 4));
  const before = await read(made.id);
  const merged = await planner.call(calls.mergePlannedBuild, {
    ...at(made.id),
    body: { version: before.version, into: { id: other.id, version: other.version } },
  });
  expect(merged).toMatchObject({ id: other.id, pieces: 37 });
  expect(await read(made.id)).toMatchObject({ status: 'MERGED', mergedIntoId: other.id, pieces: 0 });

  const locked = await planner.call(calls.lockPlannedBuild, {
    ...at(other.id),
    body: { version: merged.version, locked: true },
  });
  const discard = (version: number) => planner.call(calls.discardPlannedBuild, { ...at(other.id), body: { version } });
  expect((await failure(discard(locked.version))).message).toContain('is locked');
  const unlocked = await planner.call(calls.lockPlannedBuild, {
    ...at(other.id),
    body: { version: locked.version, locked: false },
  });
  await discard(unlocked.version);
  expect(await freeOf(parts[0] ?? 0)).toBe(50);
  const last = (await planner.call(calls.listPlannedBuilds, {})).undo;
  await planner.call(calls.undoPlanning, at(last?.id ?? 0));
  expect(await read(other.id)).toMatchObject({ status: 'DRAFT', pieces: 37 });
  expect(await outcome(planner.call(calls.undoPlanning, at(last?.id ?? 0)))).toBe('NOT_FOUND');
});

test('of planners who take the same pieces at once as many get them as there are, and the same request plans once', async () => {
  const rival = await server.client('admin');
  const outcomes = await Promise.all(
    Array.from({ length: 12 }, (_each, index) => outcome(plan(index % 2 ? planner : rival, part(0, 10), part(1, 3)))),
  );
  expect(outcomes.filter((each) => each === 'OK')).toHaveLength(5);
  expect(outcomes.filter((each) => each === 'OVER_ALLOCATED')).toHaveLength(7);
  expect(await freeOf(parts[0] ?? 0)).toBe(0);
  expect(await freeOf(parts[1] ?? 0)).toBe(35);

  const body = { eventId: randomUUID(), pieces: [part(2, 1)] };
  const once = await planner.call(calls.planBuild, { body });
  expect((await planner.call(calls.planBuild, { body })).id).toBe(once.id);
  expect(await freeOf(parts[2] ?? 0)).toBe(49);
});

test('a build is arranged, says when its pieces changed meanwhile, and becomes a job with its plate', async () => {
  const made = await planner.call(calls.planBuild, {
    body: { eventId: randomUUID(), equipmentId: machine, name: 'Plate', pieces: [part(0, 2), part(1, 2)] },
  });
  const asked = await planner.call(calls.arrangePlannedBuild, {
    ...at(made.id),
    body: { version: made.version, seconds: 1 },
  });
  expect(asked.arranging).toMatchObject({ state: 'WAITING', mine: true });
  expect(asked.version).toBe(made.version);
  const again = { ...at(made.id), body: { version: made.version, seconds: 1 } };
  expect(await outcome(planner.call(calls.arrangePlannedBuild, again))).toBe('CONFLICT');
  await expect.poll(async () => (await read(made.id)).arranging, { timeout: 60_000, interval: 200 }).toBeNull();
  const arranged = await read(made.id);
  expect(arranged.arrangement).toMatchObject({ current: true, placed: 4, unplaced: 0 });
  expect(arranged.arrangement?.hours).toBeGreaterThan(0.5);
  expect(arranged.arrangement?.grams).toBeGreaterThan(1);

  const changed = await planner.call(calls.changePlannedPieces, {
    ...at(made.id),
    body: { version: made.version, add: [part(1, 1)] },
  });
  expect(changed.arrangement?.current).toBe(false);
  const { undo } = await planner.call(calls.listPlannedBuilds, {});
  await planner.call(calls.undoPlanning, at(undo?.id ?? 0));
  const back = await read(made.id);
  expect(back.arrangement?.current).toBe(true);

  const kept = await planner.call(keepNestedBuild, {
    params: { id: back.arrangement?.nestingId ?? 0, number: 1 },
    body: { name: 'Kept plate' },
  });
  const slot = await planner.call(nextSlot, {
    query: { equipment: machine, totalHours: Math.ceil(back.arrangement?.hours ?? 1), material: back.material.id },
  });
  const body = {
    ...{ eventId: randomUUID(), version: back.version, jobName: 'Plate' },
    ...{ fromDate: slot.fromDate ?? '', toDate: slot.toDate ?? '' },
  };
  const scheduled = await planner.call(calls.schedulePlannedBuild, { ...at(made.id), body });
  expect(scheduled).toMatchObject({ status: 'SCHEDULED', job: { name: 'Plate' }, pieces: 0 });
  const jobId = scheduled.job?.id ?? 0;
  const job = await planner.call(readJob, at(jobId));
  expect(job).toMatchObject({ jobSource: 'BUILD_PLANNING', jobStatus: 'QUEUED', fromDate: slot.fromDate });
  expect(job.jobOrderDTOs.flatMap(({ fileIds }) => fileIds.map(({ quantity }) => quantity))).toEqual([2, 2]);
  // The job builds what was kept before, and no platform is made twice.
  const plate = await plateOfJob(server.services.db, jobId);
  expect(plate).toMatchObject(kept);
  expect(plate?.pieces).toHaveLength(4);
  expect((await planner.call(calls.schedulePlannedBuild, { ...at(made.id), body })).job?.id).toBe(jobId);
  expect(await freeOf(parts[0] ?? 0)).toBe(48);

  const other = await plan(planner, part(0, 1));
  const taken = { ...body, eventId: randomUUID(), version: other.version };
  const params = { ...at(other.id), body: taken };
  const machineTaken = await planner.call(calls.changePlannedBuild, {
    ...at(other.id),
    body: { version: other.version, name: 'Other', equipmentId: machine },
  });
  params.body.version = machineTaken.version;
  expect(await outcome(planner.call(calls.schedulePlannedBuild, params))).toBe('SLOT_TAKEN');
  expect(await read(other.id)).toMatchObject({ status: 'DRAFT', pieces: 1 });
}, 120_000);

test('a job that was made elsewhere takes pieces away, and the build says so', async () => {
  const made = await plan(planner, part(0, 45));
  await sql`update rfq_order_file set scheduled = 10 where id = ${parts[0] ?? 0}`.execute(server.services.db);
  expect(await read(made.id)).toMatchObject({ short: 5, items: [{ free: -5 }] });
  await sql`update rfq_order_file set scheduled = 0 where id = ${parts[0] ?? 0}`.execute(server.services.db);
});

test('proposals group by machine, material and week, can be planned as they are, and then are gone', async () => {
  const proposals = await planner.call(calls.listProposals, {});
  expect(proposals.length).toBeGreaterThan(0);
  for (const { fill, setupsSaved, orders, pieces } of proposals) {
    expect(fill).toBeGreaterThanOrEqual(0);
    expect(setupsSaved).toBe(orders - 1);
    expect(pieces.length).toBeGreaterThan(0);
  }
  const [first] = proposals;
  if (!first) throw new Error('Nothing was proposed.');
  const pieces = first.pieces.map(({ orderFileId, quantity }) => ({ orderFileId, quantity }));
  const made = await planner.call(calls.planBuild, {
    body: { eventId: randomUUID(), equipmentId: first.machine.id, pieces },
  });
  expect(made).toMatchObject({ machine: first.machine, material: first.material });
  // What filled the machine may have left some of a part.
  const more = made.items.map(({ orderFileId, free }) => ({ orderFileId, quantity: free + 1 }));
  expect(await outcome(plan(planner, ...more))).toBe('OVER_ALLOCATED');
});

test('parts of export-controlled orders are planned by who is cleared, and seen by nobody else', async () => {
  const { rows } = await sql<{ orderId: number }>`
    select order_id as "orderId" from rfq_order_file where id = ${parts[0] ?? 0}`.execute(server.services.db);
  const orderId = rows[0]?.orderId ?? 0;
  await clear(server, 'admin');
  const cleared = await server.client('admin');
  const made = await plan(cleared, part(0, 2));
  await mark(server, { orderId });
  expect(await outcome(read(made.id))).toBe('NOT_FOUND');
  expect((await planner.call(calls.listPlannedBuilds, {})).builds.map(({ id }) => id)).not.toContain(made.id);
  expect(await freeOf(parts[1] ?? 0)).toBe(0);
  expect(await outcome(plan(planner, part(1, 1)))).toBe('EXPORT_CONTROLLED');
  expect((await read(made.id, cleared)).pieces).toBe(2);
  const gone = await cleared.call(calls.discardPlannedBuild, { ...at(made.id), body: { version: made.version } });
  expect(gone.status).toBe('DISCARDED');
  expect(await outcome(read(made.id))).toBe('NOT_FOUND');
  await mark(server, { orderId }, false);
});

test('those of other facilities, and people without the right, have nothing of it', async () => {
  const made = await plan(planner, part(0, 1));
  const rival = await server.client('third');
  expect(await outcome(rival.call(calls.readPlannedBuild, at(made.id)))).not.toBe('OK');
  const operator = await server.client('operator');
  expect(await outcome(operator.call(calls.listPlannedBuilds, {}))).toBe('FORBIDDEN');
});
