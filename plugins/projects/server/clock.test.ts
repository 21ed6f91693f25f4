import { randomUUID } from 'node:crypto';
import plugins from 'virtual:plugin-servers';
import { CallError } from '@sinter/sdk/contract';
import { listNotifications } from '@sinter/sdk/contract/host/notifications';
import { inviteToProject } from '@sinter/sdk/contract/projects/members';
import { closeProject, createProject, readProject, searchProjects } from '@sinter/sdk/contract/projects/projects';
import { addTask, removeTask } from '@sinter/sdk/contract/projects/tasks';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { testServer, type TestClient, type TestServer } from '#host/server/testing.ts';
import { onClock } from './clock.ts';

let server: TestServer;
let admin: TestClient;
let buyer: TestClient;
beforeAll(async () => {
  server = await testServer({ plugins, demo: true });
  [admin, buyer] = [await server.client('admin'), await server.client('buyer')];
});
afterAll(() => server.stop());

const told = async (text: string) => {
  const { notifications } = await admin.call(listNotifications, { query: {} });
  return notifications.filter((one) => one.text === text).length;
};
const begin = (name: string, partnerId: number | null = null) =>
  admin.call(createProject, { body: { eventId: randomUUID(), name, partnerId } });

describe('the clock of a task', () => {
  async function dueTask(title: string) {
    const project = await begin(`Around ${title}`);
    const task = await admin.call(addTask, {
      params: { id: project.id },
      body: {
        eventId: randomUUID(),
        title,
        assigneeId: server.world.users['admin@demo.example'] ?? 0,
        dueDate: '2099-01-02',
      },
    });
    return { ...task, projectId: project.id };
  }
  const due = (id: number, inDays: number) =>
    sql`update project_task set due_on = (now() at time zone 'UTC')::date + ${inDays}::int where id = ${id}`.execute(
      server.services.db,
    );
  /** As the queue does, which may call twice. */
  const tick = async (taskId: number) => {
    await onClock(server.services, { taskId });
    await onClock(server.services, { taskId });
  };
  const waits = async (id: number) => {
    const { rows } = await sql`select 1 from graphile_worker._private_jobs where key = ${`task ${id}`}`.execute(
      server.services.db,
    );
    return rows.length > 0;
  };
  const runOut = (id: number) =>
    sql`delete from graphile_worker._private_jobs where key = ${`task ${id}`}`.execute(server.services.db);

  test('tells once that it is due soon, and once that it is overdue', async () => {
    const { id } = await dueTask('Weigh it');
    await tick(id);
    expect([await told('Weigh it is due tomorrow'), await told('Weigh it is overdue')]).toEqual([0, 0]);
    await due(id, 1);
    await tick(id);
    expect([await told('Weigh it is due tomorrow'), await told('Weigh it is overdue')]).toEqual([1, 0]);
    await due(id, -2);
    await tick(id);
    expect([await told('Weigh it is due tomorrow'), await told('Weigh it is overdue')]).toEqual([1, 1]);
  });

  test('is silent while the project is closed, and goes on when it is opened again', async () => {
    const { id, projectId } = await dueTask('Paint it');
    const close = (closed: boolean) => admin.call(closeProject, { params: { id: projectId }, body: { closed } });
    expect((await close(true)).closed).toBe(true);
    await due(id, -2);
    await tick(id);
    await runOut(id);
    expect(await told('Paint it is overdue')).toBe(0);
    await due(id, 30);
    expect((await close(false)).closed).toBe(false);
    expect(await waits(id)).toBe(true);
    await due(id, -2);
    await tick(id);
    expect(await told('Paint it is overdue')).toBe(1);
  });

  test('stops for a task that was removed, and goes on when that is undone', async () => {
    const { id } = await dueTask('Ship it');
    const remove = (removed: boolean) => admin.call(removeTask, { params: { id }, body: { removed } });
    await remove(true);
    await due(id, -2);
    await tick(id);
    await runOut(id);
    expect(await told('Ship it is overdue')).toBe(0);
    await due(id, 30);
    await remove(false);
    expect(await waits(id)).toBe(true);
  });
});

describe('somebody who is invited by their address', () => {
  const invite = (id: number, email: string, companyName = '') =>
    admin.call(inviteToProject, { params: { id }, body: { email, role: 'EDITOR', companyName } });
  const sees = async (id: number) =>
    (await buyer.call(searchProjects, { query: {}, body: {} })).projects.some((project) => project.id === id);

  test('is in the project at once where their company is, and nobody of another is', async () => {
    const { id } = await begin('With a customer', server.world.buyerCompanyId);
    expect((await invite(id, 'BUYER@demo.example')).outcome).toBe('ADDED');
    expect(await buyer.call(readProject, { params: { id } })).toMatchObject({ role: 'EDITOR' });
    for (const email of ['third@demo.example', 'nobody@new.example', 'planner@demo.example']) {
      await expect(invite(id, email)).rejects.toSatisfy(
        (error) => error instanceof CallError && error.fields['email'] !== undefined,
      );
    }
  });

  test('brings their company when they first look, and no second company comes', async () => {
    const { id } = await begin('Without a customer');
    await expect(invite(id, 'buyer@demo.example')).rejects.toMatchObject({ code: 'INVALID_INPUT' });
    expect((await invite(id, 'buyer@demo.example', 'Buyers')).outcome).toBe('INVITED');
    await expect(invite(id, 'buyer@demo.example', 'Buyers')).rejects.toMatchObject({ code: 'CONFLICT' });
    await invite(id, 'third@demo.example', 'Others');
    expect(await sees(id)).toBe(true);
    const opened = await admin.call(readProject, { params: { id } });
    expect(opened.customer?.id).toBe(server.world.buyerCompanyId);
    expect(opened.members).toHaveLength(2);
    const third = await server.client('third');
    await expect(third.call(readProject, { params: { id } })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});
