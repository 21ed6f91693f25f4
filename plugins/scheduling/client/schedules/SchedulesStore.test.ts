import { openCalendar, readCalendar } from '@sinter/sdk/contract/scheduling/calendar';
import { listEquipments, listMaterials } from '@sinter/sdk/contract/catalog/catalog';
import { facilityJobs } from '@sinter/sdk/contract/scheduling/chart';
import { CallError } from '@sinter/sdk/contract/errors';
import { searchOrders } from '@sinter/sdk/contract/orders/rows';
import { listJobs, readJob } from '@sinter/sdk/contract/scheduling/jobs';
import { fakeHost, fakeStorage } from '@sinter/sdk/testing';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { keptEntry } from '../job-drawer/entered.ts';
import { emptyJob } from '../job-drawer/jobValues.ts';
import { aFullJob, aMachine, planner } from '../testing.ts';
import { SchedulesStore } from './SchedulesStore.ts';

const day = 86_400_000;
const now = Date.UTC(2026, 10, 25, 12);
const job = aFullJob({ fromDate: String(now + 30 * day), toDate: String(now + 31 * day) });

function open(search: string, user = planner()) {
  const fake = fakeHost({ id: 'scheduling', user, location: { pathname: '/service-provider/schedules', search } });
  fake.api.answer(readCalendar, { ...openCalendar, timeZone: 'Europe/Berlin' });
  fake.api.answer(listEquipments, [aMachine(1)]);
  fake.api.answer(listMaterials, []);
  fake.api.answer(facilityJobs, []);
  fake.api.answer(searchOrders, { orders: [], totalCount: 0 });
  fake.api.answer(listJobs, { jobDTOS: [], totalCount: 0 });
  fake.api.answer(readJob, job);
  const store = new SchedulesStore(fake.host);
  return { ...fake, store, stop: store.start() };
}

beforeEach(() => {
  vi.useFakeTimers({ now });
  vi.stubGlobal('sessionStorage', fakeStorage());
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('the address of the production schedule', () => {
  it('opens a job with its days, and says which one while it is open', async () => {
    const { store, host, stop } = open('?job=7');
    await vi.advanceTimersByTimeAsync(1000);
    expect(store.board.drawer).toMatchObject({ kind: 'job', job: { id: 7 } });
    expect(store.day).toBe('2026-12-25');
    expect(host.location.get().search).toBe('?view=week&day=2026-12-25&job=7');
    store.board.close();
    expect(host.location.get().search).toBe('?view=week&day=2026-12-25');
    stop();
  });

  it('plans the rest of an order, for those who may', () => {
    expect(open('?order=12').store.board.drawer).toEqual({ kind: 'new', orderId: 12 });
    expect(open('?order=12', planner([])).store.board.drawer).toBeNull();
  });

  it('says so when there is no such job', async () => {
    const { store, api, stop } = open('');
    api.answer(readJob, new CallError('NOT_FOUND'));
    await vi.advanceTimersByTimeAsync(1000);
    expect(store.board.drawer).toBeNull();
    stop();
  });

  it('keeps what the list is limited to', async () => {
    const search = '?view=list&from=2026-11-01&to=2026-11-30&machine=1&type=DOWNTIME&tag=9,12&page=2';
    const { store, host, stop } = open(search);
    expect(store.list.limits).toEqual({
      ...{
        range: { from: '2026-11-01', to: '2026-11-30' },
        equipmentId: 1,
        jobType: 'DOWNTIME',
        tagIds: [9, 12],
        page: 1,
      },
    });
    store.list.limit({ jobType: null });
    await vi.advanceTimersByTimeAsync(10);
    expect(host.location.get().search).toBe('?view=list&from=2026-11-01&to=2026-11-30&machine=1&tag=9,12');
    stop();
  });
});

describe('a form that was being filled in when the page was loaded again', () => {
  it('is open again, and is not given up for the job of the address', async () => {
    const { host } = fakeHost({ id: 'scheduling', user: planner() });
    const values = { ...emptyJob, jobName: 'Half done' };
    keptEntry(host).write({ form: 'job', job, eventId: 'e', values });
    const { store, stop } = open('?job=7');
    await vi.advanceTimersByTimeAsync(1000);
    expect(store.board.drawer).toMatchObject({
      kind: 'edit',
      job: { id: 7 },
      begun: { values: { jobName: 'Half done' } },
    });
    stop();
  });
});
