import * as z from 'zod';
import { defineCall } from '../call.ts';
import { accountTypeSchema } from '../enums.ts';
import { anyone } from '../guard.ts';

/** The page that a mailed invitation opens (product: Team, 3.12). */

/** `validUntil` is ISO. `companyName` is the facility or company that invites (specification 7.6; product 2, Team). */
export const readInvitation = defineCall({
  id: 'host.invitation',
  owner: 'host',
  method: 'GET',
  path: '/api/v1/invite/token',
  summary: 'Who invited whom, for the page that a mailed invitation opens. LINK_EXPIRED for one that no longer holds.',
  guard: anyone,
  ratePerMinute: 20,
  query: z.object({ token: z.string().min(20).max(200) }),
  response: z.object({
    email: z.string(),
    companyName: z.string(),
    accountType: accountTypeSchema,
    validUntil: z.string(),
    /** They have an account already: signing in is enough to join. */
    known: z.boolean(),
  }),
});
