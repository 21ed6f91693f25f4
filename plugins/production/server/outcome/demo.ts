import type { DemoWorld, Work } from '@sinter/sdk/server';
import { sql } from 'kysely';
import { lockLots } from '../floor/lot.ts';
import { copiesOfJobs } from './build.ts';
import { keyOf } from './copies.ts';
import { failedObjects, outcomeOf, postScrap } from './end.ts';
import { keepMarks, type NewMark } from './mark.ts';

interface Built {
  jobId: number;
  status: string;
  orderFileId: number;
  quantity: number;
  good: number;
  lotId: number;
}

/** What people said of the objects of one build that runs, and of one that ended; those with a plate first. */
export async function seedOutcome(unit: Work, world: DemoWorld): Promise<void> {
  const { rows } = await sql<Built>`
    select distinct on (j.status) j.id as "jobId", j.status, built.order_file_id as "orderFileId",
      built.quantity, built.completed_quantity as good, l.id as "lotId"
    from job j join job_file built on built.job_id = j.id join lot l on l.job_file_id = built.id left join platform_build plate on plate.job_id = j.id
    where j.facility_id = ${world.rootFacilityId} and j.status in ('IN_PROGRESS', 'COMPLETED')
    order by j.status, plate.job_id nulls last, least(built.quantity, 12) desc, j.id desc
  `.execute(unit.db);
  const userId = world.users['operator@demo.example'] ?? null;
  const copies = await copiesOfJobs(
    unit.db,
    rows.map(({ jobId }) => jobId),
  );
  for (const built of rows) {
    const own = [...(copies.get(keyOf(built.jobId, built.orderFileId)) ?? [])];
    await keepMarks(unit, built.jobId, marksOf(built, own), { userId, device: 'Tablet 2', source: 'OPERATOR' });
    if (built.status === 'COMPLETED') await tieScrap(unit, built);
  }
}

/** What the build has lost is known by its objects, so that what is made again says whose place it takes. */
async function tieScrap(unit: Work, { jobId, orderFileId, quantity, good, lotId }: Built): Promise<void> {
  const [lot] = await lockLots(unit, [lotId]);
  const [step] = lot?.steps ?? [];
  if (!lot || !step) return;
  const outcome = await outcomeOf(unit, [{ jobId, lotIds: [lotId] }]);
  const { scrap } = step;
  const ways = [{ lot, step, to: { scrap } }];
  const failed = await failedObjects(unit, { built: { jobId, orderFileId, quantity, completed: good }, ways }, outcome);
  await postScrap(unit, { lot, step, scrap, failed: failed.get(lotId) ?? [] }, outcome);
}

/** Of the one that runs half is marked, the first has failed; of the other as many are good as were counted. */
function marksOf({ orderFileId, status, good }: Built, copies: readonly number[]): NewMark[] {
  const mark = (copy: number, outcome: 'GOOD' | 'FAILED'): NewMark => ({
    ...{ orderFileId, copy, outcome, reason: outcome === 'FAILED' ? 'Surface' : '' },
  });
  if (status === 'COMPLETED')
    return copies.map((copy, index) => mark(copy, index < copies.length - good ? 'FAILED' : 'GOOD'));
  return copies
    .slice(0, Math.ceil(copies.length / 2))
    .map((copy, index) => mark(copy, index === 0 ? 'FAILED' : 'GOOD'));
}
