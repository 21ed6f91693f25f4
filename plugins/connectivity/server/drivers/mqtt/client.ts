import { createPrivateKey, X509Certificate, type KeyObject } from 'node:crypto';
import { say } from '../../texts.ts';
import { NotHeard } from '../driver.ts';

/** By which a broker knows us: its certificate first, then those that issued it, and the key. */
export interface Client {
  certificate: string;
  key: string;
}

const certificates = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;
const keys = /-----BEGIN (?:[A-Z]+ )?PRIVATE KEY-----[^-]+-----END (?:[A-Z]+ )?PRIVATE KEY-----/;

/** Of certificates and a key as PEM, one after the other. Throws `NotHeard` with what is wrong with them. */
export function clientOf(pem: string, now = Date.now()): Client {
  const chain = pem.match(certificates) ?? [];
  const [key] = keys.exec(pem) ?? [];
  const { first, secret } = read(chain, key);
  if (!first.checkPrivateKey(secret)) throw new NotHeard(say('clientPair'));
  if (Date.parse(first.validTo) < now) throw new NotHeard(say('clientExpired'));
  if (Date.parse(first.validFrom) > now) throw new NotHeard(say('clientEarly'));
  return { certificate: chain.join('\n'), key: key ?? '' };
}

function read(chain: readonly string[], key: string | undefined): { first: X509Certificate; secret: KeyObject } {
  try {
    const [first] = chain.map((each) => new X509Certificate(each));
    if (first && key !== undefined) return { first, secret: createPrivateKey(key) };
  } catch (error) {
    throw new NotHeard(say('clientUnreadable'), error);
  }
  throw new NotHeard(say('clientUnreadable'));
}
