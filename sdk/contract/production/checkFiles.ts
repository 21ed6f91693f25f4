import * as z from 'zod';
import { defineCall } from '../call.ts';
import { anyProvider } from '../guard.ts';
import { gateSchema } from './gates.ts';

/** So large may a photo or file be that answers a check, bytes. */
export const mostFileBytes = 25 * 1024 * 1024;

/**
 * Answers the id that is then the answer of a check of the kind FILE. It is the facility's, and export controlled where what it is about
 * is. Refused with NOT_FOUND for what the caller may not see, FORBIDDEN for who does not work there, INVALID_INPUT (`file`)
 * for an empty one, TOO_LARGE beyond `mostFileBytes`, and CONFLICT where it became export controlled meanwhile.
 */
export const attachCheckFile = defineCall({
  id: 'production.attachCheckFile',
  owner: 'production',
  method: 'POST',
  path: '/api/v1/work-center/check-files/{place}/{subjectId}/{position}',
  summary: 'Stores a photo or file (multipart field `file`) for a check of a step, or an item of a checklist.',
  guard: anyProvider(
    'Who may attach depends on the place, which the server asks: at steps operators, at the gates of checklists who answers them.',
  ),
  accepts: 'multipart',
  ratePerMinute: 60,
  params: z.object({
    /** STEP: a check of the step itself, whose lot is the subject. */
    place: z.enum(['STEP', ...gateSchema.options]),
    subjectId: z.coerce.number().int().positive(),
    position: z.coerce.number().int().min(0).max(100),
  }),
  response: z.object({ fileId: z.number().int(), fileName: z.string() }),
});
