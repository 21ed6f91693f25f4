import { createHash, createPrivateKey, X509Certificate, type KeyObject } from 'node:crypto';
import * as z from 'zod';
import { say } from '../../texts.ts';
import { NotHeard } from '../driver.ts';
import type { Opcua } from './library.ts';
import type { Server } from './server.ts';

/** How servers of machines know this one, and what their people look for in the list of what they trust. */
const applicationUri = 'urn:sinter:machine-connectivity';
export const applicationName = 'Sinter';

const years = 20;
const day = 24 * 60 * 60 * 1000;

const keptSchema = z.object({ certificate: z.string(), key: z.string() });

/** The certificate that this installation shows, and its key: the same of all connectors and nodes, as people tell each server to trust it. */
export async function identityOf({ own }: Pick<Server, 'own'>) {
  const { certificate, key } = keptSchema.parse(JSON.parse(await own()));
  const der = new X509Certificate(certificate).raw;
  const hidden = createPrivateKey(key);
  return {
    applicationUri,
    applicationName,
    fingerprint: fingerprintOf(der),
    provider: { getCertificate: () => der, getCertificateChain: () => [der], getPrivateKey: () => ({ hidden }) },
  };
}
export type Identity = Awaited<ReturnType<typeof identityOf>>;

/** A new one, as it is kept. */
export async function makeIdentity({ crypto_utils: crypto }: Opcua): Promise<string> {
  const privateKey = await crypto.generatePrivateKey(2048);
  const { cert } = await crypto.createSelfSignedCertificate({
    ...{ privateKey, applicationUri, subject: `CN=${applicationName}`, dns: [] },
    // The clocks of machines are not always right.
    notBefore: new Date(Date.now() - day),
    notAfter: new Date(Date.now() + years * 365 * day),
    purpose: crypto.CertificatePurpose.ForApplication,
  });
  const kept: z.infer<typeof keptSchema> = {
    certificate: cert,
    key: (await crypto.privateKeyToPEM(privateKey)).privPem,
  };
  return JSON.stringify(kept);
}

/** SHA-256, in pairs of digits. */
export const fingerprintOf = (certificate: Uint8Array): string =>
  (createHash('sha256').update(certificate).digest('hex').toUpperCase().match(/../g) ?? []).join(':');

/** However somebody has written it down. */
export const sameFingerprint = (one: string, other: string): boolean => bare(one) === bare(other);
const bare = (fingerprint: string): string => fingerprint.replace(/[^0-9a-f]/gi, '').toLowerCase();

/** Of a chain, which is one after the other: each says its own length. */
export function firstOf(chain: Uint8Array | null): Buffer {
  const bytes = Buffer.from(chain ?? []);
  // A sequence whose length is told in two bytes, as that of every certificate.
  return bytes.length > 4 && bytes[0] === 0x30 && bytes[1] === 0x82
    ? bytes.subarray(0, 4 + bytes.readUInt16BE(2))
    : bytes;
}

/**
 * As these policies have it (part 7, 6.6); with any other key the library throws where nobody catches it. Throws `NotHeard` with what a
 * person can do about it.
 */
export function requireStrong(certificate: Uint8Array): void {
  const { asymmetricKeyType, asymmetricKeyDetails } = keyOf(certificate);
  if (asymmetricKeyType !== 'rsa' || (asymmetricKeyDetails?.modulusLength ?? 0) < 2048)
    throw new NotHeard(say('certificateWeak'));
}

function keyOf(certificate: Uint8Array): KeyObject {
  try {
    return new X509Certificate(certificate).publicKey;
  } catch (error) {
    throw new NotHeard(say('notOpcua'), error);
  }
}
