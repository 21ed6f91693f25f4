import type { LookupAddress } from 'node:dns';
import { lookup } from 'node:dns/promises';
import { request as plainRequest } from 'node:http';
import { request } from 'node:https';
import type { LookupFunction } from 'node:net';
import type { Outbound, OutboundRule } from '@sinter/sdk/server';
import { networksOf } from './networks.ts';

/** The address leads where this server may not call. */
export class ForbiddenAddress extends Error {
  override readonly name = 'ForbiddenAddress';
}

/** Also where a library has wrapped it. */
export const isForbidden = (error: unknown): boolean =>
  error instanceof ForbiddenAddress || (error instanceof Error && isForbidden(error.cause));

export type Find = (name: string, options: { all: true; verbatim: true }) => Promise<LookupAddress[]>;

const usualSeconds = 10;
const usualBytes = 512 * 1024;

/** Asks as a call would, and calls nothing. */
export function createOutboundRule(allowedNetworks: readonly string[], find: Find = lookup): OutboundRule {
  const placesOf = callable(allowedNetworks, find);
  return (address) =>
    placesOf(address).then(
      () => true,
      (error: unknown) => !isForbidden(error),
    );
}

type Places = [LookupAddress, ...LookupAddress[]];

/** Where a name leads, as far as it may be called there. */
export function findPlaces(allowedNetworks: readonly string[], find: Find = lookup) {
  const { mayCall, isAllowed } = networksOf(allowedNetworks);
  return async (host: string, encrypted: boolean): Promise<Places> => {
    const found = await find(host.replace(/^\[|\]$/g, ''), { all: true, verbatim: true });
    const may = encrypted ? mayCall : isAllowed;
    const [first, ...others] = found.filter((one) => may(one.address));
    if (!first) throw new ForbiddenAddress(`${host} leads into a network that is not called.`);
    return [first, ...others];
  };
}

function callable(allowedNetworks: readonly string[], find: Find) {
  const placesOf = findPlaces(allowedNetworks, find);
  return async (address: URL): Promise<Places> => {
    if (!['https:', 'http:'].includes(address.protocol) || address.username !== '' || address.password !== '') {
      throw new ForbiddenAddress(`${address.origin} is no address that is called.`);
    }
    return placesOf(address.hostname, address.protocol === 'https:');
  };
}

const tooLate = ({ origin }: URL, seconds: number) =>
  new DOMException(`${origin} has not answered within ${seconds} seconds.`, 'TimeoutError');

/** `find`: where a name leads. */
export function createOutbound(allowedNetworks: readonly string[], find: Find = lookup): Outbound {
  const placesOf = callable(allowedNetworks, find);
  return async (given, { method = 'GET', headers, body, signal, seconds = usualSeconds, bytes = usualBytes } = {}) => {
    const address = new URL(given);
    const [first, ...others] = await placesOf(address);
    const places = [first, ...others];
    const encrypted = address.protocol === 'https:';
    const pinned: LookupFunction = (_name, options, done) =>
      options.all ? done(null, places) : done(null, first.address, first.family);
    return new Promise((resolve, reject) => {
      const sent = (encrypted ? request : plainRequest)(address, {
        method,
        headers: { 'accept-encoding': 'identity', ...headers },
        lookup: pinned,
        // A connection of its own: none that was opened for somebody else's address.
        agent: false,
        ...(signal && { signal }),
      });
      // `AbortSignal.timeout` may be collected before its time has come where only a signal made of it is held.
      const limit = setTimeout(() => sent.destroy(tooLate(address, seconds)), seconds * 1000);
      sent.on('close', () => clearTimeout(limit));
      sent.on('error', reject);
      sent.on('response', (answer) => {
        const chunks: Buffer[] = [];
        let size = 0;
        answer.on('data', (chunk: Buffer) => {
          size += chunk.byteLength;
          if (size > bytes) answer.destroy(new Error(`The answer of ${address.origin} is too large.`));
          else chunks.push(chunk);
        });
        answer.on('error', reject);
        answer.on('end', () => {
          const status = answer.statusCode ?? 502;
          const empty = status === 204 || status === 205 || status === 304;
          const told = new Headers();
          for (const [name, values = []] of Object.entries(answer.headersDistinct)) {
            for (const value of values) told.append(name, value);
          }
          resolve(new Response(empty ? null : Buffer.concat(chunks), { status, headers: told }));
        });
      });
      sent.end(body ?? undefined);
    });
  };
}
