import type { JobStatus } from '@sinter/sdk/contract/scheduling/jobs';
import { defineJob, type Services, type Work } from '@sinter/sdk/server';
import * as z from 'zod';
import { changeRow, jobsDb, lockJob, record, type LockedJob } from './job.ts';
import { isDowntime } from './transitions.ts';

/** Runs when a downtime begins and when it ends. */
export const clockJob = defineJob({
  name: 'scheduling.clock',
  payload: z.object({ jobId: z.number().int() }),
  lane: 'light',
  maxAttempts: 25,
});

/** The statuses that a downtime passes until it has the one of this time. Pure. */
export function clockSteps(status: JobStatus, time: { from: number; to: number }, now: number): JobStatus[] {
  const steps: JobStatus[] = [];
  if (status === 'QUEUED' && time.from <= now) steps.push('IN_PROGRESS');
  if ((status === 'IN_PROGRESS' || steps.length > 0) && time.to <= now) steps.push('COMPLETED');
  return steps;
}

/** Gives a downtime the status of this time, and asks to be called again when the next one is due. */
export async function followClock(unit: Work, job: LockedJob, userId: number | null = null): Promise<LockedJob> {
  const [from, to] = [job.from_date.getTime(), job.to_date.getTime()];
  let { status } = job;
  for (const step of clockSteps(status, { from, to }, Date.now())) {
    const started_at = step === 'IN_PROGRESS' ? job.from_date : job.started_at;
    await changeRow(unit, job.id, { status: step, started_at });
    await record(
      unit,
      { ...job, status: step },
      { event: step === 'COMPLETED' ? 'COMPLETE' : 'START', userId, before: status },
    );
    status = step;
  }
  const due = status === 'QUEUED' ? from : status === 'IN_PROGRESS' ? to : null;
  if (due !== null)
    await unit.enqueue(clockJob, { jobId: job.id }, { key: `downtime ${job.id}`, runAt: new Date(due) });
  return { ...job, status };
}

/** Works however late it is called, and however often. */
export async function onClock(services: Services, { jobId }: z.output<typeof clockJob.payload>): Promise<void> {
  await services.write(async (unit) => {
    const row = await jobsDb(unit).selectFrom('job').select('facility_id').where('id', '=', jobId).executeTakeFirst();
    if (!row) return;
    const job = await lockJob(unit, row.facility_id, jobId);
    if (isDowntime(job.job_type)) await followClock(unit, job);
  });
}
