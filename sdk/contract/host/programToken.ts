import * as z from 'zod';
import { defineCall } from '../call.ts';
import { anyone, providerNotKiosk } from '../guard.ts';
import { sessionTokenSchema, sessionUserSchema } from './session.ts';

/**
 * How a program on a person's own machine gets a token of that person's session: the page makes a code and hands it to the
 * program, which exchanges it with the server. No token passes through the page (specification 2.4; product 6).
 */

/**
 * The code is bound to the caller's session, so to their account, and to their facility. It is over when the session is, and
 * when its user works elsewhere. Refused with FORBIDDEN for an API key.
 */
export const makeProgramCode = defineCall({
  id: 'host.programCode',
  owner: 'host',
  method: 'POST',
  path: '/api/v1/oauth2/program-code',
  summary: 'A code with which a program gets a token of the caller’s session; for one use within a minute.',
  guard: providerNotKiosk,
  response: z.object({ code: z.string() }),
});

/**
 * The token is like that of `GET /api/v1/oauth2/token`, which also renews it. LINK_EXPIRED when the code is unknown, was used,
 * is older than a minute, or what it was bound to is over.
 */
export const takeProgramToken = defineCall({
  id: 'host.programToken',
  owner: 'host',
  method: 'POST',
  path: '/api/v1/oauth2/program-token',
  summary: 'Exchanges the code of a program for its token. It ends with the session that the code was made in.',
  guard: anyone,
  // People behind one address may come to work at the same time.
  ratePerMinute: 120,
  body: z.object({ code: z.string().min(20).max(100) }),
  response: sessionTokenSchema,
});

/**
 * The same code, handed by a tab of this site to a frame of it inside a page of another site: browsers give such a frame no
 * cookie of the tab. It gets a session cookie that holds inside pages of that site alone, and ends with the tab's session.
 * LINK_EXPIRED as above.
 */
export const enterFrame = defineCall({
  id: 'host.enterFrame',
  owner: 'host',
  method: 'POST',
  path: '/api/v1/users/enter-frame',
  summary:
    'Exchanges the code of a program for a session of a frame, by a cookie of its own. It ends with the session that the code was made in.',
  guard: anyone,
  ratePerMinute: 120,
  body: z.object({ code: z.string().min(20).max(100) }),
  response: sessionUserSchema,
});
