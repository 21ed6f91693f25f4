import { CallError } from '../contract/errors.ts';
import type { ErrorCode } from '../contract/errors.ts';
import { i18n } from '../i18n/translate.ts';

/** What the browser finds out without the server. As with the closed list of errors, the English text is here. */
const failure = (code: ErrorCode, token: string, english: string) => (): CallError =>
  CallError.received({ code, message: i18n.t(`error.${token}`, { ns: 'ui', defaultValue: english }) });

export const connectionLost = failure(
  'UNAVAILABLE',
  'connectionLost',
  'The server cannot be reached. Check your connection and try again.',
);

export const fileGone = failure(
  'INVALID_INPUT',
  'fileGone',
  'The file was moved or changed while it was sent. Please add it again.',
);

/** The answer is none of ours (specification 8). */
export const noAnswer = failure('INTERNAL', 'noAnswer', 'Error, something went wrong!');
