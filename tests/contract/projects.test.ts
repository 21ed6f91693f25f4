import { randomUUID } from 'node:crypto';
import plugins from 'virtual:plugin-servers';
import { CallError } from '@sinter/sdk/contract/errors';
import { addComment, listComments } from '@sinter/sdk/contract/comments/comments';
import { uploadFile } from '@sinter/sdk/contract/host/files';
import { listNotifications } from '@sinter/sdk/contract/host/notifications';
import { createDraft } from '@sinter/sdk/contract/orders/drafts';
import * as contents from '@sinter/sdk/contract/projects/contents';
import * as people from '@sinter/sdk/contract/projects/members';
import * as projects from '@sinter/sdk/contract/projects/projects';
import * as tasks from '@sinter/sdk/contract/projects/tasks';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { testServer, type TestClient, type TestServer } from '#host/server/testing.ts';
import { addRival, orderParts } from './ordering.ts';

let server: TestServer;
let admin: TestClient;
let planner: TestClient;
let buyer: TestClient;
let buyeradmin: TestClient;
let second: TestClient;
let third: TestClient;
/** Of the buyer's company and the first facility; nobody else knows that it exists. */
let id: number;
let orderId: number;

const userOf = (account: string): number => server.world.users[`${account}@demo.example`] ?? 0;
const code = (promise: Promise<unknown>) =>
  promise.then(
    () => 'done',
    (error: unknown) => (error instanceof CallError ? error.code : String(error)),
  );
const project = (client: TestClient) => client.call(projects.readProject, { params: { id } });
const found = async (client: TestClient, body: object = {}) =>
  (await client.call(projects.searchProjects, { query: {}, body })).projects.map(({ name }) => name);
const create = (client: TestClient, body: object = {}) =>
  client.call(projects.createProject, { body: { eventId: randomUUID(), name: 'Impeller, next generation', ...body } });
const task = (client: TestClient, body: object = {}) =>
  client.call(tasks.addTask, { params: { id }, body: { eventId: randomUUID(), title: 'Measure it', ...body } });
const told = async (client: TestClient) =>
  (await client.call(listNotifications, { query: {} })).notifications.map(({ text }) => text);
const upload = async (client: TestClient, fileName: string, itar = 'false') =>
  uploadFile.response.parse(
    await (await client.send('/api/v1/files', fileName, `content of ${fileName}`, { itar })).json(),
  );

beforeAll(async () => {
  server = await testServer({ plugins, demo: true });
  [admin, planner, buyer, buyeradmin, second, third] = await Promise.all([
    server.client('admin'),
    server.client('planner'),
    server.client('buyer'),
    server.client('buyeradmin'),
    server.client('admin2'),
    server.client('third'),
  ]);
  await addRival(server);
  orderId = (await orderParts(server, buyer, 'Impellers to share')).id;
  const made = await create(admin, { partnerId: server.world.buyerCompanyId, targetDate: '2040-05-06' });
  id = made.id;
  await admin.call(people.addProjectMember, {
    params: { id },
    body: { userId: userOf('buyer'), side: 'ROLE_ENGINEER', role: 'EDITOR' },
  });
});
afterAll(() => server.stop());

describe('a project', () => {
  test('is there for its members on both sides, and for nobody else', async () => {
    const own = await project(buyer);
    expect(own).toMatchObject({ name: 'Impeller, next generation', role: 'EDITOR', targetDate: '2040-05-06' });
    expect(own.members.map(({ side, role, self }) => [side, role, self])).toEqual([
      ['ROLE_ENGINEER', 'EDITOR', true],
      ['ROLE_SERVICE_PROVIDER', 'OWNER', false],
    ]);
    expect(await found(buyer, { searchText: 'next gen' })).toEqual(['Impeller, next generation']);
    expect(await told(buyer)).toContain('Ada Berger added you to Impeller, next generation');
    for (const other of [planner, buyeradmin, second, third]) {
      expect(await code(project(other))).toBe('NOT_FOUND');
      expect(await found(other, { searchText: 'next gen' })).toEqual([]);
    }
  });

  test('is refused by every call to who is no member', async () => {
    const open = await task(admin, { title: 'Secret' });
    const body = { eventId: randomUUID(), name: 'X' };
    const file = await upload(admin, 'secret.txt');
    await admin.call(contents.addProjectFiles, { params: { id }, body: { fileIds: [file.id] } });
    const params = { id };
    const comment = { objectKind: 'PROJECT' as const, objectId: id };
    for (const other of [planner, buyeradmin, second, third]) {
      const answers = [
        project(other),
        other.call(projects.updateProject, { params, body: { version: 1, name: 'X' } }),
        other.call(projects.closeProject, { params, body: { closed: true } }),
        other.call(projects.cloneProject, {
          params,
          body: { ...body, take: { tasks: true, parts: true, members: true } },
        }),
        other.call(projects.readProjectHistory, { params, query: {} }),
        other.call(people.listCandidates, { params, query: {} }),
        other.call(people.addProjectMember, {
          params,
          body: { userId: userOf('planner'), side: 'ROLE_SERVICE_PROVIDER', role: 'OWNER' },
        }),
        other.call(people.changeProjectMember, {
          params: { id, side: 'ROLE_SERVICE_PROVIDER', userId: userOf('admin') },
          body: { role: 'READER' },
        }),
        other.call(people.removeProjectMember, {
          params: { id, side: 'ROLE_SERVICE_PROVIDER', userId: userOf('admin') },
        }),
        other.call(people.inviteToProject, { params, body: { email: 'planner@demo.example', role: 'EDITOR' } }),
        other.call(contents.listProjectOrders, { params, query: {} }),
        other.call(contents.addProjectOrders, { params, body: { orderIds: [orderId] } }),
        other.call(contents.removeProjectOrder, { params: { id, orderId } }),
        other.call(contents.listProjectParts, { params, query: {} }),
        other.call(contents.addProjectParts, { params, body: { partIds: [1] } }),
        other.call(contents.removeProjectPart, { params: { id, partId: 1 } }),
        other.call(contents.listProjectFiles, { params, query: {} }),
        other.call(contents.removeProjectFile, { params: { id, fileId: file.id } }),
        other.call(tasks.listTasks, { params }),
        task(other),
        other.call(tasks.updateTask, { params: { id: open.id }, body: { version: 1, title: 'X' } }),
        other.call(tasks.removeTask, { params: { id: open.id }, body: { removed: true } }),
        other.call(listComments, { query: comment }),
        other.call(listComments, { query: { objectKind: 'TASK', objectId: open.id } }),
        other.call(addComment, { body: { ...comment, eventId: randomUUID(), body: 'X' } }),
      ];
      expect(new Set(await Promise.all(answers.map(code)))).toEqual(new Set(['NOT_FOUND']));
      const own = await upload(other, 'mine.txt');
      expect(await code(other.call(contents.addProjectFiles, { params, body: { fileIds: [own.id] } }))).toBe(
        'NOT_FOUND',
      );
      const content = await other.fetch(`/api/v1/projects/${id}/files/${file.id}/content`);
      expect(content.status).toBe(404);
    }
    const content = await buyer.fetch(`/api/v1/projects/${id}/files/${file.id}/content`);
    expect(await content.text()).toBe('content of secret.txt');
    expect(content.headers.get('content-disposition')).toContain('attachment');
    await admin.call(tasks.removeTask, { params: { id: open.id }, body: { removed: true } });
  });

  test('opens no order: each member sees those that they see anyway, in lists, counts, sums and the history', async () => {
    await buyer.call(contents.addProjectOrders, { params: { id }, body: { orderIds: [orderId] } });
    const draft = await buyer.call(createDraft, {
      body: { eventId: randomUUID(), displayTitle: 'Not asked yet', exportControlled: false, rfqFileDTOs: [] },
    });
    await buyer.call(contents.addProjectOrders, { params: { id }, body: { orderIds: [draft.id] } });
    const orders = async (client: TestClient) =>
      (await client.call(contents.listProjectOrders, { params: { id }, query: {} })).orders.map(({ title }) => title);
    expect(await orders(buyer)).toEqual(['Not asked yet', 'Impellers to share']);
    expect(await orders(admin)).toEqual(['Impellers to share']);
    expect([(await project(buyer)).orderCount, (await project(admin)).orderCount]).toEqual([2, 1]);
    const history = JSON.stringify(
      await admin.call(projects.readProjectHistory, { params: { id }, query: { size: 100 } }),
    );
    expect(history).toContain('Impellers to share');
    expect(history).not.toContain('Not asked yet');
    expect(await code(admin.call(contents.addProjectOrders, { params: { id }, body: { orderIds: [draft.id] } }))).toBe(
      'NOT_FOUND',
    );
    expect(await code(admin.call(contents.removeProjectOrder, { params: { id, orderId: draft.id } }))).toBe(
      'NOT_FOUND',
    );
    // What becomes export controlled is seen by who is cleared, and by who ordered it.
    await sql`update rfq_order set export_controlled = true where id = ${orderId}`.execute(server.services.db);
    expect(await orders(admin)).toEqual([]);
    expect((await project(admin)).orderCount).toBe(0);
    await sql`update rfq_order set export_controlled = false where id = ${orderId}`.execute(server.services.db);
  });

  test('shows a budget to the side that set it, and to nobody who sees no prices', async () => {
    const { version, name } = await project(admin);
    const params = { id };
    const budget = { amount: 500_000, currency: 'EUR' };
    const changed = await admin.call(projects.updateProject, { params, body: { version, name, budget } });
    expect(changed).toMatchObject({ budget, quoted: [] });
    expect(await project(buyer)).toMatchObject({ budget: null, quoted: [] });
    await admin.call(people.addProjectMember, {
      params,
      body: { userId: userOf('operator'), side: 'ROLE_SERVICE_PROVIDER', role: 'READER' },
    });
    const operator = await server.client('operator');
    expect(await project(operator)).toMatchObject({ role: 'READER', budget: null, quoted: null });
    expect(await code(task(operator))).toBe('FORBIDDEN');
  });

  test('is changed by one of two at a time, and the other is told', async () => {
    const { version } = await project(admin);
    const change = (name: string) => admin.call(projects.updateProject, { params: { id }, body: { version, name } });
    const answers = await Promise.all(['One', 'Two'].map((name) => code(change(name))));
    expect(answers.toSorted()).toEqual(['CHANGED', 'done']);
    const { version: seen, id: taskId } = await task(buyer, { title: 'Moved by two' });
    const move = (client: TestClient, state: tasks.TaskState) =>
      client.call(tasks.updateTask, { params: { id: taskId }, body: { version: seen, title: 'Moved by two', state } });
    const moves = await Promise.all([code(move(admin, 'DOING')), code(move(buyer, 'DONE'))]);
    expect(moves.toSorted()).toEqual(['CHANGED', 'done']);
  });

  test('never loses its last owner', async () => {
    const self = { id, side: 'ROLE_SERVICE_PROVIDER' as const, userId: userOf('admin') };
    expect(await code(admin.call(people.removeProjectMember, { params: self }))).toBe('CONFLICT');
    expect(await code(admin.call(people.changeProjectMember, { params: self, body: { role: 'EDITOR' } }))).toBe(
      'CONFLICT',
    );
    expect((await project(admin)).role).toBe('OWNER');
  });

  test('lets an editor add colleagues, as no more than an editor', async () => {
    const body = { userId: userOf('buyeradmin'), side: 'ROLE_ENGINEER' as const };
    const add = (role: projects.ProjectRole) =>
      buyer.call(people.addProjectMember, { params: { id }, body: { ...body, role } });
    expect(await code(add('OWNER'))).toBe('FORBIDDEN');
    expect(await code(add('READER'))).toBe('done');
    expect(await code(add('READER'))).toBe('CONFLICT');
    expect((await project(buyeradmin)).role).toBe('READER');
    // A person of another company cannot be brought in as if they were of this one.
    expect(
      await code(
        admin.call(people.addProjectMember, {
          params: { id },
          body: { userId: userOf('third'), side: 'ROLE_ENGINEER', role: 'READER' },
        }),
      ),
    ).toBe('NOT_FOUND');
    await admin.call(people.removeProjectMember, {
      params: { id, side: 'ROLE_ENGINEER', userId: userOf('buyeradmin') },
    });
    expect(await code(project(buyeradmin))).toBe('NOT_FOUND');
    expect(await told(buyeradmin)).not.toContain('added you to Impeller');
  });

  test('tells who gets a task, and is read no more by who left it', async () => {
    const { id: taskId } = await task(admin, { title: 'Check the drawing', assigneeId: userOf('buyer') });
    expect(await told(buyer)).toContain('Ada Berger assigned you Check the drawing');
    expect(await code(task(admin, { assigneeId: userOf('planner') }))).toBe('INVALID_INPUT');
    await buyer.call(addComment, {
      body: { eventId: randomUUID(), objectKind: 'TASK', objectId: taskId, body: 'Which drawing?' },
    });
    const comments = await admin.call(listComments, { query: { objectKind: 'TASK', objectId: taskId } });
    expect(comments.map(({ body }) => body)).toEqual(['Which drawing?']);
    await admin.call(people.removeProjectMember, { params: { id, side: 'ROLE_ENGINEER', userId: userOf('buyer') } });
    expect(await code(project(buyer))).toBe('NOT_FOUND');
    expect((await told(buyer)).join()).not.toContain('Check the drawing');
    await admin.call(people.addProjectMember, {
      params: { id },
      body: { userId: userOf('buyer'), side: 'ROLE_ENGINEER', role: 'EDITOR' },
    });
    const list = await admin.call(tasks.listTasks, { params: { id } });
    expect(list.find((one) => one.id === taskId)?.assignee).toBeNull();
  });

  test('takes no file that is export controlled, and hides one that becomes so', async () => {
    const params = { id };
    const marked = await upload(buyer, 'marked.txt', 'true');
    expect(await code(buyer.call(contents.addProjectFiles, { params, body: { fileIds: [marked.id] } }))).toMatch(
      /INVALID_INPUT|EXPORT_CONTROLLED/,
    );
    const plain = await upload(buyer, 'plain.txt');
    await buyer.call(contents.addProjectFiles, { params, body: { fileIds: [plain.id] } });
    const names = async () =>
      (await admin.call(contents.listProjectFiles, { params, query: {} })).files.map(({ fileName }) => fileName);
    expect(await names()).toContain('plain.txt');
    await server.mark([plain.id]);
    expect(await names()).not.toContain('plain.txt');
    const history = await admin.call(projects.readProjectHistory, { params, query: { size: 100 } });
    expect(JSON.stringify(history)).not.toContain('plain.txt');
    expect((await admin.fetch(`/api/v1/projects/${id}/files/${plain.id}/content`)).status).toBe(404);
    expect((await planner.fetch(`/api/v1/files/${plain.id}/content`)).status).toBe(404);
  });

  test('is cloned with what was chosen, and closed for changes', async () => {
    const copy = await admin.call(projects.cloneProject, {
      params: { id },
      body: { eventId: randomUUID(), name: 'The one after', take: { tasks: true, parts: true, members: false } },
    });
    expect(copy).toMatchObject({ orderCount: 0, memberCount: 1, role: 'OWNER', targetDate: null, fileCount: 0 });
    const taken = await admin.call(tasks.listTasks, { params: { id: copy.id } });
    expect(taken.length).toBeGreaterThan(1);
    expect(new Set(taken.map(({ state, assignee, dueDate }) => `${state} ${assignee} ${dueDate}`))).toEqual(
      new Set(['TODO null null']),
    );
    expect(await found(buyer, { searchText: 'The one after' })).toEqual([]);

    await admin.call(projects.closeProject, { params: { id }, body: { closed: true } });
    expect(await code(task(buyer))).toBe('CONFLICT');
    expect(await found(buyer)).not.toContain('Impeller, next generation');
    await admin.call(projects.closeProject, { params: { id }, body: { closed: false } });
    expect(await code(task(buyer))).toBe('done');
  });
});

test('a buyer begins one with a facility that was asked: those who lead it are in it, and nobody of another', async () => {
  const made = await create(buyer, { name: 'With the makers', partnerId: server.world.rootFacilityId });
  expect(made.members.map(({ name }) => name)).toContain('Ada Berger');
  expect(await found(admin)).toContain('With the makers');
  expect(await found(second)).not.toContain('With the makers');
  expect(await code(create(third, { partnerId: 999_999 }))).toBe('INVALID_INPUT');
});

test('the same request twice begins one, and nobody takes it from somebody else', async () => {
  const eventId = randomUUID();
  const [one, again] = [await create(admin, { eventId, name: 'Once' }), await create(admin, { eventId, name: 'Once' })];
  expect(again.id).toBe(one.id);
  expect((await create(buyer, { eventId, name: 'Once' })).id).not.toBe(one.id);
});
