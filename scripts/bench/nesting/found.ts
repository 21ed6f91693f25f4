import * as z from 'zod';

/** What a process that arranged the parts has measured. */
export const foundSchema = z.object({
  parts: z.number(),
  shapes: z.number(),
  passes: z.number(),
  conflicts: z.number(),
  /** In powder percent of the box up to the height, on plates how many of them. */
  result: z.number(),
  firstFit: z.number(),
  bound: z.number(),
  firstMs: z.number(),
  ms: z.number(),
  checkMs: z.number(),
  grownMb: z.number(),
});
export type Found = z.infer<typeof foundSchema>;
