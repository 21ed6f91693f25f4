import * as z from 'zod';

/** What tags can be put on (product 2, Tags). */
export const tagKindSchema = z.enum(['ORDER', 'PART', 'JOB', 'LOT', 'NCR']);
export type TagKind = z.infer<typeof tagKindSchema>;
