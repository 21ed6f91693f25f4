import { expect, it } from 'vitest';
import { publishEvent } from '@sinter/sdk/contract/apps/backend';
import { listDocuments, putDocument } from '@sinter/sdk/contract/apps/storage';
import { CallError } from '@sinter/sdk/contract/errors';
import { facilityJobs } from '@sinter/sdk/contract/scheduling/chart';
import { jobDrawer } from '@sinter/sdk/contract/scheduling/jobSlots';
import { rowBadge } from '@sinter/sdk/contract/scheduling/rowBadge';
import { fakeHost } from '@sinter/sdk/testing';
import { today } from '@sinter/sdk/ui/dates';
import { maintenanceDone } from './events.ts';
import plugin from './index.ts';
import { Maintenance } from './Maintenance.ts';
import { addDays, agendaOf, buildHours, dueOn, type Plan } from './plan.ts';

const plan: Plan = {
  equipmentId: 5,
  machine: 'Fortus 450',
  task: 'Clean the nozzle',
  everyDays: 30,
  everyBuildHours: 100,
  lastDone: '2026-11-01',
};
const hour = 3_600_000;
const job = (from: string, hours: number, change: object = {}) => {
  const fromDate = Date.parse(from);
  return {
    equipmentId: 5,
    jobType: 'ORDER',
    jobStatus: 'COMPLETED',
    fromDate: String(fromDate),
    toDate: String(fromDate + hours * hour),
    ...change,
  };
};
const stored = (key: string, value: object, revision = 1) => ({
  key,
  value,
  revision,
  updatedAt: '2026-11-01T10:00:00Z',
});

it('registers what plugin.json declares, and leaves nothing behind', async () => {
  const { host, pages, contributions, stop, held } = fakeHost({ id: plugin.id });
  await plugin.setup(host);
  expect([...pages.keys()]).toEqual(['calendar']);
  expect([...contributions(rowBadge), ...contributions(jobDrawer)].map(({ id }) => id)).toEqual(['due', 'next']);
  stop();
  expect(held()).toBe(0);
});

it('counts hours of building since the maintenance, up to now', () => {
  const now = Date.parse('2026-11-20T12:00Z');
  const jobs = [
    job('2026-10-31T00:00Z', 10),
    job('2026-11-10T00:00Z', 20),
    job('2026-11-20T10:00Z', 50, { jobStatus: 'IN_PROGRESS' }),
    job('2026-11-12T00:00Z', 7, { jobType: 'DOWNTIME' }),
    job('2026-11-12T00:00Z', 7, { jobStatus: 'QUEUED' }),
    job('2026-11-12T00:00Z', 7, { equipmentId: 6 }),
  ];
  expect(buildHours(jobs, plan, now)).toBe(22);
});

it('is due after days, or hours of building if they come first', () => {
  expect(dueOn(plan, 20, '2026-11-10')).toBe('2026-12-01');
  expect(dueOn(plan, 100, '2026-11-10')).toBe('2026-11-10');
  expect(dueOn(plan, null, '2026-11-10')).toBe('2026-12-01');
});

it('looks ahead month by month; what is overdue stands at today, and only that can be done', () => {
  const task = { ...plan, key: 'plans/1', revision: 1, buildHours: 0, dueOn: '2026-11-05' };
  const agenda = agendaOf([task], '2026-11-10', 60);
  expect(agenda.map(({ month, entries }) => [month, entries.map(({ on, again }) => [on, again])])).toEqual([
    ['2026-11', [['2026-11-10', false]]],
    ['2026-12', [['2026-12-10', true]]],
    ['2027-01', [['2027-01-09', true]]],
  ]);
});

it('reads its documents once for all who show them, and again when a machine was maintained', async () => {
  const { host, api, receive } = fakeHost({ id: plugin.id });
  api.answer(listDocuments, ({ query: { after } }) =>
    after === undefined
      ? { documents: [stored('plans/1', { ...plan, lastDone: today() })], next: 'plans/1' }
      : { documents: [stored('plans/2', { ...plan, equipmentId: 6, lastDone: addDays(today(), -90) })], next: null },
  );
  api.answer(facilityJobs, new CallError('FORBIDDEN'));
  const store = new Maintenance(host);
  const stops = [store.start(), store.start()];
  await expect.poll(() => store.tasks.answer?.map(({ key }) => key)).toEqual(['plans/2', 'plans/1']);
  expect(store.next(5)).toMatchObject({ key: 'plans/1', dueOn: addDays(today(), 30), buildHours: null });
  expect(api.sent(listDocuments)).toHaveLength(2);
  receive(maintenanceDone, { equipmentId: 5 });
  await expect.poll(() => api.sent(listDocuments).length).toBe(4);
  stops.forEach((stop) => stop());
});

it('notes down what was done with the revision it has read, and tells all who work there', async () => {
  const { host, api } = fakeHost({ id: plugin.id });
  api.answer(listDocuments, { documents: [stored('plans/1', plan, 3)], next: null });
  api.answer(facilityJobs, []);
  api.answer(putDocument, { key: 'plans/1', revision: 4, updatedAt: '2026-11-23T10:00:00Z' });
  api.answer(publishEvent, { success: 'true' });
  const store = new Maintenance(host);
  const stop = store.start();
  await expect.poll(() => store.tasks.answer?.length).toBe(1);
  const [task] = store.tasks.answer ?? [];
  expect(task && (await store.done.run(task))).toBe(true);
  expect(api.sent(putDocument)).toEqual([
    {
      params: { id: plugin.id, area: 'facility', key: 'plans/1' },
      body: { revision: 3, value: { ...plan, lastDone: today() } },
    },
  ]);
  expect(api.sent(publishEvent)).toMatchObject([{ body: { type: maintenanceDone.type, payload: { equipmentId: 5 } } }]);
  stop();
});
