import { createHash } from 'node:crypto';
import { CallError } from '@sinter/sdk/contract';

/** argon2id, 19 MiB, two passes: one hash costs about 11 ms of one core. */
const cost = { memoryCost: 19456, timeCost: 2, parallelism: 1 };

/** Hashing runs in the four threads that file reads use too: a burst of sign-ins must not starve those. */
const atOnce = 2;
/** Whoever comes when so many wait is sent away: about a second's work. */
const mostWaiting = 150;
let running = 0;
const waiting: (() => void)[] = [];

async function limited<T>(work: () => Promise<T>): Promise<T> {
  if (running < atOnce) running += 1;
  else if (waiting.length >= mostWaiting) throw new CallError('RATE_LIMITED');
  else await new Promise<void>((resolve) => waiting.push(resolve));
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  }
}

/** Throws RATE_LIMITED when too many wait already. */
export async function hashPassword(password: string): Promise<string> {
  const { hash } = await import('@node-rs/argon2');
  return limited(() => hash(password, cost));
}

/** Of a password that nobody has, made with the same cost. */
const decoy = '$argon2id$v=19$m=19456,t=2,p=1$B19k28584FMeu+T+tkGu9w$Xc9wn8OhH8m0g+lROXUvvEKyfkm5geTU3/b726jfdxs';

/**
 * Takes as long for an unknown user (`hash` null) as for a wrong password, so that timing tells nothing. Throws
 * RATE_LIMITED when too many wait already.
 */
export async function verifyPassword(hash: string | null, password: string): Promise<boolean> {
  const { verify } = await import('@node-rs/argon2');
  const matches = await limited(() => verify(hash ?? decoy, password));
  return hash !== null && matches;
}

export const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
