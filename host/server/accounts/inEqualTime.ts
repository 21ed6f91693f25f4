import { setTimeout as sleep } from 'node:timers/promises';

/** Longer than any of the ways through these calls takes, unless the machine is busy. */
const step = 250;

/**
 * Takes the same time whatever it finds, so that the time does not tell whether an address has an account: the answer
 * comes at the end of a step, and of the next one where it took longer.
 */
export async function inEqualTime<T>(work: () => Promise<T>): Promise<T> {
  const started = performance.now();
  try {
    return await work();
  } finally {
    await sleep(step - ((performance.now() - started) % step));
  }
}
