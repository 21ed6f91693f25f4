import { CallError, type Principal } from '@sinter/sdk/contract';
import { orderIsControlled, storedFiles, type CallContext, type EventAudience, type Work } from '@sinter/sdk/server';
import { sql, type RawBuilder } from 'kysely';

/**
 * Throws NOT_FOUND or EXPORT_CONTROLLED for files the caller may not see, INVALID_INPUT for what is not of the caller's
 * own side: what others have shared is theirs to hand on and to mark.
 */
export async function requireOwn(context: CallContext, fileIds: readonly number[]): Promise<void> {
  const { user } = context;
  await Promise.all(fileIds.map((id) => context.get(storedFiles).require(user, id)));
  const { rows } = await sql<{ id: number }>`
    select id from stored_file where id = any(${[...fileIds]}::bigint[])
      and (owner_company_id = ${user.companyId} or owner_facility_id = ${user.facilityId})
  `.execute(context.db);
  const own = new Set(rows.map(({ id }) => id));
  if (fileIds.some((id) => !own.has(id))) throw refused('This file is not yours: upload it to attach it.');
}

const refused = (message: string) => new CallError('INVALID_INPUT', undefined, { fields: { fileIds: message } });

/** Copies what `attach` is going to mark, before the transaction. */
export async function prepareAttach(context: CallContext, orderId: number, fileIds: readonly number[]): Promise<void> {
  if (fileIds.length > 0 && (await isControlled(context.db, orderId))) {
    await context.get(storedFiles).prepareRestrict(fileIds);
  }
}

async function isControlled(db: Work['db'] | CallContext['db'], orderId: number): Promise<boolean> {
  const { rows } = await sql`
    select 1 from rfq_order o where o.id = ${orderId} and ${orderIsControlled}
  `.execute(db);
  return rows.length > 0;
}

/**
 * Marks files as export controlled and, with them, what hangs on every order of them: those orders have become export
 * controlled. An attachment may itself be ordered elsewhere, and so on.
 */
export async function restrictWithAttachments(
  context: CallContext,
  unit: Work,
  fileIds: readonly number[],
): Promise<void> {
  const files = context.get(storedFiles);
  for (let next = fileIds; next.length > 0;) next = await openAttachments(unit.db, await files.restrict(unit, next));
}

/** Copies what `restrictWithAttachments` is going to mark, before the transaction. */
export async function prepareRestrict(context: CallContext, fileIds: readonly number[]): Promise<void> {
  const attached = await openAttachments(context.db, fileIds);
  await context.get(storedFiles).prepareRestrict([...fileIds, ...attached]);
}

/** What hangs on orders of these files, or on jobs that build parts of them, and is not marked. */
async function openAttachments(db: Work['db'] | CallContext['db'], fileIds: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select s.id from rfq_order_file part
      join comment c on c.order_id = part.order_id
      join comment_file a on a.comment_id = c.id
      join stored_file s on s.id = a.file_id
    where part.original_file_id = any(${[...fileIds]}::bigint[]) and not s.controlled
    union
    select s.id from rfq_order_file part
      join rfq_order_file other on other.order_id = part.order_id
      join job_file built on built.order_file_id = other.id
      join job_attachment a on a.job_id = built.job_id
      join stored_file s on s.id = a.file_id
    where part.original_file_id = any(${[...fileIds]}::bigint[]) and not s.controlled
  `.execute(db);
  return rows.map(({ id }) => id);
}

/** What hangs on an export-controlled order is export controlled too; on another nothing such may hang. */
export async function attach(
  context: CallContext,
  unit: Work,
  to: { commentId: number; orderId: number },
  fileIds: readonly number[],
  readers: EventAudience,
): Promise<void> {
  if (fileIds.length === 0) return;
  const files = context.get(storedFiles);
  if (await isControlledNow(unit, to.orderId)) await restrictWithAttachments(context, unit, fileIds);
  else if (await anyMarked(unit, fileIds)) {
    throw refused('An export-controlled file can be attached only to an export-controlled order.');
  }
  await sql`
    insert into comment_file (comment_id, position, file_id)
    select ${to.commentId}, position, file_id
    from unnest(${[...fileIds]}::bigint[]) with ordinality as f (file_id, position)
  `.execute(unit.db);
  await files.share(unit, fileIds, readers);
}

/** Where it is not, none of its parts is marked until the transaction ends: who marks one finds what is attached now. */
async function isControlledNow({ db }: Work, orderId: number): Promise<boolean> {
  if (await isControlled(db, orderId)) return true;
  await sql`
    select from stored_file where id in (select original_file_id from rfq_order_file where order_id = ${orderId})
    order by id for share
  `.execute(db);
  return isControlled(db, orderId);
}

/** None of them is marked until the transaction ends. */
async function anyMarked(unit: Work, fileIds: readonly number[]): Promise<boolean> {
  const { rows } = await sql<{ controlled: boolean }>`
    select controlled from stored_file where id = any(${[...fileIds]}::bigint[]) order by id for share
  `.execute(unit.db);
  return rows.some(({ controlled }) => controlled);
}

/** Attachments `s` that somebody may know of: of the export-controlled ones, only those who may read them. */
export const shown = ({ via, cleared, userId }: Principal): RawBuilder<boolean> => sql`(
  not s.controlled or ${via === 'session'} and (${cleared} or exists (
    select from stored_file root where root.id = coalesce(s.root_file_id, s.id) and root.created_by = ${userId})))`;

/** Takes the files of a deleted comment back from those who have them by no other comment and no order. */
export async function takeBack(context: CallContext, unit: Work, commentId: number): Promise<void> {
  const { rows } = await sql<{ fileId: number; facilityId: number | null; companyId: number | null }>`
    with gone as (select * from comment where id = ${commentId} and visibility = 'SHARED'),
      file as (select a.file_id from comment_file a join gone on gone.id = a.comment_id)
    select file.file_id as "fileId", m.facility_id as "facilityId", null::bigint as "companyId"
    from file, gone join rfq_match m on m.order_id = gone.order_id
    where gone.facility_id is null and coalesce(gone.addressed_facility_id, m.facility_id) = m.facility_id
      and not exists (
        select from rfq_order_file f join rfq_match other on other.order_id = f.order_id
        where other.facility_id = m.facility_id and file.file_id in (f.original_file_id, f.file_id))
      and not exists (
        select from comment_file a join comment c on c.id = a.comment_id
          join rfq_match other on other.order_id = c.order_id
        where a.file_id = file.file_id and c.deleted_at is null and c.visibility = 'SHARED' and c.facility_id is null
          and other.facility_id = m.facility_id
          and coalesce(c.addressed_facility_id, m.facility_id) = m.facility_id)
    union all
    select file.file_id, null, o.company_id
    from file, gone join rfq_order o on o.id = gone.order_id
    where gone.facility_id is not null and not exists (
      select from comment_file a join comment c on c.id = a.comment_id join rfq_order other on other.id = c.order_id
      where a.file_id = file.file_id and c.deleted_at is null and c.visibility = 'SHARED'
        and c.facility_id is not null and other.company_id = o.company_id)
  `.execute(unit.db);
  const files = context.get(storedFiles);
  for (const fileId of new Set(rows.map((row) => row.fileId))) {
    const of = rows.filter((row) => row.fileId === fileId);
    await files.unshare(unit, [fileId], {
      facilityIds: of.flatMap(({ facilityId }) => (facilityId === null ? [] : [facilityId])),
      companyIds: of.flatMap(({ companyId }) => (companyId === null ? [] : [companyId])),
    });
  }
}
