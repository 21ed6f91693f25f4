import { listEquipments } from '@sinter/sdk/contract/catalog/catalog';
import { listJobs, readJob } from '@sinter/sdk/contract/scheduling/jobs';
import type { Job } from '@sinter/sdk/contract/scheduling/jobs';
import { fakeHost } from '@sinter/sdk/testing';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { TrayLine } from '../../tray/messages.ts';
import type { WantedModel } from '../tray/TraySession.ts';
import { aJob, aMachine } from '../testing.ts';
import { JobsScheduledStore } from './JobsScheduledStore.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 10, 25, 9) });
});
afterEach(() => {
  vi.useRealTimers();
});

async function screen(jobs: Job[]) {
  const fake = fakeHost({ id: 'grabcad' });
  fake.api.answer(listJobs, { jobDTOS: jobs, totalCount: 60 });
  fake.api.answer(listEquipments, [aMachine(1)]);
  fake.api.answer(readJob, ({ params }) => jobs.find(({ id }) => id === params.id) ?? aJob());
  const told: unknown[] = [];
  const store = new JobsScheduledStore(fake.host, {
    fill: async (wanted: readonly WantedModel[], jobId?: number) => {
      told.push({ fill: wanted, jobId });
      const lines: TrayLine[] = wanted.map(({ orderFileId, quantity }) => ({
        ...{ orderId: 41, fileId: orderFileId, fileName: 'a.stl', quantity },
      }));
      return { lines, failed: [] };
    },
    insertJob: async (job) => void told.push({ insertJob: job }),
  });
  store.start();
  await vi.waitFor(() => expect(store.loading).toBe(false));
  return { ...fake, store, told };
}

describe('the scheduled jobs', () => {
  it('are those of orders from last week to the end of today, 25 a page, of every machine', async () => {
    const { store, api } = await screen([aJob()]);
    const [from, to] = [Date.UTC(2026, 10, 18), Date.UTC(2026, 10, 26)];
    expect(api.sent(listJobs)).toEqual([
      {
        params: { limit: 25, offset: 0 },
        query: { jobType: 'ORDER', fromDate: String(from), toDate: String(to), equipmentId: undefined },
      },
    ]);
    expect(store.total).toBe(60);
  });

  it('begin with their first page when a filter changes, and the days never cross', async () => {
    const { store, api } = await screen([aJob()]);
    store.show({ page: 1 });
    store.show({ equipmentId: 1 });
    store.setFrom('2026-12-03');
    await vi.waitFor(() => expect(store.loading).toBe(false));
    expect(store.shown).toEqual({ page: 0, equipmentId: 1, from: '2026-12-03', to: '2026-12-03' });
    expect(api.sent(listJobs).at(-1)).toMatchObject({ params: { offset: 0 }, query: { equipmentId: 1 } });
  });

  it('can be sent while they are queued and of an order, with all of their parts', async () => {
    const { store, told } = await screen([aJob()]);
    await store.send(7);
    expect(told).toMatchObject([
      { fill: [{ orderFileId: 3, quantity: 2 }], jobId: 7 },
      { insertJob: { jobId: 7, jobName: 'Plate', equipment: { id: 1, name: 'SLS-01' }, lines: [{ fileId: 3 }] } },
    ]);
    expect(store.sentJob).toBe('Plate');
    const other = [aJob({ jobStatus: 'IN_PROGRESS' }), aJob({ jobType: 'FILLER' }), aJob({ jobType: 'DOWNTIME' })];
    expect(other.map((job) => store.canSend(job))).toEqual([false, false, false]);
  });

  it('are not sent when somebody has started them meanwhile', async () => {
    const { store, told } = await screen([aJob({ jobStatus: 'IN_PROGRESS' })]);
    await store.send(7);
    expect(told).toEqual([]);
    expect(store.sendError).toMatchObject({ code: 'JOB_NOT_QUEUED' });
  });
});
