import { createCipheriv, createDecipheriv, createHash, createHmac, randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { createToken } from '@sinter/sdk/plugin';
import type { RoomDb } from './tables.ts';

/** Keeps what must be read again but never shown: keys' copies, client secrets, secrets of authenticator apps, mail. */
export interface Secrets {
  /** `purpose` is bound to the text: what was sealed for one cannot be opened for another. */
  seal(purpose: string, text: string): string;
  /** Throws when the text was changed, sealed for something else, or by another key. */
  open(purpose: string, sealed: string): string;
}

export const sealing = createToken<Secrets>('host/Secrets@1');

const version = 'v1';

export function createSecrets(key: Buffer): Secrets {
  const keyFor = (purpose: string) => createHmac('sha256', key).update(purpose).digest();
  return {
    seal(purpose, text) {
      const nonce = randomBytes(12);
      const cipher = createCipheriv('aes-256-gcm', keyFor(purpose), nonce);
      const content = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return [version, ...[nonce, content, cipher.getAuthTag()].map((part) => part.toString('base64url'))].join('.');
    },
    open(purpose, sealed) {
      const [given, ...parts] = sealed.split('.');
      const [nonce, content, tag] = parts.map((part) => Buffer.from(part, 'base64url'));
      if (given !== version || !nonce || !content || !tag) throw new Error('This is not a sealed text.');
      const decipher = createDecipheriv('aes-256-gcm', keyFor(purpose), nonce, { authTagLength: 16 });
      decipher.setAuthTag(tag);
      return Buffer.concat([decipher.update(content), decipher.final()]).toString('utf8');
    },
  };
}

/** What an installation keeps as its own key, as text; `null` where it has made none yet. */
export async function keptKey(file: string): Promise<string | null> {
  try {
    return (await readFile(file, 'utf8')).trim();
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}

/** The key from the environment, else one of this installation's own, made at its first start. */
export async function readSecretKey(given: string | undefined, file: string): Promise<Buffer> {
  if (given) return createHash('sha256').update(given).digest();
  const kept = await keptKey(file);
  if (kept !== null) return Buffer.from(kept, 'base64url');
  const key = randomBytes(32);
  await mkdir(dirname(file), { recursive: true });
  try {
    await writeFile(file, `${key.toString('base64url')}\n`, { mode: 0o600, flag: 'wx' });
  } catch (error) {
    // Another process of the same installation was quicker.
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return readSecretKey(undefined, file);
    throw error;
  }
  return key;
}

/** Tells one key from another, and nothing else of it. */
export const fingerprintOf = (key: Buffer): string => createHmac('sha256', key).update('fingerprint').digest('hex');

/** Every node of an installation must have the same key. Throws with a text for the person at the terminal. */
export async function checkSecretKey(db: RoomDb, key: Buffer): Promise<void> {
  const fingerprint = fingerprintOf(key);
  await db
    .insertInto('installation')
    .values({ name: 'secret-key', value: fingerprint })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute();
  const stored = await db
    .selectFrom('installation')
    .select('value')
    .where('name', '=', 'secret-key')
    .executeTakeFirstOrThrow();
  if (stored.value !== fingerprint) {
    throw new Error(
      'The secrets in this database were sealed with another key. Give every server the same SECRET_KEY, or copy secret.key of the first one.',
    );
  }
}
