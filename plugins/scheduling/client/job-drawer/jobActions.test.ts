import { jobStatusSchema } from '@sinter/sdk/contract/scheduling/jobs';
import { describe, expect, it } from 'vitest';
import { allowedJobEvents, jobTransitions } from '../../server/transitions.ts';
import { actionsOf, isCorrection, mayMerge, mayRerun, needsReason } from './jobActions.ts';

describe('actions on a job', () => {
  it.each(jobStatusSchema.options)('are those that the server allows when it is %s', (jobStatus) => {
    expect(actionsOf({ jobStatus, jobType: 'ORDER' }, true).sort()).toEqual(allowedJobEvents(jobStatus).sort());
  });

  it('ask for a reason where the server wants one', () => {
    for (const { event, needsReason: wanted = false } of jobTransitions) expect(needsReason(event)).toBe(wanted);
  });

  it('correct what is over only for those who may edit production settings', () => {
    expect(actionsOf({ jobStatus: 'COMPLETED', jobType: 'ORDER' }, false)).toEqual([]);
    expect(actionsOf({ jobStatus: 'COMPLETED', jobType: 'ORDER' }, true).every(isCorrection)).toBe(true);
  });

  it('leave downtimes to the clock and to the calls for downtimes', () => {
    for (const jobStatus of jobStatusSchema.options) {
      const downtime = { jobStatus, jobType: 'DOWNTIME' } as const;
      expect([actionsOf(downtime, true), mayMerge(downtime), mayRerun(downtime)]).toEqual([[], false, false]);
    }
  });

  it('merge what has not begun, and run again what is over', () => {
    const those = (may: typeof mayMerge) =>
      jobStatusSchema.options.filter((jobStatus) => may({ jobStatus, jobType: 'ORDER' }));
    expect(those(mayMerge)).toEqual(['QUEUED', 'WAITING']);
    expect(those(mayRerun)).toEqual(['COMPLETED', 'FAILED', 'CANCELLED', 'MERGED']);
  });
});
