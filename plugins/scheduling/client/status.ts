import type { ChartJob } from '@sinter/sdk/contract/scheduling/chartJob';
import type { JobStatus } from '@sinter/sdk/contract/scheduling/jobs';
import type { Tone } from '@sinter/sdk/ui';

/** Colours of specification 4.3. */
export const toneOf: Record<JobStatus, Tone> = {
  QUEUED: 'grey',
  WAITING: 'grey',
  IN_PROGRESS: 'blue',
  PAUSED: 'amber',
  COMPLETED: 'green',
  MERGED: 'green',
  FAILED: 'red',
  CANCELLED: 'red',
};

export const isDowntime = ({ jobType }: Pick<ChartJob, 'jobType'>): boolean =>
  jobType === 'DOWNTIME' || jobType === 'POST_PROCESSING_DOWNTIME';

const open: ReadonlySet<JobStatus> = new Set<JobStatus>(['QUEUED', 'WAITING', 'IN_PROGRESS', 'PAUSED']);

/** Not over yet: takes its machine, so that no other may at the same time. */
export const isOpen = ({ jobStatus }: Pick<ChartJob, 'jobStatus'>): boolean => open.has(jobStatus);

/** The start and the machine are locked as soon as a job is no longer queued (specification 4.3). */
export const mayMove = ({ jobStatus }: Pick<ChartJob, 'jobStatus'>): boolean => jobStatus === 'QUEUED';

/** A job that runs can still end earlier or later. */
export const mayEndElsewhere = isOpen;

/** Reported by the machine itself rather than planned by a person. */
export const isFromMachine = ({ jobCreationType }: Pick<ChartJob, 'jobCreationType'>): boolean =>
  jobCreationType === 'MACHINE_CONNECTIVITY';
