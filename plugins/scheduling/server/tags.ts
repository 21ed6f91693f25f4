import { CallError } from '@sinter/sdk/contract';
import { facilityTags } from '@sinter/sdk/contract/admin/facilityTags';
import type { CallArguments } from '@sinter/sdk/contract/call';
import type { tagJobs } from '@sinter/sdk/contract/scheduling/tags';
import type { KnownTag, TagChange, TagChip } from '@sinter/sdk/contract/tags';
import { oneByOne, type CallContext } from '@sinter/sdk/server';
import { sql, type RawBuilder } from 'kysely';
import { nameable } from './controlled.ts';
import { lockBuild, record } from './job.ts';

/** The caller's facility's tags of `j`: what people write on a job may tell what is built, as its name may. */
export const tagsColumn = (context: CallContext): RawBuilder<TagChip[]> =>
  sql`case when ${nameable(context)} then ${context.get(facilityTags).of(context.facilityId, 'JOB', sql`j.id`)} else '[]' end`;

export async function hasTags(context: CallContext, asked: readonly number[]): Promise<RawBuilder<boolean>> {
  const { db, facilityId } = context;
  const worn = await context.get(facilityTags).hasAny(db, facilityId, 'JOB', sql`j.id`, asked);
  return sql`(${worn} and ${nameable(context)})`;
}

export const knownTags = ({ db, facilityId, get }: CallContext): Promise<KnownTag[]> =>
  get(facilityTags).choices(db, facilityId, 'JOB');

export const tagMany = (context: CallContext, { body: { ids, ...change } }: CallArguments<typeof tagJobs>) =>
  oneByOne(ids, (id) => tagOne(context, id, change));

/** Also a job that has ended. Its version stays: a form that is open beside it is not late for this. */
const tagOne = (context: CallContext, id: number, change: TagChange): Promise<void> =>
  context.write(async (unit) => {
    const { facilityId, user } = context;
    const job = await lockBuild(unit, facilityId, id);
    if (job.controlled && !user.cleared) throw new CallError('EXPORT_CONTROLLED');
    const adds = user.permissions.includes('TAGS_SETTINGS_EDITOR');
    const { before, after } = await context
      .get(facilityTags)
      .change(unit, { facilityId, kind: 'JOB', id }, change, { adds });
    if (JSON.stringify(after) === JSON.stringify(before)) return;
    // Who reads the audit need not be cleared.
    const told = job.controlled ? {} : { before, after };
    await record(unit, job, { event: 'TAG', userId: user.userId, ...told });
  });
