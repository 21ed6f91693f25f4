import type { Dispose, Readable } from '../plugin/readable.ts';

/** What one plugin has registered, taken back together. */
export function fakeScope() {
  const bag = new Set<Dispose>();
  let disposed = false;

  function add(dispose: Dispose): Dispose {
    if (disposed) {
      dispose();
      throw new Error('The plugin has been stopped.');
    }
    const once = () => {
      if (bag.delete(once)) dispose();
    };
    bag.add(once);
    return once;
  }

  return {
    add,
    held: () => bag.size,
    /** `source`, whose listeners go with the scope. */
    readable: <T>(source: Readable<T>): Readable<T> => ({
      get: () => source.get(),
      subscribe: (listener) => (disposed ? () => {} : add(source.subscribe(listener))),
    }),
    dispose() {
      disposed = true;
      const failures: unknown[] = [];
      for (const dispose of [...bag].reverse()) {
        try {
          dispose();
        } catch (error) {
          failures.push(error);
        }
      }
      if (failures.length > 0)
        throw new AggregateError(failures, `The plugin failed to clean up: ${failures.join('; ')}`);
    },
  };
}
