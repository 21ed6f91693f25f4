import { createToken } from '../../plugin/token.ts';
import type { CallContext } from '../../server/defineServer.ts';
import type { DocumentLanguage, DocumentSubject } from '../../server/documents.ts';

/** A file in the record of an order: data that is written as JSON, a stored file, or a document that was issued. */
export type RecordEntry = {
  /** Folder and name: `messages/messages.json`. */
  path: string;
} & (
  | { json: unknown }
  | { fileId: number }
  | { issued: { subject: DocumentSubject; version: number; language: DocumentLanguage } }
);

export interface RecordedOrder {
  id: number;
  /** Ids of the parts that this person sees. */
  parts: readonly number[];
}

/**
 * What an area knows of an order, for the order's record: exactly what this person would read on its screens. To contribute
 * to: `server.contribute(recordChapters, …)`.
 */
export interface RecordChapter {
  entries(context: CallContext, order: RecordedOrder): Promise<RecordEntry[]>;
}
export const recordChapters = createToken<RecordChapter>('orders/RecordChapters@1');
