import { defineJob } from '@sinter/sdk/server';
import * as z from 'zod';

const payload = z.object({ nestingId: z.number().int() });

/** A person waits for a file operation, and plans meanwhile while this is made. */
export const nestJob = defineJob({ name: 'production.nest', payload, lane: 'heavy', maxAttempts: 3, priority: 1 });
/** It has been kept long enough. */
export const endNestingJob = defineJob({ name: 'production.end_nesting', payload, lane: 'light', maxAttempts: 10 });
