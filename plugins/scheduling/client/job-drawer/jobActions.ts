import type { Job, JobEvent, JobStatus } from '@sinter/sdk/contract/scheduling/jobs';
import { isDowntime } from '../status.ts';

/** What may be done to a build, the usual thing first. The server decides; this says what to offer. */
const offered: Record<JobStatus, readonly JobEvent[]> = {
  WAITING: ['RELEASE', 'CANCEL'],
  QUEUED: ['START', 'PUT_BACK', 'CANCEL'],
  IN_PROGRESS: ['COMPLETE', 'PAUSE', 'FAIL', 'CANCEL'],
  PAUSED: ['RESUME', 'COMPLETE', 'FAIL', 'CANCEL'],
  CANCELLED: ['RESTORE'],
  COMPLETED: ['CORRECT_TO_FAILED'],
  FAILED: ['CORRECT_TO_COMPLETED'],
  MERGED: [],
};

type Ruled = Pick<Job, 'jobStatus' | 'jobType'>;

/** `corrects`: the person may put right what was said before. Downtimes follow the clock and have ways of their own. */
export const actionsOf = ({ jobStatus, jobType }: Ruled, corrects: boolean): JobEvent[] =>
  isDowntime({ jobType }) ? [] : offered[jobStatus].filter((event) => corrects || !isCorrection(event));

export const isCorrection = (event: JobEvent): boolean =>
  event === 'CORRECT_TO_COMPLETED' || event === 'CORRECT_TO_FAILED';

const isFailure = (event: JobEvent): boolean => event === 'FAIL' || event === 'CORRECT_TO_FAILED';
const isCompletion = (event: JobEvent): boolean => event === 'COMPLETE' || event === 'CORRECT_TO_COMPLETED';

export const needsReason = (event: JobEvent): boolean =>
  isFailure(event) || event === 'CANCEL' || event === 'CORRECT_TO_COMPLETED';
/** Good parts are counted for every file. */
export const needsCounts = (event: JobEvent): boolean => isFailure(event) || isCompletion(event);
/** All of them, until somebody says otherwise. */
export const countsAll = isCompletion;
export const isDanger = (event: JobEvent): boolean => isFailure(event) || event === 'CANCEL';

/** Its parts can go into another job that is like it. */
export const mayMerge = ({ jobStatus, jobType }: Ruled): boolean =>
  !isDowntime({ jobType }) && (jobStatus === 'WAITING' || jobStatus === 'QUEUED');

const ended: readonly JobStatus[] = ['COMPLETED', 'FAILED', 'CANCELLED', 'MERGED'];
export const mayRerun = ({ jobStatus, jobType }: Ruled): boolean =>
  !isDowntime({ jobType }) && ended.includes(jobStatus);
