import { onTestFinished } from 'vitest';

/**
 * Collects what must fail the running test even when the code under test catches the error, as a store does that
 * logs a failed call. Throws outside a test.
 */
export function collectFaults(): (message: string) => Error {
  const faults = new Set<string>();
  onTestFinished(() => {
    if (faults.size > 0) throw new Error([...faults].join('\n'));
  });
  return (message) => {
    faults.add(message);
    return new Error(message);
  };
}
