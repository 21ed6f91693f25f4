import { CallError, type Principal, type Sentence } from '@sinter/sdk/contract';
import { orderIsControlled } from '@sinter/sdk/contract/orders/controlled';
import { storedFiles, type CallContext, type FileRelations, type Work } from '@sinter/sdk/server';
import { sql, type RawBuilder } from 'kysely';
import { ordersDb, type LockedOrder } from '../lifecycle.ts';
import { holdMarks } from '../marks.ts';
import { say } from '../texts.ts';
import { seesOrder } from '../visibility.ts';

/**
 * Before the transaction of `attach`. Throws NOT_FOUND or EXPORT_CONTROLLED for files the caller may not see,
 * INVALID_INPUT for what is not of the caller's own side.
 */
export async function prepareAttach(context: CallContext, orderId: number, fileIds: readonly number[]): Promise<void> {
  if (fileIds.length === 0) return;
  const { user, db } = context;
  const files = context.get(storedFiles);
  await Promise.all(fileIds.map((id) => files.require(user, id)));
  const { rows } = await sql<{ id: number }>`
    select id from stored_file where id = any(${[...fileIds]}::bigint[])
      and (owner_facility_id = ${user.facilityId} or owner_company_id = ${user.companyId})
  `.execute(db);
  const own = new Set(rows.map(({ id }) => id));
  if (fileIds.some((id) => !own.has(id)) || new Set(fileIds).size < fileIds.length) throw refused(say('notYourUpload'));
  const controlled = await sql`select from rfq_order o where o.id = ${orderId} and ${orderIsControlled}`.execute(db);
  if (controlled.rows.length > 0) await files.prepareRestrict(fileIds);
}

const refused = (message: Sentence) => new CallError('INVALID_INPUT', undefined, { fields: { fileIds: message } });

/** Gives the files to the buyer with the quote. What hangs on a controlled order is controlled too; on others no such may hang. */
export async function attach(
  context: CallContext,
  unit: Work,
  order: LockedOrder,
  quoteId: number,
  fileIds: readonly number[],
): Promise<void> {
  if (fileIds.length === 0) return;
  await markLike(context, unit, order, fileIds);
  await ordersDb(unit)
    .insertInto('quote_file')
    .values(fileIds.map((file_id, position) => ({ quote_id: quoteId, position, file_id })))
    .execute();
  await context.get(storedFiles).share(unit, fileIds, { companyIds: [order.companyId] });
}

/** Files that are going to hang on an order. Throws INVALID_INPUT for a controlled one on an order that is not. */
export async function markLike(
  context: CallContext,
  unit: Work,
  order: LockedOrder,
  fileIds: readonly number[],
): Promise<void> {
  const uploads = await unit.db
    .selectFrom('rfq_order_file')
    .select('original_file_id')
    .where('order_id', '=', order.id)
    .execute();
  const marked = await holdMarks(
    unit,
    uploads.map((upload) => upload.original_file_id),
  );
  if (order.controlled || marked) await context.get(storedFiles).restrict(unit, fileIds);
  else if (await holdMarks(unit, fileIds)) throw refused(say('controlledUpload'));
}

/** Attachments `s` that somebody may know of: of the export-controlled ones, only those who may read them. */
export const shown = ({ via, cleared, userId }: Principal): RawBuilder<boolean> => sql`(
  not s.controlled or ${via === 'session'} and (${cleared} or s.created_by = ${userId}))`;

/** What quotes have to do with stored files, for the host. */
export const quotedFiles: FileRelations = {
  seen: (viewer, file) =>
    seesOrder(
      viewer,
      sql`o.id in (select qm.order_id from quote_file a join quote q on q.id = a.quote_id
        join rfq_match qm on qm.id = q.match_id where a.file_id = ${file})`,
    ),
  async holders(db, fileIds) {
    const { rows } = await sql<{ fileId: number; companyIds: number[]; creatorIds: number[] }>`
      select a.file_id as "fileId", array_agg(distinct o.company_id) as "companyIds",
        array_agg(distinct o.created_by) as "creatorIds"
      from quote_file a
        join quote q on q.id = a.quote_id
        join rfq_match qm on qm.id = q.match_id
        join rfq_order o on o.id = qm.order_id
      where a.file_id = any(${[...fileIds]}::bigint[]) group by a.file_id
    `.execute(db);
    return rows;
  },
  async attached(db, fileIds) {
    const { rows } = await sql<{ id: number }>`
      select distinct a.file_id as id from rfq_order_file part
        join rfq_match qm on qm.order_id = part.order_id
        join quote q on q.match_id = qm.id
        join quote_file a on a.quote_id = q.id
      where part.original_file_id = any(${[...fileIds]}::bigint[])
    `.execute(db);
    return rows.map(({ id }) => id);
  },
};
