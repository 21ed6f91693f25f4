import { setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import { hashSync, verifySync } from '@node-rs/argon2';

/** argon2id, 19 MiB, two passes: one hash costs about 11 ms of one core. */
const cost = { memoryCost: 19456, timeCost: 2, parallelism: 1 };

export type PasswordTask = { task: 'hash'; password: string } | { task: 'verify'; hash: string; password: string };

/**
 * On Linux this is the calling thread's own priority, elsewhere the whole process's: there it stays as it is. Tests, which
 * keep every core busy and sign in often, set PASSWORD_NICENESS to 0.
 */
if (process.platform === 'linux') setPriority(0, Number(process.env['PASSWORD_NICENESS'] ?? 19));

parentPort?.on('message', (asked: PasswordTask) => {
  try {
    const done = asked.task === 'hash' ? hashSync(asked.password, cost) : verifySync(asked.hash, asked.password);
    parentPort?.postMessage({ done });
  } catch (error) {
    parentPort?.postMessage({ failed: String(error) });
  }
});
