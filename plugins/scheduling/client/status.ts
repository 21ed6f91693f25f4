import type { ChartJob, JobStatus } from '@sinter/sdk/contract/scheduling';
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

/** Reported by the machine itself rather than planned by a person. */
export const isFromMachine = ({ jobCreationType }: Pick<ChartJob, 'jobCreationType'>): boolean =>
  jobCreationType === 'MACHINE_CONNECTIVITY';
