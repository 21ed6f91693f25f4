import { randomUUID } from 'node:crypto';
import { createJob, fireJobEvent, nextSlot } from '@sinter/sdk/contract/scheduling/jobs';
import { holdLot, mergeLots, splitLot } from '@sinter/sdk/contract/production/lots';
import { containNcr, listLotNcrs, raiseNcr, releaseNcr } from '@sinter/sdk/contract/quality/ncrs';
import { holdsChanged, listHeld } from '@sinter/sdk/contract/quality/holds';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestClient, TestServer } from '../../../../host/server/testing.ts';
import {
  count,
  finishedBuild,
  fireAs,
  floorTestServer,
  lotAs,
  plannedBuild,
} from '../../../production/server/floor/testing.ts';
import { draftOf as jobDraft, failure, hoursAhead, machineOf } from '../../../scheduling/server/testing.ts';
import { draftOf, ncrAs, raised, subjectOf, machinesOf } from './testing.ts';

let server: TestServer;
let admin: TestClient;
let planner: TestClient;
let operator: TestClient;
let kiosk: TestClient;
beforeAll(async () => {
  server = await floorTestServer();
  [admin, planner, operator, kiosk] = await Promise.all([
    server.client('admin'),
    server.client('planner'),
    server.client('operator'),
    server.client('lot'),
  ]);
});
afterAll(() => server.stop());

const contain = (id: number, what: { lotIds?: number[]; equipmentIds?: number[]; batches?: string[] }) =>
  admin.call(containNcr, { params: { id }, body: { eventId: randomUUID(), ...what } });
const release = (id: number, holdIds: number[]) =>
  admin.call(releaseNcr, { params: { id }, body: { eventId: randomUUID(), holdIds } });
const onFloor = (id: number, hold: boolean) =>
  operator.call(holdLot, { params: { id }, body: { eventId: randomUUID(), hold, reason: hold ? 'Question' : '' } });

test('a held lot stands still, names what holds it, and so does what is split from it', async () => {
  const { lotId } = await finishedBuild(server, planner, 10);
  await fireAs(operator, lotId, 1, 'START');
  // The tablet of a kiosk raises it, and holds the lot at once.
  const note = await kiosk.call(raiseNcr, {
    body: {
      ...{ eventId: randomUUID(), source: 'STEP', hold: true, draft: draftOf({ affectedQuantity: 4 }) },
      subject: subjectOf({ lotId, position: 1 }),
    },
  });
  expect(note).toMatchObject({ status: 'OPEN', containment: 'CONTAINED' });
  const message = `${note.number} holds this lot. Quality management has to release it.`;
  const refused = [
    () => onFloor(lotId, false),
    () => fireAs(operator, lotId, 1, 'PAUSE'),
    () => count(operator, lotId, 1, { good: 1 }),
    () => count(operator, lotId, 1, { finish: true }),
  ];
  for (const act of refused) expect(await failure(act())).toMatchObject({ code: 'CONFLICT', message });
  expect((await lotAs(operator, lotId)).heldFor).toContain(note.number);

  const child = await operator.call(splitLot, {
    params: { id: lotId },
    body: { eventId: randomUUID(), position: 1, quantity: 3 },
  });
  expect((await failure(onFloor(child.id, false))).message).toBe(message);
  expect(
    await failure(
      operator.call(mergeLots, {
        params: { id: lotId },
        body: { eventId: randomUUID(), position: 1, lotIds: [child.id] },
      }),
    ),
  ).toMatchObject({ code: 'CONFLICT', message });
  expect(await operator.call(listLotNcrs, { params: { id: child.id } })).toMatchObject([{ id: note.id, holds: true }]);

  const { holds } = await ncrAs(admin, note.id);
  expect(holds.map((hold) => hold.lotId)).toEqual([lotId, child.id]);
  await release(
    note.id,
    holds.map(({ id }) => id),
  );
  expect((await lotAs(operator, lotId)).steps[1]?.status).toBe('IN_PROGRESS');
  expect((await ncrAs(admin, note.id)).containment).toBe('UNCONTAINED');
});

test('two that hold a lot release it one after the other, and what people hold they release themselves', async () => {
  const { lotId } = await finishedBuild(server, planner, 5, { hours: 6 });
  const [first, second] = [
    await raised(admin, { lotId }, { affectedQuantity: 1 }, true),
    await raised(admin, { lotId }, { affectedQuantity: 1 }, true),
  ];
  await release(
    first.id,
    first.holds.map(({ id }) => id),
  );
  expect((await lotAs(operator, lotId)).heldFor).toContain(second.number);
  await release(
    second.id,
    second.holds.map(({ id }) => id),
  );
  expect((await lotAs(operator, lotId)).heldFor).toBeNull();

  await onFloor(lotId, true);
  const third = await raised(admin, { lotId }, { affectedQuantity: 1 }, true);
  expect((await failure(onFloor(lotId, false))).code).toBe('CONFLICT');
  await release(
    third.id,
    third.holds.map(({ id }) => id),
  );
  expect((await lotAs(operator, lotId)).heldFor).toBe('Question');
  await onFloor(lotId, false);
});

test('nothing is planned, moved to or started on a held machine', async () => {
  const { jobId, part, lotId } = await plannedBuild(server, planner, 2, 30);
  const { rows } = await sql<{ name: string }>`
    select e.display_name as name from job j join equipment e on e.id = j.equipment_id where j.id = ${jobId}
  `.execute(server.services.db);
  const machine = await machineOf(server, rows[0]?.name ?? '');
  const ncr = await raised(admin, { equipmentId: machine.id }, {}, true);
  const message = `${ncr.number} holds this machine. Quality management has to release it.`;
  const plan = (on: typeof machine, hours: number) =>
    planner.call(createJob, { body: { ...jobDraft(on, hoursAhead(hours), 1), eventId: randomUUID() } });
  expect(await failure(plan(machine, 60))).toMatchObject({
    ...{ code: 'SLOT_TAKEN', message, details: { obstacle: 'QUALITY_HOLD' } },
  });
  const start = () =>
    planner.call(fireJobEvent, { params: { id: jobId }, body: { event: 'START', eventId: randomUUID() } });
  expect(await failure(start())).toMatchObject({ code: 'CONFLICT', message });
  const advice = await planner.call(nextSlot, { query: { equipment: machine.id, totalHours: 1 } });
  expect(advice).toMatchObject({ fromDate: null, reason: message, delayedBy: ['QUALITY_HOLD'] });
  const by = { number: ncr.number, title: 'Warped', ncrId: ncr.id };
  expect((await admin.call(listHeld, {})).machines).toContainEqual({ equipmentId: machine.id, by: [by] });
  const [, other] = await machinesOf(server, part);
  if (other) await plan(other, 90);

  await release(
    ncr.id,
    ncr.holds.map(({ id }) => id),
  );
  // What the job builds may be held too.
  const ofLot = await raised(admin, { lotId }, { affectedQuantity: 1 }, true);
  expect((await admin.call(listHeld, {})).jobs).toContainEqual({
    jobId,
    by: [{ number: ofLot.number, title: 'Warped', ncrId: ofLot.id }],
  });
  expect((await failure(start())).message).toBe(
    `${ofLot.number} holds what this job builds. Quality management has to release it.`,
  );
  await release(
    ofLot.id,
    ofLot.holds.map(({ id }) => id),
  );
  const now = await admin.call(listHeld, {});
  expect([now.machines.map(({ equipmentId }) => equipmentId), now.jobs.map((job) => job.jobId)]).toEqual([
    expect.not.arrayContaining([machine.id]),
    expect.not.arrayContaining([jobId]),
  ]);
  // Held and released, twice.
  const { rows: told } = await sql`select from outbox_event where type = ${holdsChanged.type}`.execute(
    server.services.db,
  );
  expect(told.length).toBeGreaterThanOrEqual(4);
  await start();
});

test('a held batch is refused where it is scanned, whatever its capitals', async () => {
  await sql`update job set status = 'CANCELLED'`.execute(server.services.db);
  const { lotId } = await finishedBuild(server, planner, 3, { hours: 40 });
  await fireAs(operator, lotId, 1, 'START');
  const { id, number } = await raised(admin, { batch: 'PA12-77' }, {}, true);
  const scan = (batch: string) => count(operator, lotId, 1, { good: 1, batch });
  expect(await failure(scan('pa12-77'))).toMatchObject({
    ...{ code: 'CONFLICT', message: `${number} holds batch pa12-77. It must not be used.` },
  });
  await scan('PA12-78');
  expect((await contain(id, { batches: ['PA12-78'] })).holds).toHaveLength(2);
  expect((await failure(scan('PA12-78'))).code).toBe('CONFLICT');
});

test('who may not know of a lot, or has no right, contains nothing', async () => {
  const { id } = await raised(admin);
  expect((await failure(contain(id, { lotIds: [999_999] }))).code).toBe('NOT_FOUND');
  expect((await failure(contain(id, { equipmentIds: [999_999] }))).code).toBe('NOT_FOUND');
  const other = await server.client('admin2');
  expect((await failure(ncrAs(other, id))).code).toBe('NOT_FOUND');
  expect(await other.call(listHeld, {})).toEqual({ machines: [], jobs: [] });
  expect((await failure(kiosk.call(listHeld, {}))).code).toBe('FORBIDDEN');
  expect((await failure(ncrAs(operator, id))).code).toBe('FORBIDDEN');
  const withPhoto = kiosk.call(raiseNcr, {
    body: {
      ...{ eventId: randomUUID(), source: 'STEP', draft: draftOf(), photos: [{ fileId: 1 }] },
      subject: subjectOf({ equipmentId: 1 }),
    },
  });
  expect((await failure(withPhoto)).code).toBe('FORBIDDEN');
});
