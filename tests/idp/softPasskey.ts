import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';

/** A passkey in software, for tests: ES256, attestation `none`. */
export interface SoftPasskey {
  id: string;
  /** What the next answer counts; 0 stays 0, as with passkeys that are kept in a cloud. */
  counter: number;
  make(challenge: string): Promise<Record<string, unknown>>;
  answer(challenge: string, options?: { verified?: boolean; origin?: string }): Promise<Record<string, unknown>>;
}

const b64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64url');
const hash = (data: string | Uint8Array): Buffer => createHash('sha256').update(data).digest();

const present = 0x01;
const personVerified = 0x04;
const credentialIncluded = 0x40;

export function softPasskey(rpId: string, origin: string): SoftPasskey {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const id = randomBytes(32);
  const clientData = (type: string, challenge: string, from: string): Buffer =>
    Buffer.from(JSON.stringify({ type, challenge, origin: from, crossOrigin: false }));
  const authenticatorData = (flags: number, counter: number, credential: Uint8Array = Buffer.alloc(0)): Buffer => {
    const head = Buffer.alloc(5);
    head[0] = flags;
    head.writeUInt32BE(counter, 1);
    return Buffer.concat([hash(rpId), head, credential]);
  };

  const coseKey = (): Buffer => {
    const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
    return Buffer.concat([
      Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21, 0x58, 0x20]),
      Buffer.from(x, 'base64url'),
      Buffer.from([0x22, 0x58, 0x20]),
      Buffer.from(y, 'base64url'),
    ]);
  };
  const cborText = (text: string): Buffer => Buffer.concat([Buffer.from([0x60 + text.length]), Buffer.from(text)]);

  return {
    id: b64(id),
    counter: 1,
    async make(challenge) {
      const length = Buffer.from([0, id.length]);
      const credential = Buffer.concat([Buffer.alloc(16), length, id, coseKey()]);
      const data = authenticatorData(present | personVerified | credentialIncluded, 0, credential);
      const attestationObject = Buffer.concat([
        Buffer.from([0xa3]),
        cborText('fmt'),
        cborText('none'),
        cborText('attStmt'),
        Buffer.from([0xa0]),
        cborText('authData'),
        Buffer.from([0x58, data.length]),
        data,
      ]);
      return {
        id: b64(id),
        rawId: b64(id),
        type: 'public-key',
        clientExtensionResults: {},
        response: {
          clientDataJSON: b64(clientData('webauthn.create', challenge, origin)),
          attestationObject: b64(attestationObject),
          transports: ['internal'],
        },
      };
    },
    async answer(challenge, { verified = true, origin: from = origin } = {}) {
      const data = authenticatorData(present | (verified ? personVerified : 0), this.counter);
      const client = clientData('webauthn.get', challenge, from);
      const signature = sign('sha256', Buffer.concat([data, hash(client)]), privateKey);
      return {
        id: b64(id),
        rawId: b64(id),
        type: 'public-key',
        clientExtensionResults: {},
        response: {
          clientDataJSON: b64(client),
          authenticatorData: b64(data),
          signature: b64(signature),
        },
      };
    },
  };
}
