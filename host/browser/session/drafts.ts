import type { Dispose } from '@sinter/sdk/plugin';

const checks = new Set<() => boolean>();

/** Unsaved input of the host's own screens; leaving asks about it as about a plugin's. */
export const drafts = {
  add(unsaved: () => boolean): Dispose {
    checks.add(unsaved);
    return () => void checks.delete(unsaved);
  },
  unsaved: (): boolean => [...checks].some((check) => check()),
};
