import * as z from 'zod';
import { defineCall } from '../call.ts';
import { anyMember, provider } from '../guard.ts';
import { scopeSchema } from '../scopes.ts';

/**
 * What a vendor's plugin calls with. Its calls carry a token in the header `X-Plugin-Token`, beside what says who the person is.
 * A call with one is allowed what the plugin was granted and the person may; any call may then answer, beside its own:
 * - UNAUTHENTICATED: the token was changed, has expired, or was made for another session, person or facility; ask for another
 *   one, once, and call again;
 * - SCOPE: the plugin is off here, another version is installed, or it has not been granted what the call needs;
 * - RATE_LIMITED: more than `callsPerMinute` of this plugin for this person.
 */
export const pluginTokenHeader = 'X-Plugin-Token';
/** Requests of one plugin for one person in a minute, whatever they ask for. */
export const callsPerMinute = 600;
export const tokenSeconds = 300;

/** `vendor.name` */
export const pluginParams = z.object({ id: z.string().min(1).max(100) });

/**
 * The token is bound to session, person, facility, plugin and version. NOT_FOUND: there is no such plugin of a vendor; SCOPE: it is
 * off here, or another version is installed; FORBIDDEN: an API key asks. `localBuild`: for the build that this session has loaded in
 * its place, with the scopes that were agreed to then; SCOPE where it is loaded no more.
 */
export const issueToken = defineCall({
  id: 'apps.token',
  owner: 'apps',
  method: 'POST',
  path: '/api/v1/apps/{id}/token',
  summary: 'A token of five minutes, with which a vendor’s plugin calls for the signed-in person.',
  guard: anyMember('A token only narrows what its person may do already.'),
  params: pluginParams,
  body: z.object({ version: z.string().min(1).max(40), localBuild: z.string().max(100).optional() }),
  response: z.object({
    token: z.string(),
    /** Seconds from now. */
    expiresIn: z.number().int(),
    scopes: z.array(scopeSchema.meta({ examples: ['orders:read'] })),
  }),
});

const granting = {
  owner: 'apps',
  path: '/api/v1/apps/{id}/grants',
  guard: provider('FACILITY_SETTINGS_EDITOR'),
  params: pluginParams,
  response: z.object({
    /** What it asks for; `reason` in the caller's language. */
    asked: z.array(z.object({ scope: z.string(), reason: z.string() })),
    granted: z.array(z.string()),
    /** `false`: it was installed from the marketplace, where an update that asks for more is agreed to. */
    changeable: z.boolean(),
  }),
} as const;

/** NOT_FOUND: there is no such plugin of a vendor. */
export const readGrants = defineCall({
  id: 'apps.grants',
  method: 'GET',
  summary: 'What a vendor’s plugin asks for, and what this facility has granted it.',
  ...granting,
});

/**
 * INVALID_INPUT: a scope that the plugin does not ask for. NOT_POSSIBLE: it was installed from the marketplace, where its scopes
 * are granted.
 */
export const saveGrants = defineCall({
  id: 'apps.saveGrants',
  method: 'PUT',
  summary: 'Grants a vendor’s plugin of this server what it may call in this facility, and takes back the rest.',
  ...granting,
  body: z.object({ scopes: z.array(scopeSchema.meta({ examples: ['orders:read'] })).max(40) }),
});
