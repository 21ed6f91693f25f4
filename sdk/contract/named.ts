import * as z from 'zod';

/** A reference: the id of a row and the name people know it by. */
export const namedSchema = z.object({ id: z.number().int(), name: z.string() });
