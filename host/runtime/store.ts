import type { Readable } from '@sinter/sdk/plugin';

export interface Store<T> extends Readable<T> {
  set(value: T): void;
}

export function createStore<T>(initial: T): Store<T> {
  const listeners = new Set<() => void>();
  let value = initial;
  return {
    get: () => value,
    set(next) {
      if (Object.is(next, value)) return;
      value = next;
      for (const listener of [...listeners]) listener();
    },
    subscribe(listener) {
      // A function of its own, so that one listener can subscribe twice.
      const entry = () => listener();
      listeners.add(entry);
      return () => listeners.delete(entry);
    },
  };
}

/**
 * A part of a value, with notifications only when that part changes. `pick` must return the same object for the same
 * part.
 */
export const select = <T, Part>(source: Readable<T>, pick: (value: T) => Part): Readable<Part> => ({
  get: () => pick(source.get()),
  subscribe(listener) {
    let last = pick(source.get());
    return source.subscribe(() => {
      const part = pick(source.get());
      if (Object.is(part, last)) return;
      last = part;
      listener();
    });
  },
});
