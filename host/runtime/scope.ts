import { Container } from '../container/container.ts';
import type { Dispose, Logger, Readable, Token } from '@sinter/sdk/plugin';
import { messageOf } from './failure.ts';

export type RootContainer = Container;
export const createRootContainer = (): RootContainer => new Container(() => undefined);

/**
 * Everything that one running plugin has registered. Stopping a plugin means disposing of its scope.
 * Its services are in a container of its own, so that neither the host nor another plugin disposes of them.
 */
export class Scope {
  readonly #container: Container;
  readonly #log: Logger;
  readonly #bag = new Set<Dispose>();
  #disposed = false;

  constructor(root: RootContainer, log: Logger) {
    this.#log = log;
    this.#container = root.child((error) => this.#cannotCleanUp(error));
  }

  get disposed(): boolean {
    return this.#disposed;
  }

  /** Throws after the scope was disposed of: a `setup` that ran past its limit must leave nothing behind. */
  add(dispose: Dispose): Dispose {
    if (this.#disposed) {
      dispose();
      throw new Error('The plugin has been stopped.');
    }
    const once = () => {
      if (this.#bag.delete(once)) dispose();
    };
    this.#bag.add(once);
    return once;
  }

  provide<T>(token: Token<T>, service: T): void {
    const release = this.#container.provide(token, () => service);
    this.add(() => void release());
    // It is made already, so that it goes with the scope whether anybody asks for it or not.
    this.#container.get(token);
  }

  resolve<T>(token: Token<T>): T {
    return this.#container.get(token);
  }

  /** `source` with listeners that end with the scope. A listener that throws harms no other. */
  readable<T>(source: Readable<T>): Readable<T> {
    return {
      get: () => source.get(),
      subscribe: (listener) => {
        if (this.#disposed) return () => undefined;
        return this.add(
          source.subscribe(() => {
            try {
              listener();
            } catch (error) {
              this.#log.error('a listener failed', { error: messageOf(error) });
            }
          }),
        );
      },
    };
  }

  /** Undoes every registration, the last one first. Errors are logged and do not stop the rest. */
  dispose(): void {
    if (this.#disposed) return;
    this.#disposed = true;
    for (const dispose of [...this.#bag].reverse()) {
      try {
        dispose();
      } catch (error) {
        this.#cannotCleanUp(error);
      }
    }
    void this.#container.dispose();
  }

  #cannotCleanUp(error: unknown): void {
    this.#log.error('a plugin failed to clean up', { error: messageOf(error) });
  }
}
