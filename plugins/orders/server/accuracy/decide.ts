import { CallError } from '@sinter/sdk/contract';
import type { CallArguments } from '@sinter/sdk/contract/call';
import type { decideObservation, Observation } from '@sinter/sdk/contract/orders/pricing';
import type { CallContext } from '@sinter/sdk/server';
import { sql } from 'kysely';
import { say } from '../texts.ts';
import { observation } from './read.ts';
import { refresh, type Cell } from './summaries.ts';

/** Whether a build counts is a person's to say; estimates follow in the same transaction. */
export async function decide(
  context: CallContext,
  { params: { id }, body: { counts, reason } }: CallArguments<typeof decideObservation>,
): Promise<Observation> {
  const { facilityId, user } = context;
  if (!counts && reason === '')
    throw new CallError('INVALID_INPUT', undefined, { fields: { reason: say('reasonForOut') } });
  await context.write(async (unit) => {
    const { rows } = await sql<Cell & { jobId: number; excluded: string | null }>`
      select o.facility_id as "facilityId", o.machine_model_id as "modelId", o.material_id as "materialId",
        o.layer_um as "layerUm", o.job_id as "jobId", o.excluded
      from estimate_observation o where o.id = ${id} and o.facility_id = ${facilityId} for update
    `.execute(unit.db);
    const [before] = rows;
    if (!before) throw new CallError('NOT_FOUND');
    const excluded = counts ? null : reason;
    await sql`
      update estimate_observation set excluded = ${excluded}, decided_by = ${user.userId} where id = ${id}
    `.execute(unit.db);
    const count = Number(counts) - Number(before.excluded === null);
    if (count !== 0) await refresh(unit, [{ cell: before, observed: 0, count }]);
    await unit.audit({
      action: counts ? 'estimate.counted' : 'estimate.left_out',
      ...{ objectKind: 'JOB', objectId: String(before.jobId), facilityId },
      before: { excluded: before.excluded },
      after: { excluded },
    });
  });
  return observation(context, facilityId, id);
}
