import type { FastifyReply, FastifyRequest } from 'fastify';
import { newToken } from '../session/sessions.ts';
import { sha256 } from '../session/passwords.ts';

export const sessionCookie = 'sinter_session';
export const csrfCookie = 'XSRF-TOKEN';
export const csrfHeader = 'x-xsrf-token';

const tokenPattern = /^[\w-]{43}$/;

/** One cookie of a request, when it has the form of the tokens we give out. */
export function readToken(request: FastifyRequest, name: string): string | null {
  for (const pair of (request.headers.cookie ?? '').split(';')) {
    const at = pair.indexOf('=');
    if (pair.slice(0, at).trim() !== name) continue;
    const value = pair.slice(at + 1).trim();
    return tokenPattern.test(value) ? value : null;
  }
  return null;
}

export function bearerToken(request: FastifyRequest): string | null {
  const [scheme, token] = (request.headers.authorization ?? '').split(' ');
  return scheme?.toLowerCase() === 'bearer' && token !== undefined && tokenPattern.test(token) ? token : null;
}

/** Follows from the session, so that it changes with it and cannot be planted from a neighbouring host. */
const csrfOf = (session: string): string => Buffer.from(sha256(`csrf ${session}`), 'hex').toString('base64url');

/** The only token this browser may send; without a session any one of its own. */
export const expectedCsrf = (request: FastifyRequest): string | null => {
  const session = readToken(request, sessionCookie);
  return session ? csrfOf(session) : readToken(request, csrfCookie);
};

function cookie(request: FastifyRequest, name: string, value: string, attributes: string): string {
  return `${name}=${value}; Path=/; SameSite=Lax${request.protocol === 'https' ? '; Secure' : ''}${attributes}`;
}

/** Gives the page the token that its next changing call must carry. Does nothing when it has it already. */
export function offerCsrf(request: FastifyRequest, reply: FastifyReply): void {
  const expected = expectedCsrf(request) ?? newToken();
  if (readToken(request, csrfCookie) !== expected)
    reply.header('set-cookie', cookie(request, csrfCookie, expected, ''));
}

export function setSession(request: FastifyRequest, reply: FastifyReply, token: string): void {
  reply.header('set-cookie', cookie(request, sessionCookie, token, '; HttpOnly'));
  reply.header('set-cookie', cookie(request, csrfCookie, csrfOf(token), ''));
}

export function clearSession(request: FastifyRequest, reply: FastifyReply): void {
  reply.header('set-cookie', cookie(request, sessionCookie, '', '; HttpOnly; Max-Age=0'));
  reply.header('set-cookie', cookie(request, csrfCookie, newToken(), ''));
}
