import type { Job, JobEvent, JobStatus } from '@sinter/sdk/contract/scheduling';
import { isDowntime } from '../status.ts';

/** What may be done to a job, the usual thing first. The server decides; this says what to offer. */
const offered: Record<JobStatus, readonly JobEvent[]> = {
  WAITING: ['RELEASE', 'CANCEL'],
  QUEUED: ['START', 'PUT_BACK', 'CANCEL'],
  IN_PROGRESS: ['COMPLETE', 'PAUSE', 'FAIL', 'CANCEL'],
  PAUSED: ['RESUME', 'COMPLETE', 'FAIL', 'CANCEL'],
  CANCELLED: ['RESTORE'],
  COMPLETED: [],
  FAILED: [],
  MERGED: [],
};

/** Downtime is started, ended or called off; it makes nothing that could fail. */
const forDowntime: readonly JobEvent[] = ['START', 'COMPLETE', 'CANCEL'];

export const actionsOf = (job: Pick<Job, 'jobStatus' | 'jobType'>): JobEvent[] =>
  offered[job.jobStatus].filter((event) => !isDowntime(job) || forDowntime.includes(event));

export const isEditable = (job: Pick<Job, 'jobStatus' | 'jobType'>): boolean =>
  job.jobStatus === 'QUEUED' && !isDowntime(job);

export const needsReason = (event: JobEvent): boolean => event === 'FAIL' || event === 'CANCEL';
/** Good parts are counted for every file. */
export const needsCounts = (event: JobEvent): boolean => event === 'COMPLETE' || event === 'FAIL';
export const isDanger = (event: JobEvent): boolean => event === 'FAIL' || event === 'CANCEL';
