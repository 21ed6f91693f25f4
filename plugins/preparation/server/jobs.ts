import { CallError, type ErrorCode } from '@sinter/sdk/contract';
import { lengthUnitSchema } from '@sinter/sdk/contract/preparation/lengthUnit';
import { defineJob } from '@sinter/sdk/server';
import * as z from 'zod';
import { say } from './texts.ts';

export const runOperation = defineJob({
  name: 'preparation.run',
  payload: z.object({ operationId: z.string() }),
  lane: 'heavy',
  maxAttempts: 3,
});

/** Lower priority than an operation, because a user waits for that. */
export const makePreview = defineJob({
  name: 'preparation.preview',
  payload: z.object({ fileId: z.number().int(), units: lengthUnitSchema }),
  lane: 'heavy',
  maxAttempts: 3,
  priority: 2,
});

/** Every facet of a large part. Meanwhile viewers show the light mesh. */
export const makeFullPreview = defineJob({
  name: 'preparation.full_preview',
  payload: makePreview.payload,
  lane: 'heavy',
  maxAttempts: 3,
  priority: 4,
});

/** Shown when the worker died without refusing the file; the cause is in the log. */
export const stopped = say('stopped');

/**
 * Problems of the store, not of the file: a disk gets room again, and a content is in the other store after its mark
 * has changed.
 */
const passing: ReadonlySet<ErrorCode> = new Set(['UNAVAILABLE', 'STORAGE_FULL', 'NOT_FOUND']);

/**
 * The reason why a job fails for good, if the error tells one. `null` for problems that the next attempt may not
 * have.
 */
export function finalReason(error: unknown, lastAttempt: boolean): CallError | null {
  if (!(error instanceof CallError)) return null;
  return passing.has(error.code) && !lastAttempt ? null : error;
}
