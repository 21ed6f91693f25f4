import type { Dispose, Token } from '@sinter/sdk/plugin';
import type { Scope } from './scope.ts';

/** Which running plugin provides which token. A token begins with the id of its provider: `orders/OrderSearch@1`. */
export interface ServiceDirectory {
  add(token: Token<unknown>, scope: Scope): Dispose;
  find<T>(token: Token<T>): T | undefined;
}

export const providerOf = (token: Token<unknown>): string => token.id.slice(0, token.id.indexOf('/'));

export function createServiceDirectory(): ServiceDirectory {
  const providers = new Map<string, Scope>();
  return {
    add({ id }, scope) {
      providers.set(id, scope);
      return () => providers.delete(id);
    },
    find: (token) => providers.get(token.id)?.resolve(token),
  };
}
