import { createPublicKey } from 'node:crypto';

/** Keys are asked for at most this often. */
const pauseMs = 10_000;

/**
 * The public keys of a Sinter server. `site` is the server that we serve, by our own configuration: never believe the address that
 * stands in a message.
 */
export function createKeys(site) {
  let keys = new Map();
  let askedAt = -Infinity;

  /** By key id. `lacks`: what we know is not enough. */
  return async function keysOf(lacks) {
    if (lacks(keys) && Date.now() - askedAt > pauseMs) {
      askedAt = Date.now();
      const answer = await fetch(new URL('/api/v1/apps/keys', site));
      const list = await answer.json();
      keys = new Map(list.keys.map((jwk) => [jwk.kid, createPublicKey({ key: jwk, format: 'jwk' })]));
    }
    return keys;
  };
}

export const isSameSite = (one, other) => new URL(one).origin === new URL(other).origin;
