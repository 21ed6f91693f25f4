import * as z from 'zod';
import { errorCodeSchema } from './errors.ts';
import { saidSchema } from './said.ts';

/**
 * The answer of a change of several things: one row for each id asked for. `message`: why it was not done, `null` when it
 * was; `code`: where the change of that one alone would have failed so.
 */
export const bulkResultSchema = z.array(
  z.object({
    id: z.number().int(),
    done: z.boolean(),
    message: z.string().nullable(),
    said: saidSchema.optional(),
    code: errorCodeSchema.meta({ examples: ['CONFLICT'] }).optional(),
  }),
);
export type BulkResult = z.infer<typeof bulkResultSchema>;
