import type { DemoWorld, Work } from '@sinter/sdk/server';
import { jobsDb } from './job.ts';

const hour = 3_600_000;

/**
 * What happens in a week beside builds that go as planned: a build that is paused, one that runs late into what comes
 * next, one that the machine itself has reported, and on a machine that stands still one that failed, one that waits, one
 * that was put into another one, and one that was called off.
 */
export async function seedVariety(unit: Work, { rootFacilityId }: DemoWorld): Promise<void> {
  const jobs = await jobsDb(unit)
    .selectFrom('job')
    .select(['id', 'equipment_id', 'job_type', 'status', 'from_date', 'to_date'])
    .where('facility_id', '=', rootFacilityId)
    .orderBy('equipment_id', 'desc')
    .orderBy('from_date')
    .execute();
  const set = (id: number | undefined, columns: Parameters<typeof change>[2]) => change(unit, id, columns);

  const running = jobs.filter(({ job_type, status }) => job_type !== 'DOWNTIME' && status === 'IN_PROGRESS');
  const [paused, late, reported] = running;
  await set(paused?.id, { status: 'PAUSED', notes: 'Waits for a new bottle of argon.' });
  await set(reported?.id, { job_creation_type: 'MACHINE_CONNECTIVITY' });
  const next = jobs.find((job) => job.equipment_id === late?.equipment_id && job.status === 'QUEUED');
  if (late && next) {
    const to_date = new Date(next.from_date.getTime() + 2 * hour);
    const estimated_hours = (to_date.getTime() - late.from_date.getTime()) / hour;
    await set(late.id, { to_date, estimated_hours, notes: 'A layer was built twice: it runs late.' });
  }

  const busy = new Set(running.map((job) => job.equipment_id));
  const idle = jobs.find((job) => !busy.has(job.equipment_id))?.equipment_id;
  const own = jobs.filter((job) => job.equipment_id === idle && job.job_type === 'ORDER_NO_RFQ');
  const failed = own.findLast(({ status }) => status === 'COMPLETED');
  const [waiting, merged, target, cancelled] = own.filter(({ status }) => status === 'QUEUED');
  await set(failed?.id, { status: 'FAILED', notes: 'Parts came off the platform at 41 mm.' });
  await set(waiting?.id, { status: 'WAITING', notes: 'Waits for a new cartridge of resin.' });
  if (target) await set(merged?.id, { status: 'MERGED', merged_into_job_id: target.id });
  await set(cancelled?.id, { status: 'CANCELLED' });
}

async function change(
  unit: Work,
  id: number | undefined,
  columns: Partial<{
    status: string;
    notes: string;
    job_creation_type: string;
    to_date: Date;
    estimated_hours: number;
    merged_into_job_id: number;
  }>,
): Promise<void> {
  if (id === undefined) return;
  await jobsDb(unit).updateTable('job').set(columns).where('id', '=', id).execute();
}
