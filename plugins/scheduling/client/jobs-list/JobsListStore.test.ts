import { CallError } from '@sinter/sdk/contract/errors';
import { jobChanged } from '@sinter/sdk/contract/events';
import { listJobs } from '@sinter/sdk/contract/scheduling';
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
  return { ...fake, store: new JobsListStore(fake.host, new Zone('Europe/Berlin')) };
}

describe('the job list', () => {
  it('has 25 jobs on a page, by default of the last seven days of the facility until the end of today', async () => {
    const { store, api } = list();
    await store.load();
    // In Berlin it is the 22nd of November already.
    expect(store.range).toEqual({ from: '2026-11-15', to: '2026-11-22' });
    expect(api.sent(listJobs)).toEqual([
      {
        params: { limit: 25, offset: 0 },
        query: { fromDate: String(Date.UTC(2026, 10, 14, 23)), toDate: String(Date.UTC(2026, 10, 22, 23)) },
      },
    ]);
    store.setPage(2);
    await vi.runAllTimersAsync();
    expect(api.sent(listJobs).at(-1)?.params).toEqual({ limit: 25, offset: 50 });
    expect(store.total).toBe(60);
  });

  it('is narrowed by machine, type and days, from the first page on', async () => {
    const { store, api } = list();
    const stop = store.start();
    store.setPage(1);
    store.setEquipment(4);
    store.setType('DOWNTIME');
    store.setRange({ from: '2026-01-01', to: '2028-01-01' });
    await vi.runAllTimersAsync();
    expect(api.sent(listJobs).at(-1)).toMatchObject({
      params: { offset: 0 },
      query: { equipmentId: 4, jobType: 'DOWNTIME' },
    });
    // At most a year.
    expect(store.range.to).toBe('2026-12-31');
    stop();
  });

  it('follows changes while it is shown, and goes back when its page is gone', async () => {
    const { store, api, receive } = list();
    const end = store.start();
    await vi.runAllTimersAsync();
    store.page = 2;
    api.answer(listJobs, ({ params }) => ({ jobDTOS: params.offset > 0 ? [] : [aFullJob()], totalCount: 1 }));
    const event = { jobId: 7, facilityId: 1, equipmentId: 1, status: 'QUEUED' };
    receive(jobChanged, event);
    receive(jobChanged, event);
    await vi.runAllTimersAsync();
    expect(api.sent(listJobs)).toHaveLength(3);
    expect([store.page, store.jobs.length]).toEqual([0, 1]);
    end();
    receive(jobChanged, event);
    await vi.runAllTimersAsync();
    expect(api.sent(listJobs)).toHaveLength(3);
  });

  it('keeps what it shows when it cannot be loaded', async () => {
    const { store, api } = list();
    await store.load();
    api.answer(listJobs, new CallError('UNAVAILABLE'));
    await store.load();
    expect(store.error).toBeInstanceOf(CallError);
    expect(store.jobs).toHaveLength(1);
  });
});
