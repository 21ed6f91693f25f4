import type { FastifyInstance } from 'fastify';
import { createToken } from '@sinter/sdk/plugin';

/** Where people and identity providers reach this site, without a slash at the end: never from a request's header. */
export type SiteAddress = () => string;
export const siteAddress = createToken<SiteAddress>('host/SiteAddress@1');

/**
 * By name and not by number: passkeys and cookies hang on it. A worker listens nowhere: `port` is that of the server beside
 * it.
 */
export function listeningAt(app: FastifyInstance, port: number | undefined): string {
  const address = app.addresses()[0];
  const listening = typeof address === 'object' ? address.port : port;
  if (listening === undefined) throw new Error('Nothing listens yet, so that the site has no address.');
  return `http://localhost:${listening}`;
}
