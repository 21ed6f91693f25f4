import { createToken } from '../../plugin/token.ts';
import type { Work } from '../../server/defineServer.ts';
import type { Visibility } from './comments.ts';
import type { Subject } from './subjects.ts';

/** A comment that another area writes with its rows. */
export interface NewComment extends Subject {
  parentId?: number;
  authorId: number;
  /** Of the author, when a provider. */
  facilityId: number | null;
  /** For which facility a buyer shares it. */
  addressed?: number | null;
  visibility: Visibility;
  body: string;
  eventId: string;
  at: Date;
  mentions?: readonly number[];
  /** Of the author's side, and shared with the readers already. */
  fileIds?: readonly number[];
  resolvedBy?: number;
}

/** Writes comments in the transaction that makes what they are on. Asks for no rights and tells nobody. */
export interface CommentWriter {
  write(unit: Work, comment: NewComment): Promise<number>;
}
export const commentWriter = createToken<CommentWriter>('comments/Writer@1');
