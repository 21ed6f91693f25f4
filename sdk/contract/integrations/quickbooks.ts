import * as z from 'zod';
import { defineCall } from '../call.ts';
import { provider } from '../guard.ts';

/** The connection of a facility with QuickBooks (specification 4.5, 7.6). */

const settings = provider('FACILITY_SETTINGS_EDITOR');

/** Specification 4.5 and 7.6. No handler yet: answers UNFINISHED. */
export const quickbooksStatus = defineCall({
  id: 'integrations.quickbooksStatus',
  owner: 'integrations',
  method: 'GET',
  path: '/api/v1/qb/oauth/token-status',
  summary: 'Whether the facility is connected.',
  guard: settings,
  flag: 'ACCOUNTING',
  response: z.object({ status: z.enum(['ACTIVE', 'INACTIVE']) }),
  unfinished: true,
});

/** Specification 4.5 and 7.6; product 3.13. No handler yet: answers UNFINISHED. */
export const quickbooksConnect = defineCall({
  id: 'integrations.quickbooksConnect',
  owner: 'integrations',
  method: 'GET',
  path: '/api/v1/qb/oauth/connect',
  summary: 'The address at which a person allows the connection; the browser goes there.',
  guard: settings,
  flag: 'ACCOUNTING',
  response: z.object({ url: z.string() }),
  unfinished: true,
});

/** `success` is the text `true` or `false` (specification 4.5). No handler yet: answers UNFINISHED (product 3.13). */
export const quickbooksRevoke = defineCall({
  id: 'integrations.quickbooksRevoke',
  owner: 'integrations',
  method: 'POST',
  path: '/api/v1/qb/oauth/revoke-token',
  summary: 'Ends the connection here, even when the other side cannot be reached.',
  guard: settings,
  flag: 'ACCOUNTING',
  response: z.object({ success: z.enum(['true', 'false']) }),
  unfinished: true,
});
