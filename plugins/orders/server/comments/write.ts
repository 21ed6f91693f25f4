import { CallError, commentChanged } from '@sinter/sdk/contract';
import type { CallArguments } from '@sinter/sdk/contract/call';
import type { addComment, Comment, updateComment } from '@sinter/sdk/contract/comments';
import type { CallContext, EventAudience, Work } from '@sinter/sdk/server';
import { sql } from 'kysely';
import { requireVisible } from '../visibility.ts';
import { attach, prepareAttach, requireOwn, takeBack } from './attachments.ts';
import { commentById } from './read.ts';
import { requirePlace, type Place } from './threads.ts';

/** Of each side on one order or part, so that a list of them can be read whole. */
const most = 500;

type NewComment = CallArguments<typeof addComment>['body'];

export async function add(context: CallContext, draft: NewComment): Promise<Comment> {
  const { user } = context;
  const place = await requirePlace(context, draft);
  await requireOwn(context, draft.fileIds);
  if (draft.pin) await requirePinned(context, place, draft.pin.fileId);
  await prepareAttach(context, place.orderId, draft.fileIds);

  return context.write(async (unit) => {
    const parent = draft.parentId === null ? null : await requireThread(context, unit, place, draft.parentId);
    const facilityId = user.role === 'ROLE_SERVICE_PROVIDER' ? context.facilityId : null;
    await requireRoom(unit, place, facilityId, draft.eventId);
    // Whoever answers something internal keeps it internal.
    const visibility = parent?.visibility === 'INTERNAL' ? 'INTERNAL' : draft.visibility;
    const addressed = facilityId === null ? (parent?.facilityId ?? null) : null;
    const { rows } = await sql<{ id: number }>`
      insert into comment (order_id, order_file_id, parent_id, facility_id, addressed_facility_id, author_id, body,
        visibility, pin, event_id)
      values (${place.orderId}, ${place.orderFileId}, ${draft.parentId}, ${facilityId}, ${addressed}, ${user.userId},
        ${draft.body}, ${visibility}, ${draft.pin && JSON.stringify(draft.pin)}::jsonb, ${draft.eventId})
      on conflict (author_id, event_id) do nothing returning id
    `.execute(unit.db);
    const [inserted] = rows;
    if (!inserted) return repeated(context, unit, place, draft.eventId);
    const readers = visibility === 'SHARED' ? await otherSide(unit, place, addressed, facilityId) : {};
    await attach(context, unit, { commentId: inserted.id, orderId: place.orderId }, draft.fileIds, readers);
    await tell(context, unit, place, readers);
    return found(await commentById(context, unit, inserted.id));
  });
}

/** A pin is on a mesh of this order's part, or on one made of it. */
async function requirePinned(context: CallContext, { orderFileId }: Place, fileId: number): Promise<void> {
  const { rows } = await sql`
    select 1 from rfq_order_file f
    join stored_file original on original.id = f.original_file_id
    join stored_file pinned on pinned.id = ${fileId}
    where f.id = ${orderFileId}
      and coalesce(pinned.root_file_id, pinned.id) = coalesce(original.root_file_id, original.id)
  `.execute(context.db);
  if (rows.length === 0) {
    throw new CallError('INVALID_INPUT', undefined, { fields: { pin: 'The pin must be on a mesh of this part' } });
  }
}

/** Threads are one level deep: an answer to an answer belongs to the same thread. */
async function requireThread(context: CallContext, unit: Work, place: Place, parentId: number) {
  const parent = await commentById(context, unit, parentId);
  if (!parent || parent.parentId !== null) throw new CallError('NOT_FOUND');
  const { orderId, orderFileId, facilityId } = await placeOfComment(unit, parentId);
  if (orderId !== place.orderId || orderFileId !== place.orderFileId) throw new CallError('NOT_FOUND');
  return { facilityId, visibility: parent.visibility };
}

async function requireRoom(unit: Work, place: Place, facilityId: number | null, eventId: string): Promise<void> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from comment
    where order_id = ${place.orderId} and order_file_id is not distinct from ${place.orderFileId}
      and facility_id is not distinct from ${facilityId} and event_id <> ${eventId}
  `.execute(unit.db);
  if ((rows[0]?.count ?? 0) >= most) {
    throw new CallError('CONFLICT', `There are ${most} comments here already: more are not kept.`);
  }
}

async function otherSide(
  unit: Work,
  { orderId }: Place,
  addressed: number | null,
  facilityId: number | null,
): Promise<EventAudience> {
  if (facilityId !== null) {
    const { company_id } = await unit.db
      .selectFrom('rfq_order')
      .select('company_id')
      .where('id', '=', orderId)
      .executeTakeFirstOrThrow();
    return { companyIds: [company_id] };
  }
  if (addressed !== null) return { facilityIds: [addressed] };
  const matches = await unit.db.selectFrom('rfq_match').select('facility_id').where('order_id', '=', orderId).execute();
  return { facilityIds: matches.map(({ facility_id }) => facility_id) };
}

async function tell(context: CallContext, unit: Work, place: Place, readers: EventAudience): Promise<void> {
  const { companyId, facilityId } = context.user;
  const payload = { orderId: place.orderId, orderFileId: place.orderFileId };
  await unit.emit(commentChanged, payload, {
    companyIds: [...(readers.companyIds ?? []), ...(companyId === null ? [] : [companyId])],
    facilityIds: [...(readers.facilityIds ?? []), ...(facilityId === null ? [] : [facilityId])],
  });
}

async function repeated(context: CallContext, unit: Work, place: Place, eventId: string): Promise<Comment> {
  const { rows } = await sql<{ id: number }>`
    select id from comment
    where event_id = ${eventId} and author_id = ${context.user.userId}
      and order_id = ${place.orderId} and order_file_id is not distinct from ${place.orderFileId}
  `.execute(unit.db);
  const [first] = rows;
  if (!first) throw new CallError('CONFLICT', 'This request id was used for another comment.');
  return found(await commentById(context, unit, first.id));
}

export async function update(context: CallContext, change: CallArguments<typeof updateComment>['body']) {
  return onComment(context, change.id, async (unit, comment) => {
    if (change.body !== undefined && change.body !== comment.body) {
      if (!comment.may.edit) throw new CallError('FORBIDDEN', 'A comment can be changed by its author for 15 minutes.');
      await sql`update comment set body = ${change.body}, edited_at = now() where id = ${comment.id}`.execute(unit.db);
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
  await onComment(context, id, async (unit, comment) => {
    if (!comment.may.edit) throw new CallError('FORBIDDEN', 'A comment can be deleted by its author for 15 minutes.');
    await sql`update comment set deleted_at = now() where id = ${id}`.execute(unit.db);
    await takeBack(context, unit, id);
  });
}

async function onComment(
  context: CallContext,
  id: number,
  act: (unit: Work, comment: Comment) => Promise<void>,
): Promise<Comment> {
  return context.write(async (unit) => {
    await sql`select 1 from comment where id = ${id} for update`.execute(unit.db);
    const comment = found(await commentById(context, unit, id));
    const place = await placeOfComment(unit, id);
    await requireVisible(context, place.orderId);
    await act(unit, comment);
    const shared = comment.visibility === 'SHARED';
    await tell(context, unit, place, shared ? await otherSide(unit, place, place.addressed, place.facilityId) : {});
    return found(await commentById(context, unit, id));
  });
}

async function placeOfComment(unit: Work, id: number) {
  const { rows } = await sql<Place & { addressed: number | null; facilityId: number | null }>`
    select order_id as "orderId", order_file_id as "orderFileId", addressed_facility_id as addressed,
      facility_id as "facilityId"
    from comment where id = ${id}
  `.execute(unit.db);
  return found(rows[0] ?? null);
}

function found<T>(value: T | null): T {
  if (value === null) throw new CallError('NOT_FOUND');
  return value;
}
