import * as z from 'zod';

/** Id of the data block of a page that holds the answers of its first calls. */
export const pageAnswersId = 'answers';

/** A call that the server has answered together with the page, and its answer as it would have come by itself. */
export const pageAnswerSchema = z.object({
  method: z.string(),
  /** Path and query. */
  url: z.string(),
  /** The JSON text that the call sends. */
  body: z.string().optional(),
  /** The type of the call's compact form, when it is asked for in that form. */
  compact: z.string().optional(),
  status: z.number().int(),
  /** Of a compact form: a character for each byte. */
  text: z.string(),
});
export type PageAnswer = z.infer<typeof pageAnswerSchema>;

export const pageAnswersSchema = z.object({
  /** Number of the last event before the answers were made; `null` where no stream of events can be opened. */
  since: z.number().int().nullable(),
  answers: z.array(pageAnswerSchema),
});
export type PageAnswers = z.infer<typeof pageAnswersSchema>;
