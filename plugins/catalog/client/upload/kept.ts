import * as z from 'zod';

const lineSchema = z.object({
  /** Of the preparation. */
  id: z.string(),
  name: z.string(),
  partNumber: z.string(),
  /** The part that it is a new revision of; `null`: a new part. */
  revisionOf: z.object({ id: z.number(), name: z.string() }).nullable(),
  eventId: z.string(),
});
export type KeptLine = z.output<typeof lineSchema>;

/** Which files were brought here, and what was entered for them: a reload loses nothing. */
export const keptUploadsSchema = z.object({
  /** Whether new parts are export controlled; `null`: not answered. */
  exportControlled: z.boolean().nullable(),
  lines: z.array(lineSchema),
});
export type KeptUploads = z.output<typeof keptUploadsSchema>;
