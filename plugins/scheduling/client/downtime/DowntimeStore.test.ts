import { createDowntime, updateDowntime } from '@sinter/sdk/contract/scheduling/downtime';
import { CallError } from '@sinter/sdk/contract/errors';
import { listJobs, readJob } from '@sinter/sdk/contract/scheduling/jobs';
import type { Job } from '@sinter/sdk/contract/scheduling/jobs';
import { fakeHost } from '@sinter/sdk/testing';
import moment from 'moment';
import { describe, expect, it } from 'vitest';
import { aFullJob, aMachine, planner } from '../testing.ts';
import { Zone } from '../zone.ts';
import texts from '../../locales/en_US.json' with { type: 'json' };
import { DowntimeStore } from './DowntimeStore.ts';
import { downtimeSchema, emptyDowntime } from './downtimeValues.ts';
import type { CheckedDowntime, DowntimeValues } from './downtimeValues.ts';

const zone = new Zone('Europe/Berlin');
const post = aMachine(2, { machine: { ...aMachine(2).machine, kind: 'POST_PROCESSING_MACHINE' } });
const entered: CheckedDowntime = {
  ...{ ...emptyDowntime, jobName: 'Laser service', equipmentDTO: 1 },
  ...{ fromDate: moment('2026-11-25 08:00'), toDate: moment('2026-11-25 10:00') },
};
const weekly: CheckedDowntime = { ...entered, repeats: true, every: 'WEEK', count: 3 };
const a = (hour: number, more: Partial<Job> = {}) =>
  aFullJob({
    ...{ fromDate: String(Date.UTC(2026, 11, 2, hour - 1)), toDate: String(Date.UTC(2026, 11, 2, hour)) },
    ...more,
  });

function form(job: Job | null = null) {
  const fake = fakeHost({ id: 'scheduling', user: planner() });
  fake.api.answer(listJobs, { jobDTOS: [], totalCount: 0 });
  return { ...fake, store: new DowntimeStore(fake.host, zone, [aMachine(1), post], job) };
}
const rested = () => new Promise((resolve) => setTimeout(resolve, 20));

describe('a downtime', () => {
  it('is sent by the clock of the facility, once', async () => {
    const { store, api } = form();
    api.answer(createDowntime, { jobDTOS: [aFullJob({ id: 30 })] });
    expect(await store.save(entered)).toMatchObject({ id: 30 });
    await store.save({ ...entered, equipmentDTO: 2 });
    const [first, second] = api.sent(createDowntime);
    expect(first?.body).toMatchObject({
      ...{ equipmentId: 1, jobType: 'DOWNTIME', repeat: null, skipTaken: false },
      ...{ fromDate: String(Date.UTC(2026, 10, 25, 7)), toDate: String(Date.UTC(2026, 10, 25, 9)) },
    });
    expect(second?.body).toMatchObject({ jobType: 'POST_PROCESSING_DOWNTIME', eventId: first?.body.eventId });
  });

  it('shows its next times, and names the jobs that it meets; what is over is no obstacle', async () => {
    const { store, api } = form();
    const jobs = [a(9, { id: 41, jobName: 'Bracket' }), a(10, { id: 42, jobStatus: 'CANCELLED' })];
    api.answer(listJobs, { jobDTOS: jobs, totalCount: 2 });
    store.follow(weekly);
    await rested();
    expect(
      store.occurrences.map(({ from, meets }) => [new Date(from).getUTCDate(), meets.map(({ id }) => id)]),
    ).toEqual([
      [25, []],
      [2, [41]],
      [9, []],
    ]);
    expect(api.sent(listJobs)).toMatchObject([{ query: { equipmentId: 1 } }]);
  });

  it('can leave out the times that are taken', async () => {
    const { store, api } = form();
    api.answer(createDowntime, { jobDTOS: [aFullJob()] });
    await store.save({ ...weekly, skipTaken: true, weekdays: [5, 1] });
    expect(api.sent(createDowntime)).toMatchObject([
      { body: { skipTaken: true, repeat: { every: 'WEEK', interval: 1, weekdays: [1, 5], count: 3 } } },
    ]);
    api.answer(createDowntime, { jobDTOS: [] });
    expect(await store.save({ ...weekly, skipTaken: true })).toBeNull();
    expect(store.refused.error?.code).toBe('SLOT_TAKEN');
  });

  it('names the job in the way when it is refused, and keeps what was entered', async () => {
    const { store, api } = form();
    store.follow(entered);
    api.answer(createDowntime, new CallError('SLOT_TAKEN', undefined, { obstacle: 'BUSY', jobId: 41 }));
    api.answer(readJob, aFullJob({ id: 41, jobName: 'Bracket' }));
    expect(await store.save(entered)).toBeNull();
    expect(store.refused.inTheWay?.jobName).toBe('Bracket');
    expect(store.unsaved).toBe(true);
  });

  it('is changed alone or with the later ones, from the version that was seen', async () => {
    const job = aFullJob({ id: 30, jobType: 'DOWNTIME', jobName: 'Service', seriesId: 30, version: 2 });
    const { store, api } = form(job);
    api.answer(updateDowntime, job);
    await store.save({ ...entered, scope: 'FOLLOWING' });
    expect(api.sent(updateDowntime)).toMatchObject([{ params: { id: 30 }, body: { scope: 'FOLLOWING', version: 2 } }]);
  });

  it('shows both versions when somebody else was faster', async () => {
    const job = aFullJob({ id: 30, jobType: 'DOWNTIME', jobName: 'Service', version: 2 });
    const { store, api } = form(job);
    const mine: DowntimeValues = { ...store.initial, jobNotes: 'Mine' };
    store.follow(mine);
    api.answer(updateDowntime, new CallError('CHANGED'));
    api.answer(readJob, { ...job, version: 3, jobName: 'Repair' });
    expect(await store.save({ ...entered, jobNotes: 'Mine' })).toBeNull();
    expect(store.conflict?.rows).toEqual([
      { field: 'jobName', side: 'theirs' },
      { field: 'jobNotes', side: 'mine' },
    ]);
    expect(store.settle()).toMatchObject({ jobName: 'Repair', jobNotes: 'Mine' });
    expect(store.job?.version).toBe(3);
  });
});

it('says what is missing', () => {
  const { host } = fakeHost({ id: 'scheduling', texts });
  const problems = (values: DowntimeValues) => {
    const parsed = downtimeSchema(host.t).safeParse(values);
    return Object.fromEntries(parsed.error?.issues.map(({ path, message }) => [path.join('.'), message]) ?? []);
  };
  expect(problems(emptyDowntime)).toEqual({
    jobName: 'Please enter a reason',
    equipmentDTO: 'Please select an equipment',
    fromDate: 'Please select start date',
    toDate: 'Please select end date',
  });
  expect(problems({ ...weekly, count: null, interval: 60 })).toEqual({
    interval: 'Please enter a whole number from 1 to 52',
    count: 'Please enter a whole number from 2 to 366',
  });
  expect(problems({ ...weekly, toDate: entered.fromDate })).toEqual({ toDate: 'The end must be after the start.' });
});
