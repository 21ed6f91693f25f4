import { BlockList, isIPv6 } from 'node:net';
import type { ActiveSession } from '../identity/activeSession.ts';

/** The session as it counts for a request: cleared now, from the address that it comes from, or not. */
export function withClearance(session: ActiveSession | null, request: { readonly ip: string }): ActiveSession | null {
  if (!session || session.principal.cleared) return session;
  const cleared = isClearedAt(session.clearance, request.ip);
  return cleared ? { ...session, principal: { ...session.principal, cleared } } : session;
}

/** Does the clearance hold now, at this address? */
export const isClearedAt = (clearance: ActiveSession['clearance'], address: string): boolean =>
  clearance !== null && clearance.before.getTime() > Date.now() && isIn(clearance.networks, address);

/** `true` for a list that names no network. */
export function isIn(networks: readonly string[], address: string): boolean {
  if (networks.length === 0) return true;
  const list = new BlockList();
  for (const network of networks) {
    const [net = '', bits = ''] = network.split('/');
    list.addSubnet(net, Number(bits), isIPv6(net) ? 'ipv6' : 'ipv4');
  }
  // An IPv4 caller of a socket that takes both.
  const plain = address.startsWith('::ffff:') ? address.slice(7) : address;
  return list.check(plain, isIPv6(plain) ? 'ipv6' : 'ipv4');
}
