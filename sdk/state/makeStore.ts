import { isObservableProp, makeObservable, observableRef } from 'mobx';
import type { Dispose } from '../plugin/readable.ts';

/**
 * Makes an object observable: its own fields by reference (put a new array or object in, never change one in place),
 * getters are computed, methods are actions bound to the store. `#private` members are not seen by it, so what nobody
 * observes needs no list of exceptions. The last line of a constructor: `makeStore(this)`.
 */
export function makeStore<Store extends object>(store: Store): Store {
  const annotations: Record<string, typeof observableRef | true> = {};
  for (const key of Object.keys(store)) {
    if (!isObservableProp(store, key)) annotations[key] = observableRef;
  }
  for (let level = prototypeOf(store); level && level !== Object.prototype; level = prototypeOf(level)) {
    // `true` lets MobX tell a getter from a method.
    for (const key of Object.getOwnPropertyNames(level)) if (key !== 'constructor') annotations[key] ??= true;
  }
  makeObservable<object, string>(store, annotations, { autoBind: true });
  return store;
}

function prototypeOf(object: object): object | null {
  const level: unknown = Object.getPrototypeOf(object);
  return typeof level === 'object' ? level : null;
}

/** One `Dispose` for several: what a store's `start` returns. */
export function together(...disposers: readonly Dispose[]): Dispose {
  return () => disposers.forEach((dispose) => dispose());
}
