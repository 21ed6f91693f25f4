import { CallError, type ErrorCode } from '@sinter/sdk/contract';
import { lengthUnitSchema } from '@sinter/sdk/contract/preparation';
import { defineJob } from '@sinter/sdk/server';
import * as z from 'zod';

export const runOperation = defineJob({
  name: 'preparation.run',
  payload: z.object({ operationId: z.string() }),
  lane: 'heavy',
  maxAttempts: 3,
});

/** Somebody waits for an operation; a preview is nice to have. */
export const makePreview = defineJob({
  name: 'preparation.preview',
  payload: z.object({ fileId: z.number().int(), units: lengthUnitSchema }),
  lane: 'heavy',
  maxAttempts: 3,
  priority: 10,
});

/** Every facet of a large part: who looks at it sees the light mesh meanwhile. */
export const makeFullPreview = defineJob({
  name: 'preparation.full_preview',
  payload: makePreview.payload,
  lane: 'heavy',
  maxAttempts: 3,
  priority: 20,
});

/** Shown when the worker died rather than the file being refused; the cause is in the log. */
export const stopped = 'The preparation stopped unexpectedly. Please try again, or ask your administrator.';

/** Of the store, and not the file's fault: a disk is made room on, a content is in the other place once its mark was changed. */
const passing: ReadonlySet<ErrorCode> = new Set(['UNAVAILABLE', 'STORAGE_FULL', 'NOT_FOUND']);

/** The reason for which a job fails for good, where the error tells one: not what may be gone in its next attempt. */
export function finalReason(error: unknown, lastAttempt: boolean): CallError | null {
  if (!(error instanceof CallError)) return null;
  return passing.has(error.code) && !lastAttempt ? null : error;
}
