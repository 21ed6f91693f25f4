declare const typeOfService: unique symbol;

/**
 * Names a service that one plugin provides and others use. Compared by `id`, so that two bundled copies of the same
 * declaration agree; the version after `@` changes when the service's type does.
 */
export interface Token<T> {
  readonly id: `${string}/${string}@${number}`;
  readonly [typeOfService]?: T;
}

/** `createToken<OrderSearch>('orders/OrderSearch@1')` */
export function createToken<T>(id: Token<T>['id']): Token<T> {
  return Object.freeze({ id });
}
