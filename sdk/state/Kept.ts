import type * as z from 'zod';
import type { PluginHost } from '../plugin/definePlugin.ts';

/** The browser's `sessionStorage` or `localStorage`. */
export type KeptStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** The tab's own; `null` where the browser forbids it. */
export function tabStorage(): KeptStorage | null {
  try {
    return sessionStorage;
  } catch {
    return null;
  }
}

/**
 * What one person enters at one facility, kept in the tab until it is saved or given up. `what` names the form and what
 * it is about: `orders.quote.41`.
 */
export function keptInTab<Value>(
  host: Pick<PluginHost, 'log' | 'user'>,
  what: string,
  schema: z.ZodType<Value>,
): Kept<Value> {
  const { id, serviceProvider } = host.user;
  return new Kept(host, tabStorage(), `entered.${id}.${serviceProvider?.id ?? ''}.${what}`, schema);
}

/**
 * Something a person entered, kept in the browser so that a reload loses nothing. Nothing is thrown: what cannot be read
 * any more, or does not fit `schema`, is forgotten. The person's id belongs into `key`.
 */
export class Kept<Value> {
  readonly #host: Pick<PluginHost, 'log'>;
  readonly #storage: KeptStorage | null;
  readonly #key: string;
  readonly #schema: z.ZodType<Value>;

  /** `storage` is `null` where the browser forbids it. */
  constructor(host: Pick<PluginHost, 'log'>, storage: KeptStorage | null, key: string, schema: z.ZodType<Value>) {
    this.#host = host;
    this.#storage = storage;
    this.#key = key;
    this.#schema = schema;
  }

  /** `null`: nothing is kept. */
  read(): Value | null {
    const text = this.#storage?.getItem(this.#key) ?? null;
    if (text === null) return null;
    try {
      return this.#schema.parse(JSON.parse(text));
    } catch (error) {
      this.#host.log.warn('what was kept cannot be read', { key: this.#key, error: String(error) });
      this.forget();
      return null;
    }
  }

  write(value: Value): void {
    try {
      this.#storage?.setItem(this.#key, JSON.stringify(value));
    } catch (error) {
      this.#host.log.warn('what was entered cannot be kept', { key: this.#key, error: String(error) });
    }
  }

  forget(): void {
    this.#storage?.removeItem(this.#key);
  }
}
