import { defineJob } from '@sinter/sdk/server';
import * as z from 'zod';

const payload = z.object({ printId: z.number().int() });

/** Draws travellers that were asked for: mails do not wait for it. */
export const printJob = defineJob({ name: 'production.print_travellers', payload, lane: 'heavy', maxAttempts: 3 });
/** They have been kept long enough. */
export const endPrintJob = defineJob({ name: 'production.end_travellers', payload, lane: 'light', maxAttempts: 10 });
