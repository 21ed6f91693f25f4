import { CallError } from '@sinter/sdk/contract';
import { addComment, mostCharacters, mostFiles, visibilitySchema } from '@sinter/sdk/contract/comments/comments';
import type { Subject } from '@sinter/sdk/contract/comments/subjects';
import type { CallContext, NoticeAnswers } from '@sinter/sdk/server';
import { sql } from 'kysely';
import * as z from 'zod';
import type { CommentKinds } from './notices.ts';
import { areaOf, readable, requireSubject, writesOn } from './subjects.ts';
import { say } from './texts.ts';
import { add } from './write.ts';

/** Emails about comments are answered into their threads, as if it was written there. */
export const emailAnswers = (kinds: CommentKinds): NoticeAnswers => ({
  kinds: Object.values(kinds),
  call: addComment,

  async thread(context, ids) {
    const { rows } = await sql<Subject & { thread: string; comments: number }>`
      select concat(coalesce(c.parent_id, c.id), ' ', c.visibility) as thread, c.object_kind as kind, c.object_id as id,
        count(*)::int as comments
      from comment c where c.id = any(${[...ids]}::bigint[]) and c.deleted_at is null and ${readable(context.user)}
      group by 1, 2, 3
    `.execute(context.db);
    const [only] = rows;
    return only?.comments === ids.length && (await isOpen(context, only)) ? only.thread : null;
  },

  async requireOpen(context, thread) {
    const subject = await subjectOf(context, threadOf(thread).id);
    const place = await requireSubject(context, subject, 'WRITE');
    if (await place.of.isControlled(context.db, place.subject)) {
      throw new CallError('EXPORT_CONTROLLED', say('notByEmail'));
    }
  },

  async write(context, thread, { body, ...answer }) {
    const { id: parentId, visibility } = threadOf(thread);
    const { objectKind, objectId } = await subjectOf(context, parentId);
    if (body.length > mostCharacters) {
      throw new CallError('INVALID_INPUT', say('answerTooLong', { most: mostCharacters }));
    }
    if (answer.fileIds.length > mostFiles) {
      throw new CallError('INVALID_INPUT', say('answerTooManyFiles', { most: mostFiles }));
    }
    await add(context, kinds, {
      ...{ eventId: answer.eventId, fileIds: [...answer.fileIds], body, objectKind, objectId, parentId, visibility },
      ...{ facilityId: null, mentions: [], pin: null },
    });
  },
});

/** `17 INTERNAL`: an answer is for those who read what it answers, also within a thread of both sides. */
function threadOf(thread: string) {
  const [id, visibility] = thread.split(' ');
  return { id: z.coerce.number().int().parse(id), visibility: visibilitySchema.parse(visibility) };
}

/** Throws NOT_FOUND for a thread that the person does not read, or that has gone. */
async function subjectOf({ db, user }: CallContext, threadId: number) {
  const { rows } = await sql<{ objectKind: Subject['kind']; objectId: number }>`
    select c.object_kind as "objectKind", c.object_id as "objectId" from comment c
    where c.id = ${threadId} and c.parent_id is null and ${readable(user)}
      and (c.deleted_at is null or exists (select from comment other where other.parent_id = c.id and other.deleted_at is null))
  `.execute(db);
  const [subject] = rows;
  if (!subject) throw new CallError('NOT_FOUND');
  return subject;
}

/** Nothing that is export controlled goes or comes by email. */
async function isOpen(context: CallContext, subject: Subject): Promise<boolean> {
  const of = areaOf(context, subject);
  if (!of || (await of.isControlled(context.db, subject))) return false;
  try {
    return await writesOn(context, { objectKind: subject.kind, objectId: subject.id });
  } catch (error) {
    if (error instanceof CallError) return false;
    throw error;
  }
}
