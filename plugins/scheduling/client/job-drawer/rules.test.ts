import { jobStatusSchema } from '@sinter/sdk/contract/scheduling/jobs';
import type { Job } from '@sinter/sdk/contract/scheduling/jobs';
import { describe, expect, it } from 'vitest';
import { aFullJob } from '../testing.ts';
import { asksDuration, isEditable, locksOf } from './rules.ts';

const statuses = jobStatusSchema.options;
const those = (test: (job: Job) => boolean, more: Partial<Job> = {}) =>
  statuses.filter((jobStatus) => test(aFullJob({ ...more, jobStatus })));

describe('what can be changed (specification 4.3)', () => {
  it('of a new job is everything', () => {
    expect(locksOf(null)).toEqual({ machine: false, machineReason: null, start: false, parts: false });
    expect(asksDuration(null)).toBe(false);
  });

  it('machine, material and secondary materials only while the job is QUEUED', () => {
    expect(those((job) => !locksOf(job).machine)).toEqual(['QUEUED']);
  });

  it('or in every status when it came from machine connectivity', () => {
    expect(those((job) => !locksOf(job).machine, { jobCreationType: 'MACHINE_CONNECTIVITY' })).toEqual(statuses);
  });

  it('but never when it came from build planning', () => {
    const planned = { jobSource: 'BUILD_PLANNING' } as const;
    expect(those((job) => !locksOf(job).machine, planned)).toEqual([]);
    expect(those((job) => !locksOf(job).machine, { ...planned, jobCreationType: 'MACHINE_CONNECTIVITY' })).toEqual([]);
  });

  it('the start of a non-downtime job only while it is QUEUED', () => {
    expect(those((job) => !locksOf(job).start)).toEqual(['QUEUED']);
    expect(those((job) => !locksOf(job).start, { jobType: 'DOWNTIME' })).toEqual(statuses);
  });

  it('the duration when the job is COMPLETED or FAILED or came from machine connectivity', () => {
    expect(those(asksDuration)).toEqual(['COMPLETED', 'FAILED']);
    expect(those(asksDuration, { jobCreationType: 'MACHINE_CONNECTIVITY' })).toEqual(statuses);
  });

  it('nothing of a job that was called off or merged', () => {
    expect(those(isEditable)).toEqual(statuses.filter((status) => status !== 'CANCELLED' && status !== 'MERGED'));
  });
});
