import { verify } from 'node:crypto';
import { createKeys, isSameSite } from './keys.mjs';

const decode = (part) => JSON.parse(Buffer.from(part, 'base64url').toString());
/** Seconds by which two clocks may differ. */
const leeway = 5;

/** Checks the token that a Sinter server signs each call with. */
export function createVerifier({ site, audience }) {
  const keysOf = createKeys(site);

  /** The claims of an `Authorization` header, or `null`. `sub` is `null` where the server itself calls, by its clock. */
  return async function claimsOf(authorization = '') {
    try {
      const [head, body, signature, ...rest] = authorization.replace(/^Bearer /, '').split('.');
      const { alg, kid } = decode(head);
      if (alg !== 'EdDSA' || rest.length > 0) return null;
      const key = (await keysOf((known) => !known.has(kid))).get(kid);
      if (!key || !verify(null, Buffer.from(`${head}.${body}`), key, Buffer.from(signature, 'base64url'))) return null;
      const claims = decode(body);
      const now = Date.now() / 1000;
      const inTime = claims.exp > now - leeway && claims.iat < now + leeway;
      return inTime && claims.aud === audience && isSameSite(claims.iss, site) ? claims : null;
    } catch {
      return null;
    }
  };
}
