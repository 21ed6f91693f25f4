import type { Sentence } from '@sinter/sdk/contract';
import type { Visibility } from '@sinter/sdk/contract/comments/comments';
import { commentSubjects, type Subject, type SubjectReaders } from '@sinter/sdk/contract/comments/subjects';
import {
  defineNotice,
  type NoticeAudience,
  type NoticeKind,
  type NoticeSubject,
  type SeenSubject,
  type Services,
  type Work,
} from '@sinter/sdk/server';
import { sql } from 'kysely';
import * as z from 'zod';
import { on, readable, type Place } from './subjects.ts';
import { say } from './texts.ts';

const params = z.object({ by: z.string() });
type Kind = NoticeKind<typeof params>;
export interface CommentKinds {
  written: Kind;
  answered: Kind;
  mentioned: Kind;
}

/** What people are told of comments. */
export function commentKinds(services: Pick<Services, 'all'>): CommentKinds {
  const subject = aComment(services);
  const define = (
    id: string,
    title: Sentence,
    says: (given: { by: string; subject: string }) => Sentence,
    { urgent = false, shared = false } = {},
  ) =>
    defineNotice({
      ...{ id, title, says, subject, params, urgent, shared },
      category: { id: 'comments', title: say('toldComments') },
      mail: true,
      ofFacility: true,
    });
  return {
    written: define('comments.written', say('tellWritten'), (it) => say('toldWritten', it), { shared: true }),
    answered: define('comments.answered', say('tellAnswered'), (it) => say('toldAnswered', it)),
    mentioned: define('comments.mentioned', say('tellMentioned'), (it) => say('toldMentioned', it), { urgent: true }),
  };
}

/** Comments, by what they are on: who may not read one any more, or reads it no longer because it was deleted, sees nothing of it. */
const aComment = (services: Pick<Services, 'all'>): NoticeSubject => ({
  async seen(db, viewer, ids) {
    const { rows } = await sql<Subject & { commentId: number; thread: number }>`
      select c.id as "commentId", coalesce(c.parent_id, c.id) as thread, c.object_kind as kind, c.object_id as id
      from comment c
      where c.id = any(${[...ids]}::bigint[]) and c.deleted_at is null and ${readable(viewer)}
    `.execute(db);
    const named = await Promise.all(
      services.all(commentSubjects).map((of) =>
        of.named(
          db,
          viewer,
          rows.filter(({ kind }) => of.kinds.includes(kind)).map(({ kind, id }) => ({ kind, id })),
        ),
      ),
    );
    const seen = new Map(named.flat().map(({ subject, ...about }) => [`${subject.kind} ${subject.id}`, about]));
    return new Map(
      rows.flatMap(({ commentId, thread, kind, id }): [number, SeenSubject][] => {
        const about = seen.get(`${kind} ${id}`);
        return about
          ? [
              [
                commentId,
                {
                  ...about,
                  link: `${about.link}${about.link.includes('?') ? '&' : '?'}thread=${thread}&reply=${commentId}`,
                },
              ],
            ]
          : [];
      }),
    );
  },
  withheld: say('toldWithheld'),
});

export interface Written {
  id: number;
  /** `null`: it begins a thread. */
  parentId: number | null;
  visibility: Visibility;
  author: { id: number; name: string };
  facilityId: number | null;
  /** The facility that it is for. */
  addressed: number | null;
}

interface Writer {
  userId: number;
  facilityId: number | null;
}

/** Do people of this place, a facility or the buyer (`null`), read the comment? */
const reads =
  ({ visibility, facilityId, addressed }: Pick<Written, 'visibility' | 'facilityId' | 'addressed'>) =>
  (place: number | null): boolean =>
    place === facilityId ||
    (visibility === 'SHARED' &&
      (place === null || (facilityId === null && (addressed === null || addressed === place))));

/**
 * Tells those whom it names, those who wrote in the thread, as far as they read this comment, and where nobody of another
 * side has, those of it who work on the subject. Each of them is told once.
 */
export async function tellOf(
  unit: Work,
  kinds: CommentKinds,
  { subject, of }: Place,
  comment: Written,
  mentions: readonly number[],
): Promise<void> {
  const { id, parentId, facilityId } = comment;
  const [readers] = await of.readers(unit.db, [subject]);
  if (!readers) return;
  const tell = teller(unit, comment, readers, `comment ${id}`);
  await tell(kinds.mentioned, placesOf(readers, comment, mentions));
  const { rows: writers } = await sql<Writer>`
    select distinct c.author_id as "userId", c.facility_id as "facilityId" from comment c
    where ${on(subject)} and ${parentId}::bigint in (c.id, c.parent_id) and c.deleted_at is null and c.id <> ${id}
  `.execute(unit.db);
  const readHere = reads(comment);
  const workers = (await of.workers(unit.db, subject)).filter(({ place }) => readHere(place.facilityId));
  const told = { written: new Array<NoticeAudience>(), answered: new Array<NoticeAudience>() };
  for (const { place, ...work } of workers) {
    const people = writers.filter((each) => each.facilityId === place.facilityId).map(({ userId }) => userId);
    if (people.length > 0) told.answered.push({ place, people });
    else if (place.facilityId !== facilityId) told.written.push({ place, ...work });
  }
  await tell(kinds.written, told.written);
  await tell(kinds.answered, told.answered);
}

/** Tells those of the other side who work on the subject that a thread was shared with them. */
export async function tellShared(
  unit: Work,
  kinds: CommentKinds,
  { subject, of }: Place,
  comment: Written,
  by: Written['author'],
): Promise<void> {
  const [readers] = await of.readers(unit.db, [subject]);
  if (!readers) return;
  const readHere = reads(comment);
  const workers = await of.workers(unit.db, subject);
  const others = workers.filter(
    ({ place: { facilityId } }) => facilityId !== comment.facilityId && readHere(facilityId),
  );
  await teller(unit, { ...comment, author: by }, readers, `shared ${comment.id}`)(kinds.written, others);
}

/** Tells those whom a change of the comment names for the first time. */
export async function tellMentioned(
  unit: Work,
  kinds: CommentKinds,
  { subject, of }: Place,
  comment: Written,
  mentions: readonly number[],
): Promise<void> {
  const [readers] = await of.readers(unit.db, [subject]);
  if (!readers) return;
  const tell = teller(unit, comment, readers, `mention ${comment.id}`);
  await tell(kinds.mentioned, placesOf(readers, comment, mentions));
}

/** Where people who are named may be at work: in each place that reads the comment. */
function placesOf(readers: SubjectReaders, comment: Written, people: readonly number[]): NoticeAudience[] {
  if (people.length === 0) return [];
  const readHere = reads(comment);
  return [
    ...(readHere(null) ? readers.companyIds.map((companyId) => ({ facilityId: null, companyId })) : []),
    ...readers.facilityIds.filter(readHere).map((facilityId) => ({ facilityId, companyId: null })),
  ].map((place) => ({ place, people }));
}

const teller =
  (
    unit: Work,
    { id, author, facilityId }: Pick<Written, 'id' | 'author' | 'facilityId'>,
    { controlled, creatorIds }: SubjectReaders,
    key: string,
  ) =>
  async (kind: Kind, to: readonly NoticeAudience[]): Promise<void> => {
    if (to.length === 0) return;
    await unit.notify(kind, {
      ...{ subjectId: id, params: { by: author.name }, key, by: author.id, facilityId, to },
      ...(controlled && { controlled: { knownTo: creatorIds } }),
    });
  };
