import * as z from 'zod';

const paramsOf = <Word extends z.ZodType>(word: Word) =>
  z.record(z.string(), z.union([word, z.array(word)])).optional();

/** Text, a number, or another text of the server. */
const wordSchema = z.union([z.string(), z.number(), z.object({ key: z.string() })]);
const sentenceSchema = z.object({
  /** `<area>.<token>` */
  key: z.string(),
  params: paramsOf(wordSchema),
});
/**
 * What a sentence is made from, as it travels and is stored. A parameter may be a list, and a sentence itself: a reason
 * within what it caused.
 */
export const saidSchema = z.object({
  key: z.string(),
  params: paramsOf(z.union([z.string(), z.number(), sentenceSchema])),
});
export type Said = z.infer<typeof saidSchema>;
