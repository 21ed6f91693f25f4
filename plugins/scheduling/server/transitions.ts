import { CallError } from '@sinter/sdk/contract/errors';
import type { Job, JobEvent, JobStatus } from '@sinter/sdk/contract/scheduling/jobs';
import { say } from './texts.ts';

type JobType = Job['jobType'];

export interface JobTransition {
  event: JobEvent;
  from: readonly JobStatus[];
  to: JobStatus;
  /** The person has to say why. */
  needsReason?: true;
  /** Puts right what was said before: needs MES_SETTINGS_EDITOR. */
  corrects?: true;
}

/** How a build's status changes. Everything that is not here is refused; merging has a call of its own. */
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
  { event: 'CORRECT_TO_COMPLETED', from: ['FAILED'], to: 'COMPLETED', needsReason: true, corrects: true },
  { event: 'CORRECT_TO_FAILED', from: ['COMPLETED'], to: 'FAILED', needsReason: true, corrects: true },
];

/** Downtimes follow the clock, and people only by the calls for downtimes. */
export const isDowntime = (type: string): boolean => type === 'DOWNTIME' || type === 'POST_PROCESSING_DOWNTIME';

const transitionsFrom = (status: JobStatus, type: JobType): readonly JobTransition[] =>
  isDowntime(type) ? [] : jobTransitions.filter((row) => row.from.includes(status));

export const allowedJobEvents = (status: JobStatus, type: JobType = 'ORDER'): JobEvent[] =>
  transitionsFrom(status, type).map((row) => row.event);

export function requireTransition(event: JobEvent, status: JobStatus, type: JobType): JobTransition {
  const found = transitionsFrom(status, type).find((row) => row.event === event);
  if (found) return found;
  throw refusedTransition(event, status, type);
}

/** `event` may also be one of the calls that are no events of the table: MERGE, RERUN, … */
export const refusedTransition = (event: string, status: JobStatus, type: JobType): CallError =>
  new CallError('TRANSITION_REFUSED', say('notNow', { status: say(`status.${status}`) }), {
    from: status,
    event,
    allowed: allowedJobEvents(status, type),
  });

/** Statuses in which a job keeps its machine busy and its parts taken. */
export const reserving = ['WAITING', 'QUEUED', 'IN_PROGRESS', 'PAUSED'] as const satisfies readonly JobStatus[];
export const running = ['IN_PROGRESS', 'PAUSED'] as const satisfies readonly JobStatus[];
export const isAmong = (statuses: readonly string[], status: string): boolean => statuses.includes(status);
