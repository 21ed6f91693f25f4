import type { Job } from '@sinter/sdk/contract/scheduling/jobs';
import { isDowntime, isFromMachine } from '../status.ts';

type Ruled = Pick<Job, 'jobStatus' | 'jobType' | 'jobSource' | 'jobCreationType'>;

/** What of a job stays as it is (specification 4.3). */
export interface Locks {
  /** The machine, the material and the secondary and support materials. */
  machine: boolean;
  /** Why, for people: it came from build planning, or it is no longer queued. */
  machineReason: 'planned' | 'status' | null;
  start: boolean;
  parts: boolean;
}

export function locksOf(job: Ruled | null): Locks {
  if (!job) return { machine: false, machineReason: null, start: false, parts: false };
  const queued = job.jobStatus === 'QUEUED';
  const planned = job.jobSource === 'BUILD_PLANNING';
  const machine = planned || !(queued || isFromMachine(job));
  return {
    machine,
    machineReason: planned ? 'planned' : machine ? 'status' : null,
    start: !queued && !isDowntime(job),
    parts: !queued,
  };
}

/** The Duration field is there for an existing job that is over, or that the machine reported. */
export const asksDuration = (job: Ruled | null): boolean =>
  job !== null && (job.jobStatus === 'COMPLETED' || job.jobStatus === 'FAILED' || isFromMachine(job));

/** What was called off, or went into another job, is changed no more. */
export const isEditable = ({ jobStatus, jobType }: Pick<Job, 'jobStatus' | 'jobType'>): boolean =>
  !isDowntime({ jobType }) && jobStatus !== 'CANCELLED' && jobStatus !== 'MERGED';
