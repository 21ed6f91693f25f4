import { CallError } from '@sinter/sdk/contract';
import { storedFiles, type CallContext, type Work } from '@sinter/sdk/server';
import { orderIsControlled } from '@sinter/sdk/contract/orders/controlled';
import { sql } from 'kysely';
import { buildsControlled } from './controlled.ts';
import { jobsDb } from './job.ts';
import type { Wanted } from './parts.ts';
import { say } from './texts.ts';

/** The files that a request names in either of two ways; `null` where it says nothing of them. */
export const attachedIn = (draft: {
  jobFileIds?: number[] | undefined;
  jobFiles?: { id: number }[] | undefined;
}): number[] | null => draft.jobFileIds ?? draft.jobFiles?.map(({ id }) => id) ?? null;

/** Copies what `setAttachments` is going to mark, before the transaction. */
export async function prepareAttachments(
  context: CallContext,
  parts: readonly Wanted[],
  fileIds: readonly number[],
): Promise<void> {
  if (fileIds.length === 0) return;
  const { rows } = await sql`
    select 1 from rfq_order_file f join rfq_order o on o.id = f.order_id
    where f.id = any(${parts.map(({ rfqCadFileId }) => rfqCadFileId)}::bigint[]) and ${orderIsControlled} limit 1
  `.execute(context.db);
  if (rows.length > 0) await context.get(storedFiles).prepareRestrict(fileIds);
}

/**
 * Makes these the files of a job, once it has its parts. New ones are the facility's own; who may not see one that is
 * there already would take it off by saving. What a job of an export-controlled order has is export controlled too.
 */
export async function setAttachments(
  context: CallContext,
  unit: Work,
  jobId: number,
  fileIds: readonly number[] | null,
): Promise<void> {
  const db = jobsDb(unit);
  const rows = await db
    .selectFrom('job_attachment')
    .innerJoin('stored_file', 'stored_file.id', 'job_attachment.file_id')
    .select(['stored_file.id', 'stored_file.controlled'])
    .where('job_id', '=', jobId)
    .execute();
  if (!context.user.cleared && rows.some(({ controlled }) => controlled)) {
    throw new CallError('EXPORT_CONTROLLED', say('controlledFiles'));
  }
  const before = new Set(rows.map(({ id }) => id));
  const wanted = fileIds ? new Set(fileIds) : before;
  const added = [...wanted].filter((id) => !before.has(id));
  const removed = [...before].filter((id) => !wanted.has(id));
  await requireOwn(context, unit, added);
  if (added.length > 0) {
    await db
      .insertInto('job_attachment')
      .values(added.map((file_id) => ({ job_id: jobId, file_id })))
      .execute();
  }
  if (removed.length > 0) {
    await db.deleteFrom('job_attachment').where('job_id', '=', jobId).where('file_id', 'in', removed).execute();
  }
  if (wanted.size > 0 && (await isMarked(unit, jobId))) {
    await context.get(storedFiles).restrict(unit, [...wanted]);
  }
}

/** Only its owner shares or marks a file. */
async function requireOwn(context: CallContext, unit: Work, fileIds: readonly number[]): Promise<void> {
  if (fileIds.length === 0) return;
  for (const id of fileIds) await context.get(storedFiles).require(context.user, id);
  const { rows } = await sql<{ id: number }>`
    select id from stored_file where id = any(${[...fileIds]}::bigint[]) and owner_facility_id = ${context.facilityId}
  `.execute(unit.db);
  if (rows.length === fileIds.length) return;
  throw new CallError('INVALID_INPUT', undefined, {
    fields: { jobFileIds: say('notYourFile') },
  });
}

/** Where it does not, none of its parts is marked until the transaction ends: who marks one finds the files it has now. */
async function isMarked(unit: Work, jobId: number): Promise<boolean> {
  await sql`
    select from stored_file where id in (
      select f.original_file_id from job_file built join rfq_order_file f on f.id = built.order_file_id
      where built.job_id = ${jobId})
    order by id for share
  `.execute(unit.db);
  const { rows } = await sql`select 1 from job j where j.id = ${jobId} and ${buildsControlled}`.execute(unit.db);
  return rows.length > 0;
}
