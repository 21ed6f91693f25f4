import type { Sentence } from '@sinter/sdk/contract/errors';
import { X509Certificate } from 'node:crypto';
import { isTrusted } from './addresses.ts';
import { elements, parseXml } from './xml.ts';
import { say } from '../say.ts';

/** Why a person's metadata is refused. */
export class UnusableMetadata extends Error {
  readonly sentence: Sentence;

  constructor(sentence: Sentence, options?: ErrorOptions) {
    super(sentence.message, options);
    this.sentence = sentence;
  }
}

/** What is kept of a SAML identity provider. */
export interface SamlProvider {
  entityId: string;
  /** Where people are sent to. */
  address: string;
  /** PEM. */
  certificates: string[];
  /** When the first of them runs out, ISO. */
  certificateUntil: string;
}

const redirectBinding = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect';
const leastKeyBits = 2048;

/** Reads an identity provider's metadata. Throws with a text for the person who has sent it. */
export async function readMetadata(text: string): Promise<SamlProvider> {
  const document = await parseXml(text).catch((error: unknown) => {
    throw new UnusableMetadata(say('metadata.unsafeXml'), { cause: error });
  });
  const root = document.documentElement;
  const entities =
    root.localName === 'EntityDescriptor' ? [root] : await elements(root, 'EntityDescriptor', 'anywhere');
  const providers = [];
  for (const entity of entities) {
    const [role] = await elements(entity, 'IDPSSODescriptor');
    if (role) providers.push({ entity, role });
  }
  const [provider, ...others] = providers;
  if (!provider) throw new UnusableMetadata(say('metadata.noProvider'));
  if (others.length > 0) throw new UnusableMetadata(say('metadata.severalProviders'));

  const entityId = provider.entity.getAttribute('entityID')?.trim();
  if (!entityId) throw new UnusableMetadata(say('metadata.noEntityId'));
  const services = await elements(provider.role, 'SingleSignOnService');
  const address = services
    .find((service) => service.getAttribute('Binding') === redirectBinding)
    ?.getAttribute('Location')
    ?.trim();
  if (!address) throw new UnusableMetadata(say('metadata.noRedirect'));
  if (!isTrusted(address)) throw new UnusableMetadata(say('metadata.providerHttps'));

  const certificates = await signingCertificates(provider.role);
  const ends = certificates.map(({ validTo }) => Date.parse(validTo));
  if (Math.max(...ends) < Date.now()) throw new UnusableMetadata(say('metadata.certificatesExpired'));
  return {
    entityId,
    address,
    certificates: certificates.map(String),
    certificateUntil: new Date(Math.min(...ends)).toISOString(),
  };
}

async function signingCertificates(role: Element): Promise<X509Certificate[]> {
  const keys = await elements(role, 'KeyDescriptor');
  const certificates: X509Certificate[] = [];
  for (const key of keys) {
    if (key.getAttribute('use') === 'encryption') continue;
    for (const element of await elements(key, 'X509Certificate', 'anywhere')) {
      certificates.push(readCertificate(element.textContent ?? ''));
    }
  }
  if (certificates.length === 0) throw new UnusableMetadata(say('metadata.noCertificate'));
  return certificates;
}

function readCertificate(text: string): X509Certificate {
  let certificate: X509Certificate;
  try {
    certificate = new X509Certificate(Buffer.from(text.replace(/\s/g, ''), 'base64'));
  } catch (error) {
    throw new UnusableMetadata(say('metadata.badCertificate'), { cause: error });
  }
  const { asymmetricKeyType, asymmetricKeyDetails } = certificate.publicKey;
  if (asymmetricKeyType !== 'rsa' || (asymmetricKeyDetails?.modulusLength ?? 0) < leastKeyBits) {
    throw new UnusableMetadata(say('metadata.weakKeys', { bits: leastKeyBits }));
  }
  return certificate;
}
