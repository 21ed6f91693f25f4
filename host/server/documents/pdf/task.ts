import * as z from 'zod';
import { documentModelSchema } from '@sinter/sdk/server/documents';

/** What a thread is asked to draw, and what it answers. */

export const brandSchema = z.object({
  /** Who the paper is from. */
  name: z.string(),
  /** `#1a5fd0` */
  color: z.string(),
  /** A PNG or JPEG. */
  logo: z.instanceof(Uint8Array).nullable(),
});
export type Brand = z.infer<typeof brandSchema>;

export const drawingSchema = z.object({
  model: documentModelSchema,
  brand: brandSchema,
  /** PNGs and JPEGs by their hash. */
  pictures: z.record(z.string(), z.instanceof(Uint8Array)),
  /** `ar-SA` */
  locale: z.string(),
  rightToLeft: z.boolean(),
  /** How a label stands before what it names, on one line: `{{label}}: {{value}}`. */
  labelled: z.string(),
  /**
   * What stands at the foot of every page: at the left what each sheet has there, the last for all after it; at the right
   * `{{page}}` and `{{pages}}` are filled in.
   */
  foot: z.object({ left: z.array(z.string()).min(1), right: z.string() }),
});
export type Drawing = z.infer<typeof drawingSchema>;

export const drawnSchema = z.union([
  z.object({ bytes: z.instanceof(Uint8Array), pages: z.number() }),
  z.object({ tooLong: z.literal(true) }),
  z.object({ failed: z.string() }),
]);
export type Drawn = z.infer<typeof drawnSchema>;

/** So many sheets are drawn: told while a long document is. */
export const progressSchema = z.object({ sheets: z.number() });

/** A document that would be longer is refused. */
export const mostPages = 5_000;
