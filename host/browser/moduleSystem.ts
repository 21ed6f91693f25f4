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

/** The page trusts no other way to name a script. Ends once the browser knows the worker. */
export async function registerWorker(address: string, scope: string): Promise<ServiceWorkerRegistration> {
  const loader = moduleSystem();
  await Reflect.apply(Reflect.get(loader, 'registerWorker'), loader, [address, scope]);
  const registration = await navigator.serviceWorker.getRegistration(scope);
  if (!registration) throw new Error('The worker is not registered.');
  return registration;
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
