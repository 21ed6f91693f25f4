import { availableParallelism } from 'node:os';

/** Jobs of the heavy lane that one worker process does at once: one core is left to everything else. */
export const heavyAtOnce = Math.min(8, Math.max(1, availableParallelism() - 1));
