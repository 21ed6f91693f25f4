import { documentLanguages } from '@sinter/sdk/server';
import * as z from 'zod';

/** What a record will hold, as its reader might know it when they asked. Kept until the record is made. */
export const planSchema = z.object({
  order: z.number().int(),
  /** Whose view of the order it is. */
  side: z.enum(['BUYER', 'FACILITY']),
  of: z.string(),
  readme: z.string(),
  entries: z.array(
    z.union([
      z.object({ path: z.string(), text: z.string() }),
      z.object({ path: z.string(), fileId: z.number().int() }),
      z.object({
        path: z.string(),
        issued: z.object({
          subject: z.object({ type: z.string(), of: z.string(), id: z.number().int() }),
          version: z.number().int(),
          language: z.enum(documentLanguages),
        }),
      }),
    ]),
  ),
  /** Where files would be that the reader may not have. */
  leftOut: z.array(z.string()),
  /** Uploads that it holds, or something made of them. */
  sources: z.array(z.number().int()),
  /** The order is export controlled. */
  controlled: z.boolean(),
});
export type Plan = z.infer<typeof planSchema>;
export type PlannedEntry = Plan['entries'][number];
