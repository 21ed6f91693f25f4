import { X509Certificate } from 'node:crypto';
import { drivers, type ConnectorType } from '@sinter/sdk/contract/connectivity/states';

/** Whom a connector trusts, by fingerprints, as the audit has it. Of certificates nothing else is noted. */
export function trustOf(type: ConnectorType, settings: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    drivers[type].fields.flatMap(({ id, trust, certificates }) => {
      const value = settings[id] ?? '';
      if (!trust || value === '') return [];
      return [[id, certificates ? fingerprintsIn(value) : value] as const];
    }),
  );
}

export const sameTrust = (one: Record<string, string>, other: Record<string, string>): boolean =>
  Object.keys({ ...one, ...other }).every((id) => one[id] === other[id]);

export const fingerprintsIn = (certificates: string): string =>
  (certificates.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? [])
    .map(fingerprintOf)
    .join(', ');

function fingerprintOf(pem: string): string {
  try {
    return new X509Certificate(pem).fingerprint256;
  } catch {
    return '?';
  }
}
