import { CallError, type Principal, type Sentence } from '@sinter/sdk/contract';
import { mostAttached } from '@sinter/sdk/contract/comments/comments';
import {
  storedFiles,
  type CallContext,
  type EventAudience,
  type FileRelations,
  type Services,
  type Work,
} from '@sinter/sdk/server';
import { commentSubjects, type Subject } from '@sinter/sdk/contract/comments/subjects';
import { sql, type RawBuilder } from 'kysely';
import { readable, type Place } from './subjects.ts';
import { say } from './texts.ts';

/**
 * Throws NOT_FOUND or EXPORT_CONTROLLED for files the caller may not see, INVALID_INPUT for what is not of the caller's
 * own side, which alone shares or marks a file, or is too large.
 */
export async function requireOwn(context: CallContext, fileIds: readonly number[]): Promise<void> {
  const { user } = context;
  await Promise.all(fileIds.map((id) => context.get(storedFiles).require(user, id)));
  const { rows } = await sql<{ id: number; name: string; size: number }>`
    select id, file_name as name, size from stored_file where id = any(${[...fileIds]}::bigint[])
      and (owner_company_id = ${user.companyId} or owner_facility_id = ${user.facilityId})
  `.execute(context.db);
  const own = new Set(rows.map(({ id }) => id));
  if (fileIds.some((id) => !own.has(id))) throw refused(say('notYourFile'));
  const large = rows.find(({ size }) => size > mostAttached);
  if (large) throw refused(say('fileTooLarge', { fileName: large.name, most: mostAttached / 1024 / 1024 }));
}

const refused = (message: Sentence) => new CallError('INVALID_INPUT', undefined, { fields: { fileIds: message } });

/** Copies what `attach` is going to mark, before the transaction. */
export async function prepareAttach(
  context: CallContext,
  { subject, of }: Place,
  fileIds: readonly number[],
): Promise<void> {
  if (fileIds.length === 0 || !(await of.isControlled(context.db, subject))) return;
  await context.get(storedFiles).prepareRestrict(fileIds);
}

/** What hangs on something export controlled is export controlled too; on anything else nothing such may hang. */
export async function attach(
  context: CallContext,
  unit: Work,
  to: { commentId: number; place: Place },
  fileIds: readonly number[],
  readers: EventAudience,
): Promise<void> {
  if (fileIds.length === 0) return;
  const files = context.get(storedFiles);
  if (await isControlledNow(unit, to.place)) await files.restrict(unit, fileIds);
  else if (await anyMarked(unit, fileIds)) {
    throw refused(say('controlledFile'));
  }
  await sql`
    insert into comment_file (comment_id, position, file_id)
    select ${to.commentId}, position, file_id
    from unnest(${[...fileIds]}::bigint[]) with ordinality as f (file_id, position)
  `.execute(unit.db);
  await give(context, unit, fileIds, readers);
}

/** In a company those see them who see the comment. */
const give = (context: CallContext, unit: Work, fileIds: readonly number[], readers: EventAudience): Promise<void> =>
  context.get(storedFiles).share(unit, fileIds, { facilityIds: readers.facilityIds ?? [] });

/** With comments that have become visible to others, their files do. */
export async function giveFilesOf(
  context: CallContext,
  unit: Work,
  commentIds: readonly number[],
  readers: EventAudience,
): Promise<void> {
  const { rows } = await sql<{ fileId: number }>`
    select distinct file_id as "fileId" from comment_file where comment_id = any(${[...commentIds]}::bigint[])
  `.execute(unit.db);
  const fileIds = rows.map(({ fileId }) => fileId);
  if (fileIds.length > 0) await give(context, unit, fileIds, readers);
}

/** Where it is not, it stays so until the transaction ends: who marks one of its files finds what is attached now. */
async function isControlledNow(unit: Work, { subject, of }: Place): Promise<boolean> {
  if (await of.isControlled(unit.db, subject)) return true;
  await of.holdOpen(unit, subject);
  return of.isControlled(unit.db, subject);
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

/** Unshares the files of a deleted comment with everybody who has no other reason to see them. */
export async function takeBack(
  context: CallContext,
  unit: Work,
  commentId: number,
  readers: EventAudience,
): Promise<void> {
  const { rows } = await sql<{ fileId: number }>`
    select file_id as "fileId" from comment_file where comment_id = ${commentId}
  `.execute(unit.db);
  await context.get(storedFiles).takeBack(
    unit,
    rows.map(({ fileId }) => fileId),
    { facilityIds: readers.facilityIds ?? [] },
  );
}

interface SharedFile extends Subject {
  fileId: number;
  byProvider: boolean;
  addressed: number | null;
}

/** What comments have to do with stored files, for the host. */
export const attachedFiles = (services: Pick<Services, 'all'>): FileRelations => ({
  /** Who reads the comment. */
  seen(viewer, file) {
    const subject = { kind: sql`c.object_kind`, id: sql`c.object_id` };
    const seen = services.all(commentSubjects).map((of) => of.seen(viewer, subject));
    return sql`exists (select from comment_file a join comment c on c.id = a.comment_id
      where a.file_id = ${file} and c.deleted_at is null and ${readable(viewer)}
        and (${seen.length > 0 ? sql.join(seen, sql` or `) : sql`false`}))`;
  },

  async holders(db, fileIds) {
    const { rows } = await sql<SharedFile>`
      select distinct a.file_id as "fileId", c.object_kind as kind, c.object_id as id,
        c.facility_id is not null as "byProvider", c.addressed_facility_id as addressed
      from comment_file a join comment c on c.id = a.comment_id
      where a.file_id = any(${[...fileIds]}::bigint[]) and c.deleted_at is null and c.visibility = 'SHARED'
    `.execute(db);
    const readers = (
      await Promise.all(
        services.all(commentSubjects).map((of) =>
          of.readers(
            db,
            rows.filter(({ kind }) => of.kinds.includes(kind)),
          ),
        ),
      )
    ).flat();
    return rows.map(({ fileId, kind, id, byProvider, addressed }) => {
      const on = readers.find(({ subject }) => subject.kind === kind && subject.id === id);
      if (byProvider) return { fileId, companyIds: on?.companyIds ?? [] };
      return { fileId, facilityIds: addressed === null ? (on?.facilityIds ?? []) : [addressed] };
    });
  },

  async attached(db, fileIds) {
    const subjects = (await Promise.all(services.all(commentSubjects).map((of) => of.madeOf(db, fileIds)))).flat();
    if (subjects.length === 0) return [];
    const { rows } = await sql<{ id: number }>`
      select distinct a.file_id as id from comment_file a join comment c on c.id = a.comment_id
        join unnest(${subjects.map(({ kind }) => kind)}::text[], ${subjects.map(({ id }) => id)}::bigint[])
          as made (kind, id) on made.kind = c.object_kind and made.id = c.object_id
    `.execute(db);
    return rows.map(({ id }) => id);
  },
});
