import { CallError, type Principal } from '@sinter/sdk/contract';
import type { CallArguments } from '@sinter/sdk/contract/call';
import type { listComments } from '@sinter/sdk/contract/comments/comments';
import { type CallContext, type Services } from '@sinter/sdk/server';
import {
  commentSubjects,
  type CommentSubjects,
  type Subject,
  type SuppliersOf,
} from '@sinter/sdk/contract/comments/subjects';
import type { Supplier } from '@sinter/sdk/contract/named';
import { sql, type RawBuilder } from 'kysely';
import { say } from './texts.ts';

type Target = CallArguments<typeof listComments>['query'];

/** What a comment hangs on, and the area that knows about it. */
export interface Place {
  subject: Subject;
  of: CommentSubjects;
}

/** Throws NOT_FOUND for what does not exist or the caller may not see, INVALID_INPUT for what takes no comments. */
export async function requireSubject(
  context: CallContext,
  { objectKind, objectId }: Target,
  to: 'READ' | 'WRITE',
): Promise<Place> {
  const subject = { kind: objectKind, id: objectId };
  const of = areaOf(context, subject);
  if (!of) {
    throw new CallError('INVALID_INPUT', undefined, { fields: { objectKind: say('noComments') } });
  }
  await of.require(context, subject, to);
  return { subject, of };
}

/** Whether the caller may write there. Throws as `requireSubject` for what they may not read. */
export async function writesOn(context: CallContext, target: Target): Promise<boolean> {
  try {
    await requireSubject(context, target, 'WRITE');
    return true;
  } catch (error) {
    // Messages are switched off, or what they are on is closed.
    if (error instanceof CallError && (error.code === 'FORBIDDEN' || error.code === 'CONFLICT')) return false;
    throw error;
  }
}

export const areaOf = (services: Pick<Services, 'all'>, { kind }: Subject): CommentSubjects | undefined =>
  services.all(commentSubjects).find(({ kinds }) => kinds.includes(kind));

type OfFacility = Target & { facility: Supplier | null };

/** These with the facilities as the caller reads of them. */
export async function withSuppliers<Row extends OfFacility>(
  context: CallContext,
  rows: readonly Row[],
): Promise<Row[]> {
  const known = new Map<CommentSubjects, SuppliersOf | null>();
  for (const of of context.all(commentSubjects)) {
    const theirs = rows.filter(({ objectKind }) => of.kinds.includes(objectKind));
    const subjects = theirs.map(({ objectKind: kind, objectId: id }) => ({ kind, id }));
    if (subjects.length > 0 && of.suppliers) known.set(of, await of.suppliers(context, subjects));
  }
  return rows.map((row) => {
    const subject = { kind: row.objectKind, id: row.objectId };
    const of = areaOf(context, subject);
    const told = of && known.get(of);
    return told && row.facility ? { ...row, facility: told(subject, row.facility.id) } : row;
  });
}

/** Comments `c` on one subject. */
export const on = ({ kind, id }: Subject): RawBuilder<boolean> =>
  sql`(c.object_kind = ${kind} and c.object_id = ${id})`;

/**
 * What somebody who sees the subject reads of its comments `c`: their own side's, and what others shared. Facilities
 * that work on the same thing never read each other.
 */
export const readable = ({ role, facilityId }: Principal): RawBuilder<boolean> =>
  role === 'ROLE_SERVICE_PROVIDER'
    ? sql`(c.facility_id = ${facilityId}
        or (c.facility_id is null and c.visibility = 'SHARED'
          and coalesce(c.addressed_facility_id, ${facilityId}) = ${facilityId}))`
    : sql`(c.facility_id is null or c.visibility = 'SHARED')`;

/** Comments of the caller's own side. */
export const ownSide = ({ role, facilityId }: Principal): RawBuilder<boolean> =>
  role === 'ROLE_SERVICE_PROVIDER' ? sql`c.facility_id is not distinct from ${facilityId}` : sql`c.facility_id is null`;

/** Comment `c` is news to this person: `s` is what they have read of its thread (comment_seen, or all null). */
export const isUnread = (viewer: Principal): RawBuilder<boolean> => sql<boolean>`(c.author_id <> ${viewer.userId}
  and c.deleted_at is null
  and (c.id > coalesce(s.seen_id, 0) or (not ${ownSide(viewer)} and c.shared_at > s.seen_at)))`;
