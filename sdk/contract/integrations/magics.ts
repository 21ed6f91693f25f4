import * as z from 'zod';
import { defineCall } from '../call.ts';
import { anyone, member, provider } from '../guard.ts';
import { magicsConfigSchema } from '../host/magicsConfig.ts';

/** Handing parts to Magics, which an adapter opens on the user's own machine (specification 2.5 and 7.6). */

const id = z.number().int();
const planner = provider('PRODUCTION_SCHEDULER_AND_PLANNER_ACCESS');

/** What opens in Magics at once without a selection (specification 2.5: more need Magics 28.01 or later). */
export const mostInAddress = 15;
/** So many parts a selection has at most. */
export const mostInSelection = 100;

/** A part as the adapter fetches it. */
export const magicsPartSchema = z.object({
  /** The order file. */
  rfqFileId: id,
  orderId: id,
  fileName: z.string(),
  quantity: z.number().int(),
  /** Lowercase hexadecimal. */
  sha256: z.string(),
  /** Bytes. */
  size: z.number().int(),
  /** A whole address for one use within five minutes. */
  url: z.string(),
});
export type MagicsPart = z.infer<typeof magicsPartSchema>;

/**
 * The address of the facility's adapter with what it is to do: `action=check`; `action=open` with up to 15 times `file`, each an
 * address as in `magicsPartSchema`; or `action=open` with `selection`, the address of `readMagicsSelection`. Any part that is
 * export controlled sends all of them to the adapter for those.
 *
 * Who only edits the settings checks the connection: FORBIDDEN with parts. Refused with NOT_FOUND for a part or job that the
 * caller may not see, EXPORT_CONTROLLED for who is not cleared, NOT_POSSIBLE
 * while Magics is not set up or is off, and for more than 15 parts without selections (specification 2.5 and 7.6).
 */
export const magicsRegisterIntent = defineCall({
  id: 'integrations.magicsRegisterIntent',
  owner: 'integrations',
  method: 'GET',
  path: '/api/v3/magics/register-intent',
  summary: 'The address that opens these parts, or those of a job, in Magics; without any, it checks the connection.',
  guard: member({
    roles: ['ROLE_SERVICE_PROVIDER'],
    anyPermission: ['PRODUCTION_SCHEDULER_AND_PLANNER_ACCESS', 'FACILITY_SETTINGS_EDITOR'],
  }),
  query: z.object({
    /** Order files, separated by commas. */
    rfqFileIds: z
      .string()
      .max(5000)
      .regex(/^\d{1,15}(,\d{1,15})*$/)
      .optional(),
    jobId: z.coerce.number().int().positive().optional(),
  }),
  response: z.object({ url: z.string() }),
});

/** `code` is good for one use within five minutes; afterwards LINK_EXPIRED. Each part's own address then asks for the right to it. */
export const readMagicsSelection = defineCall({
  id: 'integrations.magicsSelection',
  owner: 'integrations',
  method: 'GET',
  path: '/api/v3/magics/selections/{code}',
  summary: 'The parts that an adapter was asked to open.',
  guard: anyone,
  params: z.object({ code: z.string().min(20).max(100) }),
  response: z.object({ parts: z.array(magicsPartSchema) }),
  ratePerMinute: 60,
});

/** Which buttons the facility has. `null` until it is set up; asks for no adapter (specification 3). */
export const magicsButtons = defineCall({
  id: 'integrations.magicsButtons',
  owner: 'integrations',
  method: 'GET',
  path: '/api/v3/magics/buttons',
  summary: 'Where the facility shows buttons that open parts in Magics.',
  guard: planner,
  response: magicsConfigSchema.pick({ isMagicsEnabled: true, preInQueueMagicsButton: true }).nullable(),
});
