import { createHash } from 'node:crypto';
import { CallError } from '@sinter/sdk/contract';
import { commentChanged, messageCreated } from '@sinter/sdk/contract/comments/events';
import type { CallArguments } from '@sinter/sdk/contract/call';
import type { addComment, Comment, updateComment, Visibility } from '@sinter/sdk/contract/comments/comments';
import { wrongField, type CallContext, type EventAudience, type Work } from '@sinter/sdk/server';
import type { Subject } from '@sinter/sdk/contract/comments/subjects';
import { sql } from 'kysely';
import { attach, prepareAttach, requireOwn, takeBack } from './attachments.ts';
import { tellMentioned, tellOf, type CommentKinds } from './notices.ts';
import { defaultVisibility, mentionable, requireMentionable } from './people.ts';
import { commentById } from './read.ts';
import { see } from './seen.ts';
import { on, requireSubject, type Place } from './subjects.ts';
import { say } from './texts.ts';

/** Of one side to another on one subject, so that a list of them can be read whole. */
const most = 500;

type NewComment = CallArguments<typeof addComment>['body'];

/** Whose comments are, and for whom: `null` where that is the buyer, or every facility. */
interface Sides {
  facilityId: number | null;
  addressed: number | null;
}

export async function add(context: CallContext, kinds: CommentKinds, draft: NewComment): Promise<Comment> {
  const { user } = context;
  const place = await requireSubject(context, draft, 'WRITE');
  await requireOwn(context, draft.fileIds);
  if (draft.pin) await requirePinned(context, place, draft.pin.fileId);
  await prepareAttach(context, place, draft.fileIds);

  return context.write(async (unit) => {
    const parent = draft.parentId === null ? null : await requireThread(context, unit, place.subject, draft.parentId);
    // An answer to an internal comment is internal.
    const visibility =
      parent?.visibility === 'INTERNAL'
        ? 'INTERNAL'
        : (draft.visibility ?? parent?.visibility ?? place.of.visibility ?? defaultVisibility(user));
    const facilityId = user.role === 'ROLE_SERVICE_PROVIDER' ? context.facilityId : null;
    const to =
      facilityId !== null || visibility === 'INTERNAL'
        ? [null]
        : await addressed(unit, place, draft.facilityId, parent);
    const facilityIds = to.flatMap((id) => id ?? []);
    await requireMentionable(context, unit.db, place, { visibility, facilityIds }, draft.mentions);
    const written: Comment[] = [];
    for (const [index, id] of to.entries()) {
      const eventId = index === 0 ? draft.eventId : copyOf(draft.eventId, id);
      const one = { ...draft, eventId, visibility, facilityId, addressed: id };
      written.push(await addOne(context, unit, kinds, place, one));
    }
    return found(written[0] ?? null);
  });
}

/**
 * For which facilities a buyer's shared comment is, each in a thread of its own: facilities never read what the buyer and
 * another one write. An answer is for that of its thread.
 */
async function addressed(
  unit: Work,
  { subject, of }: Place,
  chosen: number | null,
  parent: { with: number | null } | null,
): Promise<(number | null)[]> {
  if (parent && parent.with !== null) return [parent.with];
  const readers = (await of.readers(unit.db, [subject])).flatMap(({ facilityIds }) => facilityIds);
  if (chosen !== null) {
    if (!readers.includes(chosen)) throw wrongField('facilityId', say('notThere'));
    return [chosen];
  }
  if (!parent) {
    const all = await of.addressees(unit.db, subject);
    return all.length > 0 ? [...all] : [null];
  }
  if (readers.length > 1) throw wrongField('facilityId', say('chooseFacility'));
  return [readers[0] ?? null];
}

/** The id of the request for the thread of a further facility. */
function copyOf(eventId: string, facilityId: number | null): string {
  const hex = createHash('sha256').update(`${eventId} ${facilityId}`).digest('hex');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/, '$1-$2-$3-$4-$5');
}

async function addOne(
  context: CallContext,
  unit: Work,
  kinds: CommentKinds,
  place: Place,
  draft: NewComment & Sides & { visibility: Visibility },
): Promise<Comment> {
  const { user } = context;
  const { subject } = place;
  const { facilityId, visibility } = draft;
  await requireRoom(unit, subject, draft, draft.eventId);
  const { rows } = await sql<{ id: number }>`
    insert into comment (object_kind, object_id, parent_id, facility_id, addressed_facility_id, author_id, body,
      visibility, pin, event_id)
    values (${subject.kind}, ${subject.id}, ${draft.parentId}, ${facilityId}, ${draft.addressed}, ${user.userId},
      ${draft.body}, ${visibility}, ${draft.pin && JSON.stringify(draft.pin)}::jsonb, ${draft.eventId})
    on conflict (author_id, event_id) do nothing returning id
  `.execute(unit.db);
  const [inserted] = rows;
  if (!inserted) return repeated(context, unit, subject, draft.eventId);
  const readers = visibility === 'SHARED' ? await otherSide(unit, place, draft.addressed, facilityId) : {};
  await attach(context, unit, { commentId: inserted.id, place }, draft.fileIds, readers);
  const mentions = await seenHere(context, unit, place, draft);
  await setMentions(unit, inserted.id, mentions);
  await see(unit, user.userId, draft.parentId ?? inserted.id, inserted.id);
  await announceChange(context, unit, place, readers, inserted.id);
  const comment = found(await commentById(context, unit, inserted.id));
  await tellOf(unit, kinds, place, { ...comment, facilityId, addressed: draft.addressed }, mentions);
  if (place.of.tell) {
    const takingPart = await writersOn(unit, subject);
    await place.of.tell(context, unit, { id: comment.id, subject, author: comment.author, takingPart });
  }
  return comment;
}

/** Who has written there, as far as it still stands. */
async function writersOn({ db }: Work, subject: Subject): Promise<number[]> {
  const { rows } = await sql<{ userId: number }>`
    select distinct c.author_id as "userId" from comment c where ${on(subject)} and c.deleted_at is null
  `.execute(db);
  return rows.map(({ userId }) => userId);
}

/** Of those who are mentioned, who sees this one of several threads. */
async function seenHere(
  context: CallContext,
  unit: Work,
  place: Place,
  { mentions, visibility, addressed: id }: NewComment & Sides & { visibility: Visibility },
): Promise<number[]> {
  if (mentions.length === 0) return [];
  const audience = { visibility, facilityIds: id === null ? [] : [id] };
  const here = new Set((await mentionable(context, unit.db, place, audience)).map((person) => person.id));
  return mentions.filter((userId) => here.has(userId));
}

async function setMentions(unit: Work, commentId: number, userIds: readonly number[]): Promise<void> {
  await sql`
    with gone as (delete from comment_mention where comment_id = ${commentId} and user_id <> all(${[...userIds]}::bigint[]))
    insert into comment_mention (comment_id, user_id) select ${commentId}, unnest(${[...userIds]}::bigint[])
    on conflict do nothing
  `.execute(unit.db);
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
  const sides = await sidesOf(unit, parentId);
  return { with: sides.facilityId ?? sides.addressed, visibility: parent.visibility };
}

async function requireRoom(unit: Work, subject: Subject, sides: Sides, eventId: string): Promise<void> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from comment c
    where ${on(subject)} and c.facility_id is not distinct from ${sides.facilityId}
      and c.addressed_facility_id is not distinct from ${sides.addressed} and c.event_id <> ${eventId}
  `.execute(unit.db);
  if ((rows[0]?.count ?? 0) >= most) {
    throw new CallError('CONFLICT', say('tooMany', { most }));
  }
}

/** Who reads what one side shares: the company what a facility writes, the facilities what the company writes. */
export async function otherSide(
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

/** `created`: the comment that is new to those readers. */
export async function announceChange(
  context: CallContext,
  unit: Work,
  { subject, of }: Place,
  readers: EventAudience,
  created?: number,
): Promise<void> {
  const { companyId, facilityId } = context.user;
  const { kind, id } = subject;
  const [row] = await of.readers(unit.db, [subject]);
  const payload = { objectKind: kind, objectId: id };
  if (row?.onlyUserIds) {
    await unit.emit(commentChanged, payload, { userIds: row.onlyUserIds });
    return;
  }
  const audience = {
    companyIds: [...(readers.companyIds ?? []), ...(companyId === null ? [] : [companyId])],
    facilityIds: [...(readers.facilityIds ?? []), ...(facilityId === null ? [] : [facilityId])],
    ...(row && { creatorIds: row.creatorIds, controlled: row.controlled }),
  };
  await unit.emit(commentChanged, payload, audience);
  if (created !== undefined && row?.orderId !== undefined) {
    await unit.emit(messageCreated, { ...payload, orderId: row.orderId, commentId: created }, audience);
  }
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

export async function update(
  context: CallContext,
  kinds: CommentKinds,
  change: CallArguments<typeof updateComment>['body'],
): Promise<Comment> {
  return onComment(context, change.id, async (unit, comment, { place, sides }) => {
    const named = comment.mentions.map(({ id }) => id);
    const mentions = change.mentions ?? named;
    const isNewText = change.body !== undefined && change.body !== comment.body;
    if (isNewText || mentions.toSorted().join() !== named.toSorted().join()) {
      if (!comment.may.edit) throw new CallError('FORBIDDEN', say('notChangeable'));
      await place.of.requireErasable?.(context, unit.db, place.subject);
      const { facilityId, addressed: id } = sides;
      const audience = { visibility: comment.visibility, facilityIds: [facilityId ?? id ?? []].flat() };
      const added = mentions.filter((userId) => !named.includes(userId));
      await requireMentionable(context, unit.db, place, audience, added);
      const body = change.body ?? comment.body;
      await sql`update comment set body = ${body}, edited_at = now() where id = ${comment.id}`.execute(unit.db);
      await setMentions(unit, comment.id, mentions);
      await tellMentioned(unit, kinds, place, { ...comment, ...sides }, added);
      await writeDown(unit, 'comment.changed', comment);
    }
    if (change.resolved !== undefined && change.resolved !== comment.resolved) {
      if (!comment.may.resolve) throw new CallError('FORBIDDEN');
      await sql`
        update comment set resolved_at = case when ${change.resolved} then now() end,
          resolved_by = case when ${change.resolved} then ${context.user.userId}::bigint end
        where id = ${comment.id}
      `.execute(unit.db);
    }
  });
}

export async function remove(context: CallContext, id: number): Promise<void> {
  await onComment(context, id, async (unit, comment, { place, readers }) => {
    if (!comment.may.edit) throw new CallError('FORBIDDEN', say('notDeletable'));
    await place.of.requireErasable?.(context, unit.db, place.subject);
    await sql`update comment set deleted_at = now() where id = ${id}`.execute(unit.db);
    await takeBack(context, unit, id, readers);
    await writeDown(unit, 'comment.deleted', comment);
  });
}

/** Without the words, which are for its readers and not for those of the audit. */
export const writeDown = (
  unit: Work,
  action: string,
  { id, objectKind, objectId, visibility }: Comment,
): Promise<void> =>
  unit.audit({ action, objectKind: 'COMMENT', objectId: String(id), after: { objectKind, objectId, visibility } });

interface Around {
  place: Place;
  sides: Sides;
  /** Who reads it on another side. */
  readers: EventAudience;
}

async function onComment(
  context: CallContext,
  id: number,
  act: (unit: Work, comment: Comment, around: Around) => Promise<void>,
): Promise<Comment> {
  return context.write(async (unit) => {
    const { comment, place, sides } = await lockComment(context, unit, id);
    const readers =
      comment.visibility === 'SHARED' ? await otherSide(unit, place, sides.addressed, sides.facilityId) : {};
    await act(unit, comment, { place, sides, readers });
    await announceChange(context, unit, place, readers);
    return found(await commentById(context, unit, id));
  });
}

/** Throws NOT_FOUND where the caller may not read it. Nobody else changes it until the transaction ends. */
export async function lockComment(context: CallContext, unit: Work, id: number) {
  await sql`select 1 from comment where id = ${id} for update`.execute(unit.db);
  const comment = found(await commentById(context, unit, id));
  const place = await requireSubject(context, comment, 'WRITE');
  return { comment, place, sides: await sidesOf(unit, id) };
}

async function sidesOf(unit: Work, id: number): Promise<Sides> {
  const { rows } = await sql<Sides>`
    select addressed_facility_id as addressed, facility_id as "facilityId" from comment where id = ${id}
  `.execute(unit.db);
  return found(rows[0] ?? null);
}

export function found<T>(value: T | null): T {
  if (value === null) throw new CallError('NOT_FOUND');
  return value;
}
