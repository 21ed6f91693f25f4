import { verify } from 'node:crypto';
import { createKeys, isSameSite } from './keys.mjs';

/** Seconds by which a message may be late: an older one is somebody else's copy. */
const tolerance = 300;

/** Checks the messages that a Sinter server sends to `webhooks`, and that each is for this plugin. */
export function createWebhookReader({ site, plugin }) {
  const keysOf = createKeys(site);

  /** The message, or `null`. `body`: the bytes as they came, never parsed and written anew. */
  return async function read(headers, body) {
    try {
      const { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures } = headers;
      if (!(Math.abs(Date.now() / 1000 - Number(timestamp)) < tolerance)) return null;
      const signed = Buffer.concat([Buffer.from(`${id}.${timestamp}.`), Buffer.from(body)]);
      const isSigned = (keys) =>
        signatures
          .split(' ')
          .filter((one) => one.startsWith('v1a,'))
          .map((one) => Buffer.from(one.slice('v1a,'.length), 'base64'))
          .some((signature) => [...keys.values()].some((key) => verify(null, signed, key, signature)));
      if (!isSigned(await keysOf((known) => !isSigned(known)))) return null;
      const { type, timestamp: happenedAt, data } = JSON.parse(Buffer.from(body).toString());
      // A signature is the site's, whichever plugin it writes to.
      return data.plugin === plugin && isSameSite(data.site, site) ? { id, type, happenedAt, data } : null;
    } catch {
      return null;
    }
  };
}
