import { finishedBuilds } from '@sinter/sdk/contract/orders/finishedBuilds';
import type { updateJob } from '@sinter/sdk/contract/scheduling/jobs';
import type { CallArguments } from '@sinter/sdk/contract/call';
import type { Services, Work } from '@sinter/sdk/server';
import { gramsOf } from './grams.ts';
import type { LockedJob } from './job.ts';
import { wantedOf, type BuiltPart } from './parts.ts';

type EndedJob = Pick<LockedJob, 'id' | 'facility_id' | 'equipment_id' | 'material_id' | 'status'> & {
  hours: number | null;
  /** As somebody said it once the build was over; `null`: only what was planned is known. */
  used: Pick<CallArguments<typeof updateJob>['body'], 'materialQuantityUsed' | 'materialUnit'> | null;
};

/** Estimates learn from a build that ended well, and no longer from one that did not. */
export async function learnFrom(
  services: Pick<Services, 'get'>,
  unit: Work,
  { id, facility_id, equipment_id, material_id, status, hours, used }: EndedJob,
  parts: readonly BuiltPart[],
): Promise<void> {
  const builds = services.get(finishedBuilds);
  if (status !== 'COMPLETED' || material_id === null || hours === null) return builds.forget(unit, id);
  const build = {
    ...{ jobId: id, facilityId: facility_id, equipmentId: equipment_id, materialId: material_id },
    finishedAt: new Date(),
    built: { parts: wantedOf(parts).map(({ rfqCadFileId, quantity }) => ({ orderFileId: rfqCadFileId, quantity })) },
    hours,
    grams: used && gramsOf(Number(used.materialQuantityUsed), used.materialUnit, await densityOf(unit, material_id)),
  };
  await builds.finished(unit, [build]);
}

async function densityOf(unit: Work, materialId: number): Promise<number> {
  const { density } = await unit.db
    .selectFrom('material')
    .select('density_mg_per_mm3 as density')
    .where('id', '=', materialId)
    .executeTakeFirstOrThrow();
  return density;
}
