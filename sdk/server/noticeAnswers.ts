import type { AnyCall } from '../contract/call.ts';
import { createToken } from '../plugin/token.ts';
import type { CallContext } from './defineServer.ts';
import type { NoticeKind } from './notices.ts';

/** Notices whose email can be answered, where the server receives email. */
export interface NoticeAnswers {
  /** All that are about the same kind of thread. A kind belongs to one contribution. */
  kinds: readonly NoticeKind[];
  /** The screen's call that does the same: by its guard and limits, and only while its area is on. */
  call: AnyCall;
  /**
   * The thread that all the subjects with these ids are of and that this person may answer by email now, as the area calls it. Where
   * answers have other readers, it is called otherwise. `null`: they are of several, or nothing is answered by email there.
   */
  thread(context: CallContext, ids: readonly number[]): Promise<string | null>;
  /** Throws what the screen is told where this person may not write there, and where nothing is answered by email. */
  requireOpen(context: CallContext, thread: string): Promise<void>;
  /** Writes it as the screen does. The same `eventId` twice writes one. */
  write(context: CallContext, thread: string, answer: EmailAnswer): Promise<void>;
}
export interface EmailAnswer {
  eventId: string;
  body: string;
  /** Stored files of the person. */
  fileIds: readonly number[];
}

/** To contribute to: `server.contribute(noticeAnswers, …)`. */
export const noticeAnswers = createToken<NoticeAnswers>('host/NoticeAnswers@1');
