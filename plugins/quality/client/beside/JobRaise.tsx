import type { JobSlotProps } from '@sinter/sdk/contract/scheduling/jobSlots';
import RaiseButton from '../ncr/RaiseButton.tsx';

/** There is nothing yet, or no longer, that could be wrong with it. */
const without = ['WAITING', 'QUEUED', 'MERGED'];

/** In the schedule: something of a job does not conform. */
export default function JobRaise({ job: { id, jobName, jobStatus, equipmentId } }: JobSlotProps) {
  if (without.includes(jobStatus)) return null;
  const subject = { jobId: id, equipmentId };
  const about = { source: 'JOB' as const, subject, named: jobName, pieces: 1, holds: 'machine' as const };
  return <RaiseButton key={id} about={about} />;
}
