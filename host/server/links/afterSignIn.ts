import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { openLinkApp } from '@sinter/sdk/contract/host/linkApps';
import { readToken, setCookie } from '../http/cookies.ts';
import { newToken } from '../identity/secretToken.ts';

const cookie = 'sinter_link';
const lifetime = 15 * 60;

/** Who asks for a link app when their session has ended signs in first, and goes on to it then. */
export function leadToSignIn(app: FastifyInstance): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    if (request.routeOptions.config.call !== openLinkApp.id || reply.statusCode !== 401 || !isOpening(request)) {
      return done(null, payload);
    }
    const token = newToken();
    setCookie(request, reply, cookie, token, `; HttpOnly; Max-Age=${lifetime}`);
    const [path = ''] = request.url.split('?');
    void reply
      .code(303)
      .removeHeader('content-type')
      .header('location', `/custom-login?returnTo=${encodeURIComponent(`${path}?after=${token}`)}`);
    done(null, '');
  });
}

/** A tab is opened by this site or by hand. */
const isOpening = ({ headers }: FastifyRequest): boolean =>
  headers['sec-fetch-dest'] === 'document' && ['same-origin', 'none'].includes(String(headers['sec-fetch-site']));

/** This very browser has asked for it before its person signed in; that counts once. */
export function wasAskedBefore(request: FastifyRequest, reply: FastifyReply, after: string | undefined): boolean {
  const token = readToken(request, cookie);
  if (after === undefined || token !== after) return false;
  setCookie(request, reply, cookie, '', '; HttpOnly; Max-Age=0');
  return true;
}
