import { randomUUID } from 'node:crypto';
import {
  addChecklist,
  answerGate,
  checklistKind,
  listChecklists,
  listChecklistUses,
  overrideGate,
  readGate,
  switchChecklist,
  type Checklist,
} from '@sinter/sdk/contract/production/checklists';
import type { Gate } from '@sinter/sdk/contract/production/gates';
import { publishSetting, readSetting, saveSettingDraft } from '@sinter/sdk/contract/host/versions';
import { fireJobEvent } from '@sinter/sdk/contract/scheduling/jobs';
import { stepCheckSchema } from '@sinter/sdk/contract/production/mes';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { writeRecord } from '../../../../host/server/records/records.ts';
import type { TestClient, TestServer } from '../../../../host/server/testing.ts';
import { fireAs, finishedBuild, floorTestServer, lotAs, plannedBuild } from '../floor/testing.ts';

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
});
afterAll(() => server.stop());
afterEach(async () => {
  // The machine is free for the next one.
  await sql`update job set status = 'CANCELLED'`.execute(server.services.db);
  for (const { id } of (await admin.call(listChecklists, {})).checklists) {
    await admin.call(switchChecklist, { params: { id }, body: { enabled: false } });
  }
});

const item = (key: string, more: object = {}) =>
  stepCheckSchema.parse({ key, kind: 'CHECKBOX', label: `Is ${key}?`, ...more });
const three = [item('clean'), item('loaded'), item('seen', { required: false })];

async function publish(elementId: string, value: Partial<Checklist>) {
  const place = { kind: checklistKind, elementId };
  const { seen, published, draft } = await admin.call(readSetting, { query: place });
  const now = { ...Object(draft?.value ?? published.value), ...value };
  const saved = await admin.call(saveSettingDraft, { body: { ...place, seen, value: now } });
  return admin.call(publishSetting, { body: { ...place, seen: saved.seen } });
}

async function listed(gate: Gate, value: Partial<Checklist> = {}): Promise<number> {
  const { id } = await admin.call(addChecklist, { body: { name: `At ${gate}` } });
  await publish(String(id), { gate, items: three, ...value });
  return id;
}

let hours = 0;
const planned = () => plannedBuild(server, planner, 2, (hours += 3));

const start = (client: TestClient, id: number) =>
  client.call(fireJobEvent, { params: { id }, body: { event: 'START', eventId: randomUUID() } });
const gateOf = (subjectId: number, gate: Gate = 'JOB_START', position = 0) => ({ gate, subjectId, position });
const answers = (checklistId: number, keys: readonly string[], version = 1) =>
  keys.map((key) => ({ checklistId, version, key, value: true }));

async function switchFeature(enabled: boolean): Promise<void> {
  const place = { configType: 'CHECKLIST_CONFIG', facilityId: server.world.rootFacilityId } as const;
  await server.services.write((unit) => writeRecord(unit, place, { enabled }, { userId: null }));
}

test('without the feature nothing is asked', async () => {
  await listed('JOB_START');
  const { jobId } = await planned();
  await expect(start(planner, jobId)).rejects.toMatchObject({ code: 'CHECKLIST_OPEN' });
  await switchFeature(false);
  try {
    await expect
      .poll(() => planner.call(readGate, { params: gateOf(jobId) }).catch(({ code }) => code))
      .toBe('MODULE_OFF');
    expect((await start(planner, jobId)).jobStatus).toBe('IN_PROGRESS');
  } finally {
    await switchFeature(true);
    await expect
      .poll(() =>
        planner.call(readGate, { params: gateOf(jobId) }).then(
          () => 'on',
          ({ code }) => code,
        ),
      )
      .toBe('on');
  }
});

test('a job starts once what is required is answered, and the first open items are named before', async () => {
  const list = await listed('JOB_START');
  const { jobId } = await planned();
  await expect(start(planner, jobId)).rejects.toMatchObject({
    code: 'CHECKLIST_OPEN',
    message: 'Answer the checklist first: Is clean?, Is loaded?.',
    details: { gate: gateOf(jobId) },
  });
  const params = gateOf(jobId);
  const first = await operator.call(answerGate, { params, body: { answers: answers(list, ['clean']) } });
  expect(first.open).toBe(1);
  await expect(start(planner, jobId)).rejects.toMatchObject({ message: 'Answer the checklist first: Is loaded?.' });
  await operator.call(answerGate, { params, body: { answers: answers(list, ['loaded']) } });
  expect((await start(planner, jobId)).jobStatus).toBe('IN_PROGRESS');
});

test('a changed answer keeps the former one, and an equal one adds nothing', async () => {
  const list = await listed('JOB_START', { items: [item('depth', { kind: 'MEASUREMENT', lowest: 1, highest: 2 })] });
  const { jobId } = await planned();
  const say = (value: number | null) =>
    planner.call(answerGate, {
      params: gateOf(jobId),
      body: { answers: [{ checklistId: list, version: 1, key: 'depth', value }] },
    });
  await say(3);
  await say(3);
  expect((await say(1.5)).checklists[0]?.items[0]).toMatchObject({ value: 1.5, passed: true });
  expect((await say(null)).open).toBe(1);
  const { rows } = await sql<{ value: unknown }>`
    select a.value from checklist_answer a join checklist_use u on u.id = a.use_id where u.checklist_id = ${list} order by a.id
  `.execute(server.services.db);
  expect(rows.map(({ value }) => value)).toEqual([3, 1.5, null]);
});

test('the version stays that of the first answer', async () => {
  const list = await listed('JOB_START');
  const [begun, fresh] = [await planned(), await planned()];
  await planner.call(answerGate, { params: gateOf(begun.jobId), body: { answers: answers(list, ['clean']) } });
  await publish(String(list), { items: [item('other')] });
  const read = (id: number) => planner.call(readGate, { params: gateOf(id) });
  expect((await read(begun.jobId)).checklists).toMatchObject([{ version: 1, items: [{ key: 'clean' }, {}, {}] }]);
  expect((await read(fresh.jobId)).checklists).toMatchObject([{ version: 2, items: [{ key: 'other' }] }]);
  const old = { params: gateOf(fresh.jobId), body: { answers: answers(list, ['clean']) } };
  await expect(planner.call(answerGate, old)).rejects.toMatchObject({ code: 'CHANGED' });
});

test('it is asked only of what it is for', async () => {
  await listed('JOB_START', { equipmentIds: [999_999] });
  await listed('STEP_START');
  const { jobId } = await planned();
  expect((await start(planner, jobId)).jobStatus).toBe('IN_PROGRESS');
});

test('a step starts and ends when its list is answered', async () => {
  const [before, after] = [await listed('STEP_START'), await listed('STEP_FINISH', { items: [item('clean')] })];
  const { lotId } = await finishedBuild(server, planner, 2);
  await expect(fireAs(operator, lotId, 1, 'START')).rejects.toMatchObject({ code: 'CHECKLIST_OPEN' });
  const params = gateOf(lotId, 'STEP_START', 1);
  await operator.call(answerGate, { params, body: { answers: answers(before, ['clean', 'loaded']) } });
  await fireAs(operator, lotId, 1, 'START');
  await expect(fireAs(operator, lotId, 1, 'FINISH')).rejects.toMatchObject({ code: 'NOT_POSSIBLE' });
  expect((await lotAs(operator, lotId)).steps[1]?.status).toBe('IN_PROGRESS');
  const end = gateOf(lotId, 'STEP_FINISH', 1);
  expect((await operator.call(readGate, { params: end })).checklists.map(({ id }) => id)).toEqual([after]);
});

test('who edits the settings lets it pass with a reason, which is kept and shown', async () => {
  const list = await listed('JOB_START');
  const { jobId } = await planned();
  const wanted = { params: gateOf(jobId), body: { reason: 'The camera is broken' } };
  await expect(operator.call(overrideGate, wanted)).rejects.toMatchObject({ code: 'FORBIDDEN' });
  expect(await admin.call(overrideGate, wanted)).toMatchObject({
    open: 0,
    overrides: [{ reason: 'The camera is broken' }],
  });
  await expect(admin.call(overrideGate, wanted)).rejects.toMatchObject({ code: 'CONFLICT' });
  expect((await start(planner, jobId)).jobStatus).toBe('IN_PROGRESS');
  const { uses, total } = await admin.call(listChecklistUses, { params: { id: list }, query: {} });
  expect([total, uses]).toMatchObject([
    1,
    [{ subjectId: jobId, answered: 0, items: 3, override: { reason: 'The camera is broken' } }],
  ]);
  const { rows } = await sql`select from audit_entry where action = 'checklist.overridden'`.execute(server.services.db);
  expect(rows).toHaveLength(1);
});
