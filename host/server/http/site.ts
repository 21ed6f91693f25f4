import type { FastifyInstance } from 'fastify';

export { siteAddress, type SiteAddress } from '@sinter/sdk/server';

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
