import { randomUUID } from 'node:crypto';
import { publishSetting, readSetting, saveSettingDraft } from '@sinter/sdk/contract/host/versions';
import {
  addInspectionPlan,
  inspectionPlanKind,
  inspectionPlanSchema,
  listInspectionPlans,
  listMeasured,
  readInspectionPlan,
  switchInspectionPlan,
} from '@sinter/sdk/contract/quality/inspectionPlans';
import { enterKiosk, setOwnPin } from '@sinter/sdk/contract/production/kiosk';
import { getUser } from '@sinter/sdk/contract/host/session';
import * as calls from '@sinter/sdk/contract/quality/inspections';
import { callAddress } from '@sinter/sdk/contract/callAddress';
import { sql } from 'kysely';
import type * as z from 'zod';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { TestClient, TestServer } from '../../../../host/server/testing.ts';
import { count, finishedBuild, fireAs, floorTestServer } from '../../../production/server/floor/testing.ts';
import { failure } from '../../../scheduling/server/testing.ts';
import { ncrAs, settle } from '../ncr/testing.ts';

let server: TestServer;
let admin: TestClient;
let planner: TestClient;
let operator: TestClient;
beforeAll(async () => {
  server = await floorTestServer();
  [admin, planner, operator] = await Promise.all([
    server.client('admin'),
    server.client('planner'),
    server.client('operator'),
  ]);
  await sql`update inspection_plan set enabled = false`.execute(server.services.db);
});
afterAll(() => server.stop());
const made: number[] = [];
afterEach(async () => {
  await sql`update job set status = 'CANCELLED'`.execute(server.services.db);
  for (const id of made.splice(0)) await admin.call(switchInspectionPlan, { params: { id }, body: { enabled: false } });
});

const bore = { key: 'bore', number: '1', name: 'Bore', nominal: 6, lowest: 5.95, highest: 6.05, isKey: true };
const burr = { key: 'burr', number: '2', name: 'No burr', kind: 'ATTRIBUTE' as const };

type Draft = z.input<typeof inspectionPlanSchema>;

async function publishPlan(id: number, value: Draft): Promise<void> {
  const place = { kind: inspectionPlanKind, elementId: String(id) };
  const { seen } = await admin.call(readSetting, { query: place });
  const saved = await admin.call(saveSettingDraft, {
    body: { ...place, seen, value: inspectionPlanSchema.parse(value) },
  });
  await admin.call(publishSetting, { body: { ...place, seen: saved.seen } });
}

/** A released plan for exactly this part. */
async function planFor(part: { id: number }, value: Draft = {}): Promise<number> {
  const { id } = await admin.call(addInspectionPlan, { body: { name: 'Bracket' } });
  made.push(id);
  const { original } = await server.services.db
    .selectFrom('rfq_order_file')
    .select('original_file_id as original')
    .where('id', '=', part.id)
    .executeTakeFirstOrThrow();
  await publishPlan(id, { name: 'Bracket', partId: original, characteristics: [bore, burr], ...value });
  return id;
}

let hours = 0;
/** A lot whose quality control step has begun by a plan, with its inspection. */
async function inspected(
  quantity: number,
  value: Draft = {},
): Promise<{ lotId: number; planId: number; id: number; part: { orderId: number } }> {
  hours += 3;
  const { lotId, part } = await finishedBuild(server, planner, quantity, { hours });
  const planId = await planFor(part, value);
  await fireAs(planner, lotId, 1, 'START');
  await count(planner, lotId, 1, { good: quantity, finish: true });
  await fireAs(planner, lotId, 2, 'START');
  const { inspections } = await admin.call(calls.searchInspections, { body: { lotId } });
  const [found] = inspections;
  if (!found) throw new Error('No inspection has begun.');
  return { lotId, planId, id: found.id, part };
}

const measure = (
  client: TestClient,
  id: number,
  readings: { sample: number; key: string; value: number | boolean }[],
) => client.call(calls.measure, { params: { id }, body: { eventId: randomUUID(), device: 'Tablet 3', readings } });
const finish = (client: TestClient, id: number, raise = true) =>
  client.call(calls.finishInspection, { params: { id }, body: { eventId: randomUUID(), raise } });

/** Everything as it should be, but for what is named. */
const all = (samples: number, wrong: Record<number, number> = {}) =>
  Array.from({ length: samples }, (_, index) => [
    { sample: index + 1, key: 'bore', value: wrong[index + 1] ?? 6 },
    { sample: index + 1, key: 'burr', value: true },
  ]).flat();

test('the quality control step of a lot begins its inspection; values on the limits conform, and all of them accept it', async () => {
  const { id } = await inspected(2);
  expect(await operator.call(calls.readInspection, { params: { id } })).toMatchObject({
    state: 'OPEN',
    ...{ lotSize: 2, samples: 2, wanted: 4, accept: 0, reject: 1, plan: { name: 'Bracket' } },
  });
  const half = await measure(operator, id, [{ sample: 1, key: 'bore', value: 5.95 }]);
  expect(half).toMatchObject({ state: 'MEASURING', measured: 1, nonconforming: 0 });
  expect(await failure(finish(operator, id))).toMatchObject({ code: 'NOT_POSSIBLE', message: '3 values are missing.' });
  await measure(operator, id, [...all(2).slice(1)]);
  expect(await finish(operator, id)).toMatchObject({ state: 'ACCEPTED', ncr: null });
  expect(await failure(measure(operator, id, all(1)))).toMatchObject({ code: 'TRANSITION_REFUSED' });
});

test('a correction is another row: the newest counts, and what was said before stays', async () => {
  const { id } = await inspected(1);
  expect(await measure(operator, id, [{ sample: 1, key: 'bore', value: 6.06 }])).toMatchObject({ nonconforming: 1 });
  const corrected = await measure(admin, id, [{ sample: 1, key: 'bore', value: 6.05 }]);
  expect(corrected).toMatchObject({ nonconforming: 0, measured: 1 });
  expect(corrected.readings).toMatchObject([{ value: 6.05, conforms: true, before: [{ value: 6.06 }] }]);
  await expect(sql`update inspection_reading set value = 6`.execute(server.services.db)).rejects.toThrow(
    'never changed',
  );
});

test('at a kiosk who has entered their PIN measures and finishes; the kiosk sees inspections of the lot in front of it, and opens no papers', async () => {
  const { id, lotId } = await inspected(1);
  const kiosk = await server.client('lot');
  const { id: userId } = await operator.call(getUser, {});
  await operator.call(setOwnPin, { body: { pin: '2580' } });
  const by = async () => {
    const entered = await kiosk.call(enterKiosk, { body: { userId, pin: '2580' } });
    if (entered.state !== 'ENTERED') throw new Error('The PIN is a start PIN.');
    return { stretch: entered.stretch, after: 0 };
  };
  const values = { eventId: randomUUID(), device: 'Tablet 3', readings: all(1) };
  expect(await failure(kiosk.call(calls.measure, { params: { id }, body: values }))).toMatchObject({
    ...{ code: 'INVALID_INPUT', message: 'Enter your PIN first.' },
  });
  const body = { ...values, kiosk: await by() };
  const { readings } = await kiosk.call(calls.measure, { params: { id }, body });
  expect(readings.map((each) => each.by)).toEqual(['Olga Novak', 'Olga Novak']);
  // The same request once more is the same.
  expect((await kiosk.call(calls.measure, { params: { id }, body })).readings).toHaveLength(2);
  const end = { params: { id }, body: { eventId: randomUUID() } };
  expect(await failure(kiosk.call(calls.finishInspection, end))).toMatchObject({ code: 'INVALID_INPUT' });
  const finished = await kiosk.call(calls.finishInspection, {
    ...end,
    body: { ...end.body, kiosk: await by() },
  });
  expect(finished).toMatchObject({ state: 'ACCEPTED', finishedBy: 'Olga Novak', readsNcrs: false });

  const { inspections } = await kiosk.call(calls.searchInspections, { body: { lotId } });
  expect(inspections.map((each) => each.id)).toEqual([id]);
  for (const refused of [
    kiosk.call(calls.searchInspections, { body: {} }),
    kiosk.call(calls.voidInspection, { params: { id }, body: { reason: 'Mistake' } }),
    kiosk.call(calls.listFittingPlans, { query: { lot: String(lotId) } }),
  ]) {
    expect(await failure(refused)).toMatchObject({ code: 'FORBIDDEN' });
  }
  const report = await kiosk.fetch(callAddress(calls.inspectionReport, { params: { id }, query: {} }));
  expect(report.status).toBe(403);
});

test('a rejected inspection raises a non-conformance of its lot; the same request counts once', async () => {
  const { id, lotId } = await inspected(3);
  await measure(operator, id, all(3, { 2: 6.131 }));
  const body = { eventId: randomUUID(), raise: true };
  const rejected = await operator.call(calls.finishInspection, { params: { id }, body });
  expect(rejected).toMatchObject({ state: 'REJECTED', nonconforming: 1 });
  const again = await operator.call(calls.finishInspection, { params: { id }, body });
  expect(again.ncr?.id).toBe(rejected.ncr?.id);
  expect(await ncrAs(admin, rejected.ncr?.id ?? 0)).toMatchObject({
    ...{ lotId, source: 'INSPECTION', affectedQuantity: 1, characteristic: 'Bore', severity: 'critical' },
    ...{ measured: '6.131 mm', requirement: '≥ 5.95, ≤ 6.05 mm' },
  });
});

test('sampling by ISO 2859-1 inspects as many as the table says, and enough bad ones reject at once', async () => {
  const { id } = await inspected(60, { sampling: 'AQL', level: 'II', aql: '4.0' });
  expect(await admin.call(calls.readInspection, { params: { id } })).toMatchObject({
    ...{ samples: 13, letter: 'E', accept: 1, reject: 2 },
  });
  await measure(operator, id, all(2, { 1: 7, 2: 7 }));
  const rejected = await finish(operator, id);
  expect(rejected.state).toBe('REJECTED');
  expect(await ncrAs(admin, rejected.ncr?.id ?? 0)).toMatchObject({ affectedQuantity: 60 });
});

test('values of another kind, and samples that there are not, are refused, and none of the request is kept', async () => {
  const { id } = await inspected(1);
  for (const wrong of [
    { sample: 2, key: 'bore', value: 6 },
    { sample: 1, key: 'bore', value: true },
    { sample: 1, key: 'burr', value: 1 },
    { sample: 1, key: 'length', value: 1 },
  ]) {
    const refused = await failure(measure(operator, id, [{ sample: 1, key: 'bore', value: 6 }, wrong]));
    expect(refused).toMatchObject({ code: 'INVALID_INPUT', fields: { 'readings.1': expect.any(String) } });
  }
  expect(await admin.call(calls.readInspection, { params: { id } })).toMatchObject({ state: 'OPEN', readings: [] });
});

test('where the end of a step is blocked, an inspection that is not finished blocks it too', async () => {
  const { lotId, id } = await inspected(1);
  await settle(admin, { gates: { JOB_START: 'OFF', STEP_START: 'OFF', STEP_FINISH: 'BLOCK', SHIP: 'OFF' } });
  const done = () => count(planner, lotId, 2, { good: 1, finish: true });
  expect(await failure(done())).toMatchObject({ code: 'CONFLICT', message: expect.stringContaining('INSP-') });
  await measure(operator, id, all(1));
  await finish(operator, id);
  await done();
  await settle(admin, { gates: { JOB_START: 'OFF', STEP_START: 'OFF', STEP_FINISH: 'OFF', SHIP: 'OFF' } });
});

test('an export-controlled order looks as if it had no inspection, and its part no plan, to who is not cleared', async () => {
  const { id, planId, part } = await inspected(1);
  await measure(operator, id, all(1));
  const series = () => admin.call(listMeasured, { params: { id: planId }, query: { characteristic: 'bore' } });
  expect((await series()).values).toMatchObject([{ value: 6, sample: 1 }]);
  const mark = (on: boolean) =>
    sql`update rfq_order set export_controlled = ${on} where id = ${part.orderId}`.execute(server.services.db);
  await mark(true);
  try {
    expect(await failure(admin.call(calls.readInspection, { params: { id } }))).toMatchObject({ code: 'NOT_FOUND' });
    expect(await failure(measure(admin, id, all(1)))).toMatchObject({ code: 'NOT_FOUND' });
    expect(await failure(series())).toMatchObject({ code: 'NOT_FOUND' });
    expect(await failure(admin.call(readInspectionPlan, { params: { id: planId } }))).toMatchObject({
      code: 'NOT_FOUND',
    });
    const setting = { kind: inspectionPlanKind, elementId: String(planId) };
    expect(await failure(admin.call(readSetting, { query: setting }))).toMatchObject({ code: 'NOT_FOUND' });
    expect(
      (await admin.call(listInspectionPlans, { query: { size: 100 } })).plans.map((plan) => plan.id),
    ).not.toContain(planId);
    expect(
      (await admin.call(calls.searchInspections, { body: { size: 100 } })).inspections.map((each) => each.id),
    ).not.toContain(id);
    const report = await admin.fetch(callAddress(calls.inspectionReport, { params: { id } }));
    expect(report.status).toBe(404);
  } finally {
    await mark(false);
  }
});

test('the first article is inspected once for a version of its plan', async () => {
  const { id, lotId, planId } = await inspected(5, { sampling: 'FIRST_ARTICLE' });
  expect(await admin.call(calls.readInspection, { params: { id } })).toMatchObject({ samples: 1, firstArticle: true });
  const again = { eventId: randomUUID(), lotId, planId };
  const { id: second } = await operator.call(calls.beginInspection, { body: again });
  expect((await operator.call(calls.beginInspection, { body: again })).id).toBe(second);
  const given = await operator.call(calls.voidInspection, { params: { id: second }, body: { reason: 'Twice' } });
  expect(given).toMatchObject({ state: 'VOID', note: 'Twice' });
  const report = await operator.fetch(callAddress(calls.inspectionReport, { params: { id } }));
  expect(report.headers.get('content-type')).toBe('application/pdf');
});

test('after the first article of a part, its lots are inspected by the next plan that fits', async () => {
  const { id, lotId, planId, part } = await inspected(2, { sampling: 'FIRST_ARTICLE' });
  const { rows } = await sql<{ process: number }>`select f.am_process_id as process from rfq_order_file f
    join lot l on l.order_file_id = f.id where l.id = ${lotId}`.execute(server.services.db);
  const { id: other } = await admin.call(addInspectionPlan, { body: { name: 'Process' } });
  made.push(other);
  await publishPlan(other, { name: 'Process', processIds: [rows[0]?.process ?? 0], characteristics: [bore] });
  const order = async () =>
    (await operator.call(calls.listFittingPlans, { query: { lot: `LOT-${lotId}` } })).plans.map((plan) => plan.id);
  expect(await order()).toEqual([other, planId]);
  await operator.call(calls.voidInspection, { params: { id }, body: { reason: 'Begin again' } });
  expect(await order()).toEqual([planId, other]);
  expect(part.orderId).toBeGreaterThan(0);
});

test('the lot is what is presented: pieces that were scrapped before are none of it, and it has the number of the facility', async () => {
  const { lotId, part } = await finishedBuild(server, planner, 9, { hours: 90 });
  await planFor(part, { sampling: 'AQL', level: 'II', aql: '4.0' });
  await sql`update lot set number = ${`B-${lotId}`} where id = ${lotId}`.execute(server.services.db);
  await fireAs(planner, lotId, 1, 'START');
  await count(planner, lotId, 1, { good: 6, scrap: [{ quantity: 3, reason: 'Damaged', remake: false }], finish: true });
  await fireAs(planner, lotId, 2, 'START');
  const { inspections } = await admin.call(calls.searchInspections, { body: { text: `B-${lotId}` } });
  expect(inspections).toMatchObject([{ lotId, lotNumber: `B-${lotId}`, lotSize: 6 }]);
  const { plans } = await operator.call(calls.listFittingPlans, { query: { lot: `B-${lotId}` } });
  expect(plans).toHaveLength(1);
  expect(await failure(operator.call(calls.listFittingPlans, { query: { lot: 'B-' } }))).toMatchObject({
    code: 'NOT_FOUND',
  });
});

/** Another lot of the same part that is as far. */
async function alike(lotId: number): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    with made as (insert into lot (facility_id, order_id, order_file_id, quantity)
        select facility_id, order_id, order_file_id, quantity from lot where id = ${lotId} returning id),
      stepped as (insert into lot_step (lot_id, position, facility_id, step, name, kind, work_center, status, joined, received)
        select made.id, s.position, s.facility_id, s.step, s.name, s.kind, s.work_center, 'READY', s.joined, s.received
        from made, lot_step s where s.lot_id = ${lotId})
    select id from made
  `.execute(server.services.db);
  return rows[0]?.id ?? 0;
}

test('lots that were refused tighten the inspection of those that follow, until it is discontinued and resumed', async () => {
  const { lotId, planId } = await inspected(10, { sampling: 'AQL', level: 'II', aql: '4.0' });
  const begun = async () => {
    const lot = await alike(lotId);
    const { id } = await operator.call(calls.beginInspection, {
      body: { eventId: randomUUID(), lotId: lot, planId },
    });
    return { lot, id, inspection: await operator.call(calls.readInspection, { params: { id } }) };
  };
  const refuse = async () => {
    const { lot, id, inspection } = await begun();
    await measure(operator, id, all(1, { 1: 9 }));
    await finish(operator, id, false);
    return { lot, inspection };
  };
  expect((await refuse()).inspection).toMatchObject({ samples: 3, switching: { severity: 'NORMAL', why: 'START' } });
  const { lot } = await refuse();
  const tightened = await begun();
  expect(tightened.inspection).toMatchObject({
    ...{ samples: 5, accept: 0, letter: 'C' },
    switching: { severity: 'TIGHTENED', why: 'REFUSED', since: String(lot), refused: 2, of: 2 },
  });
  for (let nth = 0; nth < 5; nth += 1) await refuse();
  const { id, inspection } = await begun();
  expect(inspection).toMatchObject({ switching: { discontinued: true, refused: 5 }, mayResume: false });
  await measure(operator, id, all(5));
  expect(await failure(finish(operator, id))).toMatchObject({
    code: 'NOT_POSSIBLE',
    message: expect.stringContaining('Five lots'),
  });
  const resume = (client: TestClient) =>
    client.call(calls.resumeInspection, { params: { id }, body: { reason: 'New nozzle' } });
  expect(await failure(resume(operator))).toMatchObject({ code: 'FORBIDDEN' });
  expect(await resume(admin)).toMatchObject({
    switching: { discontinued: false, severity: 'TIGHTENED', why: 'RESUMED' },
  });
  expect((await begun()).inspection.switching).toMatchObject({ severity: 'TIGHTENED', discontinued: false });
  expect(await finish(operator, id)).toMatchObject({ state: 'ACCEPTED' });
});

test('a plan without limits, or for nothing, is not released', async () => {
  const { id } = await admin.call(addInspectionPlan, { body: { name: 'Empty' } });
  made.push(id);
  expect(await failure(publishPlan(id, { name: 'Empty', characteristics: [{ key: 'a', name: 'A' }] }))).toMatchObject({
    code: 'INVALID_INPUT',
    fields: { partId: expect.any(String), 'characteristics.0.lowest': expect.any(String) },
  });
});
