import { connect as connectPlain, isIP, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { lookup } from 'node:dns/promises';
import type { OutboundSocket } from '@sinter/sdk/server';
import { findPlaces, type Find } from './outbound.ts';

const usualSeconds = 10;

/** `find`: where a name leads. */
export function createOutboundSocket(allowedNetworks: readonly string[], find: Find = lookup): OutboundSocket {
  const placesOf = findPlaces(allowedNetworks, find);
  return async ({ host, port, encrypted, authority, identity }, { signal, seconds = usualSeconds } = {}) => {
    signal?.throwIfAborted();
    const name = host.replace(/^\[|\]$/g, '');
    const [{ address }] = await placesOf(name, encrypted);
    return new Promise<Socket>((resolve, reject) => {
      const to = { host: address, port };
      const trusted = {
        ...(authority !== undefined && { ca: authority }),
        ...(identity && { cert: identity.certificate, key: identity.key }),
      };
      const socket = encrypted
        ? connectTls({ ...to, ...trusted, servername: isIP(name) ? '' : name })
        : connectPlain(to);
      const late = () =>
        socket.destroy(new DOMException(`${host} has not answered within ${seconds} seconds.`, 'TimeoutError'));
      const limit = setTimeout(late, seconds * 1000);
      const stop = () => socket.destroy(new DOMException('Nobody waits for it any more.', 'AbortError'));
      signal?.addEventListener('abort', stop);
      socket.once('error', reject);
      socket.once('close', () => {
        clearTimeout(limit);
        signal?.removeEventListener('abort', stop);
      });
      socket.once(encrypted ? 'secureConnect' : 'connect', () => {
        clearTimeout(limit);
        socket.off('error', reject);
        // Whoever has it listens as well; an error between is none of the process.
        socket.on('error', () => {});
        resolve(socket);
      });
    });
  };
}
