import { generateKeyPairSync, sign, type KeyObject } from 'node:crypto';
import { isIP } from 'node:net';

/** Certificates for brokers on loopback, made where they are needed: one that lies in a file expires. */
export interface Certificate {
  cert: string;
  key: string;
}

export interface Authority extends Certificate {
  /** Valid from and until, in days from now. */
  issue(name: string, days?: readonly [from: number, until: number]): Certificate;
}

/** Distinguished encoding (X.690) of one value. */
function der(tag: number, ...parts: readonly Uint8Array[]): Buffer {
  const body = Buffer.concat(parts);
  const long: number[] = [];
  for (let rest = body.length; rest > 0; rest >>= 8) long.unshift(rest & 0xff);
  const length = body.length < 0x80 ? [body.length] : [0x80 | long.length, ...long];
  return Buffer.concat([Buffer.from([tag, ...length]), body]);
}
const sequence = (...parts: readonly Uint8Array[]) => der(0x30, ...parts);
const oid = (hex: string) => der(0x06, Buffer.from(hex, 'hex'));
const nameOf = (name: string) => sequence(der(0x31, sequence(oid('550403'), der(0x0c, Buffer.from(name)))));
const timeOf = (days: number) => {
  const digits = new Date(Date.now() + days * 86_400_000).toISOString().replace(/\D/g, '').slice(0, 14);
  return der(0x18, Buffer.from(`${digits}Z`));
};
const ecdsaWithSha256 = sequence(oid('2a8648ce3d040302'));
const constraints = sequence(
  ...[oid('551d13'), der(0x01, Buffer.from([0xff])), der(0x04, sequence(der(0x01, Buffer.from([0xff]))))],
);
const alternative = (name: string) => {
  const known = isIP(name) ? der(0x87, Buffer.from(name.split('.').map(Number))) : der(0x82, Buffer.from(name));
  return sequence(oid('551d11'), der(0x04, sequence(known)));
};

interface Signer {
  name: string;
  key: KeyObject;
}

function certificate(
  name: string,
  { publicKey, privateKey }: { publicKey: KeyObject; privateKey: KeyObject },
  {
    by,
    authority = false,
    days: [from, until] = [-1, 2],
  }: { by: Signer; authority?: boolean; days?: readonly [number, number] },
): Certificate {
  const told = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.from([1, ...Buffer.from(String(Math.random()).slice(2, 8))])),
    ecdsaWithSha256,
    nameOf(by.name),
    sequence(timeOf(from), timeOf(until)),
    nameOf(name),
    publicKey.export({ format: 'der', type: 'spki' }),
    der(0xa3, sequence(...(authority ? [constraints] : []), alternative(name))),
  );
  const signed = sequence(told, ecdsaWithSha256, der(0x03, Buffer.from([0]), sign('sha256', told, by.key)));
  const lines = signed.toString('base64').match(/.{1,64}/g) ?? [];
  return {
    cert: ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''].join('\n'),
    key: String(privateKey.export({ format: 'pem', type: 'pkcs8' })),
  };
}

const pair = () => generateKeyPairSync('ec', { namedCurve: 'P-256' });

export function createAuthority(name: string): Authority {
  const own = pair();
  const by = { name, key: own.privateKey };
  return {
    ...certificate(name, own, { by, authority: true }),
    issue: (subject, days = [-1, 2]) => certificate(subject, pair(), { by, days }),
  };
}

export function selfSigned(name: string): Certificate {
  const own = pair();
  return certificate(name, own, { by: { name, key: own.privateKey } });
}
