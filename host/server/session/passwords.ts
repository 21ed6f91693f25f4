import { createHash } from 'node:crypto';

/** argon2id, 19 MiB, two passes: one hash costs about 11 ms of one core. */
const cost = { memoryCost: 19456, timeCost: 2, parallelism: 1 };

/** Hashing runs in the four threads that file reads use too: a burst of sign-ins must not starve those. */
const atOnce = 2;
let running = 0;
const waiting: (() => void)[] = [];

async function limited<T>(work: () => Promise<T>): Promise<T> {
  if (running >= atOnce) await new Promise<void>((resolve) => waiting.push(resolve));
  else running += 1;
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  }
}

export async function hashPassword(password: string): Promise<string> {
  const { hash } = await import('@node-rs/argon2');
  return limited(() => hash(password, cost));
}

let decoy: Promise<string> | undefined;

/** Takes as long for an unknown user (`hash` null) as for a wrong password, so that timing tells nothing. */
export async function verifyPassword(hash: string | null, password: string): Promise<boolean> {
  const { verify } = await import('@node-rs/argon2');
  decoy ??= hashPassword('no account has this password');
  const against = hash ?? (await decoy);
  const matches = await limited(() => verify(against, password));
  return hash !== null && matches;
}

export const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
