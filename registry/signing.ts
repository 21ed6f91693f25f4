import { createHash, sign, verify } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import { canonicalJson } from './canonical.ts';
import type { PackageFiles, PackageSignature } from './packages.ts';

/**
 * Only the server and the build import this file. A package's hash covers each of its files through the hashes in
 * `files.json`.
 */
export const packageHash = (files: PackageFiles): string =>
  createHash('sha256').update(canonicalJson(files)).digest('hex');

/** `privateKey`: an Ed25519 key. */
export const signPackage = (files: PackageFiles, keyId: string, privateKey: KeyObject): PackageSignature => ({
  keyId,
  value: sign(null, Buffer.from(packageHash(files)), privateKey).toString('base64'),
});

export const verifyPackage = (files: PackageFiles, signature: PackageSignature, publicKey: KeyObject): boolean =>
  publicKey.asymmetricKeyType === 'ed25519' &&
  verify(null, Buffer.from(packageHash(files)), publicKey, Buffer.from(signature.value, 'base64'));

/** The hash of one file, as `files.json` and the page have it. */
export const fileIntegrity = (content: Uint8Array): string =>
  `sha384-${createHash('sha384').update(content).digest('base64')}`;
