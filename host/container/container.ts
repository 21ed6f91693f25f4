import { container, type DependencyContainer } from 'tsyringe';
import type { Token } from '@sinter/sdk/plugin';

/** May be called twice; the second call does nothing. */
export type Release = () => void | Promise<void>;

const disposeOf = (service: unknown): unknown =>
  typeof service === 'object' && service !== null && 'dispose' in service && typeof service.dispose === 'function'
    ? service.dispose()
    : undefined;

const manyOf = ({ id }: Token<unknown>): string => `many of ${id}`;

/**
 * The services of a server's node or of a page, by token; each module and plugin has a child of its own. A service is
 * made when it is first asked for, once, and belongs to the container that provides it, whoever asked: it is disposed
 * with that one, the last made first.
 *
 * tsyringe keeps the registrations. What is made and disposed is kept here, since tsyringe never disposes what a factory
 * made, and gives a singleton of a parent to whichever child asks first.
 */
export class Container {
  readonly #registered: DependencyContainer;
  readonly #parent: Container | undefined;
  readonly #failed: (error: unknown) => void;
  /** In the order in which they were made. */
  readonly #releases = new Set<Release>();
  #disposed = false;

  /** `failed` gets each error of a disposal; everything else is disposed nevertheless. */
  constructor(failed: (error: unknown) => void, parent?: Container) {
    this.#failed = failed;
    this.#parent = parent;
    this.#registered = (parent ? parent.#registered : container).createChildContainer();
  }

  child(failed = this.#failed): Container {
    const child = new Container(failed, this);
    this.#releases.add(() => child.dispose());
    return child;
  }

  /** For this container and its children. `make` runs when somebody asks; `dispose` in place of the service's own. */
  provide<T>({ id }: Token<T>, make: () => T, dispose: (service: T) => unknown = disposeOf): Release {
    if (this.#disposed) throw new Error(`${id} is provided too late: what provides it has been stopped.`);
    if (this.#registered.isRegistered(id)) throw new Error(`${id} is provided twice.`);
    let made: { service: T } | undefined;
    let making = false;
    const release: Release = () => {
      if (!this.#releases.delete(release) || !made) return;
      const { service } = made;
      return this.#attempt(() => dispose(service));
    };
    const resolve = (): T => {
      if (made) return made.service;
      if (making) throw new Error(`${id} cannot be made: making it asks for it.`);
      making = true;
      try {
        made = { service: make() };
      } finally {
        making = false;
      }
      this.#releases.add(release);
      return made.service;
    };
    this.#registered.register<T>(id, { useFactory: resolve });
    return release;
  }

  /** The same for the children beside this one too, as long as this one lives. */
  share<T>(token: Token<T>, make: () => T, dispose?: (service: T) => unknown): Release {
    const parent = this.#parent;
    if (!parent) return this.provide(token, make, dispose);
    if (parent.#registered.isRegistered(token.id)) throw new Error(`${token.id} is provided twice.`);
    const release = this.provide(token, make, dispose);
    parent.#registered.register<T>(token.id, { useFactory: () => this.get(token) });
    return release;
  }

  /** Adds one of several values under a token. The parent and all of its children find them, in this order. */
  contribute<T>(token: Token<T>, contribution: T): void {
    (this.#parent ?? this).#registered.register<T>(manyOf(token), { useValue: contribution });
  }

  /** What was contributed to a token; empty where nothing was. */
  all<T>(token: Token<T>): readonly T[] {
    const many = manyOf(token);
    return this.#registered.isRegistered(many, true) ? this.#registered.resolveAll<T>(many) : [];
  }

  get<T>({ id }: Token<T>): T {
    if (!this.#registered.isRegistered(id, true)) throw new Error(`Nobody provides ${id}.`);
    return this.#registered.resolve<T>(id);
  }

  /** Without a service whose disposal waits for something it is done when this returns. */
  async dispose(): Promise<void> {
    if (this.#disposed) return;
    this.#disposed = true;
    for (const release of [...this.#releases].reverse()) {
      const waiting = release();
      if (waiting) await waiting;
    }
    this.#releases.clear();
    await this.#registered.dispose();
  }

  #attempt(dispose: () => unknown): void | Promise<void> {
    try {
      const waiting = dispose();
      if (waiting instanceof Promise) return waiting.catch(this.#failed);
    } catch (error) {
      this.#failed(error);
    }
  }
}
