import { CallError, type Principal } from '@sinter/sdk/contract';
import type { CallArguments } from '@sinter/sdk/contract/call';
import { commentChanged } from '@sinter/sdk/contract/comments/events';
import type { seeAll, seeThread } from '@sinter/sdk/contract/comments/threads';
import type { Subject } from '@sinter/sdk/contract/comments/subjects';
import type { CallContext, Work } from '@sinter/sdk/server';
import { sql } from 'kysely';
import { familyOf, subjectRows } from './threads.ts';
import { readable } from './subjects.ts';

export async function see(unit: Pick<Work, 'db'>, userId: number, threadId: number, upTo: number): Promise<void> {
  await sql`
    insert into comment_seen (thread_id, user_id, seen_id) values (${threadId}, ${userId}, ${upTo})
    on conflict (thread_id, user_id)
    do update set seen_id = greatest(comment_seen.seen_id, excluded.seen_id), seen_at = now()
  `.execute(unit.db);
}

/** Throws NOT_FOUND for what is no thread, or no comment, that the caller may read. */
export async function markSeen(
  context: CallContext,
  { params: { id }, body: { upTo } }: CallArguments<typeof seeThread>,
): Promise<void> {
  const { user } = context;
  await context.write(async (unit) => {
    const { rows } = await sql<Subject>`
      select c.object_kind as kind, c.object_id as id from comment c
      where c.id = ${id} and c.parent_id is null and ${readable(user)}
        and exists (select from comment other where other.id = ${upTo} and ${id}::bigint in (other.id, other.parent_id))
    `.execute(unit.db);
    const [subject] = rows;
    if (!subject) throw new CallError('NOT_FOUND');
    await see(unit, user.userId, id, upTo);
    await tellOwnTabs(unit, user, subject);
  });
}

export async function markAllSeen(context: CallContext, { body }: CallArguments<typeof seeAll>): Promise<void> {
  const { user } = context;
  const family = await familyOf(context, body);
  await context.write(async (unit) => {
    await sql`
      insert into comment_seen (thread_id, user_id, seen_id)
      select coalesce(c.parent_id, c.id), ${user.userId}::bigint, max(c.id)
      from comment c join ${subjectRows(family.subjects)} on subject.kind = c.object_kind and subject.id = c.object_id
      where ${readable(user)} group by 1
      on conflict (thread_id, user_id)
      do update set seen_id = greatest(comment_seen.seen_id, excluded.seen_id), seen_at = now()
    `.execute(unit.db);
    await tellOwnTabs(unit, user, { kind: body.objectKind, id: body.objectId });
  });
}

/** Pages that the person has open elsewhere count anew. */
const tellOwnTabs = (unit: Work, { userId }: Principal, { kind, id }: Subject): Promise<void> =>
  unit.emit(commentChanged, { objectKind: kind, objectId: id }, { userIds: [userId] });
