import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { packageFilesSchema } from '../../registry/packages.ts';
import { signPackage } from '../../registry/signing.ts';
import { TaskError } from '../../scripts/taskError.ts';
import { readPackage, writePackage } from './packageFile.ts';

/** The name of a key: the same for everybody who has its public half. */
export const keyIdOf = (key: KeyObject): string =>
  createHash('sha256')
    .update(createPublicKey(key).export({ type: 'spki', format: 'der' }))
    .digest('hex')
    .slice(0, 16);

/** Makes a publisher's key: the private half in `file`, for its owner alone, the public half beside it. */
export function keygen(file: string): { keyId: string; publicKey: string } {
  if (existsSync(file)) throw new TaskError(`${file} exists. A key is never overwritten: name another file.`);
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  writeFileSync(file, privateKey.export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600 });
  const pem = publicKey.export({ type: 'spki', format: 'pem' }).toString();
  writeFileSync(`${file}.pub`, pem);
  return { keyId: keyIdOf(privateKey), publicKey: pem };
}

function readKey(file: string): KeyObject {
  if (!existsSync(file)) throw new TaskError(`${file} does not exist. Make a key: sinter-plugin keygen ${file}`);
  try {
    const key = createPrivateKey(readFileSync(file));
    if (key.asymmetricKeyType === 'ed25519') return key;
  } catch {
    // Falls through to the one message that says what is needed.
  }
  throw new TaskError(`${file} holds no Ed25519 private key. Make one: sinter-plugin keygen`);
}

/** Signs a package file in place. Answers the key's name. */
export function sign(path: string, keyFile: string, keyId?: string): string {
  if (!existsSync(path)) throw new TaskError(`${path} does not exist. Make it: sinter-plugin pack`);
  const files = readPackage(readFileSync(path));
  const list = packageFilesSchema.safeParse(
    JSON.parse(new TextDecoder().decode(files.get('files.json') ?? new Uint8Array([123, 125]))),
  );
  if (!list.success) throw new TaskError(`${path} is no package of sinter-plugin pack.`);
  files.delete('files.json');
  files.delete('signature.json');
  const key = readKey(keyFile);
  const signature = signPackage(list.data, keyId ?? keyIdOf(key), key);
  writeFileSync(path, writePackage(list.data, files, signature));
  return signature.keyId;
}
