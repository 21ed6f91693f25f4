import type { Dispose, Readable, Token } from '@sinter/sdk/plugin';
import type { Scope } from './scope.ts';

/** Which running plugin provides which token. A token begins with the id of its provider: `orders/OrderSearch@1`. */
export interface ServiceDirectory {
  add(token: Token<unknown>, scope: Scope): Dispose;
  find<T>(token: Token<T>): Readable<T | undefined>;
}

export const providerOf = (token: Token<unknown>): string => token.id.slice(0, token.id.indexOf('/'));

export function createServiceDirectory(): ServiceDirectory {
  const providers = new Map<string, Scope>();
  const listeners = new Map<string, Set<() => void>>();
  const tell = (id: string): void => {
    for (const listener of [...(listeners.get(id) ?? [])]) listener();
  };
  return {
    add({ id }, scope) {
      providers.set(id, scope);
      tell(id);
      return () => {
        providers.delete(id);
        tell(id);
      };
    },
    find: (token) => ({
      get: () => providers.get(token.id)?.resolve(token),
      subscribe(listener) {
        const own = listeners.get(token.id) ?? new Set();
        const entry = () => listener();
        listeners.set(token.id, own.add(entry));
        return () => {
          own.delete(entry);
          if (own.size === 0 && listeners.get(token.id) === own) listeners.delete(token.id);
        };
      },
    }),
  };
}
