import { CallError } from '@sinter/sdk/contract';
import { commentChanged } from '@sinter/sdk/contract/comments/events';
import type { CallArguments } from '@sinter/sdk/contract/call';
import type { addComment, Comment, updateComment } from '@sinter/sdk/contract/comments/comments';
import type { CallContext, EventAudience, Work } from '@sinter/sdk/server';
import type { Subject } from '@sinter/sdk/contract/comments/subjects';
import { sql } from 'kysely';
import { attach, prepareAttach, requireOwn, takeBack } from './attachments.ts';
import { tellOf, type CommentKinds } from './notices.ts';
import { commentById } from './read.ts';
import { on, requireSubject, type Place } from './subjects.ts';
import { say } from './texts.ts';

/** Of each side on one subject, so that a list of them can be read whole. */
const most = 500;

type NewComment = CallArguments<typeof addComment>['body'];

export async function add(context: CallContext, kinds: CommentKinds, draft: NewComment): Promise<Comment> {
  const { user } = context;
  const place = await requireSubject(context, draft, 'WRITE');
  await requireOwn(context, draft.fileIds);
  if (draft.pin) await requirePinned(context, place, draft.pin.fileId);
  await prepareAttach(context, place, draft.fileIds);

  return context.write(async (unit) => {
    const parent = draft.parentId === null ? null : await requireThread(context, unit, place.subject, draft.parentId);
    const facilityId = user.role === 'ROLE_SERVICE_PROVIDER' ? context.facilityId : null;
    await requireRoom(unit, place.subject, facilityId, draft.eventId);
    // An answer to an internal comment is internal.
    const visibility = parent?.visibility === 'INTERNAL' ? 'INTERNAL' : (draft.visibility ?? place.of.visibility);
    const addressed = facilityId === null ? (parent?.facilityId ?? null) : null;
    const { rows } = await sql<{ id: number }>`
      insert into comment (object_kind, object_id, parent_id, facility_id, addressed_facility_id, author_id, body,
        visibility, pin, event_id)
      values (${place.subject.kind}, ${place.subject.id}, ${draft.parentId}, ${facilityId}, ${addressed}, ${user.userId},
        ${draft.body}, ${visibility}, ${draft.pin && JSON.stringify(draft.pin)}::jsonb, ${draft.eventId})
      on conflict (author_id, event_id) do nothing returning id
    `.execute(unit.db);
    const [inserted] = rows;
    if (!inserted) return repeated(context, unit, place.subject, draft.eventId);
    const readers = visibility === 'SHARED' ? await otherSide(unit, place, addressed, facilityId) : {};
    await attach(context, unit, { commentId: inserted.id, place }, draft.fileIds, readers);
    await announceChange(context, unit, place, readers);
    const comment = found(await commentById(context, unit, inserted.id));
    await tellOf(unit, kinds, place, { ...comment, facilityId, addressed });
    return comment;
  });
}

/** A pin is on the subject's own mesh, or on another that was made of the same upload. */
async function requirePinned({ db }: CallContext, { subject, of }: Place, fileId: number): Promise<void> {
  const { rows } = await sql`
    select 1 from stored_file own join stored_file pinned on pinned.id = ${fileId}
    where own.id = ${await of.pinnedFile(db, subject)}
      and coalesce(pinned.root_file_id, pinned.id) = coalesce(own.root_file_id, own.id)
  `.execute(db);
  if (rows.length === 0) {
    throw new CallError('INVALID_INPUT', undefined, { fields: { pin: say('pinElsewhere') } });
  }
}

/** Threads are one level deep: an answer to an answer belongs to the same thread. */
async function requireThread(context: CallContext, unit: Work, subject: Subject, parentId: number) {
  const parent = await commentById(context, unit, parentId);
  if (!parent || parent.parentId !== null) throw new CallError('NOT_FOUND');
  if (parent.objectKind !== subject.kind || parent.objectId !== subject.id) throw new CallError('NOT_FOUND');
  return { facilityId: (await sidesOf(unit, parentId)).facilityId, visibility: parent.visibility };
}

async function requireRoom(unit: Work, subject: Subject, facilityId: number | null, eventId: string): Promise<void> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from comment c
    where ${on(subject)} and c.facility_id is not distinct from ${facilityId} and c.event_id <> ${eventId}
  `.execute(unit.db);
  if ((rows[0]?.count ?? 0) >= most) {
    throw new CallError('CONFLICT', say('tooMany', { most }));
  }
}

/** Who reads what one side shares: the company what a facility writes, the facilities what the company writes. */
async function otherSide(
  { db }: Work,
  { subject, of }: Place,
  addressed: number | null,
  facilityId: number | null,
): Promise<EventAudience> {
  if (facilityId === null && addressed !== null) return { facilityIds: [addressed] };
  const readers = await of.readers(db, [subject]);
  return facilityId === null
    ? { facilityIds: readers.flatMap(({ facilityIds }) => facilityIds) }
    : { companyIds: readers.flatMap(({ companyIds }) => companyIds) };
}

async function announceChange(
  context: CallContext,
  unit: Work,
  { subject, of }: Place,
  readers: EventAudience,
): Promise<void> {
  const { companyId, facilityId } = context.user;
  const { kind, id } = subject;
  const [row] = await of.readers(unit.db, [subject]);
  const payload = { objectKind: kind, objectId: id };
  if (row?.onlyUserIds) {
    await unit.emit(commentChanged, payload, { userIds: row.onlyUserIds });
    return;
  }
  await unit.emit(commentChanged, payload, {
    companyIds: [...(readers.companyIds ?? []), ...(companyId === null ? [] : [companyId])],
    facilityIds: [...(readers.facilityIds ?? []), ...(facilityId === null ? [] : [facilityId])],
    ...(row && { creatorIds: row.creatorIds, controlled: row.controlled }),
  });
}

async function repeated(context: CallContext, unit: Work, subject: Subject, eventId: string): Promise<Comment> {
  const { rows } = await sql<{ id: number }>`
    select c.id from comment c
    where c.event_id = ${eventId} and c.author_id = ${context.user.userId} and ${on(subject)}
  `.execute(unit.db);
  const [first] = rows;
  if (!first) throw new CallError('CONFLICT', say('requestUsed'));
  return found(await commentById(context, unit, first.id));
}

export async function update(context: CallContext, change: CallArguments<typeof updateComment>['body']) {
  return onComment(context, change.id, async (unit, comment) => {
    if (change.body !== undefined && change.body !== comment.body) {
      if (!comment.may.edit) throw new CallError('FORBIDDEN', say('notChangeable'));
      await sql`update comment set body = ${change.body}, edited_at = now() where id = ${comment.id}`.execute(unit.db);
      await writeDown(unit, 'comment.changed', comment);
    }
    if (change.resolved !== undefined && change.resolved !== comment.resolved) {
      if (!comment.may.resolve) throw new CallError('FORBIDDEN');
      await sql`
        update comment set resolved_at = case when ${change.resolved} then now() end where id = ${comment.id}
      `.execute(unit.db);
    }
  });
}

export async function remove(context: CallContext, id: number): Promise<void> {
  await onComment(context, id, async (unit, comment, readers) => {
    if (!comment.may.edit) throw new CallError('FORBIDDEN', say('notDeletable'));
    await sql`update comment set deleted_at = now() where id = ${id}`.execute(unit.db);
    await takeBack(context, unit, id, readers);
    await writeDown(unit, 'comment.deleted', comment);
  });
}

/** Without the words, which are for its readers and not for those of the audit. */
const writeDown = (unit: Work, action: string, { id, objectKind, objectId, visibility }: Comment): Promise<void> =>
  unit.audit({ action, objectKind: 'COMMENT', objectId: String(id), after: { objectKind, objectId, visibility } });

async function onComment(
  context: CallContext,
  id: number,
  act: (unit: Work, comment: Comment, readers: EventAudience) => Promise<void>,
): Promise<Comment> {
  return context.write(async (unit) => {
    await sql`select 1 from comment where id = ${id} for update`.execute(unit.db);
    const comment = found(await commentById(context, unit, id));
    const place = await requireSubject(context, comment, 'WRITE');
    const { addressed, facilityId } = await sidesOf(unit, id);
    const readers = comment.visibility === 'SHARED' ? await otherSide(unit, place, addressed, facilityId) : {};
    await act(unit, comment, readers);
    await announceChange(context, unit, place, readers);
    return found(await commentById(context, unit, id));
  });
}

/** Whose comment it is, and for whom: `null` where that is the buyer, or everybody. */
async function sidesOf(unit: Work, id: number) {
  const { rows } = await sql<{ addressed: number | null; facilityId: number | null }>`
    select addressed_facility_id as addressed, facility_id as "facilityId" from comment where id = ${id}
  `.execute(unit.db);
  return found(rows[0] ?? null);
}

function found<T>(value: T | null): T {
  if (value === null) throw new CallError('NOT_FOUND');
  return value;
}
