import { generateKeyPairSync, sign, type KeyObject } from 'node:crypto';

/** A signing key and its self-signed certificate, made anew each time: no private key is kept in the repository. */
export interface SigningKey {
  /** PEM. */
  privateKey: string;
  certificate: string;
}

const der = (tag: number, ...parts: Uint8Array[]): Buffer => {
  const content = Buffer.concat(parts);
  const { length } = content;
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
};
const sequence = (...parts: Uint8Array[]): Buffer => der(0x30, ...parts);
const text = (tag: number, value: string): Buffer => der(tag, Buffer.from(value));

const sha256WithRsa = sequence(Buffer.from('06092a864886f70d01010b0500', 'hex'));
const commonName = Buffer.from('0603550403', 'hex');
const time = (at: Date): Buffer => text(0x18, `${at.toISOString().replace(/\.\d+|[-:T]/g, '')}`);

/** RSA keys of fewer bits, or a certificate of the past, are for tests of refusals. */
export function makeSigningKey({ bits = 2048, until = new Date(Date.now() + 86_400_000) } = {}): SigningKey {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: bits });
  return {
    privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    certificate: selfSigned(privateKey, publicKey, until),
  };
}

function selfSigned(privateKey: KeyObject, publicKey: KeyObject, until: Date): string {
  const name = sequence(der(0x31, sequence(commonName, text(0x0c, 'Test identity provider'))));
  const content = sequence(
    der(0xa0, Buffer.from([2, 1, 2])),
    Buffer.from([2, 1, 1]),
    sha256WithRsa,
    name,
    sequence(time(new Date(until.getTime() - 2 * 86_400_000)), time(until)),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
  );
  const signature = der(0x03, Buffer.from([0]), sign('sha256', content, privateKey));
  const body = sequence(content, sha256WithRsa, signature).toString('base64').replace(/.{64}/g, '$&\n');
  return `-----BEGIN CERTIFICATE-----\n${body}\n-----END CERTIFICATE-----\n`;
}
