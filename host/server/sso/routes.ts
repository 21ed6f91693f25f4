import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod';
import { CallError } from '@sinter/sdk/contract';
import type { Parts } from './parts.ts';
import type { ContextOf, RequestContext } from '../http/context.ts';
import { readToken, setCookie } from '../http/cookies.ts';
import { privateHeaders } from '../http/headers.ts';
import { networkOf } from '../http/rateLimit.ts';
import { sha256 } from '../identity/secretToken.ts';
import { newToken } from '../identity/secretToken.ts';
import { completeSignIn } from '../session/signIn.ts';
import { landing } from './addresses.ts';
import { connectionOfSite, enabledConnection } from './connections.ts';
import { readCallback, startOidc } from './oidc.ts';
import { personOf } from './people.ts';
import { type Answer, SsoRefusal } from './roundTrip.ts';
import { ownMetadata, readResponse, startSaml } from './saml.ts';

/** Names the browser that began a sign-in: no other one may finish it. */
const browserCookie = 'sinter_sso';
const cookieSeconds = 15 * 60;

/** A verified answer, until the browser that it is for comes for it. */
const result = {
  name: 'sso-result',
  data: z.object({
    connectionId: z.number(),
    browser: z.string(),
    landing: z.string(),
    identity: z.object({ subject: z.string(), email: z.string(), firstName: z.string(), lastName: z.string() }),
  }),
  minutes: 2,
};

const perMinute = 120;
/** Responses with many attributes have some tens of kilobytes. Anybody can send one, and reading it costs time. */
const largestForm = 150_000;

/** The round trip to an identity provider, in pages: no script takes part in it. */
export function addSso(app: FastifyInstance, host: Parts, context: ContextOf): void {
  const { db, challenges, limiter } = host;

  /** Runs one step; where it is refused the browser goes back to the sign-in page with no more than a code. */
  const step =
    (work: (context: RequestContext) => Promise<string>) =>
    async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
      reply.headers(privateHeaders);
      limiter.count(`sso ${networkOf(request.ip)}`, perMinute);
      const here = context(request, reply);
      try {
        return await reply.redirect(await work(here), 303);
      } catch (error) {
        const refusal = toRefusal(error);
        const { code, message: reason } = refusal;
        if (code === 'unavailable') here.log.error('single sign-on failed', { reason, error });
        else here.log.warn('a single sign-on was refused', { code, reason });
        return reply.redirect(`/custom-login?sso=${code}`, 303);
      }
    };

  app.get(
    '/saml/login',
    step(async ({ request, reply, origin }) => {
      const { returnTo, site } = z
        .object({ returnTo: z.string().optional().catch(undefined), site: z.string().optional().catch(undefined) })
        .parse(request.query);
      const publicUrl = host.publicUrl();
      const to = landing(publicUrl, returnTo);
      // Providers send people back to one address; the cookie has to be there.
      if (origin !== new URL(publicUrl).origin && site === undefined) {
        return `${publicUrl}/saml/login?${new URLSearchParams({ site: request.hostname, returnTo: to }).toString()}`;
      }
      const connection = await connectionOfSite(db, host.doors, site ?? request.hostname);
      if (!connection) throw new SsoRefusal('unavailable', 'There is no connection for this address.');
      const secret = newToken();
      const beginning = { connection, browser: sha256(secret), landing: to };
      const { settings } = connection;
      const address =
        settings.authType === 'SAML'
          ? await startSaml(host, settings, beginning)
          : await startOidc(host, settings, beginning);
      setCookie(request, reply, browserCookie, secret, `; HttpOnly; Max-Age=${cookieSeconds}`);
      return address;
    }),
  );

  // From another site, so without our cookies: the answer is only read here, and fetched at the next address.
  void app.register(async (forms) => {
    const type = 'application/x-www-form-urlencoded';
    const options = { parseAs: 'string' as const, bodyLimit: largestForm };
    forms.addContentTypeParser<string>(type, options, (_request, text, done) => done(null, text));
    forms.post(
      '/saml/acs',
      { bodyLimit: largestForm },
      step(async ({ request }) => {
        const form = new URLSearchParams(z.string().catch('').parse(request.body));
        const answer = await readResponse(host, form.get('SAMLResponse') ?? '');
        return `/saml/finish?ticket=${await challenges.ask(result, answer)}`;
      }),
    );
  });

  app.get(
    '/saml/finish',
    step(async (here) => {
      const { ticket } = z.object({ ticket: z.string().catch('') }).parse(here.request.query);
      const { data } = await challenges.take(result, ticket);
      return signIn(here, data);
    }),
  );

  app.get(
    '/oidc/callback',
    step(async (here) => signIn(here, await readCallback(host, new URL(here.request.url, host.publicUrl())))),
  );

  app.get('/saml/metadata', async (_request, reply) => {
    reply.headers(privateHeaders).type('application/samlmetadata+xml; charset=utf-8');
    return reply.send(await ownMetadata(host));
  });

  async function signIn(here: RequestContext, answer: Answer): Promise<string> {
    const secret = readToken(here.request, browserCookie);
    if (secret === null || sha256(secret) !== answer.browser) {
      throw new SsoRefusal('expired', 'Another browser has begun this sign-in.');
    }
    const connection = await enabledConnection(db, answer.connectionId);
    if (!connection) throw new SsoRefusal('unavailable', 'The connection is off.');
    const userId = await here
      .write((unit) => personOf(unit, connection, answer.identity))
      .catch(async (error: unknown) => {
        if (error instanceof SsoRefusal) await writeRefusal(here, connection.facilityId, answer, error);
        throw error;
      });
    await completeSignIn(host, here, userId);
    setCookie(here.request, here.reply, browserCookie, '', '; HttpOnly; Max-Age=0');
    return answer.landing;
  }
}

/** Somebody whom the provider knows, and we do not let in: the administrators can look up why. */
function writeRefusal(here: RequestContext, facilityId: number, answer: Answer, { code, message }: SsoRefusal) {
  const { connectionId, identity } = answer;
  return here.write((unit) =>
    unit.audit({
      action: 'sso.sign_in_refused',
      objectKind: 'SSO_CONNECTION',
      objectId: String(connectionId),
      facilityId,
      after: { code, reason: message, subject: identity.subject, email: identity.email },
    }),
  );
}

function toRefusal(error: unknown): SsoRefusal {
  if (error instanceof SsoRefusal) return error;
  if (error instanceof CallError && error.code === 'LINK_EXPIRED') {
    return new SsoRefusal('expired', 'The sign-in was begun too long ago, or is over already.', { cause: error });
  }
  if (error instanceof CallError && error.code === 'BAD_CREDENTIALS') {
    return new SsoRefusal('refused', 'The account belongs to nothing that it could work in.', { cause: error });
  }
  return new SsoRefusal('unavailable', String(error), { cause: error });
}
