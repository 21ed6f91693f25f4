import { randomUUID } from 'node:crypto';
import { openCalendar, readCalendar, updateCalendar } from '@sinter/sdk/contract/scheduling/calendar';
import { searchOrders } from '@sinter/sdk/contract/orders/rows';
import { createJob, listJobs, readJob } from '@sinter/sdk/contract/scheduling/jobs';
import {
  createPriority,
  deletePriority,
  listPriorities,
  prioritizeOrder,
  updatePriority,
} from '@sinter/sdk/contract/scheduling/priorities';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestClient, TestServer } from '../../../host/server/testing.ts';
import { draftOf, hour, hoursAhead, machineOf, outcome, schedulingTestServer } from './testing.ts';

let server: TestServer;
let admin: TestClient;
let second: TestClient;

beforeAll(async () => {
  server = await schedulingTestServer();
  [admin, second] = await Promise.all([server.client('admin'), server.client('admin2')]);
});
afterAll(() => server.stop());

test("priority labels are the facility's own, each name once", async () => {
  const before = await admin.call(listPriorities, {});
  expect(before.map(({ label }) => label)).toEqual(['Rush', 'High', 'Normal', 'Low']);
  const body = { label: ' Someday ', color: '#123abc', eventId: randomUUID() };
  const made = await admin.call(createPriority, { body });
  expect(made).toMatchObject({ label: 'Someday', color: '#123abc' });
  expect(await admin.call(createPriority, { body })).toEqual(made);
  expect(
    await outcome(admin.call(createPriority, { body: { ...body, label: 'SOMEDAY', eventId: randomUUID() } })),
  ).toBe('CONFLICT');
  const both = await Promise.all(
    ['Twice', 'twice'].map((label) =>
      outcome(admin.call(createPriority, { body: { ...body, label, eventId: randomUUID() } })),
    ),
  );
  expect(both.sort()).toEqual(['CONFLICT', 'OK']);

  const params = { id: made.id };
  expect(await outcome(admin.call(updatePriority, { params, body: { label: 'rush', color: '#000000' } }))).toBe(
    'CONFLICT',
  );
  const renamed = await admin.call(updatePriority, { params, body: { label: 'someday', color: '#000000' } });
  expect(renamed).toEqual({ ...made, label: 'someday', color: '#000000' });
  const stolen = { params, body: { label: 'Mine', color: '#000000' } };
  expect(await outcome(second.call(updatePriority, stolen))).toBe('NOT_FOUND');
  expect(await outcome(second.call(deletePriority, { params }))).toBe('NOT_FOUND');
  expect(await admin.call(deletePriority, { params })).toBeNull();
  expect(await outcome(admin.call(deletePriority, { params }))).toBe('NOT_FOUND');
});

test('orders and jobs are given labels of the own facility, are sorted by them, and lose them with the label', async () => {
  const labels = await admin.call(listPriorities, {});
  const [rush, high] = labels.map(({ id }) => id);
  if (rush === undefined || high === undefined) throw new Error('The demo has no labels.');
  const [foreign] = await second.call(listPriorities, {});
  const search = async (direction?: 'asc' | 'desc') => {
    const query = { page: 0, size: 100, sort: 'PRIORITY' as const, direction };
    const { orders } = await admin.call(searchOrders, { query, body: { searchString: '', searchFilters: {} } });
    return orders.map(({ id, priorityId }) => [id, priorityId]);
  };
  const [first = 0, next = 0] = (await search()).map(([id]) => id ?? 0);
  const give = (orderId: number, priorityId: number | null, client = admin) =>
    client.call(prioritizeOrder, { params: { orderId }, body: { priorityId } });
  await give(first, high);
  await give(next, rush);
  expect((await search('asc')).slice(0, 3)).toMatchObject([
    [next, rush],
    [first, high],
    [expect.any(Number), null],
  ]);
  expect((await search('desc')).slice(0, 2)).toEqual([
    [first, high],
    [next, rush],
  ]);
  expect(await outcome(give(first, foreign?.id ?? 999_999))).toBe('NOT_FOUND');
  expect(await outcome(give(999_999, rush))).toBe('NOT_FOUND');

  const machine = await machineOf(server, 'SLS-01');
  const from = hoursAhead(24);
  const plan = (after: number, priorityId: number | null) =>
    admin.call(createJob, {
      body: {
        ...draftOf(machine, from + after * hour, 2),
        priorityDTO: priorityId === null ? null : { id: priorityId },
        eventId: randomUUID(),
      },
    });
  const [plain, urgent] = [await plan(4, null), await plan(0, rush)];
  expect([plain.priorityDTO, urgent.priorityDTO?.label]).toEqual([null, 'Rush']);
  expect(await outcome(plan(8, 999_999))).toBe('NOT_FOUND');
  const jobs = await admin.call(listJobs, {
    params: { limit: 10, offset: 0 },
    query: { sort: 'PRIORITY', direction: 'asc' },
  });
  expect(jobs.jobDTOS.map(({ id }) => id)).toEqual([urgent.id, plain.id]);

  await admin.call(deletePriority, { params: { id: rush } });
  expect((await search('asc')).map(([, label]) => label).filter((label) => label !== null)).toEqual([high]);
  expect((await admin.call(readJob, { params: { id: urgent.id } })).priorityDTO).toBeNull();
});

test('a calendar is open until the facility sets its own', async () => {
  expect(await second.call(readCalendar, {})).toEqual({ ...openCalendar, timeZone: 'Europe/Paris' });
  const calendar = { ...openCalendar, holidays: [{ date: '2026-12-25', name: 'Noël' }], gridMinutes: 30 as const };
  await second.call(updateCalendar, { body: calendar });
  expect(await second.call(readCalendar, {})).toEqual({ ...calendar, timeZone: 'Europe/Paris' });
  expect(await admin.call(readCalendar, {})).toEqual({ ...openCalendar, timeZone: 'Europe/Berlin' });
  const holidays = [{ date: '2026-02-30', name: '' }];
  expect(await outcome(second.call(updateCalendar, { body: { ...calendar, holidays } }))).toBe('INVALID_INPUT');
});
