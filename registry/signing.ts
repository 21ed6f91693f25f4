import { createHash, createPublicKey, sign, verify } from 'node:crypto';
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

/** An Ed25519 public key as it travels: its 32 bytes in base64. */
export const publicKeyText = (key: KeyObject): string =>
  key.export({ format: 'der', type: 'spki' }).subarray(-32).toString('base64');

/** What stands before those bytes in the form that libraries read. */
const spkiPrefix = Buffer.from('302a300506032b6570032100', 'hex');
export const publicKeyOf = (text: string): KeyObject =>
  createPublicKey({ key: Buffer.concat([spkiPrefix, Buffer.from(text, 'base64')]), format: 'der', type: 'spki' });

/** The name of a key, made from the key itself: the first 32 hexadecimal digits of the SHA-256 of its bytes. */
export const keyIdOf = (text: string): string =>
  createHash('sha256').update(Buffer.from(text, 'base64')).digest('hex').slice(0, 32);
