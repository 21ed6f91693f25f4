import { hash } from 'node:crypto';
import { parseCookie } from 'cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { newToken } from '../identity/secretToken.ts';

export const sessionCookie = 'sinter_session';
export const csrfCookie = 'XSRF-TOKEN';
export const csrfHeader = 'x-xsrf-token';

const tokenPattern = /^[\w-]{43}$/;

/** Does this site speak https? Then so does everybody who comes, whatever a proxy in between tells. */
export const isSecure = ({ protocol, server }: FastifyRequest): boolean => protocol === 'https' || server.publicHttps;

/** With this prefix a browser takes the cookie from this very host alone, over https alone: no neighbour can plant one. */
export const hostPrefix = '__Host-';
const nameOf = (request: FastifyRequest, name: string): string => (isSecure(request) ? hostPrefix + name : name);

/** One cookie of a request, by its very name. */
export const readCookie = (request: FastifyRequest, name: string): string | undefined =>
  (request.sentCookies ??= parseCookie(request.headers.cookie ?? ''))[name];

/** One cookie that `setCookie` has set, when it has the form of the tokens we give out. */
export function readToken(request: FastifyRequest, name: string): string | null {
  const value = readCookie(request, nameOf(request, name));
  return value !== undefined && tokenPattern.test(value) ? value : null;
}

export function bearerToken(request: FastifyRequest): string | null {
  const [scheme, token] = (request.headers.authorization ?? '').split(' ');
  return scheme?.toLowerCase() === 'bearer' && token !== undefined && tokenPattern.test(token) ? token : null;
}

/** Follows from the session, so that it changes with it and cannot be planted from a neighbouring host. */
const csrfOf = (session: string): string => hash('sha256', `csrf ${session}`, 'base64url');

/** The only token this browser may send; without a session any one of its own. */
export const expectedCsrf = (request: FastifyRequest): string | null => {
  const session = readToken(request, sessionCookie);
  return session ? csrfOf(session) : readToken(request, csrfCookie);
};

/** Adds a cookie of the whole site to an answer. `value` is one of our tokens, which need no encoding. */
export function setCookie(
  request: FastifyRequest,
  reply: FastifyReply,
  name: string,
  value: string,
  attributes = '',
): void {
  const secure = isSecure(request) ? '; Secure' : '';
  put(request, reply, name, value, `; SameSite=Lax${secure}${attributes}`);
}

/**
 * The same for a frame inside a page of another site. The browser keeps it apart for each such site, and sends it from nowhere
 * else. Over plain http it takes it from this very computer alone.
 */
const ofFrame = '; SameSite=None; Secure; Partitioned';

const put = (request: FastifyRequest, reply: FastifyReply, name: string, value: string, attributes: string) =>
  reply.header('set-cookie', `${nameOf(request, name)}=${value}; Path=/${attributes}`);

/** Gives the page the token that its next changing call must carry, unless it has it already. Answers the token. */
export function offerCsrf(request: FastifyRequest, reply: FastifyReply): string {
  const expected = expectedCsrf(request) ?? newToken();
  if (readToken(request, csrfCookie) !== expected) setCookie(request, reply, csrfCookie, expected);
  return expected;
}

export function setSession(request: FastifyRequest, reply: FastifyReply, token: string): void {
  setCookie(request, reply, sessionCookie, token, '; HttpOnly');
  setCookie(request, reply, csrfCookie, csrfOf(token));
}

/** `setSession` for a frame. */
export function setFrameSession(request: FastifyRequest, reply: FastifyReply, token: string): void {
  put(request, reply, sessionCookie, token, `${ofFrame}; HttpOnly`);
  put(request, reply, csrfCookie, csrfOf(token), ofFrame);
}

export function clearSession(request: FastifyRequest, reply: FastifyReply): void {
  setCookie(request, reply, sessionCookie, '', '; HttpOnly; Max-Age=0');
  setCookie(request, reply, csrfCookie, newToken());
}

/** `clearSession` for a frame. */
export function clearFrameSession(request: FastifyRequest, reply: FastifyReply): void {
  put(request, reply, sessionCookie, '', `${ofFrame}; HttpOnly; Max-Age=0`);
  put(request, reply, csrfCookie, newToken(), ofFrame);
}
