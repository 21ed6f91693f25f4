import type { Socket } from 'node:net';
import { createToken } from '../plugin/token.ts';

export interface OutboundCall {
  method?: string;
  headers?: Record<string, string>;
  body?: string | Uint8Array | null;
  signal?: AbortSignal;
  /** Until the whole answer has to be there; 10 if not given. */
  seconds?: number;
  /** The largest answer that is taken; half a megabyte if not given. */
  bytes?: number;
}

/**
 * Calls an address that somebody has told the server. The name is resolved once, and the connection goes to what was
 * found and checked then. Redirects are answered, not followed. Throws ForbiddenAddress for an address in a network that
 * is not of the internet, or without https, unless the operator allows the network.
 */
export type Outbound = (address: string | URL, call?: OutboundCall) => Promise<Response>;
export const outbound = createToken<Outbound>('host/Outbound@1');

/** Whether `outbound` would call this address as things stand. True for a name that leads nowhere now. */
export type OutboundRule = (address: URL) => Promise<boolean>;
export const outboundRule = createToken<OutboundRule>('host/OutboundRule@1');

/** Where a connection leads. */
export interface OutboundPlace {
  host: string;
  port: number;
  encrypted: boolean;
  /** Certificates as PEM: what is there has one of these, or one that these have issued. Whom the server trusts if not given. */
  authority?: string;
  /** Certificates and their key as PEM, by which who is there knows this server. */
  identity?: { certificate: string; key: string };
}

/**
 * Connects to a place that somebody has told the server, for what speaks no HTTP, by the rules of `outbound`: where its name led when it
 * was checked, and unencrypted only in a network that the operator allows. Whoever asks closes it; it is closed with `signal` as well.
 */
export type OutboundSocket = (place: OutboundPlace, call?: Pick<OutboundCall, 'signal' | 'seconds'>) => Promise<Socket>;
export const outboundSocket = createToken<OutboundSocket>('host/OutboundSocket@1');
