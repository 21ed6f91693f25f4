import type { ModuleSystem } from '#host/runtime/loader.ts';

let taken: ModuleSystem | undefined;

/**
 * The module loader of the page. Whoever asks first takes it: from then on the page's global `System` only lets a script say
 * which modules it holds, so that no plugin puts, drops or replaces one.
 */
export function moduleSystem(): ModuleSystem {
  taken ??= take();
  return taken;
}

function take(): ModuleSystem {
  const loader = System;
  const gate = {
    register: (...given: unknown[]): unknown => Reflect.apply(loader.register, loader, given),
    packing: (...given: unknown[]): unknown => Reflect.apply(Reflect.get(loader, 'packing'), loader, given),
  };
  Object.defineProperty(window, 'System', { value: Object.freeze(gate), writable: false, configurable: false });
  return loader;
}
