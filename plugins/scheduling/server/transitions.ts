import type { JobEvent, JobStatus } from '@sinter/sdk/contract/scheduling';

export interface JobTransition {
  event: JobEvent;
  from: readonly JobStatus[];
  to: JobStatus;
  /** The person has to say why. */
  needsReason?: boolean;
}

/** How a job's status changes. Everything that is not here is refused. */
export const jobTransitions: readonly JobTransition[] = [
  { event: 'RELEASE', from: ['WAITING'], to: 'QUEUED' },
  { event: 'PUT_BACK', from: ['QUEUED'], to: 'WAITING' },
  { event: 'START', from: ['QUEUED'], to: 'IN_PROGRESS' },
  { event: 'PAUSE', from: ['IN_PROGRESS'], to: 'PAUSED' },
  { event: 'RESUME', from: ['PAUSED'], to: 'IN_PROGRESS' },
  { event: 'COMPLETE', from: ['IN_PROGRESS', 'PAUSED'], to: 'COMPLETED' },
  { event: 'FAIL', from: ['IN_PROGRESS', 'PAUSED'], to: 'FAILED', needsReason: true },
  { event: 'CANCEL', from: ['WAITING', 'QUEUED', 'IN_PROGRESS', 'PAUSED'], to: 'CANCELLED', needsReason: true },
  { event: 'RESTORE', from: ['CANCELLED'], to: 'QUEUED' },
];

export const findJobTransition = (event: JobEvent, status: JobStatus): JobTransition | null =>
  jobTransitions.find((row) => row.event === event && row.from.includes(status)) ?? null;

export const allowedJobEvents = (status: JobStatus): JobEvent[] =>
  jobTransitions.filter((row) => row.from.includes(status)).map((row) => row.event);

/** Statuses in which a job keeps its machine busy and its parts taken. */
export const reserving: readonly JobStatus[] = ['WAITING', 'QUEUED', 'IN_PROGRESS', 'PAUSED'];
