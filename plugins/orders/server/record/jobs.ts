import { defineJob } from '@sinter/sdk/server';
import * as z from 'zod';

const payload = z.object({ recordId: z.number().int() });

/** Writes a record that was asked for. Big files are copied: mails do not wait for it. */
export const recordJob = defineJob({ name: 'orders.record', payload, lane: 'heavy', maxAttempts: 3 });
/** A record has been kept long enough. */
export const endRecordJob = defineJob({ name: 'orders.record_end', payload, lane: 'light', maxAttempts: 10 });
