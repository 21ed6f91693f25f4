import type { ManifestPlugin } from '#registry/manifest';
import { packagePathSchema } from '#registry/packages';
import type { Plugin } from '@sinter/sdk/plugin';
import { PluginFailure, asFailure, messageOf } from './failure.ts';
import type { Verify } from './signature.ts';
import type { Watchdog } from './watchdog.ts';

/** What the runtime needs of SystemJS; the `System` of `system.js` has all of it. (`s.js` has no `delete`.) */
export interface ModuleSystem {
  addImportMap(map: {
    imports: Record<string, string>;
    integrity: Record<string, string>;
    depcache: Record<string, string[]>;
  }): void;
  import(id: string): Promise<unknown>;
  resolve(id: string): string;
  /** `null` or `undefined` when the module is not loaded or failed. */
  get(url: string): unknown;
  delete(url: string): unknown;
}

/** The part of `fetch` that tells a changed file from an unreachable one. */
export type Probe = (
  url: string,
  options: { integrity?: string; cache: 'no-store' },
) => Promise<{ ok: boolean; status: number }>;

/** What stands in the page for a plugin whose own code runs in a frame. */
export type Framed = (plugin: ManifestPlugin) => Promise<Plugin>;

export interface Loader {
  /** Loads the plugin's definition. Fails with a `PluginFailure`; the next try then starts anew. */
  load(plugin: ManifestPlugin, signal: AbortSignal): Promise<Plugin>;
  /** Runs an import inside the plugin's code (the chunk of a page) under the same rules. */
  loadPart<T>(plugin: ManifestPlugin, what: string, load: () => Promise<T>): Promise<T>;
  /** Removes the modules of a version that is no longer used. */
  forget(plugin: ManifestPlugin): void;
}

/** How the server answers for a file that differs from the built one; it does not send such files. */
const changedOnServer = 409;

const isScript = (path: string): boolean => path.endsWith('.js');
const address = (plugin: ManifestPlugin, path: string): string => plugin.baseUrl + path;
/** The only import-map key of a plugin, so that it cannot replace a shared module or another plugin. */
const specifier = (plugin: ManifestPlugin): string => `@plugins/${plugin.id}`;

function isPlugin(value: unknown): value is Plugin {
  return (
    typeof value === 'object' &&
    value !== null &&
    'id' in value &&
    'setup' in value &&
    typeof value.setup === 'function'
  );
}

function definitionOf(module: unknown, plugin: ManifestPlugin): Plugin {
  const definition = typeof module === 'object' && module !== null && 'default' in module ? module.default : undefined;
  if (!isPlugin(definition)) {
    throw new PluginFailure('invalid-module', `The default export of ${plugin.id} is not made by definePlugin.`);
  }
  if (definition.id !== plugin.id) {
    throw new PluginFailure(
      'invalid-module',
      `The package of ${plugin.id} contains the plugin ${String(definition.id)}.`,
    );
  }
  return definition;
}

/**
 * The registry checks paths too. The loader checks them again, so that loading does not depend on who made the
 * manifest.
 */
export function checkAddresses(plugin: ManifestPlugin): void {
  const named = [
    plugin.entry,
    ...plugin.styles,
    ...Object.keys(plugin.depcache),
    ...Object.values(plugin.depcache).flat(),
  ];
  const stray =
    named.find((path) => !Object.hasOwn(plugin.files, path)) ??
    Object.keys(plugin.files).find((path) => !packagePathSchema.safeParse(path).success);
  if (stray !== undefined)
    throw new PluginFailure('incompatible', `${plugin.id} names ${stray}, which is not a file of its package.`);
  if (!plugin.baseUrl.endsWith('/'))
    throw new PluginFailure('incompatible', `${plugin.id} has no folder as its address.`);
}

export function createLoader({
  system,
  probe,
  watchdog,
  verify,
  framed,
}: {
  system: ModuleSystem;
  probe: Probe;
  watchdog: Watchdog;
  verify: Verify;
  framed: Framed;
}): Loader {
  function addMap(plugin: ManifestPlugin): void {
    const byAddress = <T>(record: Record<string, T>): Record<string, T> =>
      Object.fromEntries(Object.entries(record).map(([path, value]) => [address(plugin, path), value]));
    system.addImportMap({
      imports: { [specifier(plugin)]: address(plugin, plugin.entry) },
      integrity: byAddress(plugin.files),
      depcache: Object.fromEntries(
        Object.entries(plugin.depcache).map(([path, imports]) => [
          address(plugin, path),
          imports.map((imported) => system.resolve(address(plugin, imported))),
        ]),
      ),
    });
  }

  const scripts = (plugin: ManifestPlugin): string[] =>
    Object.keys(plugin.files)
      .filter(isScript)
      .map((path) => system.resolve(address(plugin, path)));

  /** SystemJS remembers a module that failed, even when the server has recovered. */
  function evictBroken(plugin: ManifestPlugin): void {
    for (const url of scripts(plugin)) if (!system.get(url)) system.delete(url);
  }

  /** SystemJS reports an unreachable file and a changed file in the same way. */
  async function unreachable(plugin: ManifestPlugin, message: string, signal?: AbortSignal): Promise<PluginFailure> {
    const failed = Object.entries(plugin.files).find(([path]) => message.includes(address(plugin, path)));
    if (!failed) return new PluginFailure('network', message);
    const [path, integrity] = failed;
    const url = system.resolve(address(plugin, path));
    const ask = async (expected?: string) => {
      const options = { ...(expected ? { integrity: expected } : {}), cache: 'no-store' } as const;
      const work = () => probe(url, options);
      const answer = await watchdog.watch('load', path, work, signal ? { signal } : {}).catch(() => null);
      signal?.throwIfAborted();
      return answer;
    };
    const present = (await ask(integrity))?.ok ? null : await ask();
    return present?.ok || present?.status === changedOnServer
      ? new PluginFailure('integrity', `${path} is not the file that was built.`)
      : new PluginFailure('network', `${path} could not be loaded.`);
  }

  async function classify(plugin: ManifestPlugin, error: unknown, signal?: AbortSignal): Promise<PluginFailure> {
    if (error instanceof PluginFailure) return error;
    const message = messageOf(error);
    switch (/SystemJS Error#(\d+)/.exec(message)?.[1]) {
      case '2':
        return new PluginFailure('invalid-module', message, error);
      case '3':
      case '4':
      case '7':
        return unreachable(plugin, message, signal);
      case '8':
        return new PluginFailure('missing-dependency', message, error);
      default:
        return asFailure(error, 'evaluation');
    }
  }

  async function guarded<T>(
    plugin: ManifestPlugin,
    what: string,
    load: () => Promise<T>,
    signal?: AbortSignal,
  ): Promise<T> {
    try {
      return await watchdog.watch('load', what, load, signal ? { signal } : {});
    } catch (error) {
      evictBroken(plugin);
      signal?.throwIfAborted();
      throw await classify(plugin, error, signal);
    }
  }

  return {
    async load(plugin, signal) {
      await watchdog.watch('load', `Checking ${plugin.id}`, () => verify(plugin), signal ? { signal } : {});
      if (plugin.tier === 'frame')
        return guarded(plugin, `Loading the frame of ${plugin.id}`, () => framed(plugin), signal);
      addMap(plugin);
      const module = await guarded(plugin, `Loading ${plugin.id}`, () => system.import(specifier(plugin)), signal);
      return definitionOf(module, plugin);
    },
    loadPart: (plugin, what, load) => guarded(plugin, what, load),
    forget(plugin) {
      for (const url of scripts(plugin)) system.delete(url);
    },
  };
}
