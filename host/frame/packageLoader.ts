import * as z from 'zod';
import { moduleSystem } from '#host/browser/moduleSystem.ts';
import type { ManifestPlugin } from '#registry/manifest';

/** The part of SystemJS that asks for a module's script. */
const loaderSchema = z.object({
  constructor: z.custom<{ prototype: { instantiate: (this: Loader, ...given: unknown[]) => unknown } }>(),
});
interface Loader {
  getRegister(url: string): unknown;
}

/** Lets the loader take the scripts of the plugin's package from `read` in place of the network, and answers its entry. */
export async function loadPackage(
  { baseUrl, entry }: Pick<ManifestPlugin, 'baseUrl' | 'entry'>,
  read: (path: string) => Promise<string>,
): Promise<unknown> {
  const loader = moduleSystem();
  const base = new URL(baseUrl, document.baseURI).href;
  const { prototype } = loaderSchema.parse({ constructor: loader.constructor }).constructor;
  const { instantiate } = prototype;
  prototype.instantiate = async function fromPackage(url, ...rest) {
    if (typeof url !== 'string' || !url.startsWith(base)) return instantiate.call(this, url, ...rest);
    await run(await read(url.slice(base.length)));
    return this.getRegister(url);
  };
  return loader.import(base + entry);
}

function run(code: string): Promise<void> {
  const address = URL.createObjectURL(new Blob([code], { type: 'text/javascript' }));
  const script = document.createElement('script');
  return new Promise<void>((resolve, reject) => {
    script.addEventListener('load', () => resolve());
    script.addEventListener('error', () => reject(new Error('A script of the package could not run.')));
    script.src = address;
    document.head.append(script);
  }).finally(() => {
    script.remove();
    URL.revokeObjectURL(address);
  });
}
