import type { Sentence } from '@sinter/sdk/contract';
import type { Visibility } from '@sinter/sdk/contract/comments/comments';
import { commentSubjects, type Subject } from '@sinter/sdk/contract/comments/subjects';
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
}

/** What people are told of comments. */
export function commentKinds(services: Pick<Services, 'all'>): CommentKinds {
  const subject = aComment(services);
  const define = (id: string, title: Sentence, says: (given: { by: string; subject: string }) => Sentence) =>
    defineNotice({
      ...{ id, title, says, subject, params },
      category: { id: 'comments', title: say('toldComments') },
      mail: true,
    });
  return {
    written: define('comments.written', say('tellWritten'), (it) => say('toldWritten', it)),
    answered: define('comments.answered', say('tellAnswered'), (it) => say('toldAnswered', it)),
  };
}

/** Comments, by what they are on: who may not read one any more, or reads it no longer because it was deleted, sees nothing of it. */
const aComment = (services: Pick<Services, 'all'>): NoticeSubject => ({
  async seen(db, viewer, ids) {
    const { rows } = await sql<Subject & { commentId: number }>`
      select c.id as "commentId", c.object_kind as kind, c.object_id as id from comment c
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
      rows.flatMap(({ commentId, kind, id }): [number, SeenSubject][] => {
        const about = seen.get(`${kind} ${id}`);
        return about ? [[commentId, about]] : [];
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

/**
 * Tells those who wrote in the thread, as far as they read this comment, and where nobody of another side has, those of it who work on
 * the subject.
 */
export async function tellOf(unit: Work, kinds: CommentKinds, { subject, of }: Place, comment: Written): Promise<void> {
  const { id, parentId, visibility, author, facilityId, addressed } = comment;
  const [readers] = await of.readers(unit.db, [subject]);
  if (!readers) return;
  const { rows: writers } = await sql<Writer>`
    select distinct c.author_id as "userId", c.facility_id as "facilityId" from comment c
    where ${on(subject)} and ${parentId}::bigint in (c.id, c.parent_id) and c.deleted_at is null and c.id <> ${id}
  `.execute(unit.db);
  const reads = (place: number | null) =>
    place === facilityId ||
    (visibility === 'SHARED' &&
      (place === null || (facilityId === null && (addressed === null || addressed === place))));
  const workers = (await of.workers(unit.db, subject)).filter(({ place }) => reads(place.facilityId));
  const told = { written: new Array<NoticeAudience>(), answered: new Array<NoticeAudience>() };
  for (const { place, ...work } of workers) {
    const people = writers.filter((each) => each.facilityId === place.facilityId).map(({ userId }) => userId);
    if (people.length > 0) told.answered.push({ place, people });
    else if (place.facilityId !== facilityId) told.written.push({ place, ...work });
  }
  for (const kind of ['written', 'answered'] as const) {
    await unit.notify(kinds[kind], {
      ...{ subjectId: id, params: { by: author.name }, key: `comment ${id}`, by: author.id, to: told[kind] },
      ...(readers.controlled && { controlled: { knownTo: readers.creatorIds } }),
    });
  }
}
