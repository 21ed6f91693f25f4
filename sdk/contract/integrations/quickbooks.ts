import * as z from 'zod';
import { defineCall } from '../call.ts';
import { anyone, member } from '../guard.ts';
import { lineSchema } from '../line.ts';

/** The connection of a facility with Quickbooks (specification 4.5, 7.6). */

/** Who looks after the money of a facility (product 3.12). */
const cashier = member({
  roles: ['ROLE_SERVICE_PROVIDER'],
  memberRoles: ['SP_SUPER_ADMIN', 'SP_ADMIN', 'FINANCIAL_CONTROLLER'],
});

const connectionSchema = z.object({
  status: z.enum(['ACTIVE', 'INACTIVE']),
  /** The company in Quickbooks, where it has told its name. */
  company: z.string().nullable(),
  /** Quickbooks took the permission back, or it ran out: nobody here has disconnected. */
  lost: z.boolean(),
});
export type QuickbooksConnection = z.infer<typeof connectionSchema>;

/** Specification 4.5 and 7.6. */
export const quickbooksStatus = defineCall({
  id: 'integrations.quickbooksStatus',
  owner: 'integrations',
  method: 'GET',
  path: '/api/v1/qb/oauth/token-status',
  summary: 'Whether the facility is connected.',
  guard: cashier,
  flag: 'ACCOUNTING',
  response: connectionSchema,
});

/**
 * Specification 4.5 and 7.6; product 3.13. The address holds a state that is good for one use by the same person in the same
 * facility within fifteen minutes. Refused with NOT_POSSIBLE until the settings are complete.
 */
export const quickbooksConnect = defineCall({
  id: 'integrations.quickbooksConnect',
  owner: 'integrations',
  method: 'GET',
  path: '/api/v1/qb/oauth/connect',
  summary: 'The address at which a person allows the connection; the browser goes there.',
  guard: cashier,
  flag: 'ACCOUNTING',
  response: z.object({ url: z.string() }),
  ratePerMinute: 30,
});

/**
 * What Quickbooks sent the browser back with. Refused with LINK_EXPIRED for a state that is not this person's or was used, with
 * NOT_POSSIBLE where Quickbooks does not accept the code or cannot be reached.
 */
export const finishQuickbooks = defineCall({
  id: 'integrations.finishQuickbooks',
  owner: 'integrations',
  method: 'POST',
  path: '/api/v1/qb/oauth/callback',
  summary: 'Makes the connection that a person has allowed.',
  guard: cashier,
  flag: 'ACCOUNTING',
  body: z.object({
    state: z.string().min(1).max(200),
    code: z.string().min(1).max(2000),
    realmId: z.string().regex(/^\d{1,30}$/),
  }),
  response: connectionSchema,
  ratePerMinute: 30,
});

/** `success` is the text `true`, or `false` where there was no connection (specification 4.5; product 3.13). */
export const quickbooksRevoke = defineCall({
  id: 'integrations.quickbooksRevoke',
  owner: 'integrations',
  method: 'POST',
  path: '/api/v1/qb/oauth/revoke-token',
  summary: 'Ends the connection here, even when the other side cannot be reached.',
  guard: cashier,
  flag: 'ACCOUNTING',
  response: z.object({ success: z.enum(['true', 'false']) }),
});

const appRules = {
  /** Of the app that the facility has registered at Intuit. */
  clientId: lineSchema(200),
  environment: z.enum(['PRODUCTION', 'SANDBOX']),
  /** Where the interface is, behind a gateway or a simulator; `null`: at Intuit. */
  apiAddress: z.union([z.url({ protocol: /^https?$/ }).max(300), z.null()]),
};

const settingsSchema = z.object({
  ...appRules,
  /** The secret is never answered. */
  clientSecretSet: z.boolean(),
  /** Nor is the token that Intuit signs its messages with. */
  verifierTokenSet: z.boolean(),
  /** The redirect address that has to be entered at Intuit. */
  redirectURL: z.string(),
  /** Where Intuit is to send its messages. */
  noticeURL: z.string(),
});
export type QuickbooksSettings = z.infer<typeof settingsSchema>;

export const readQuickbooksSettings = defineCall({
  id: 'integrations.quickbooksSettings',
  owner: 'integrations',
  method: 'GET',
  path: '/api/v1/qb/settings',
  summary: 'By which app of Intuit the facility connects.',
  guard: cashier,
  flag: 'ACCOUNTING',
  response: settingsSchema,
});

export const quickbooksSettingsInputSchema = z.object({
  ...appRules,
  /** Write-only; left out, the stored one stays. */
  clientSecret: lineSchema(300).min(1).optional(),
  /** Likewise. */
  verifierToken: lineSchema(300).min(1).optional(),
});
export type QuickbooksSettingsInput = z.infer<typeof quickbooksSettingsInputSchema>;

/**
 * Refused with CONFLICT when anything but the secret changes while the facility is connected, and with INVALID_INPUT for an
 * address that may not be called (`apiAddress`).
 */
export const saveQuickbooksSettings = defineCall({
  id: 'integrations.saveQuickbooksSettings',
  owner: 'integrations',
  method: 'PUT',
  path: '/api/v1/qb/settings',
  summary: 'Changes by which app of Intuit the facility connects.',
  guard: cashier,
  flag: 'ACCOUNTING',
  reauthenticate: true,
  body: quickbooksSettingsInputSchema,
  response: settingsSchema,
});

/**
 * That something has changed in a company; what it is, is asked of Quickbooks. Refused with INVALID_INPUT unless it is signed
 * with the facility's verifier token (header `intuit-signature`). Sent again, it changes nothing.
 */
export const quickbooksNotice = defineCall({
  id: 'integrations.quickbooksNotice',
  owner: 'integrations',
  method: 'POST',
  path: '/api/v1/qb/notices/{facilityId}',
  summary: 'Quickbooks tells that something has changed there, such as a payment.',
  guard: anyone,
  accepts: 'signed',
  params: z.object({ facilityId: z.coerce.number().int().positive() }),
  response: z.object({ received: z.literal(true) }),
  ratePerMinute: 1200,
});
