import { createHash, createHmac, createPrivateKey, createPublicKey, type KeyObject, sign } from 'node:crypto';
import * as z from 'zod';

/** Signs what leaves this site for vendors' servers. The same on every node: the key is made from the node's secret. */
export interface Signer {
  /** As JSON Web Key. */
  readonly publicKey: { kty: 'OKP'; crv: 'Ed25519'; x: string; kid: string; alg: 'EdDSA'; use: 'sig' };
  /** A JWT with these claims. */
  token(claims: Readonly<Record<string, unknown>>): string;
  /** Ed25519 over the bytes of the text, base64. */
  signature(text: string): string;
}

/** What stands before the 32 bytes of an Ed25519 key in PKCS #8 (RFC 8410). */
const pkcs8 = Buffer.from('302e020100300506032b657004220420', 'hex');
const jwkSchema = z.object({ x: z.string() });

const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

export function createSigner(secretKey: Buffer): Signer {
  const seed = createHmac('sha256', secretKey).update('vendors’ servers').digest();
  const privateKey: KeyObject = createPrivateKey({ key: Buffer.concat([pkcs8, seed]), format: 'der', type: 'pkcs8' });
  const { x } = jwkSchema.parse(createPublicKey(privateKey).export({ format: 'jwk' }));
  const kid = createHash('sha256').update(x).digest('base64url').slice(0, 16);
  const head = encode({ alg: 'EdDSA', typ: 'JWT', kid });
  return {
    publicKey: { kty: 'OKP', crv: 'Ed25519', x, kid, alg: 'EdDSA', use: 'sig' },
    token(claims) {
      const text = `${head}.${encode(claims)}`;
      return `${text}.${sign(null, Buffer.from(text), privateKey).toString('base64url')}`;
    },
    signature: (text) => sign(null, Buffer.from(text), privateKey).toString('base64'),
  };
}
