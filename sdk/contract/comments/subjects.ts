import type { QueryExecutorProvider, RawBuilder } from 'kysely';
import type { Principal } from '../guard.ts';
import type { Supplier } from '../named.ts';
import type { ObjectKind, Visibility } from './comments.ts';
import type { ThreadPage } from './threads.ts';
import { createToken } from '../../plugin/token.ts';
import type { CallContext, EventAudience, Services, Work } from '../../server/defineServer.ts';
import type { NoticeAudience, SeenSubject } from '../../server/notices.ts';

/** A row that comments hang on. */
export interface Subject {
  kind: ObjectKind;
  id: number;
}

/** Rows of one or more kinds that take comments, told by the area that has them. */
export interface CommentSubjects {
  kinds: readonly ObjectKind[];
  /** Of a comment whose writer does not say who sees it, where that is not as usual: a buyer shares, a facility does not. */
  visibility?: Visibility;
  /** Throws NOT_FOUND for what does not exist or this person may not see, FORBIDDEN where they may not write. */
  require(context: CallContext, subject: Subject, to: 'READ' | 'WRITE'): Promise<void>;
  /** Who is told of shared comments and sees their files: the facilities and companies on both sides. */
  readers(db: QueryExecutorProvider, subjects: readonly Subject[]): Promise<readonly SubjectReaders[]>;
  /** Whether this person sees the row of `kind` with this `id`, two columns of a comment: a condition. */
  seen(viewer: Principal, of: Record<'kind' | 'id', RawBuilder<unknown>>): RawBuilder<boolean>;
  /**
   * What an object's page of threads is about, as far as this person sees it: itself first, then what belongs to it, with
   * the facilities that a buyer can write to. `null` for what has no page.
   */
  family(db: QueryExecutorProvider, viewer: Principal, subject: Subject): Promise<SubjectFamily | null>;
  /** How this person reads of the facilities that have threads on these, where not by their names. */
  suppliers?(context: Pick<CallContext, 'db' | 'user'>, subjects: readonly Subject[]): Promise<SuppliersOf | null>;
  /** Those of them that this person sees now, as a notice speaks of them; `link` is the page of their threads. */
  named(db: QueryExecutorProvider, viewer: Principal, subjects: readonly Subject[]): Promise<readonly NamedSubject[]>;
  /** Who of each side works on the subject, for those who have not written there themselves: one audience for a place. */
  workers(db: QueryExecutorProvider, subject: Subject): Promise<readonly NoticeAudience[]>;
  /** Tells of each new comment in the area's own way, besides those whom it names: where all comments are one talk. */
  tell?(services: Pick<Services, 'get'>, unit: Work, written: WrittenComment): Promise<void>;
  /** The facilities that a buyer can begin threads with on the subject. */
  addressees(db: QueryExecutorProvider, subject: Subject): Promise<readonly number[]>;
  /** Throws CONFLICT where this person's side has to keep what is written there as it is. Left out: it never has. */
  requireErasable?(context: Pick<CallContext, 'user'>, db: QueryExecutorProvider, subject: Subject): Promise<void>;
  isControlled(db: QueryExecutorProvider, subject: Subject): Promise<boolean>;
  /** Until the transaction ends, nobody makes the subject export controlled. */
  holdOpen(unit: Work, subject: Subject): Promise<void>;
  /** The stored file on whose mesh pins lie; `null` where the subject takes no pins. */
  pinnedFile(db: QueryExecutorProvider, subject: Subject): Promise<number | null>;
  /** Subjects made of these files: what is attached to them becomes export controlled with the files. */
  madeOf(db: QueryExecutorProvider, fileIds: readonly number[]): Promise<readonly Subject[]>;
}
/** A comment as its area tells of it. */
export interface WrittenComment {
  id: number;
  subject: Subject;
  author: { id: number; name: string };
  /** Ids of all who have written there, the author among them. */
  takingPart: readonly number[];
}
export interface SubjectReaders extends Required<Omit<EventAudience, 'userIds'>> {
  subject: Subject;
  /** Of a room of chosen people: nobody else on either side hears that something was written. */
  onlyUserIds?: readonly number[];
  /** The order that it belongs to, or is. */
  orderId?: number;
}
export type SubjectFamily = Pick<ThreadPage, 'about' | 'subjects' | 'company' | 'facilities' | 'writes'>;
/** A facility that has threads on a subject. */
export type SuppliersOf = (subject: Subject, facilityId: number) => Supplier;
export interface NamedSubject extends SeenSubject {
  subject: Subject;
}

/** To contribute to: `server.contribute(commentSubjects, …)`. A kind belongs to one contribution. */
export const commentSubjects = createToken<CommentSubjects>('comments/Subjects@1');
