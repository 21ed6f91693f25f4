import { createPublicKey, verify } from 'node:crypto';

const decode = (part) => JSON.parse(Buffer.from(part, 'base64url').toString());
/** Seconds by which two clocks may differ. */
const leeway = 5;
/** A key that we do not know is asked for at most this often. */
const pauseMs = 10_000;

/**
 * Checks the token that a Sinter server signs each call with. `site` is the server that we serve, by our own configuration:
 * never believe the address that stands in a token.
 */
export function createVerifier({ site, audience }) {
  let keys = new Map();
  let askedAt = -Infinity;

  async function keyOf(kid) {
    if (!keys.has(kid) && Date.now() - askedAt > pauseMs) {
      askedAt = Date.now();
      const answer = await fetch(new URL('/api/v1/apps/keys', site));
      const list = await answer.json();
      keys = new Map(list.keys.map((jwk) => [jwk.kid, createPublicKey({ key: jwk, format: 'jwk' })]));
    }
    return keys.get(kid);
  }

  /** The claims of an `Authorization` header, or `null`. */
  return async function claimsOf(authorization = '') {
    try {
      const [head, body, signature, ...rest] = authorization.replace(/^Bearer /, '').split('.');
      const { alg, kid } = decode(head);
      const key = alg === 'EdDSA' && rest.length === 0 ? await keyOf(kid) : undefined;
      if (!key || !verify(null, Buffer.from(`${head}.${body}`), key, Buffer.from(signature, 'base64url'))) return null;
      const claims = decode(body);
      const now = Date.now() / 1000;
      const inTime = claims.exp > now - leeway && claims.iat < now + leeway;
      return inTime && claims.aud === audience && new URL(claims.iss).origin === new URL(site).origin ? claims : null;
    } catch {
      return null;
    }
  };
}
