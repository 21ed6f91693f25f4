import { jobEventSchema, jobStatusSchema, type JobEvent, type JobStatus } from '@sinter/sdk/contract/scheduling';
import { expect, test } from 'vitest';
import { allowedJobEvents, findJobTransition } from './transitions.ts';

/** Everything that is allowed; all other pairs are refused. */
const allowed: Record<JobStatus, Partial<Record<JobEvent, JobStatus>>> = {
  WAITING: { RELEASE: 'QUEUED', CANCEL: 'CANCELLED' },
  QUEUED: { PUT_BACK: 'WAITING', START: 'IN_PROGRESS', CANCEL: 'CANCELLED' },
  IN_PROGRESS: { PAUSE: 'PAUSED', COMPLETE: 'COMPLETED', FAIL: 'FAILED', CANCEL: 'CANCELLED' },
  PAUSED: { RESUME: 'IN_PROGRESS', COMPLETE: 'COMPLETED', FAIL: 'FAILED', CANCEL: 'CANCELLED' },
  CANCELLED: { RESTORE: 'QUEUED' },
  COMPLETED: {},
  FAILED: {},
  MERGED: {},
};

test('every event on every status leads where the table says, or nowhere', () => {
  for (const status of jobStatusSchema.options) {
    for (const event of jobEventSchema.options) {
      expect(findJobTransition(event, status)?.to, `${event} on ${status}`).toBe(allowed[status][event]);
    }
    expect(allowedJobEvents(status).sort()).toEqual(Object.keys(allowed[status]).sort());
  }
});
