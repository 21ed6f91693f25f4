import { CallError, type Principal } from '@sinter/sdk/contract';
import type { CallArguments } from '@sinter/sdk/contract/call';
import type { Comment, ObjectKind } from '@sinter/sdk/contract/comments/comments';
import type { SubjectFamily } from '@sinter/sdk/contract/comments/subjects';
import {
  threadSchema,
  type listThreads,
  type Thread,
  type ThreadPage,
  type ThreadSubject,
} from '@sinter/sdk/contract/comments/threads';
import type { CallContext } from '@sinter/sdk/server';
import { sql, type RawBuilder } from 'kysely';
import * as z from 'zod';
import { commentsOfThread, facilityOf } from './read.ts';
import { areaOf, isUnread, ownSide, readable, requireSubject, withSuppliers } from './subjects.ts';
import { say } from './texts.ts';

type Asked = CallArguments<typeof listThreads>['query'];
/** So much of a thread's first words is in a list. */
const beginning = 200;

/** Throws INVALID_INPUT for what has no page of threads. */
export async function familyOf(
  context: CallContext,
  { objectKind, objectId }: Pick<Asked, 'objectKind' | 'objectId'>,
): Promise<SubjectFamily> {
  const subject = { kind: objectKind, id: objectId };
  const family = await areaOf(context, subject)?.family(context.db, context.user, subject);
  if (!family) throw new CallError('INVALID_INPUT', undefined, { fields: { objectKind: say('noComments') } });
  return family;
}

/** As the table `subject` of kinds and ids. */
export const subjectRows = (subjects: readonly Pick<ThreadSubject, 'objectKind' | 'objectId'>[]): RawBuilder<unknown> =>
  sql`unnest(${subjects.map(({ objectKind }) => objectKind)}::text[],
    ${subjects.map(({ objectId }) => objectId)}::bigint[]) as subject (kind, id)`;

/** All that a person may read there (`read_comment`), and by thread what there is to know of it (`thread`). */
const readThere = (user: Principal, subjects: readonly Pick<ThreadSubject, 'objectKind' | 'objectId'>[]) => sql`
  with read_comment as (
    select c.* from comment c join ${subjectRows(subjects)} on subject.kind = c.object_kind and subject.id = c.object_id
    where ${readable(user)}),
  thread as (
    select coalesce(c.parent_id, c.id) as id, max(c.id) as last_id,
      count(*) filter (where c.deleted_at is null)::int as written,
      count(*) filter (where ${isUnread(user)})::int as unread,
      bool_or((c.author_id = ${user.userId} and ${ownSide(user)}) or exists (
        select from comment_mention named where named.comment_id = c.id and named.user_id = ${user.userId})) as mine
    from read_comment c
      left join comment_seen s on s.thread_id = coalesce(c.parent_id, c.id) and s.user_id = ${user.userId}
    group by 1)`;

const filters: Record<Asked['show'], RawBuilder<boolean>> = {
  ALL: sql`true`,
  UNREAD: sql`thread.unread > 0`,
  MINE: sql`thread.mine`,
  UNRESOLVED: sql`c.resolved_at is null`,
  INTERNAL: sql`c.visibility = 'INTERNAL'`,
};

/** `c` is a thread's first comment. */
const summary = sql`
  c.id, c.object_kind as "objectKind", c.object_id as "objectId", c.visibility,
  case when with_one.id is not null then jsonb_build_object('id', with_one.id, 'name', with_one.company_name) end as facility,
  jsonb_build_object('name', trim(author.first_name || ' ' || author.last_name),
    'side', case when c.facility_id is null then 'ROLE_ENGINEER' else 'ROLE_SERVICE_PROVIDER' end) as author,
  case when c.deleted_at is null then left(c.body, ${beginning}::int) else '' end as begins,
  thread.written as comments, thread.unread, c.resolved_at is not null as resolved,
  nullif(trim(resolver.first_name || ' ' || resolver.last_name), '') as "resolvedBy",
  jsonb_build_object('by', trim(latest.first_name || ' ' || latest.last_name),
    'on', to_char(last_one.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) as last
  from thread join read_comment c on c.id = thread.id
    join read_comment last_one on last_one.id = thread.last_id
    join app_user author on author.id = c.author_id
    join app_user latest on latest.id = last_one.author_id
    left join app_user resolver on resolver.id = c.resolved_by
    left join facility with_one on with_one.id = ${facilityOf}
  where (c.deleted_at is null or thread.written > 0)`;

export async function threads(context: CallContext, { query }: CallArguments<typeof listThreads>): Promise<ThreadPage> {
  const { user, db } = context;
  const family = await familyOf(context, query);
  const [kind, id] = query.on.split(' ');
  const subjects = family.subjects.filter(
    ({ objectKind, objectId }) => query.on === '' || (objectKind === kind && objectId === Number(id)),
  );
  const found = sql`${readThere(user, subjects)} select ${summary} and ${filters[query.show]}`;
  const [page, { rows: totals }, unread] = await Promise.all([
    sql`${found} order by thread.last_id desc limit ${query.size} offset ${query.page * query.size}`.execute(db),
    sql<{ count: number }>`select count(*)::int as count from (${found}) counted`.execute(db),
    unreadIn(context, family),
  ]);
  return {
    ...family,
    threads: await withSuppliers(context, z.array(threadSchema).parse(page.rows)),
    totalCount: totals[0]?.count ?? 0,
    unread,
  };
}

export async function unreadIn({ user, db }: CallContext, { subjects }: SubjectFamily): Promise<number> {
  const { rows } = await sql<{ unread: number }>`
    ${readThere(user, subjects)} select coalesce(sum(thread.unread), 0)::int as unread from thread
  `.execute(db);
  return rows[0]?.unread ?? 0;
}

export async function oneThread(context: CallContext, id: number): Promise<{ thread: Thread; comments: Comment[] }> {
  const { user, db } = context;
  const { rows } = await sql<{ objectKind: ObjectKind; objectId: number }>`
    select c.object_kind as "objectKind", c.object_id as "objectId" from comment c
    where c.id = ${id} and c.parent_id is null and ${readable(user)}
  `.execute(db);
  const [subject] = rows;
  if (!subject) throw new CallError('NOT_FOUND');
  await requireSubject(context, subject, 'READ');
  const found = await sql`${readThere(user, [subject])} select ${summary} and c.id = ${id}`.execute(db);
  const [thread] = await withSuppliers(context, z.array(threadSchema).parse(found.rows));
  if (!thread) throw new CallError('NOT_FOUND');
  return { thread, comments: await commentsOfThread(context, id) };
}
