import { hash, randomBytes } from 'node:crypto';

/** A secret that is given out once: a session's, a mailed link's. Only its hash is stored. */
export const newToken = (): string => randomBytes(32).toString('base64url');

export const sha256 = (text: string): string => hash('sha256', text, 'hex');
