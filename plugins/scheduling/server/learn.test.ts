import { randomUUID } from 'node:crypto';
import { updateEquipment } from '@sinter/sdk/contract/catalog/machines';
import { estimatePrice } from '@sinter/sdk/contract/orders/estimate';
import { readSetting, publishSetting, saveSettingDraft } from '@sinter/sdk/contract/host/versions';
import {
  backTestPricing,
  decideObservation,
  listAccuracy,
  listObservations,
  plainPricing,
  pricingKind,
} from '@sinter/sdk/contract/orders/pricing';
import { fireJobEvent, createJob, readJob, updateJob, type Job } from '@sinter/sdk/contract/scheduling/jobs';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { configure, type TestClient, type TestServer } from '../../../host/server/testing.ts';
import {
  draftOf,
  failure,
  hour,
  hoursAhead,
  machinesFor,
  orderedPart,
  schedulingTestServer,
  type TestMachine,
} from './testing.ts';

/** Estimates learn from jobs that end, and forget those that did not end well after all. */
let server: TestServer;
let [admin, planner]: TestClient[] = [];
let part: Awaited<ReturnType<typeof orderedPart>>;
let machine: TestMachine;
let place = 0;
/** Hours of four pieces, by the model. */
let estimated = 0;

beforeAll(async () => {
  server = await schedulingTestServer();
  await configure(server, 'QUOTE_RULE_ENGINE_ENABLED', { enabled: true });
  await sql`with gone as (delete from estimate_observation) delete from estimate_summary`.execute(server.services.db);
  admin = await server.client('admin');
  planner = await server.client('planner');
  part = await orderedPart(server, 500);
  const [first] = await machinesFor(server, part.process);
  if (!first) throw new Error('No machine makes the part.');
  machine = first;
}, 60_000);
afterAll(() => server.stop());

const db = () => server.services.db;
const cells = async () => (await call().call(listAccuracy, { query: {} })).rows;
const call = (): TestClient => {
  if (!admin) throw new Error('Nobody has signed in.');
  return admin;
};

async function quoted() {
  const { rows } = await sql<{ fileId: number; materialId: number; amProcessId: number }>`
    select f.file_id as "fileId", ${machine.material}::int as "materialId", f.am_process_id as "amProcessId"
    from rfq_order_file f where f.id = ${part.id}`.execute(db());
  const files = rows.map((row) => ({ ...row, quantity: 4 }));
  const [file] = (await call().call(estimatePrice, { body: { files, equipmentId: machine.id } })).files;
  if (!file) throw new Error('Nothing is priced.');
  return file;
}

/** A job of four pieces that took so many hours. */
async function built(hours: number): Promise<Job> {
  const client = planner ?? call();
  const from = hoursAhead(10 + 5 * place++);
  const files = [{ rfqCadFileId: part.id, quantity: 4 }];
  const made = await client.call(createJob, { body: { ...draftOf(machine, from, 2), files, eventId: randomUUID() } });
  await fire(made, 'START');
  await sql`update job set started_at = now() - make_interval(secs => ${hours * 3600}) where id = ${made.id}`.execute(
    db(),
  );
  return fire(made, 'COMPLETE');
}

const fire = (
  job: Job,
  event: 'START' | 'COMPLETE' | 'CORRECT_TO_FAILED' | 'CORRECT_TO_COMPLETED',
  client = planner ?? call(),
) =>
  client.call(fireJobEvent, {
    params: { id: job.id },
    body: {
      ...{ event, reason: event.startsWith('CORRECT') ? 'Counted wrongly.' : '' },
      completed: event === 'START' ? [] : [{ rfqCadFileId: part.id, completedQuantity: 4 }],
    },
  });

/** What the model says of such a job; nothing is left of having asked. */
async function modelled(): Promise<number> {
  const job = await built(1);
  const { rows } = await sql<{ hours: number }>`
    select estimated_hours as hours from estimate_observation where job_id = ${job.id}`.execute(db());
  await fire(job, 'CORRECT_TO_FAILED', call());
  return rows[0]?.hours ?? 0;
}

test('nothing was built: the model alone says it, and no interval is claimed', async () => {
  expect(await quoted()).toMatchObject({ accuracy: null, manualReview: [] });
  expect(await cells()).toEqual([]);
});

test('a finished job is compared with what the model said of it, and prices follow', async () => {
  const before = await quoted();
  estimated = await modelled();
  const job = await built(estimated);
  const [first] = await cells();
  expect(first).toMatchObject({ count: 1, weighed: 0, grams: null, layerUm: 0, material: { id: machine.material } });
  const of = { machineModelId: first?.machineModel.id ?? 0, materialId: machine.material };
  const [seen] = (await call().call(listObservations, { query: of })).observations;
  expect(seen).toMatchObject({ jobId: job.id, excluded: null, actualGrams: null });
  expect(seen?.actualHours).toBeCloseTo(estimated, 1);

  // Half as long again as estimated, six times.
  for (let build = 0; build < 6; build++) await built(estimated * 1.5);
  const after = await quoted();
  expect(after.accuracy).toMatchObject({ applied: true, restsOn: { level: 'MATERIAL', count: 7 } });
  const { hours, unitPrice } = after.accuracy ?? {
    hours: { factor: 0, low: 0, high: 0 },
    unitPrice: { low: 0, high: 0 },
  };
  expect(hours.factor).toBeGreaterThan(1.1);
  expect(after.buildHours / before.buildHours).toBeCloseTo(hours.factor, 6);
  expect(after.unitPrice).toBeGreaterThan(before.unitPrice);
  expect(unitPrice.low).toBeLessThanOrEqual(after.unitPrice);
  expect(unitPrice.high).toBeGreaterThanOrEqual(after.unitPrice);
});

test('what a build used counts once somebody has said it after its end', async () => {
  const [cell] = await cells();
  const of = { machineModelId: cell?.machineModel.id ?? 0, materialId: machine.material };
  const { observations } = await call().call(listObservations, { query: of });
  const { jobId = 0, actualHours = 0 } = observations[0] ?? {};
  const job = await call().call(readJob, { params: { id: jobId } });
  const from = Number(job.fromDate);
  const body = {
    ...draftOf(machine, from, (Number(job.toDate) - from) / hour),
    ...{ id: job.id, version: job.version, files: undefined, jobName: job.jobName },
    ...{ actualTime: String(actualHours), materialUnit: 'KILOGRAM' as const, materialQuantityUsed: '0.05' },
  };
  await call().call(updateJob, { body });
  const [said] = (await call().call(listObservations, { query: of })).observations;
  expect(said).toMatchObject({ jobId, actualGrams: 50 });
  expect(said?.estimatedGrams).toBeGreaterThan(0);
  expect((await cells())[0]).toMatchObject({ count: 7, weighed: 1 });
});

test('a job that failed after all teaches nothing, and comes back when it is put right again', async () => {
  const job = await built(estimated);
  expect((await cells())[0]?.count).toBe(8);
  await fire(job, 'CORRECT_TO_FAILED', call());
  expect((await cells())[0]?.count).toBe(7);
  await fire(job, 'CORRECT_TO_COMPLETED', call());
  expect((await cells())[0]?.count).toBe(8);
});

test('a build that was booked in the wrong moment does not count until a person says so', async () => {
  const job = await built(4000);
  const [cell] = await cells();
  expect(cell?.count).toBe(8);
  const of = { machineModelId: cell?.machineModel.id ?? 0, materialId: machine.material };
  const all = await call().call(listObservations, { query: of });
  expect(all.totalCount).toBe(9);
  const odd = all.observations.find(({ jobId }) => jobId === job.id);
  expect(odd).toMatchObject({ excluded: '', decidedBy: '' });

  const one = { params: { id: all.observations[3]?.id ?? 0 } };
  expect((await failure(call().call(decideObservation, { ...one, body: { counts: false } }))).code).toBe(
    'INVALID_INPUT',
  );
  const left = await call().call(decideObservation, { ...one, body: { counts: false, reason: 'Laser was replaced' } });
  expect(left).toMatchObject({ excluded: 'Laser was replaced' });
  expect(left.decidedBy).not.toBe('');
  expect((await cells())[0]?.count).toBe(7);
  await call().call(decideObservation, { ...one, body: { counts: true } });
  expect((await cells())[0]?.count).toBe(8);
  const audited = await sql`select from audit_entry where action in ('estimate.left_out', 'estimate.counted')`.execute(
    db(),
  );
  expect(audited.rows).toHaveLength(2);
});

test('summaries are those of the rows, whatever happened to them', async () => {
  const { rows } = await sql<{ counted: number; summed: number; observed: number; all: number }>`
    select (select count(*)::int from estimate_observation where excluded is null) as counted,
      (select count(*)::int from estimate_observation) as all, count as summed, observed
    from estimate_summary where machine_model_id = 0`.execute(db());
  expect(rows).toEqual([{ counted: 8, all: 9, summed: 8, observed: 9 }]);
});

test('builds of one layer height are known by themselves, and count for the material as well', async () => {
  const thick = (layerHeightUm: number | null) =>
    call().call(updateEquipment, { params: { id: machine.id }, body: { layerHeightUm } });
  expect(await thick(60)).toMatchObject({ layerHeightUm: 60 });
  // Nobody has built with it yet: the material says it.
  expect((await quoted()).accuracy?.restsOn).toMatchObject({ level: 'MATERIAL', count: 8, layerUm: 60 });
  for (let build = 0; build < 4; build++) await built(estimated * 0.6);
  const thin = await quoted();
  expect(thin.accuracy?.restsOn).toMatchObject({ level: 'LAYER', count: 4, layerUm: 60 });
  const rows = await cells();
  expect(rows.map(({ layerUm, count }) => [layerUm, count])).toEqual([
    [0, 12],
    [60, 4],
  ]);
  const of = { machineModelId: rows[0]?.machineModel.id ?? 0, materialId: machine.material };
  expect(await call().call(listObservations, { query: of })).toMatchObject({ totalCount: 13 });
  const fine = await call().call(listObservations, { query: { ...of, layerUm: 60 } });
  expect([fine.totalCount, fine.observations.length]).toEqual([4, 4]);

  await thick(null);
  const any = await quoted();
  expect(any.accuracy?.restsOn).toMatchObject({ level: 'MATERIAL', count: 12, layerUm: 0 });
  expect(any.buildHours).toBeGreaterThan(thin.buildHours);
});

test('rules that leave it out show the interval, ones that want more certainty send to a person, and both are tried before', async () => {
  const setting = { kind: pricingKind, elementId: '' };
  const publish = async (rules: Partial<typeof plainPricing>) => {
    const { seen } = await call().call(readSetting, { query: setting });
    const value = { ...plainPricing, ...rules };
    const draft = await call().call(saveSettingDraft, { body: { ...setting, seen, value } });
    await call().call(publishSetting, { body: { ...setting, seen: draft.seen } });
  };
  const learned = await quoted();
  const tried = await call().call(backTestPricing, { body: { rules: { ...plainPricing, marginPercent: 60 } } });
  expect(tried.parts.length).toBeGreaterThan(0);
  expect(tried.parts.every(({ before, after }) => after >= before)).toBe(true);
  expect(tried.parts.some(({ before, after }) => after > before)).toBe(true);

  await publish({ learn: false });
  const plain = await quoted();
  expect(plain.accuracy).toMatchObject({ applied: false, hours: learned.accuracy?.hours, rulesVersion: 1 });
  expect(plain.unitPrice).toBeLessThan(learned.unitPrice);

  await publish({ reviewBeyondPercent: 1 });
  expect((await quoted()).manualReview).toEqual(['wide-interval']);
  await publish({});
});

test('a buyer gets the price and nothing of what it rests on', async () => {
  const buyer = await server.client('buyer');
  const { rows } = await sql<{ fileId: number; materialId: number; amProcessId: number }>`
    select f.file_id as "fileId", f.material_id as "materialId", f.am_process_id as "amProcessId"
    from rfq_order_file f join rfq_order o on o.id = f.order_id
    where o.created_by = ${server.world.users['buyer@demo.example']} and exists (
      select from file_facts where file_id = f.file_id) limit 1`.execute(db());
  const priced = await buyer.call(estimatePrice, { body: { files: rows.map((row) => ({ ...row, quantity: 2 })) } });
  expect(priced.files[0]?.unitPrice).toBeGreaterThan(0);
  expect(priced.files.map(({ accuracy }) => accuracy)).toEqual([null]);
  expect((await failure(buyer.call(listAccuracy, { query: {} }))).code).toBe('FORBIDDEN');
});
