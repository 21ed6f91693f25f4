import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { readPackageFile, writePackageFile, type PackageFile } from '../../registry/packageFile.ts';
import { PackageFileError } from '../../registry/zipEntries.ts';
import { keyIdOf, publicKeyText, signPackage } from '../../registry/signing.ts';
import { TaskError } from '../../scripts/taskError.ts';

/** Makes a publisher's key: the private half in `file`, for its owner alone, the public half beside it. */
export function keygen(file: string): { keyId: string; publicKey: string } {
  if (existsSync(file)) throw new TaskError(`${file} exists. A key is never overwritten: name another file.`);
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  writeFileSync(file, privateKey.export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600 });
  const text = publicKeyText(publicKey);
  writeFileSync(`${file}.pub`, `${text}\n`);
  return { keyId: keyIdOf(text), publicKey: text };
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

/** Reads a package as the server will. */
export function openPackage(path: string): PackageFile & { bytes: Uint8Array } {
  if (!existsSync(path)) throw new TaskError(`${path} does not exist. Make it: sinter-plugin pack`);
  const bytes = readFileSync(path);
  try {
    return { ...readPackageFile(bytes), bytes };
  } catch (error) {
    if (error instanceof PackageFileError)
      throw new TaskError(`${path}: ${error.message} Make it anew: sinter-plugin pack`);
    throw error;
  }
}

/** Signs a package file in place. Answers the key's name. */
export function sign(path: string, keyFile: string): string {
  const { files, contents } = openPackage(path);
  const key = readKey(keyFile);
  const signature = signPackage(files, keyIdOf(publicKeyText(createPublicKey(key))), key);
  writeFileSync(path, writePackageFile({ files, contents, signature }));
  return signature.keyId;
}
