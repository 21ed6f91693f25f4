import { container } from 'tsyringe';
import type { DependencyContainer } from 'tsyringe';
import type { Dispose, Logger, Readable, Token } from '@sinter/sdk/plugin';
import { messageOf } from './failure.ts';

export type RootContainer = DependencyContainer;
export const createRootContainer = (): RootContainer => container.createChildContainer();

const hasDispose = (value: unknown): value is { dispose(): unknown } =>
  typeof value === 'object' && value !== null && 'dispose' in value && typeof value.dispose === 'function';

/**
 * Everything one running plugin has registered. Disposing it is all there is to stopping a plugin.
 *
 * Services are values in a container of the plugin's own, so that neither the host nor another plugin owns or disposes
 * them: a singleton of a parent container would belong to whichever plugin asked first, and die with it.
 */
export class Scope {
  readonly #container: DependencyContainer;
  readonly #log: Logger;
  readonly #bag = new Set<Dispose>();
  #disposed = false;

  constructor(root: RootContainer, log: Logger) {
    this.#container = root.createChildContainer();
    this.#log = log;
  }

  get disposed(): boolean {
    return this.#disposed;
  }

  /** Throws once disposed: a setup that outlived its limit must not leave anything behind. */
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
    if (this.#container.isRegistered(token.id)) throw new Error(`${token.id} is provided twice.`);
    // The container disposes only what it has made itself, and it has not made this.
    this.add(() => hasDispose(service) && service.dispose());
    this.#container.register<T>(token.id, { useValue: service });
  }

  resolve<T>(token: Token<T>): T {
    return this.#container.resolve<T>(token.id);
  }

  /** `source`, whose listeners go with the scope and harm nobody else when they throw. */
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
              this.#log.error('A listener failed.', { error: messageOf(error) });
            }
          }),
        );
      },
    };
  }

  /** Takes everything back, the last first. What throws is logged and does not keep the rest. */
  dispose(): void {
    if (this.#disposed) return;
    this.#disposed = true;
    for (const dispose of [...this.#bag].reverse()) {
      try {
        dispose();
      } catch (error) {
        this.#log.error('A plugin failed to clean up.', { error: messageOf(error) });
      }
    }
    void this.#container.dispose();
  }
}
