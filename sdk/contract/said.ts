import * as z from 'zod';

/** Text, a number, or the key of another text. */
const wordSchema = z.union([z.string(), z.number(), z.object({ key: z.string() })]);
/** What a sentence is made from, as it travels and is stored. A parameter may be a text itself, or a list. */
export const saidSchema = z.object({
  /** `<area>.<token>` */
  key: z.string(),
  params: z.record(z.string(), z.union([wordSchema, z.array(wordSchema)])).optional(),
});
export type Said = z.infer<typeof saidSchema>;
