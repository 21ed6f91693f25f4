import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { buildKeyFile } from '#host/server/modules/builtPackages.ts';
import { packageFilesOf, packageSignatureSchema } from '#registry/packages';
import { keyIdOf, publicKeyOf, publicKeyText, signPackage, verifyPackage } from '#registry/signing';
import { TaskError } from '../taskError.ts';
import { writeAtomically } from './writeAtomically.ts';

/** What signs the packages of a build. Its private half stays on the machine that builds: a server needs the public one only. */
export interface BuildKey {
  id: string;
  publicKey: string;
  privateKey: KeyObject;
}

/** The key of this checkout, made at its first build, in `<out>/signing`; the folder that browsers load from is `<out>/web`. */
export function buildKey(out: string): BuildKey {
  const publicFile = buildKeyFile(join(out, 'web'));
  const privateFile = join(dirname(publicFile), 'private-key.pem');
  if (!existsSync(privateFile)) {
    mkdirSync(dirname(privateFile), { recursive: true });
    const made = generateKeyPairSync('ed25519').privateKey.export({ format: 'pem', type: 'pkcs8' });
    writeFileSync(privateFile, made, { mode: 0o600 });
  }
  const privateKey = createPrivateKey(readFileSync(privateFile));
  const publicKey = publicKeyText(createPublicKey(privateKey));
  if (!existsSync(publicFile) || readFileSync(publicFile, 'utf8').trim() !== publicKey) {
    writeAtomically(publicFile, `${publicKey}\n`);
  }
  return { id: keyIdOf(publicKey), publicKey, privateKey };
}

/** Signs the package in this folder, unless this key has. */
export function signFolder(folder: string, record: unknown, { id, publicKey, privateKey }: BuildKey): void {
  const files = packageFilesOf(record);
  if (!files) throw new TaskError(`${folder}/files.json is not what a package has.`);
  const file = join(folder, 'signature.json');
  if (existsSync(file)) {
    const known = packageSignatureSchema.safeParse(JSON.parse(readFileSync(file, 'utf8'))).data;
    if (known?.keyId === id && verifyPackage(files, known, publicKeyOf(publicKey))) return;
  }
  writeAtomically(file, JSON.stringify(signPackage(files, id, privateKey)));
}
