import { CallError } from '@sinter/sdk/contract/errors';
import type { CallArguments, CallResult } from '@sinter/sdk/contract/call';
import type { listPostProcessing, updateFacilityPostProcessing } from '@sinter/sdk/contract/catalog/machines';
import type { CallContext, Tables } from '@sinter/sdk/server';
import type { Kysely } from 'kysely';
import type { CatalogTables } from '../tables.ts';
import { say } from '../texts.ts';

type Steps = CallResult<typeof listPostProcessing>;

export const listSteps = (context: CallContext): Promise<Steps> =>
  context.db
    .withTables<CatalogTables>()
    .selectFrom('post_processing')
    .select(['id', 'name', 'description'])
    .orderBy('name')
    .execute();

export const listOfferedSteps = (context: CallContext, db: Kysely<Tables> = context.db): Promise<Steps> =>
  db
    .withTables<CatalogTables>()
    .selectFrom('post_processing as step')
    .innerJoin('facility_post_processing as offered', 'offered.post_processing_id', 'step.id')
    .where('offered.facility_id', '=', context.facilityId)
    .select(['step.id', 'step.name', 'step.description'])
    .orderBy('step.name')
    .execute();

export async function offerSteps(
  context: CallContext,
  { body }: CallArguments<typeof updateFacilityPostProcessing>,
): Promise<Steps> {
  const { facilityId } = context;
  const ids = [...new Set(body.ids)];
  return context.write(async (unit) => {
    const db = unit.db.withTables<CatalogTables>();
    const found = await db
      .selectFrom('post_processing')
      .select('id')
      .where('id', 'in', [0, ...ids])
      .execute();
    if (found.length < ids.length) {
      throw new CallError('INVALID_INPUT', undefined, { fields: { ids: say('noStep') } });
    }
    // Changes run one after the other: two at once would leave a mixture of both.
    await db.selectFrom('facility').select('id').where('id', '=', facilityId).forNoKeyUpdate().execute();
    const before = await listOfferedSteps(context, unit.db);
    await db.deleteFrom('facility_post_processing').where('facility_id', '=', facilityId).execute();
    if (ids.length > 0) {
      await db
        .insertInto('facility_post_processing')
        .values(ids.map((id) => ({ facility_id: facilityId, post_processing_id: id })))
        .execute();
    }
    const after = await listOfferedSteps(context, unit.db);
    await unit.audit({
      action: 'finishing.changed',
      objectKind: 'FACILITY',
      objectId: String(facilityId),
      before: before.map(({ name }) => name),
      after: after.map(({ name }) => name),
    });
    return after;
  });
}
