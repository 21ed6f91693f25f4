import { CallError } from '@sinter/sdk/contract/errors';
import { jobChanged } from '@sinter/sdk/contract/scheduling/events';
import { readPreference, savePreference } from '@sinter/sdk/contract/host/records';
import { listJobs } from '@sinter/sdk/contract/scheduling/jobs';
import { fakeHost } from '@sinter/sdk/testing';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { aFullJob, planner } from '../testing.ts';
import { Zone } from '../zone.ts';
import { JobsListStore } from './JobsListStore.ts';

beforeEach(() => vi.useFakeTimers({ now: Date.UTC(2026, 10, 21, 23, 30) }));
afterEach(() => void vi.useRealTimers());

function list() {
  const fake = fakeHost({ id: 'scheduling', user: planner() });
  fake.api.answer(listJobs, { jobDTOS: [aFullJob()], totalCount: 60 });
  fake.api.answer(readPreference, null);
  return { ...fake, store: new JobsListStore(fake.host, new Zone('Europe/Berlin')) };
}

describe('the job list', () => {
  it('has 25 jobs on a page, by default of the last seven days of the facility until the end of today', async () => {
    const { store, api } = list();
    const stop = store.start();
    await vi.runAllTimersAsync();
    // In Berlin it is the 22nd of November already.
    expect(store.list.filters.range).toEqual({ from: '2026-11-15', to: '2026-11-22' });
    expect(api.sent(listJobs)).toEqual([
      {
        params: { limit: 25, offset: 0 },
        query: {
          fromDate: String(Date.UTC(2026, 10, 14, 23)),
          toDate: String(Date.UTC(2026, 10, 22, 23)),
          sort: 'START',
          direction: 'desc',
        },
      },
    ]);
    store.list.showPage(2);
    await vi.runAllTimersAsync();
    expect(api.sent(listJobs).at(-1)?.params).toEqual({ limit: 25, offset: 50 });
    expect(store.list.total).toBe(60);
    store.list.sortBy({ key: 'priority', direction: 'asc' });
    await vi.runAllTimersAsync();
    expect(api.sent(listJobs).at(-1)).toMatchObject({
      params: { offset: 0 },
      query: { sort: 'PRIORITY', direction: 'asc' },
    });
    stop();
  });

  it('is narrowed by machine, type and days, from the first page on', async () => {
    const { store, api } = list();
    const stop = store.start();
    store.list.showPage(1);
    store.limit({ equipmentId: 4 });
    store.limit({ jobType: 'DOWNTIME' });
    store.limit({ range: { from: '2026-01-01', to: '2028-01-01' } });
    await vi.runAllTimersAsync();
    expect(api.sent(listJobs).at(-1)).toMatchObject({
      params: { offset: 0 },
      query: { equipmentId: 4, jobType: 'DOWNTIME' },
    });
    // At most a year.
    expect(store.list.filters.range.to).toBe('2026-12-31');
    stop();
  });

  it('follows changes while it is shown, and goes back when its page is gone', async () => {
    const { store, api, receive } = list();
    const end = store.start();
    await vi.runAllTimersAsync();
    store.show({ ...store.limits, page: 2 });
    await vi.runAllTimersAsync();
    api.answer(listJobs, ({ params }) => ({ jobDTOS: params.offset > 0 ? [] : [aFullJob()], totalCount: 1 }));
    const event = { jobId: 7, facilityId: 1, equipmentId: 1, status: 'QUEUED' };
    receive(jobChanged, event);
    receive(jobChanged, event);
    await vi.runAllTimersAsync();
    expect(api.sent(listJobs)).toHaveLength(4);
    expect([store.list.shown.page, store.list.rows.length]).toEqual([0, 1]);
    end();
    receive(jobChanged, event);
    await vi.runAllTimersAsync();
    expect(api.sent(listJobs)).toHaveLength(4);
  });

  it('keeps what it shows when it cannot be loaded', async () => {
    const { store, api } = list();
    const stop = store.start();
    await vi.runAllTimersAsync();
    api.answer(listJobs, new CallError('UNAVAILABLE'));
    store.list.retry();
    await vi.runAllTimersAsync();
    expect(store.list.error).toBeInstanceOf(CallError);
    expect(store.list.rows).toHaveLength(1);
    stop();
  });

  it('is exported as a whole, in pages of a hundred, and keeps machine and type under a name', async () => {
    const { store, api } = list();
    store.limit({ equipmentId: 4 });
    expect(api.sent(listJobs)).toEqual([]);
    api.answer(listJobs, ({ params: { limit, offset } }) => ({
      jobDTOS: Array.from({ length: Math.min(limit, 130 - offset) }, (_, index) => aFullJob({ id: offset + index })),
      totalCount: 130,
    }));
    const lines = await store.csv.read([{ title: 'ID', value: ({ id }) => `${id}` }]);
    expect([lines?.length, lines?.at(-1)]).toEqual([131, ['129']]);
    expect(api.sent(listJobs).map(({ params }) => params)).toEqual([
      { limit: 100, offset: 0 },
      { limit: 100, offset: 100 },
    ]);
    api.answerWithSample(savePreference);
    await store.saved.add('Service', { equipmentId: 4, jobType: null, tagIds: [9] });
    expect(api.sent(savePreference)).toMatchObject([
      { body: { preference: '[{"label":"Service","searchFilters":{"equipmentId":4,"jobType":null,"tagIds":[9]}}]' } },
    ]);
  });
});
