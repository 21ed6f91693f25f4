import * as z from 'zod';

/**
 * What passes between an embed document and the page around it, by `postMessage`: `sdk/docs/embedding.md` describes it. Every
 * message names the version of the protocol. A later version adds types of messages; a change of these is another number.
 */
export const protocolVersion = 1;
const sinter = z.literal(protocolVersion);

/** A path of this site with query and fragment, as every browser reads it: nothing in it leads elsewhere. */
const pathSchema = z
  .string()
  .max(2000)
  // oxlint-disable-next-line no-control-regex -- these are exactly what must not pass
  .regex(/^\/(?![/\\])[^\\\u0000-\u0020\u007f]*$/)
  .refine((path) => !new URL(path, 'http://page').pathname.startsWith('//'));

/** From the page around. */
export const commandSchema = z.discriminatedUnion('type', [
  /** Says that it listens: `ready` is told again. */
  z.strictObject({ sinter, type: z.literal('hello') }),
  /** The frame takes the height of its content, and tells it with `size`. */
  z.strictObject({ sinter, type: z.literal('measure') }),
  z.strictObject({ sinter, type: z.literal('theme'), theme: z.enum(['light', 'dark', 'system']) }),
  z.strictObject({ sinter, type: z.literal('language'), language: z.string().regex(/^[a-z]{2}_[A-Z]{2}$/) }),
  z.strictObject({ sinter, type: z.literal('navigate'), path: pathSchema }),
]);
export type Command = z.infer<typeof commandSchema>;

/** To the page around. */
export type Told =
  | { type: 'ready'; plugin: string; path: string }
  | { type: 'navigated'; path: string }
  | { type: 'size'; height: number }
  | { type: 'title'; title: string };
