import * as z from 'zod';

/** Specification 4.3. Transitions: product 3.2. */
export const jobStatusSchema = z.enum([
  'QUEUED',
  'IN_PROGRESS',
  'COMPLETED',
  'FAILED',
  'CANCELLED',
  'PAUSED',
  'WAITING',
  'MERGED',
]);
export type JobStatus = z.infer<typeof jobStatusSchema>;

/** What a user can do to a job (product 3.2). */
export const jobEventSchema = z.enum([
  'RELEASE',
  'PUT_BACK',
  'START',
  'PAUSE',
  'RESUME',
  'COMPLETE',
  'FAIL',
  'CANCEL',
  'RESTORE',
  'CORRECT_TO_COMPLETED',
  'CORRECT_TO_FAILED',
]);
export type JobEvent = z.infer<typeof jobEventSchema>;
