import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { sql } from 'kysely';
import { CallError } from '@sinter/sdk/contract';
import type { KeptSecrets, Work } from '@sinter/sdk/server';
import type { PackageFiles, PackageSignature } from '#registry/packages';
import { keyIdOf, publicKeyOf, publicKeyText, signPackage, verifyPackage } from '#registry/signing';
import { say } from '../say.ts';
import { type RoomDb, roomTransaction } from './tables.ts';

/** @throws CallError FORBIDDEN unless the signature is of this publisher's key, which may still sign. */
export async function requireSignature(
  db: RoomDb,
  publisherId: string,
  { files, signature, atHome }: { files: PackageFiles; signature: PackageSignature; atHome: boolean },
): Promise<void> {
  const key = await db.selectFrom('extension_key').selectAll().where('id', '=', signature.keyId).executeTakeFirst();
  if (!key || key.publisher_id !== publisherId) {
    throw new CallError('FORBIDDEN', say('extension.keyUnknown', { key: signature.keyId, publisher: publisherId }));
  }
  if (key.revoked_at) {
    throw new CallError('FORBIDDEN', say('extension.keyRevoked', { key: key.id, reason: key.reason ?? '' }));
  }
  if (key.retired_at) throw new CallError('FORBIDDEN', say('extension.keyRetired', { key: key.id }));
  if (key.development && !atHome) throw new CallError('FORBIDDEN', say('extension.keyAtHome', { key: key.id }));
  if (!verifyPackage(files, signature, publicKeyOf(key.public_key))) {
    throw new CallError('FORBIDDEN', say('extension.signatureWrong'));
  }
}

const secretName = 'extensions/signing-key';

interface ServerKey {
  id: string;
  publicKey: string;
  privateKey: KeyObject;
}

/** The server's own key, made when it first signs. */
export async function serverKey(unit: Work, kept: KeptSecrets): Promise<ServerKey> {
  const db = roomTransaction(unit.db);
  const found = await keptKey(unit, kept);
  if (found) return found;
  // Two that sign for the first time at once: the second finds the key of the first.
  await sql`select pg_advisory_xact_lock(hashtextextended('the own key of extensions', 0))`.execute(db);
  const known = await keptKey(unit, kept);
  if (known) return known;
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const text = publicKeyText(publicKey);
  const id = keyIdOf(text);
  await kept.keep(unit, secretName, String(privateKey.export({ format: 'pem', type: 'pkcs8' })));
  await db.insertInto('extension_key').values({ id, public_key: text }).execute();
  return { id, publicKey: text, privateKey };
}

async function keptKey(unit: Work, kept: KeptSecrets): Promise<ServerKey | null> {
  const known = await kept.find(unit.db, secretName);
  if (known === null) return null;
  const privateKey = createPrivateKey(known);
  const publicKey = publicKeyText(createPublicKey(privateKey));
  return { id: keyIdOf(publicKey), publicKey, privateKey };
}

/** What a reviewer has approved, although no publisher signed it, is vouched for by the server. */
export async function signAsServer(unit: Work, kept: KeptSecrets, files: PackageFiles): Promise<PackageSignature> {
  const { id, privateKey } = await serverKey(unit, kept);
  return signPackage(files, id, privateKey);
}
