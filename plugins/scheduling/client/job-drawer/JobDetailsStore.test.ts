import { facilityJobs, mergeJobs, rerunJob, searchJobs } from '@sinter/sdk/contract/scheduling/chart';
import { CallError } from '@sinter/sdk/contract/errors';
import { fireJobEvent, readJob } from '@sinter/sdk/contract/scheduling/jobs';
import type { Job } from '@sinter/sdk/contract/scheduling/jobs';
import { fakeHost } from '@sinter/sdk/testing';
import { describe, expect, it, vi } from 'vitest';
import { aJob } from '../chart/testing.ts';
import { aFullJob, anOrderFile, planner } from '../testing.ts';
import { JobDetailsStore } from './JobDetailsStore.ts';

const files = [{ rfqCadFileId: 1, quantity: 6, completedQuantity: 2, fileName: 'a', rfqFileDTO: anOrderFile(1) }];
const jobOrderDTOs = [{ orderId: 5, subOrderId: null, rfqDTO: { id: 5, displayTitle: 'Arm' }, fileIds: files }];
const alike = { materialId: 50, parts: '', dueDate: null, version: 1 };
const at = 1_795_600_800_000;
const answered = () => new Promise((resolve) => setTimeout(resolve));

async function details(job: Partial<Job>, flags: { PRODUCTION_SCHEDULE?: boolean } = {}) {
  const user = planner(['PRODUCTION_SCHEDULER_AND_PLANNER_ACCESS', 'MES_SETTINGS_EDITOR']);
  const fake = fakeHost({ id: 'scheduling', user, flags });
  fake.api.answer(readJob, aFullJob({ jobOrderDTOs, ...job }));
  const desk = { changed: vi.fn(), open: vi.fn(), show: vi.fn() };
  const store = new JobDetailsStore(fake.host, 7, desk);
  store.start();
  await answered();
  return { ...fake, store, desk };
}

describe('a job in the drawer', () => {
  it('completes with the good parts of each file, all of them unless somebody says less', async () => {
    const { store, api, desk } = await details({ jobStatus: 'IN_PROGRESS' });
    api.answer(fireJobEvent, aFullJob({ jobStatus: 'COMPLETED' }));
    store.begin('COMPLETE');
    expect(store.counts.get(1)).toBe(6);
    store.setCount(1, 4);
    store.confirm();
    await answered();
    expect(api.sent(fireJobEvent)).toMatchObject([
      { body: { event: 'COMPLETE', completed: [{ rfqCadFileId: 1, completedQuantity: 4 }] } },
    ]);
    expect(desk.changed).toHaveBeenCalledOnce();
  });

  it('asks why a job failed or is called off, and fires nothing without a reason', async () => {
    const { store, api } = await details({ jobStatus: 'IN_PROGRESS' });
    api.answer(fireJobEvent, aFullJob({ jobStatus: 'CANCELLED' }));
    store.begin('CANCEL');
    store.confirm();
    expect(store.problem).toContain('action.reasonMissing');
    store.setReason('Powder ran out');
    store.confirm();
    await answered();
    expect(api.sent(fireJobEvent)).toMatchObject([{ body: { event: 'CANCEL', reason: 'Powder ran out' } }]);
  });

  it('is corrected with the quantities that were posted before as a start', async () => {
    const { store } = await details({ jobStatus: 'COMPLETED' });
    expect(store.actions).toEqual(['CORRECT_TO_FAILED']);
    store.begin('CORRECT_TO_FAILED');
    expect([store.asking, store.counts.get(1)]).toEqual(['CORRECT_TO_FAILED', 2]);
  });

  it('shows the refusal and what the job has become meanwhile', async () => {
    const { store, api } = await details({ jobStatus: 'QUEUED' });
    api.answer(fireJobEvent, CallError.received({ code: 'TRANSITION_REFUSED', message: 'The job is CANCELLED.' }));
    api.answer(readJob, aFullJob({ jobStatus: 'CANCELLED' }));
    store.begin('START');
    await answered();
    await answered();
    expect([store.problem, store.job?.jobStatus]).toEqual(['The job is CANCELLED.', 'CANCELLED']);
  });

  it('merges into another open job of the same material, the nearest in time first', async () => {
    const { store, api, desk } = await details({
      jobStatus: 'QUEUED',
      fromDate: String(at),
      toDate: String(at + 1000),
      version: 3,
    });
    api.answer(facilityJobs, [
      aJob({ id: 7, ...alike }),
      aJob({ id: 8, ...alike, fromDate: at + 90_000, toDate: at + 95_000 }),
      aJob({ id: 9, ...alike, fromDate: at + 6000, toDate: at + 7000 }),
      aJob({ id: 10, ...alike, materialId: 51 }),
      aJob({ id: 11, ...alike, jobStatus: 'IN_PROGRESS' }),
    ]);
    store.beginMerge(10);
    await answered();
    expect(store.merging?.candidates.answer?.map(({ id }) => id)).toEqual([9, 8]);
    store.merging?.choose(9);
    api.answer(mergeJobs, aFullJob({ id: 9 }));
    await store.merge();
    await answered();
    expect(api.sent(mergeJobs)).toEqual([{ params: { id: 7 }, body: { intoJobId: 9, version: 3 } }]);
    expect(desk.changed).toHaveBeenCalledTimes(2);
    expect(store.merging).toBeNull();
  });

  it('looks for those in the enterprise chart where there is no production schedule', async () => {
    const { store, api } = await details({ jobStatus: 'QUEUED' }, { PRODUCTION_SCHEDULE: false });
    api.answer(searchJobs, []);
    store.beginMerge(10);
    await answered();
    expect(api.sent(searchJobs)).toMatchObject([{ body: { models: [10] } }]);
  });

  it('runs again as a new job, which is shown', async () => {
    const { store, api, desk } = await details({ jobStatus: 'FAILED' });
    const again = aFullJob({ id: 70, rerunOfJobId: 7 });
    api.answer(rerunJob, again);
    await store.rerun();
    expect(desk.open).toHaveBeenCalledWith({ kind: 'job', job: again });
    expect(desk.show).toHaveBeenCalledWith(again);
  });
});
