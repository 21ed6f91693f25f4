import type { Job } from '@sinter/sdk/contract/scheduling/jobs';

type Ruled = Pick<Job, 'jobStatus' | 'jobSource' | 'jobCreationType'>;

const isFromMachine = ({ jobCreationType }: Ruled): boolean => jobCreationType === 'MACHINE_CONNECTIVITY';

/** Why the machine and the materials of a job stay as they are (specification 4.3), else `null`. */
export function lockOf(job: Ruled | null): 'planned' | 'status' | null {
  if (job?.jobSource === 'BUILD_PLANNING') return 'planned';
  return job === null || job.jobStatus === 'QUEUED' || isFromMachine(job) ? null : 'status';
}

/** It is out of the queue, and is changed here no more. What the machine reported never stood in it. */
export const hasLeft = (job: Ruled | null): boolean =>
  job !== null && job.jobStatus !== 'QUEUED' && !isFromMachine(job);

/** Of a job that the machine reported, people say how long it took. */
export const asksDuration = (job: Ruled | null): boolean => job !== null && isFromMachine(job);
