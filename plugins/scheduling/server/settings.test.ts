import { randomUUID } from 'node:crypto';
import { openCalendar, readCalendar, updateCalendar } from '@sinter/sdk/contract/scheduling/calendar';
import {
  createPriority,
  deletePriority,
  listPriorities,
  updatePriority,
} from '@sinter/sdk/contract/scheduling/priorities';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestClient, TestServer } from '../../../host/server/testing.ts';
import { outcome, schedulingTestServer } from './testing.ts';

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

test('a calendar is open until the facility sets its own', async () => {
  expect(await second.call(readCalendar, {})).toEqual({ ...openCalendar, timeZone: 'Europe/Paris' });
  const calendar = { ...openCalendar, holidays: [{ date: '2026-12-25', name: 'Noël' }], gridMinutes: 30 as const };
  await second.call(updateCalendar, { body: calendar });
  expect(await second.call(readCalendar, {})).toEqual({ ...calendar, timeZone: 'Europe/Paris' });
  expect(await admin.call(readCalendar, {})).toEqual({ ...openCalendar, timeZone: 'Europe/Berlin' });
  const holidays = [{ date: '2026-02-30', name: '' }];
  expect(await outcome(second.call(updateCalendar, { body: { ...calendar, holidays } }))).toBe('INVALID_INPUT');
});
