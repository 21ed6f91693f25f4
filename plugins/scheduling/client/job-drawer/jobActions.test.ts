import { jobStatusSchema } from '@sinter/sdk/contract/scheduling';
import { describe, expect, it } from 'vitest';
import { allowedJobEvents, jobTransitions } from '../../server/transitions.ts';
import { actionsOf, needsReason } from './jobActions.ts';

describe('actions on a job', () => {
  it.each(jobStatusSchema.options)('are those that the server allows when it is %s', (jobStatus) => {
    expect(actionsOf({ jobStatus, jobType: 'ORDER' }).sort()).toEqual(allowedJobEvents(jobStatus).sort());
  });

  it('ask for a reason where the server wants one', () => {
    for (const { event, needsReason: wanted = false } of jobTransitions) expect(needsReason(event)).toBe(wanted);
  });

  it('leave out for downtime what only builds can do', () => {
    expect(actionsOf({ jobStatus: 'IN_PROGRESS', jobType: 'DOWNTIME' })).toEqual(['COMPLETE', 'CANCEL']);
  });
});
