import * as z from 'zod';

/** What the kernel's process is asked to do with a file. */
export const errandSchema = z.object({
  work: z.enum(['READ', 'VERIFY', 'REPAIR']),
  file: z.string(),
  /** Where REPAIR writes its result. */
  output: z.string(),
});
export type Errand = z.infer<typeof errandSchema>;

export const doneSchema = z.object({
  ms: z.number(),
  /** True when nothing is left to repair. */
  sound: z.boolean(),
  /** The highest memory of the process so far, over what it had before this errand. */
  grownBytes: z.number(),
});
export type Done = z.infer<typeof doneSchema>;
