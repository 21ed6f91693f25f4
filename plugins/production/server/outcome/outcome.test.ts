import { randomUUID } from 'node:crypto';
import { buildOutcomes } from '@sinter/sdk/contract/production/buildOutcomes';
import { listLotMoves, readLot } from '@sinter/sdk/contract/production/lots';
import { listOrderLots } from '@sinter/sdk/contract/production/orderLots';
import { listPool } from '@sinter/sdk/contract/production/planning';
import { markObjects, readObjects, type BuildObjects, type ObjectMark } from '@sinter/sdk/contract/production/outcome';
import { createJob, fireJobEvent, type JobEvent } from '@sinter/sdk/contract/scheduling/jobs';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestClient, TestServer } from '../../../../host/server/testing.ts';
import { clear, draftOf, failure, hoursAhead, machinesFor, mark, outcome } from '../../../scheduling/server/testing.ts';
import { floorTestServer, lotOf, plannedBuild, type Built } from '../floor/testing.ts';
import { keepRevision, tieBuild } from '../platforms/keep.ts';

let server: TestServer;
let planner: TestClient;
let operator: TestClient;
let admin: TestClient;
beforeAll(async () => {
  server = await floorTestServer();
  [planner, operator, admin] = await Promise.all([
    server.client('planner'),
    server.client('operator'),
    server.client('admin'),
  ]);
});
afterAll(() => server.stop());

let hours = 0;
const fire = (jobId: number, event: JobEvent, counts: [number, number][] = [], client = planner) =>
  client.call(fireJobEvent, {
    params: { id: jobId },
    body: {
      event,
      reason: 'Because',
      completed: counts.map(([rfqCadFileId, completedQuantity]) => ({ rfqCadFileId, completedQuantity })),
      eventId: randomUUID(),
    },
  });

/** A build of so many pieces that runs. */
async function running(quantity: number): Promise<Built> {
  const built = await plannedBuild(server, planner, quantity, (hours += 3));
  await stopOthers();
  await fire(built.jobId, 'START');
  return built;
}

/** A machine does one thing at a time. */
const stopOthers = () =>
  sql`update job set status = 'CANCELLED' where status in ('IN_PROGRESS', 'PAUSED')`.execute(server.services.db);

const objects = (jobId: number, client = operator): Promise<BuildObjects> =>
  client.call(readObjects, { params: { id: jobId }, query: {} });

const marked = async (
  jobId: number,
  marks: (Omit<ObjectMark, 'reason'> & { reason?: string })[],
  { client = operator, seen, eventId = randomUUID() }: { client?: TestClient; seen?: number; eventId?: string } = {},
) =>
  client.call(markObjects, {
    params: { id: jobId },
    body: { eventId, seen: seen ?? (await objects(jobId)).version, marks },
  });

const failed = (part: { id: number }, copies: number[], reason = 'Warped') => ({
  ...{ orderFileId: part.id, copies, outcome: 'FAILED' as const, reason },
});
const good = (part: { id: number }, copies: number[]) => ({
  ...{ orderFileId: part.id, copies, outcome: 'GOOD' as const },
});
const outcomes = ({ objects: all }: BuildObjects) => all.map((each) => each.outcome);

const partOf = async ({ part }: Built) => {
  const { parts } = await planner.call(listOrderLots, { params: { orderId: part.orderId } });
  const found = parts.find(({ orderFileId }) => orderFileId === part.id);
  if (!found) throw new Error('The order has no such part.');
  return found;
};
const scrapOf = async (lotId: number) =>
  (await operator.call(listLotMoves, { params: { id: lotId }, query: {} })).moves
    .filter(({ kind }) => kind === 'SCRAP')
    .map(({ quantity, reason, objects: copies, remake, reverses }) => ({
      ...{ quantity, reason, copies, remake, back: reverses !== null },
    }));

/** Steps and ledger say the same, and marks and ledger too. */
async function faults(): Promise<unknown[]> {
  const { rows } = await sql`
    select 'step' as what, s.lot_id from lot_step s where s.kind = 'PRINT' and (s.good, s.scrap) <> (
      select coalesce(sum(m.quantity) filter (where m.kind = 'GOOD'), 0), coalesce(sum(m.quantity) filter (where m.kind = 'SCRAP'), 0)
      from lot_move m where m.lot_id = s.lot_id and m.position = s.position)
    union all
    select 'objects', min(m.lot_id) from lot_move m join lot_move_object o on o.move_id = m.id
    group by m.id having count(*) <> m.quantity
    union all
    select 'remade', min(m.lot_id) from lot_remake r join lot_move m on m.id = r.move_id
    group by m.id having sum(r.quantity) > m.quantity
  `.execute(server.services.db);
  return rows;
}

describe('objects of a build', () => {
  test('are numbered without a plate, and lie where its plate has them', async () => {
    const { jobId, part } = await running(3);
    const plain = await objects(jobId);
    expect(plain).toMatchObject({ mayMark: true, boxMm: null, version: 0, status: 'IN_PROGRESS' });
    expect(plain.objects.map(({ copy, outline }) => [copy, outline])).toEqual([
      [0, null],
      [1, null],
      [2, null],
    ]);
    await sql`update file_facts set min_x_mm = -5, min_y_mm = 0, min_z_mm = 2, size_x_mm = 10, size_y_mm = 20, size_z_mm = 8
      where file_id = (select file_id from rfq_order_file where id = ${part.id})`.execute(server.services.db);
    const { rows } = await sql<{ id: number }>`select equipment_id as id from job where id = ${jobId}`.execute(
      server.services.db,
    );
    await server.services.write(async (unit) => {
      const kept = await keepRevision(unit, {
        ...{ facilityId: server.world.rootFacilityId, equipmentId: rows[0]?.id ?? 0, name: 'Plate', source: 'IN_APP' },
        ...{ userId: null, boxMm: [300, 200, 250], heightMm: 80, utilisation: 0.2, volumeMm3: 10, fileId: null },
        // Of the second build of a nesting, turned by a quarter.
        pieces: [7, 9].map((copy) => ({
          orderFileId: part.id,
          copy,
          placement: [0, 1, 0, 0, -1, 0, 0, 0, 0, 0, 1, 0, 100, 50, 0, 1],
        })),
      });
      await tieBuild(unit, { ...kept, jobId });
    });
    const plated = await objects(jobId);
    expect(plated.boxMm).toEqual([300, 200, 250]);
    expect(plated.objects.map(({ copy }) => copy)).toEqual([7, 9, 0]);
    expect(plated.objects[0]).toMatchObject({ outline: [80, 45, 100, 45, 100, 55, 80, 55], heightMm: [2, 10] });
    expect(plated.objects[2]?.outline).toBeNull();
  });

  test('are marked while it runs: which failed, why, by whom, and taken back', async () => {
    const { jobId, part } = await running(4);
    const first = await marked(jobId, [failed(part, [1, 3]), good(part, [0])]);
    expect(outcomes(first)).toEqual(['GOOD', 'FAILED', null, 'FAILED']);
    expect(first.objects[1]).toMatchObject({ reason: 'Warped', source: 'OPERATOR', by: expect.stringMatching(/\S/) });
    expect(first.parts[0]).toMatchObject({ good: 1, failed: 2, quantity: 4 });
    await fire(jobId, 'PAUSE');
    const again = await marked(jobId, [{ orderFileId: part.id, copies: [1], outcome: null }]);
    expect(outcomes(again)).toEqual(['GOOD', null, null, 'FAILED']);
  });

  test('are marked once, however often it is sent', async () => {
    const { jobId, part } = await running(2);
    const eventId = randomUUID();
    await marked(jobId, [failed(part, [0])], { seen: 0, eventId });
    await marked(jobId, [{ orderFileId: part.id, copies: [0], outcome: null }]);
    expect(outcomes(await marked(jobId, [failed(part, [0])], { seen: 0, eventId }))).toEqual([null, null]);
  });

  test('are not marked where the build does not run, has none such, or nobody says why', async () => {
    const waiting = await plannedBuild(server, planner, 2, (hours += 3));
    expect(await outcome(marked(waiting.jobId, [good(waiting.part, [0])]))).toBe('TRANSITION_REFUSED');
    const { jobId, part } = await running(2);
    expect(await outcome(marked(jobId, [good(part, [2])]))).toBe('NOT_FOUND');
    expect(await outcome(marked(jobId, [good({ id: waiting.part.id }, [0])]))).toBe('NOT_FOUND');
    expect(await outcome(marked(jobId, [failed(part, [0], '')]))).toBe('INVALID_INPUT');
    expect(await outcome(marked(jobId, [failed(part, [0]), good(part, [0])]))).toBe('INVALID_INPUT');
    expect(outcomes(await objects(jobId))).toEqual([null, null]);
    await fire(jobId, 'COMPLETE', [[part.id, 2]]);
    expect(await outcome(marked(jobId, [good(part, [0])]))).toBe('TRANSITION_REFUSED');
    expect((await objects(jobId)).mayMark).toBe(false);
  });

  test('of an export-controlled order are there for the cleared alone', async () => {
    const { jobId, part } = await running(1);
    await clear(server, 'admin');
    const cleared = await server.client('admin');
    await mark(server, part);
    expect(await outcome(objects(jobId))).toBe('NOT_FOUND');
    expect(await outcome(marked(jobId, [good(part, [0])], { seen: 0 }))).toBe('NOT_FOUND');
    expect(outcomes(await marked(jobId, [good(part, [0])], { client: cleared, seen: 0 }))).toEqual(['GOOD']);
    await mark(server, part, false);
  });

  test('are marked by one of two who mark them otherwise at the same moment', async () => {
    const { jobId, part } = await running(6);
    const other = await server.client('planner');
    for (const copy of [0, 1, 2]) {
      const { version: seen } = await objects(jobId);
      const tries = await Promise.all([
        outcome(marked(jobId, [failed(part, [copy, copy + 3])], { seen })),
        outcome(marked(jobId, [good(part, [copy])], { client: other, seen })),
      ]);
      expect(tries.toSorted()).toEqual(['CHANGED', 'OK']);
    }
    // Who says the same is not in the way.
    const seen = (await objects(jobId)).version;
    const same = [good(part, [5])];
    const both = await Promise.all([
      outcome(marked(jobId, same, { seen: seen })),
      outcome(marked(jobId, same, { client: other, seen })),
    ]);
    expect(both).toContain('OK');
    expect(await faults()).toEqual([]);
  });

  test('that the machine skipped have failed, unless somebody has looked at them', async () => {
    const { jobId, part } = await running(3);
    await marked(jobId, [good(part, [1])]);
    const skip = (copies: number[], eventId = randomUUID()) =>
      server.services.get(buildOutcomes).skipped(server.services, {
        ...{ facilityId: server.world.rootFacilityId, jobId, eventId, device: 'MJF-01', reason: 'Skipped' },
        objects: copies.map((copy) => ({ orderFileId: part.id, copy })),
      });
    const eventId = randomUUID();
    expect(await skip([0, 1], eventId)).toBe(1);
    expect(await skip([0, 1, 2], eventId)).toBe(0);
    const { objects: all } = await objects(jobId);
    expect(all.map((each) => [each.outcome, each.source, each.by])).toMatchObject([
      ['FAILED', 'MACHINE', ''],
      ['GOOD', 'OPERATOR', expect.any(String)],
      [null, null, ''],
    ]);
    expect((await failure(skip([3]))).code).toBe('NOT_FOUND');
  });
});

describe('the end of a build', () => {
  test('counts what is marked; what failed is to be scheduled again and knows where it came from', async () => {
    const built = await running(6);
    const { jobId, part, lotId } = built;
    await marked(jobId, [failed(part, [1, 4]), failed(part, [2], 'Surface'), good(part, [0, 3, 5])]);
    const refused = await failure(fire(jobId, 'COMPLETE', [[part.id, 6]]));
    expect([refused.code, refused.message]).toEqual([
      'CONFLICT',
      'The marks on the plate leave between 3 and 3 good pieces.',
    ]);
    await fire(jobId, 'COMPLETE', [[part.id, 3]]);
    expect((await scrapOf(lotId)).toReversed()).toEqual([
      { quantity: 2, reason: 'Warped', copies: [1, 4], remake: true, back: false },
      { quantity: 1, reason: 'Surface', copies: [2], remake: true, back: false },
    ]);
    const waits = { lotId, jobName: expect.stringContaining('Build'), quantity: 2, reason: 'Warped', objects: [1, 4] };
    expect(await partOf(built)).toMatchObject({
      notScheduled: 3,
      remakes: [waits, { quantity: 1, reason: 'Surface', objects: [2] }],
    });

    // Two of the three are made again: the lot says whose place they take.
    const [machine] = await machinesFor(server, await processOf(part.id));
    if (!machine) throw new Error('No machine makes this.');
    const again = await planner.call(createJob, {
      body: {
        ...draftOf(machine, hoursAhead((hours += 3)), 1),
        files: [{ rfqCadFileId: part.id, quantity: 2 }],
        eventId: randomUUID(),
      },
    });
    const maker = await lotOf(server, again.id);
    expect((await operator.call(readLot, { params: { id: maker } })).from).toMatchObject([
      { lotId, how: 'REMAKE', quantity: 2, reason: 'Warped', objects: [1, 4] },
    ]);
    expect((await operator.call(readLot, { params: { id: lotId } })).to).toMatchObject([
      { lotId: maker, how: 'REMAKE', quantity: 2, objects: [1, 4] },
    ]);
    const after = await partOf(built);
    expect(after.remakes).toMatchObject([{ quantity: 1, reason: 'Surface', objects: [2] }]);
    expect(after.lots.find(({ id }) => id === maker)?.remakes).toMatchObject([{ lotId, objects: [1, 4] }]);
    const { objects: all } = await objects(jobId);
    expect(all.map(({ remadeBy }) => remadeBy?.lotId ?? null)).toEqual([null, maker, null, null, maker, null]);
    expect(await faults()).toEqual([]);
  });

  test('leaves what is not marked good, or failed, as the counts say', async () => {
    for (const [count, rest] of [
      [4, 'GOOD'],
      [1, 'FAILED'],
    ] as const) {
      const { jobId, part, lotId } = await running(5);
      await marked(jobId, [failed(part, [1]), good(part, [0])]);
      await fire(jobId, 'COMPLETE', [[part.id, count]]);
      const { objects: all } = await objects(jobId);
      expect(all.map((each) => each.outcome)).toEqual(['GOOD', 'FAILED', rest, rest, rest]);
      expect(all[4]?.source).toBe('END');
      expect((await scrapOf(lotId)).reduce((sum, { quantity }) => sum + quantity, 0)).toBe(5 - count);
    }
    expect(await faults()).toEqual([]);
  });

  test('counts as before where nobody has marked anything', async () => {
    const { jobId, part, lotId } = await running(5);
    await fire(jobId, 'COMPLETE', [[part.id, 3]]);
    expect(await scrapOf(lotId)).toEqual([{ quantity: 2, reason: '', copies: [], remake: true, back: false }]);
    expect(outcomes(await objects(jobId))).toEqual([null, null, null, null, null]);
  });

  test('put right keeps the marks that still hold, and takes back those that do not', async () => {
    const built = await running(4);
    const { jobId, part, lotId } = built;
    await marked(jobId, [failed(part, [1]), good(part, [0, 2, 3])]);
    await fire(jobId, 'COMPLETE', [[part.id, 3]]);
    await fire(jobId, 'CORRECT_TO_FAILED', [[part.id, 3]], admin);
    expect(outcomes(await objects(jobId))).toEqual(['GOOD', 'FAILED', 'GOOD', 'GOOD']);
    await fire(jobId, 'CORRECT_TO_COMPLETED', [[part.id, 2]], admin);
    expect(outcomes(await objects(jobId))).toEqual([null, null, null, null]);
    expect((await scrapOf(lotId)).toReversed()).toEqual([
      { quantity: 1, reason: 'Warped', copies: [1], remake: true, back: false },
      { quantity: -1, reason: 'Warped', copies: [], remake: false, back: true },
      { quantity: 2, reason: '', copies: [], remake: true, back: false },
    ]);
    expect((await partOf(built)).remakes).toMatchObject([{ quantity: 2, objects: [] }]);
    expect(await faults()).toEqual([]);
  });

  test('put right leaves what is made again tied to what failed', async () => {
    const built = await running(4);
    const { jobId, part, lotId } = built;
    await fire(jobId, 'COMPLETE', [[part.id, 3]]);
    const [machine] = await machinesFor(server, await processOf(part.id));
    if (!machine) throw new Error('No machine makes this.');
    const again = await planner.call(createJob, {
      body: {
        ...draftOf(machine, hoursAhead((hours += 3)), 1),
        files: [{ rfqCadFileId: part.id, quantity: 1 }],
        eventId: randomUUID(),
      },
    });
    await fire(jobId, 'CORRECT_TO_FAILED', [[part.id, 0]], admin);
    const maker = await lotOf(server, again.id);
    expect((await operator.call(readLot, { params: { id: maker } })).from).toMatchObject([{ lotId, quantity: 1 }]);
    expect((await partOf(built)).remakes).toMatchObject([{ quantity: 3 }]);
    expect(await faults()).toEqual([]);
  });

  test('tells each lot of a part which objects it has lost, where a build makes several', async () => {
    const built = await running(6);
    const { jobId, part, lotId } = built;
    // As if the facility had let a lot have four pieces.
    await server.asOwner(async (db) => {
      await sql`insert into lot (facility_id, order_id, order_file_id, job_id, job_file_id, quantity)
        select facility_id, order_id, order_file_id, job_id, job_file_id, 2 from lot where id = ${lotId}`.execute(db);
      await sql`insert into lot_step (lot_id, position, facility_id, step, name, kind, work_center, status, joined, received)
        select (select max(id) from lot), position, facility_id, step, name, kind, work_center, status,
          least(joined, 2), least(received, 2) from lot_step where lot_id = ${lotId}`.execute(db);
      await sql`update lot set quantity = 4 where id = ${lotId}`.execute(db);
      await sql`update lot_step set joined = least(joined, 4), received = least(received, 4) where lot_id = ${lotId}`.execute(
        db,
      );
    });
    await marked(jobId, [failed(part, [0, 1, 5]), good(part, [2, 3, 4])]);
    await fire(jobId, 'COMPLETE', [[part.id, 3]]);
    const { lots } = await partOf(built);
    const own = lots.filter((lot) => lot.jobId === jobId).map(({ id }) => id);
    expect(own).toHaveLength(2);
    const lost = await Promise.all(own.map(scrapOf));
    expect(lost.map((rows) => rows.map(({ quantity, copies }) => [quantity, copies]))).toEqual([
      [[1, [0]]],
      [[2, [1, 5]]],
    ]);
    expect(await faults()).toEqual([]);
  });

  test('waits for a mark, or the mark finds it ended: both say the same', async () => {
    for (let round = 0; round < 4; round += 1) {
      const { jobId, part } = await running(3);
      const [marking, ending] = await Promise.all([
        outcome(marked(jobId, [failed(part, [0])], { seen: 0 })),
        outcome(fire(jobId, 'COMPLETE', [[part.id, 3]])),
      ]);
      expect([
        ['OK', 'CONFLICT'],
        ['TRANSITION_REFUSED', 'OK'],
      ]).toContainEqual([marking, ending]);
    }
    expect(await faults()).toEqual([]);
  });
});

test('planning sees what failed and why', async () => {
  const built = await running(3);
  await marked(built.jobId, [failed(built.part, [2])]);
  await fire(built.jobId, 'COMPLETE', [[built.part.id, 2]]);
  const { parts } = await planner.call(listPool, { query: { text: `#${built.part.orderId}` } });
  expect(parts.find(({ orderFileId }) => orderFileId === built.part.id)?.remakes).toMatchObject([
    { lotId: built.lotId, quantity: 1, reason: 'Warped', objects: [2] },
  ]);
});

async function processOf(orderFileId: number): Promise<number> {
  const row = await server.services.db
    .selectFrom('rfq_order_file')
    .select('am_process_id')
    .where('id', '=', orderFileId)
    .executeTakeFirstOrThrow();
  return row.am_process_id;
}
