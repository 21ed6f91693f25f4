import * as z from 'zod';

/** Pieces that failed in a build and are made again: what every list says of them. */
export const remadeSchema = z.object({
  /** The lot that they were lost from, and its number. */
  lotId: z.number().int().positive(),
  number: z.string(),
  jobName: z.string(),
  quantity: z.number().int(),
  reason: z.string(),
  /** Their numbers on the plate, as `copy`; empty where they were only counted. */
  objects: z.array(z.number().int()),
});
export type Remade = z.infer<typeof remadeSchema>;
