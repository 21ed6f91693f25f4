import { CallError } from '@sinter/sdk/contract';
import type { CallArguments } from '@sinter/sdk/contract/call';
import type { Comment } from '@sinter/sdk/contract/comments/comments';
import type { shareThread } from '@sinter/sdk/contract/comments/threads';
import { wrongField, type CallContext } from '@sinter/sdk/server';
import { sql } from 'kysely';
import { giveFilesOf } from './attachments.ts';
import { tellShared, type CommentKinds } from './notices.ts';
import { commentById } from './read.ts';
import { say } from './texts.ts';
import { announceChange, found, lockComment, otherSide, writeDown } from './write.ts';

/** What was written among colleagues stays there, but for the first comment and the replies that somebody has named. */
export function share(
  context: CallContext,
  kinds: CommentKinds,
  { params: { id }, body: { facilityId: chosen, replyIds } }: CallArguments<typeof shareThread>,
): Promise<Comment> {
  const { user } = context;
  return context.write(async (unit) => {
    const { comment, place, sides } = await lockComment(context, unit, id);
    if (comment.parentId !== null || comment.deleted) throw new CallError('NOT_FOUND');
    if (comment.visibility === 'SHARED') throw new CallError('CONFLICT', say('alreadyShared'));
    if (!comment.may.share) throw new CallError('FORBIDDEN');
    if (sides.facilityId === null) {
      const to = await place.of.addressees(unit.db, place.subject);
      if (chosen === null) throw wrongField('facilityId', say('chooseFacility'));
      if (!to.includes(chosen)) throw wrongField('facilityId', say('notThere'));
    }
    const addressed = sides.facilityId === null ? chosen : null;
    const { rows } = await sql<{ id: number }>`
      update comment set visibility = 'SHARED', shared_at = now(), addressed_facility_id = ${addressed}
      where deleted_at is null and (id = ${id} or (parent_id = ${id} and id = any(${[...replyIds]}::bigint[])))
      returning id
    `.execute(unit.db);
    const shared = rows.map((row) => row.id);
    if (replyIds.some((replyId) => !shared.includes(replyId))) throw wrongField('replyIds', say('notOfThread'));
    const readers = await otherSide(unit, place, addressed, sides.facilityId);
    await giveFilesOf(context, unit, shared, readers);
    await announceChange(context, unit, place, readers, id);
    await writeDown(unit, 'comment.shared', { ...comment, visibility: 'SHARED' });
    const now = found(await commentById(context, unit, id));
    const by = { id: user.userId, name: await nameOf(context) };
    await tellShared(unit, kinds, place, { ...now, facilityId: sides.facilityId, addressed }, by);
    return now;
  });
}

async function nameOf({ db, user }: CallContext): Promise<string> {
  const { rows } = await sql<{ name: string }>`
    select trim(first_name || ' ' || last_name) as name from app_user where id = ${user.userId}
  `.execute(db);
  return found(rows[0] ?? null).name;
}
