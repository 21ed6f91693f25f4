import type { Readable } from '../plugin/readable.ts';

/** A `Readable` that the test sets. Its listeners are told of every `set`. */
export interface FakeReadable<T> extends Readable<T> {
  set(value: T): void;
}

/** Begins with `initial`. */
export function fakeReadable<T>(initial: T): FakeReadable<T> {
  const listeners = new Set<() => void>();
  let value = initial;
  return {
    get: () => value,
    set(next) {
      value = next;
      for (const listener of [...listeners]) listener();
    },
    subscribe(listener) {
      // A function of its own, so that one listener can subscribe twice.
      const entry = () => listener();
      listeners.add(entry);
      return () => void listeners.delete(entry);
    },
  };
}
