import { randomUUID } from 'node:crypto';
import {
  addChecklist,
  answerGate,
  checklistKind,
  listChecklists,
  listAnswered,
  listChecklistUses,
  overrideGate,
  readGate,
  switchChecklist,
  type Checklist,
} from '@sinter/sdk/contract/production/checklists';
import type { Gate } from '@sinter/sdk/contract/production/gates';
import { publishSetting, readSetting, saveSettingDraft } from '@sinter/sdk/contract/host/versions';
import { fireJobEvent } from '@sinter/sdk/contract/scheduling/jobs';
import { attachCheckFile } from '@sinter/sdk/contract/production/checkFiles';
import { stepCheckSchema } from '@sinter/sdk/contract/production/mes';
import { storedFiles } from '@sinter/sdk/server';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { configure, type TestClient, type TestServer } from '../../../../host/server/testing.ts';
import { count, fireAs, finishedBuild, floorTestServer, lotAs, plannedBuild } from '../floor/testing.ts';

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

const switchFeature = (enabled: boolean): Promise<void> => configure(server, 'CHECKLIST_CONFIG', { enabled });

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

test('what was answered is shown after the fact: by whom, what was said before, and what it went on without', async () => {
  const [before, job] = [await listed('STEP_START'), await listed('JOB_START', { items: [item('plate')] })];
  const { lotId, jobId, part } = await planned();
  await planner.call(answerGate, { params: gateOf(jobId), body: { answers: answers(job, ['plate']) } });
  const params = gateOf(lotId, 'STEP_START', 1);
  await operator.call(answerGate, { params, body: { answers: answers(before, ['clean']) } });
  const takenBack = [{ checklistId: before, version: 1, key: 'clean', value: null }];
  await operator.call(answerGate, { params, body: { answers: takenBack } });
  await planner.call(answerGate, { params, body: { answers: answers(before, ['clean']) } });
  await admin.call(overrideGate, { params, body: { reason: 'Loaded by hand' } });

  const { lists } = await operator.call(listAnswered, { params: { subject: 'LOT', id: lotId } });
  expect(lists).toMatchObject([
    {
      ...{ gate: 'STEP_START', subjectId: lotId, position: 1, name: 'At STEP_START', version: 1 },
      items: [
        {
          ...{ key: 'clean', value: true, by: 'Paul Lindner' },
          former: [
            { value: null, by: 'Olga Novak' },
            { value: true, by: 'Olga Novak' },
          ],
        },
        { key: 'loaded', value: null, at: null, former: [] },
        {},
      ],
      overrides: [{ reason: 'Loaded by hand', items: ['Is loaded?'] }],
    },
  ]);
  const ofJob = await planner.call(listAnswered, { params: { subject: 'JOB', id: jobId } });
  expect(ofJob.lists).toMatchObject([{ gate: 'JOB_START', items: [{ value: true, by: 'Paul Lindner' }] }]);
  const ofOrder = await planner.call(listAnswered, { params: { subject: 'ORDER', id: part.orderId } });
  expect(ofOrder.lists[0]).toMatchObject({ subjectId: lotId, items: [{ value: true }, {}, {}] });

  const elsewhere = await server.client('admin2');
  for (const subject of ['LOT', 'JOB', 'ORDER'] as const) {
    const id = { LOT: lotId, JOB: jobId, ORDER: part.orderId }[subject];
    await expect(elsewhere.call(listAnswered, { params: { subject, id } })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
  }
});

const attachedSchema = attachCheckFile.response;

async function attach(client: TestClient, place: 'STEP' | 'STEP_FINISH', lotId: number, position: number) {
  const path = `/api/v1/work-center/check-files/${place}/${lotId}/${position}`;
  return client.send(path, 'surface.jpg', 'three');
}

test('a photo answers a check where it was attached; a kiosk reads its name alone', async () => {
  const photo = item('photo', { kind: 'FILE', label: 'Photo of the surface' });
  const { lotId, part } = await finishedBuild(server, planner, 2);
  await sql`update workplan set steps = jsonb_set(steps, '{1,checks}', ${JSON.stringify([photo])}::jsonb)
    where order_file_id = ${part.id}`.execute(server.services.db);
  await fireAs(operator, lotId, 1, 'START');
  await expect(count(operator, lotId, 1, { good: 2, finish: true })).rejects.toMatchObject({ code: 'NOT_POSSIBLE' });

  const { fileId } = attachedSchema.parse(await (await attach(operator, 'STEP', lotId, 1)).json());
  const elsewhere = attachedSchema.parse(await (await attach(operator, 'STEP', lotId, 2)).json());
  const answered = (file: number) => count(operator, lotId, 1, { checks: [{ key: 'photo', value: file }] });
  await expect(answered(elsewhere.fileId)).rejects.toMatchObject({ code: 'INVALID_INPUT' });
  const { steps: now } = await answered(fileId);
  expect(now[1]?.checks[0]).toMatchObject({ value: fileId, by: 'Olga Novak', file: { fileName: 'surface.jpg' } });

  const kiosk = await server.client('lot');
  const read = (await lotAs(kiosk, lotId)).steps[1]?.checks[0]?.file;
  expect(read).toMatchObject({ fileName: 'surface.jpg', fileURL: '' });
  const stranger = await server.client('admin2');
  const content = `/api/v1/files/${fileId}/content`;
  expect((await operator.fetch(content)).status).toBe(200);
  expect((await kiosk.fetch(content)).status).toBe(403);
  expect((await stranger.fetch(content)).status).toBe(404);
  expect((await attach(stranger, 'STEP', lotId, 1)).status).toBe(404);

  // The same at the gate of a checklist.
  const list = await listed('STEP_FINISH', { items: [photo] });
  const params = gateOf(lotId, 'STEP_FINISH', 1);
  const said = (file: number) =>
    operator.call(answerGate, {
      params,
      body: { answers: [{ checklistId: list, version: 1, key: 'photo', value: file }] },
    });
  await expect(said(fileId)).rejects.toMatchObject({ code: 'INVALID_INPUT' });
  const own = attachedSchema.parse(await (await attach(operator, 'STEP_FINISH', lotId, 1)).json());
  expect((await said(own.fileId)).checklists[0]?.items[0]).toMatchObject({ file: { fileName: 'surface.jpg' } });

  // The order becomes export controlled, and what was attached with it.
  const { rows } = await sql<{ id: number }>`select f.original_file_id as id from rfq_order_file f
    join lot l on l.order_file_id = f.id where l.id = ${lotId}`.execute(server.services.db);
  const files = server.services.get(storedFiles);
  const ids = rows.map(({ id }) => id);
  await server.services.write((unit) => files.restrict(unit, ids));
  expect(await files.byId(fileId)).toMatchObject({ controlled: true });
  expect(await files.byId(own.fileId)).toMatchObject({ controlled: true });
});
