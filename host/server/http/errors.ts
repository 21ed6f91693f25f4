import * as z from 'zod';
import { CallError } from '@sinter/sdk/contract';
import { say } from '../say.ts';

/** What `pg` says, without a code, where a connection to the database was lost or cannot be had. */
const lost =
  /^(?:Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Client was closed|Cannot use a pool after calling end)/;
const lostSocket = z.object({ code: z.literal('ENOENT'), syscall: z.literal('connect') });

const codedSchema = z.looseObject({ code: z.string() });

/** Database conditions that have a better answer than INTERNAL. Everything else of the database is our mistake. */
const databaseConditions: Record<string, () => CallError> = {
  '22021': () => new CallError('INVALID_INPUT'), // a NUL character in a text
  '22P05': () => new CallError('INVALID_INPUT'),
  '22003': () => new CallError('INVALID_INPUT'), // a number too large for its column
  '22008': () => new CallError('INVALID_INPUT'), // a date out of range
  // Callers look first whether a thing is there: what clashes still was made at the same moment.
  '23505': () => new CallError('CONFLICT'),
  '53100': () => new CallError('STORAGE_FULL'),
  '53300': () => new CallError('UNAVAILABLE'),
  '57014': () => new CallError('UNAVAILABLE'), // a statement that took too long
  '25P03': () => new CallError('UNAVAILABLE'),
  '57P01': () => new CallError('UNAVAILABLE'),
  '57P02': () => new CallError('UNAVAILABLE'),
  '57P03': () => new CallError('UNAVAILABLE'),
  '08000': () => new CallError('UNAVAILABLE'),
  '08003': () => new CallError('UNAVAILABLE'),
  '08006': () => new CallError('UNAVAILABLE'),
  ECONNREFUSED: () => new CallError('UNAVAILABLE'),
  ECONNRESET: () => new CallError('UNAVAILABLE'),
  EPIPE: () => new CallError('UNAVAILABLE'),
  ETIMEDOUT: () => new CallError('UNAVAILABLE'),
  ENOSPC: () => new CallError('STORAGE_FULL'),
  EDQUOT: () => new CallError('STORAGE_FULL'),
};

/** What Fastify and the multipart reader say about a request. */
const requestConditions: Record<string, () => CallError> = {
  FST_ERR_CTP_BODY_TOO_LARGE: () => new CallError('TOO_LARGE', say('requestTooLarge')),
  FST_ERR_CTP_INVALID_MEDIA_TYPE: () => new CallError('MALFORMED_BODY', say('contentType')),
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: () => new CallError('MALFORMED_BODY'),
  FST_ERR_CTP_INVALID_JSON_BODY: () => new CallError('MALFORMED_BODY'),
  FST_ERR_BAD_URL: () => new CallError('INVALID_INPUT', say('badAddress')),
  FST_REQ_FILE_TOO_LARGE: () => new CallError('TOO_LARGE'),
  FST_PARTS_LIMIT: () => new CallError('MALFORMED_BODY', say('tooManyParts')),
  FST_FILES_LIMIT: () => new CallError('MALFORMED_BODY', say('moreThanOneFile')),
  FST_FIELDS_LIMIT: () => new CallError('MALFORMED_BODY', say('tooManyFields')),
  FST_PROTO_VIOLATION: () => new CallError('MALFORMED_BODY'),
  FST_INVALID_MULTIPART_CONTENT_TYPE: () => new CallError('MALFORMED_BODY', say('needsMultipart')),
  FST_NONCONFORMING_MULTIPART: () => new CallError('MALFORMED_BODY'),
};

/** The answer to a failure. `expected` is false for what must be logged as our own fault. */
export function toCallError(error: unknown): { answer: CallError; expected: boolean } {
  if (error instanceof CallError) return { answer: error, expected: error.code !== 'INTERNAL' };
  if (error instanceof SyntaxError && 'statusCode' in error)
    return { answer: new CallError('MALFORMED_BODY'), expected: true };
  const coded = codedSchema.safeParse(error);
  const code = coded.success ? coded.data.code : '';
  const request = requestConditions[code];
  if (request) return { answer: request(), expected: true };
  const database = databaseConditions[code];
  if (database) return { answer: database(), expected: false };
  if ((error instanceof Error && lost.test(error.message)) || lostSocket.safeParse(error).success) {
    return { answer: new CallError('UNAVAILABLE'), expected: false };
  }
  return { answer: new CallError('INTERNAL'), expected: false };
}
