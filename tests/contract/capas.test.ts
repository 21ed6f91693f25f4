import { randomUUID } from 'node:crypto';
import plugins from 'virtual:plugin-servers';
import { CallError } from '@sinter/sdk/contract/errors';
import { answerGuestTask, readGuestTask } from '@sinter/sdk/contract/host/guests';
import { listNotifications } from '@sinter/sdk/contract/host/notifications';
import { publishSetting, readSetting, saveSettingDraft } from '@sinter/sdk/contract/host/versions';
import * as capas from '@sinter/sdk/contract/quality/capas';
import { noCapaTemplates, type CapaMethod } from '@sinter/sdk/contract/quality/capaTemplates';
import { qualityKind, qualitySettingsSchema, type QualitySettings } from '@sinter/sdk/contract/quality/settings';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { testServer, type TestClient, type TestServer } from '#host/server/testing.ts';

let server: TestServer;
let admin: TestClient;
let manager: TestClient;
let visitor: TestClient;

const userOf = (account: string): number => server.world.users[`${account}@demo.example`] ?? 0;
const code = (promise: Promise<unknown>) =>
  promise.then(
    () => 'done',
    (error: unknown) => (error instanceof CallError ? error.code : String(error)),
  );
const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
const fields = {
  title: 'Warped housings',
  type: 'CORRECTIVE',
  source: 'NCR',
  method: 'FIVE_WHYS',
  problem: 'Three of ten housings were out of flatness.',
  dueOn: null,
} as const;
const create = (client: TestClient, more: object = {}) =>
  client.call(capas.createCapa, { body: { eventId: randomUUID(), ...fields, ownerId: userOf('admin'), ...more } });
const fire = (client: TestClient, id: number, event: capas.CapaEvent, more: object = {}) =>
  client.call(capas.fireCapa, { params: { id }, body: { eventId: randomUUID(), event, ...more } });
const addTask = (client: TestClient, id: number, more: object = {}) =>
  client.call(capas.addCapaTask, {
    params: { id },
    body: { eventId: randomUUID(), kind: 'CORRECTIVE', title: 'Preheat the bed', ownerId: userOf('admin'), ...more },
  });
const finish = (client: TestClient, id: number, taskId: number, done = true) =>
  client.call(capas.finishCapaTask, { params: { id, taskId }, body: { done, result: 'Bed preheated to 168 °C.' } });
const read = (client: TestClient, id: number) => client.call(capas.readCapa, { params: { id } });

beforeAll(async () => {
  server = await testServer({ plugins, demo: true });
  [admin, manager, visitor] = await Promise.all([server.client('admin'), server.client('planner'), server.client()]);
});
afterAll(() => server.stop());

describe('a corrective action', () => {
  test('goes from a draft to the proof of its effect, back once, and is closed by who owned no task', async () => {
    const { id, number, status } = await create(admin, { problem: '' });
    expect({ number, status }).toEqual({ number: expect.stringMatching(/^CAPA-\d{4}-\d{4}$/), status: 'DRAFT' });
    expect((await read(admin, id)).missing).toEqual(['PROBLEM']);
    expect(await code(fire(admin, id, 'OPEN'))).toBe('NOT_POSSIBLE');
    const { version } = await read(admin, id);
    await admin.call(capas.updateCapa, { params: { id }, body: { version, ...fields, ownerId: userOf('admin') } });
    expect(await code(fire(admin, id, 'CLOSE'))).toBe('TRANSITION_REFUSED');
    await fire(admin, id, 'OPEN');
    expect(await code(fire(admin, id, 'BEGIN'))).toBe('NOT_POSSIBLE');
    const [task] = (await addTask(admin, id)).taskList;
    if (!task) throw new Error('The task was not added.');
    await fire(admin, id, 'BEGIN');
    expect(await code(fire(admin, id, 'VERIFY', { checkOn: day(0) }))).toBe('NOT_POSSIBLE');
    const now = await read(admin, id);
    const analysis = { why1: 'The bed was cold.', d4: 'of another method' };
    const written = { ...fields, ownerId: userOf('admin'), rootCause: 'No preheating in the job template.', analysis };
    const changed = await admin.call(capas.updateCapa, { params: { id }, body: { version: now.version, ...written } });
    expect(changed.analysis).toEqual({ why1: 'The bed was cold.' });
    expect(
      await code(admin.call(capas.updateCapa, { params: { id }, body: { version: now.version, ...written } })),
    ).toBe('CHANGED');
    expect(await code(fire(admin, id, 'VERIFY', { checkOn: day(0) }))).toBe('NOT_POSSIBLE');
    await finish(admin, id, task.id);
    expect(await code(fire(admin, id, 'VERIFY'))).toBe('INVALID_INPUT');
    await fire(admin, id, 'VERIFY', { checkOn: day(3) });
    expect((await read(manager, id)).missing).toEqual(['NOT_YET']);
    await fire(manager, id, 'FAIL', { note: 'One more was warped.' });
    expect(await read(admin, id)).toMatchObject({ status: 'IN_PROGRESS', checkOn: null });
    await fire(admin, id, 'VERIFY', { checkOn: day(0) });
    expect((await read(admin, id)).missing).toEqual(['OWN_TASK']);
    expect(await code(fire(admin, id, 'CLOSE', { note: 'None since.' }))).toBe('NOT_POSSIBLE');
    const eventId = randomUUID();
    const close = { eventId, event: 'CLOSE', note: 'None of forty was warped.' } as const;
    await manager.call(capas.fireCapa, { params: { id }, body: close });
    const closed = await manager.call(capas.fireCapa, { params: { id }, body: close });
    expect(closed).toMatchObject({ status: 'CLOSED', allowed: [], mayEdit: false });
    expect(closed.checks.map(({ effective, note }) => [effective, note])).toEqual([
      [true, 'None of forty was warped.'],
      [false, 'One more was warped.'],
    ]);
    expect(await code(addTask(admin, id))).toBe('TRANSITION_REFUSED');
  });

  test('begun twice by the same request is one; a draft can be given up, what was opened cannot', async () => {
    const eventId = randomUUID();
    const [one, other] = [await create(admin, { eventId }), await create(admin, { eventId })];
    expect(other.id).toBe(one.id);
    await admin.call(capas.removeCapa, { params: { id: one.id } });
    expect(await code(read(admin, one.id))).toBe('NOT_FOUND');
    const { id } = await create(admin);
    await fire(admin, id, 'OPEN');
    expect(await code(admin.call(capas.removeCapa, { params: { id } }))).toBe('TRANSITION_REFUSED');
  });

  test('is nobody’s outside the facility, and of those inside of who works with quality', async () => {
    const { id } = await create(admin);
    const others = await Promise.all(['admin2', 'operator', 'buyeradmin'].map((who) => server.client(who)));
    expect(await Promise.all(others.map((client) => code(read(client, id))))).toEqual([
      'NOT_FOUND',
      expect.stringMatching(/FORBIDDEN|done/),
      'FORBIDDEN',
    ]);
    expect(await code(create(admin, { ownerId: userOf('buyeradmin') }))).toBe('INVALID_INPUT');
    expect(await code(create(admin, { ncrIds: [999_999] }))).toBe('NOT_FOUND');
  });

  test('numbers never repeat, whoever begins at the same moment', async () => {
    const made = await Promise.all(Array.from({ length: 12 }, () => create(admin)));
    expect(new Set(made.map(({ number }) => number)).size).toBe(12);
  });
});

describe('the task of a supplier', () => {
  test('is answered by a link that shows nothing else, until it ends', async () => {
    const { id } = await create(admin, { title: 'Powder with moisture' });
    const asked = {
      ownerId: null,
      supplier: 'Powder Works',
      title: 'Tell us the moisture of lot 7',
      note: 'By ISO 15512.',
    };
    const [task] = (await addTask(admin, id, asked)).taskList;
    if (!task) throw new Error('The task was not added.');
    const params = { id, taskId: task.id };
    const { url } = await admin.call(capas.linkCapaTask, { params, body: {} });
    const token = url.split('/').at(-1) ?? '';
    const page = await visitor.call(readGuestTask, { query: { token } });
    expect(page).toMatchObject({ title: asked.title, note: asked.note, answered: null });
    expect(JSON.stringify(page)).not.toContain('Powder with moisture');
    const answer = { token, name: 'Mia Wong', text: '0.04 %' };
    await visitor.call(answerGuestTask, { body: answer });
    await visitor.call(answerGuestTask, { body: { ...answer, text: '0.05 %' } });
    expect((await read(admin, id)).taskList[0]).toMatchObject({ result: '0.05 %', doneBy: 'Mia Wong' });
    const told = (await admin.call(listNotifications, { query: {} })).notifications.map(({ text }) => text);
    expect(told.some((text) => text.includes('Mia Wong'))).toBe(true);
    // A colleague takes it back, makes a new link, and the former one is over.
    await finish(admin, id, task.id, false);
    const { url: next } = await admin.call(capas.linkCapaTask, { params, body: { days: 1 } });
    expect(await code(visitor.call(readGuestTask, { query: { token } }))).toBe('LINK_EXPIRED');
    await admin.call(capas.endCapaTaskLink, { params });
    expect(await code(visitor.call(readGuestTask, { query: { token: next.split('/').at(-1) ?? '' } }))).toBe(
      'LINK_EXPIRED',
    );
    expect(await code(visitor.call(readGuestTask, { query: { token: 'x'.repeat(43) } }))).toBe('LINK_EXPIRED');
  });

  test('of a link that has run out is not answered', async () => {
    const { id } = await create(admin);
    const [task] = (await addTask(admin, id, { ownerId: null, supplier: 'Powder Works' })).taskList;
    const { url } = await admin.call(capas.linkCapaTask, { params: { id, taskId: task?.id ?? 0 }, body: {} });
    await sql`update guest_link set expires_at = now() - interval '1 minute' where subject_id = ${task?.id ?? 0}`.execute(
      server.services.db,
    );
    const token = url.split('/').at(-1) ?? '';
    expect(await code(visitor.call(answerGuestTask, { body: { token, name: 'Mia', text: 'late' } }))).toBe(
      'LINK_EXPIRED',
    );
  });
});

test('lists are filtered and searched on the server', async () => {
  await create(admin, { title: 'Oxygen above limit', type: 'PREVENTIVE', dueOn: day(-2) });
  const found = async (body: object) =>
    (await admin.call(capas.searchCapas, { query: {}, body })).capas.map(({ title }) => title);
  expect(await found({ searchString: 'oxygen' })).toEqual(['Oxygen above limit']);
  expect(await found({ searchString: 'oxygen', type: 'CORRECTIVE' })).toEqual([]);
  expect(await found({ overdue: true, searchString: 'oxygen' })).toEqual(['Oxygen above limit']);
  expect(await found({ searchString: 'oxygen', status: 'CLOSED' })).toEqual([]);
});

test('begins with the questions and tasks of the template of its method, as it was published then', async () => {
  const place = { kind: qualityKind, elementId: '' };
  const publish = async (capaTemplates: QualitySettings['capaTemplates']) => {
    const { seen, published } = await admin.call(readSetting, { query: place });
    const value = { ...qualitySettingsSchema.parse(published.value), capaTemplates };
    const saved = await admin.call(saveSettingDraft, { body: { ...place, seen, value } });
    await admin.call(publishSetting, { body: { ...place, seen: saved.seen } });
  };
  const tasks = [
    { kind: 'CONTAINMENT', title: 'Hold the lots', dueDays: 2 },
    { kind: 'VERIFICATION', title: 'Measure again', dueDays: null },
  ] as const;
  const questions = { why1: 'Where was it seen?' };
  await publish({ EIGHT_D: { questions: { d4: 'Why?' }, tasks: [] }, FIVE_WHYS: { questions, tasks: [...tasks] } });
  const capa = await create(admin);
  expect(capa.questions).toEqual(questions);
  expect(capa.taskList).toMatchObject([
    { title: 'Hold the lots', kind: 'CONTAINMENT', dueOn: day(2), owner: null },
    { title: 'Measure again', kind: 'VERIFICATION', dueOn: null },
  ]);
  await publish(noCapaTemplates);
  const save = (method: CapaMethod, version: number) =>
    admin.call(capas.updateCapa, {
      params: { id: capa.id },
      body: { ...fields, method, ownerId: userOf('admin'), version },
    });
  const same = await save('FIVE_WHYS', capa.version);
  expect(same.questions).toEqual(questions);
  expect((await save('EIGHT_D', same.version)).questions).toEqual({});
  expect((await create(admin)).taskList).toEqual([]);
});
