import * as z from 'zod';
import { defineCall } from '../call.ts';
import { anyMember, anyone } from '../guard.ts';
import { pluginParams } from './token.ts';

/**
 * The vendor's own server (`backend.url` of `plugin.json`). The host calls it in the plugin's place and signs for whom: the browser
 * itself reaches no other server. Its answer comes as data, never as a page or script of this site.
 */

const own = anyMember(
  'A plugin calls the server of its own vendor, who decides by the person and scopes in the signed token.',
);

/** Bytes of JSON that are sent, and of an answer; seconds until it has to be there. */
export const backendLimits = {
  requestBytes: 256 * 1024,
  answerBytes: 512 * 1024,
  seconds: 10,
  perMinute: 300,
} as const;

/** Below the vendor's address: `quotes/12?full=1`. No `..`, no other server. */
const path = z
  .string()
  .max(1500)
  .regex(/^(?!\/)[A-Za-z0-9\-._~!$&'()*+,;=:@%/?]*$/)
  .meta({ examples: ['quotes/12?full=1'] });
const params = pluginParams.extend({ path });

const answer = z.object({
  /** As the vendor's server answered, 2xx or not. */
  status: z.number().int(),
  contentType: z.string().nullable(),
  /** JSON where the server says that it is, else text. */
  body: z.unknown(),
});
export type BackendAnswer = z.infer<typeof answer>;

const passing = {
  owner: 'apps',
  path: '/api/v1/apps/{id}/backend/{path}',
  guard: own,
  params,
  response: answer,
} as const;
const sent = z.object({ value: z.unknown() });

/**
 * Any of the four: NOT_POSSIBLE: the plugin has no server, or its address leads into a network that this server does not call;
 * UNAVAILABLE: it does not answer in 10 seconds, or answers more than 512 kB; TOO_LARGE: more than 256 kB are sent;
 * RATE_LIMITED: more than 300 a minute for this plugin and facility.
 */
export const backendGet = defineCall({
  id: 'apps.backendGet',
  method: 'GET',
  summary: 'Asks the server of a plugin’s vendor.',
  ...passing,
});
/** `value` is sent as the JSON body. As `backendGet`. */
export const backendPost = defineCall({
  id: 'apps.backendPost',
  method: 'POST',
  summary: 'Sends to the server of a plugin’s vendor.',
  body: sent,
  ...passing,
});
/** As `backendPost`. */
export const backendPut = defineCall({
  id: 'apps.backendPut',
  method: 'PUT',
  summary: 'Sends a replacement to the server of a plugin’s vendor.',
  body: sent,
  ...passing,
});
/** As `backendGet`. */
export const backendDelete = defineCall({
  id: 'apps.backendDelete',
  method: 'DELETE',
  summary: 'Asks the server of a plugin’s vendor to delete something.',
  ...passing,
});

/**
 * Public keys (JWK, Ed25519) by which a vendor's server checks who calls. What it gets: `Authorization: Bearer <JWT>` (EdDSA), with
 * `iss` this site, `aud` the plugin's id, `sub` the person's id, `facility`, `scopes`, `version`, and `exp` a minute later.
 */
export const appKeys = defineCall({
  id: 'apps.keys',
  owner: 'apps',
  method: 'GET',
  path: '/api/v1/apps/keys',
  summary: 'The keys by which vendors’ servers check what this site has signed.',
  guard: anyone,
  ratePerMinute: 600,
  response: z.object({
    keys: z.array(
      z.object({
        kty: z.literal('OKP'),
        crv: z.literal('Ed25519'),
        x: z.string(),
        kid: z.string(),
        alg: z.literal('EdDSA'),
        use: z.literal('sig'),
      }),
    ),
  }),
});

/**
 * SCOPE: `plugin.json` does not list the type under `events.publishes`. INVALID_INPUT: a payload over 4 kB. It reaches the open browsers
 * of all who work in the facility.
 */
export const publishEvent = defineCall({
  id: 'apps.publish',
  owner: 'apps',
  method: 'POST',
  path: '/api/v1/apps/{id}/events',
  summary: 'Publishes an event of a plugin’s own to the open browsers of the facility.',
  guard: anyMember('It reaches the same plugin, in its own facility; buyers are refused.'),
  params: pluginParams,
  ratePerMinute: 300,
  body: z.object({ type: z.string().min(1).max(100), payload: z.unknown() }),
  response: z.object({ success: z.literal('true') }),
});
