import { createHash, randomBytes } from 'node:crypto';

export type KeyKind = 'ACCOUNT' | 'USER';

const prefixes: Record<KeyKind, string> = { ACCOUNT: 'amk_a_', USER: 'amk_u_' };
const pattern = /^amk_[au]_[\w-]{43}[\w-]{6}$/;

/**
 * `amk_a_` or `amk_u_`, 32 random bytes and a tail that follows from what stands before it: scanners for leaked secrets
 * tell a key from anything that merely looks like one, and so do we, without asking the database.
 */
export function makeKey(kind: KeyKind): string {
  const body = `${prefixes[kind]}${randomBytes(32).toString('base64url')}`;
  return body + tailOf(body);
}

export const isKey = (text: string): boolean => pattern.test(text) && tailOf(text.slice(0, -6)) === text.slice(-6);

/** The masked key, which a reader can recognise but not use: `amk_u_••••1a2b`. */
export const maskKey = (key: string): string => `${key.slice(0, 6)}••••${key.slice(-4)}`;

/** The key that a request comes with, right or wrong. A browser never adds one by itself. */
export function sentKey(authorization: string | undefined): string | null {
  const [scheme, token] = (authorization ?? '').split(' ');
  return scheme?.toLowerCase() === 'bearer' && token?.startsWith('amk_') ? token : null;
}

const tailOf = (body: string): string => createHash('sha256').update(body).digest('base64url').slice(0, 6);
