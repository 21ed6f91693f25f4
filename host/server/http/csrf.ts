import { timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { CallError, type AnyCall } from '@sinter/sdk/contract';
import { bearerToken, csrfCookie, csrfHeader, expectedCsrf, readToken } from './cookies.ts';

export const changesState = (call: AnyCall): boolean => call.method !== 'GET' || call.changesState === true;

/**
 * For a request whose caller is known. Refuses a changing call that another site made the browser send: by where the browser says it comes from, and by a
 * token that only our own pages can read (double submit, bound to the session).
 */
export function checkCsrf(request: FastifyRequest): void {
  checkSite(request);
  // A browser never adds a bearer token or a key by itself.
  if (bearerToken(request) || request.apiKeyId !== null) return;
  const sent = request.headers[csrfHeader];
  const expected = expectedCsrf(request);
  if (typeof sent !== 'string' || expected === null || !same(sent, expected)) throw new CallError('CSRF');
  if (readToken(request, csrfCookie) !== expected) throw new CallError('CSRF');
}

/** Refuses what another site made a browser send. */
export function checkSite(request: FastifyRequest): void {
  if (foreign(request)) throw new CallError('CSRF');
}

function foreign(request: FastifyRequest): boolean {
  const site = request.headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return true;
  const { origin } = request.headers;
  return origin !== undefined && origin !== `${request.protocol}://${request.host}`;
}

function same(one: string, other: string): boolean {
  const [left, right] = [Buffer.from(one), Buffer.from(other)];
  return left.length === right.length && timingSafeEqual(left, right);
}
