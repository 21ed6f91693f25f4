import type { Dispose, StopAnswer } from '@sinter/sdk/plugin';

const checks = new Set<() => StopAnswer>();

/** Unsaved input of the host's own screens; leaving asks about it as about a plugin's. */
export const drafts = {
  add(check: () => StopAnswer): Dispose {
    checks.add(check);
    return () => void checks.delete(check);
  },
  unsaved: (): boolean => [...checks].some((check) => check() === 'unsaved'),
};
