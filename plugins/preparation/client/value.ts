import type { Dispose, Readable } from '@sinter/sdk/plugin';

/** A `Readable` that its owner sets. */
export class Value<T> implements Readable<T> {
  private current: T;
  private readonly listeners = new Set<() => void>();

  constructor(current: T) {
    this.current = current;
  }

  readonly get = (): T => this.current;

  readonly subscribe = (listener: () => void): Dispose => {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  };

  set(next: T): void {
    this.current = next;
    for (const listener of [...this.listeners]) listener();
  }
}
