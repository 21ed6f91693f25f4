import { CallError } from '@sinter/sdk/contract';
import { createToken, type Logger } from '@sinter/sdk/plugin';
import type { BrokenPlugin, InstalledPlugin } from '#registry/resolve';
import { type BuiltPackages, changed, readBuiltPackages } from './builtPackages.ts';
import type { FacilityPackages } from './facilityPackages.ts';
import { say } from '../say.ts';
import { warningsOf } from './warnings.ts';

export interface PackagesOptions {
  /** Folder of the plugins' sources, with their `plugin.json`. */
  pluginsDir: string;
  /** `.build/web` */
  webDir: string;
  log: Logger;
  /** What facilities have installed; asked for when it is needed. */
  vendors(): FacilityPackages;
}

/** The plugins of this server and what became of their builds. */
export interface Packages {
  /** Those that were built with the server, and those that the facility has installed. */
  installed(facilityId: number): Promise<readonly InstalledPlugin[]>;
  /** Those that were built with the server. */
  built(): Promise<readonly InstalledPlugin[]>;
  /** Folders whose `plugin.json` cannot be read. */
  broken(): Promise<readonly BrokenPlugin[]>;
  /** The hash that a file of a built package has to have; `undefined` when it is no part of one. Throws once one was changed. */
  integrityOf(pluginId: string, path: string): Promise<string | undefined>;
  /** A file turned out to be another one than was built: until the next build the package does not run. */
  reportTampered(pluginId: string, path: string): Promise<void>;
  /** Looks again at packages that do not run because their files were changed. Answers those that do now. */
  repaired(): Promise<readonly string[]>;
  /** Reads everything again. */
  reload(): void;
}

export const installedPackages = createToken<Packages>('host/Packages@1');

export function createPackages({ pluginsDir, webDir, log, vendors }: PackagesOptions): Packages {
  let loaded: Promise<BuiltPackages> | undefined;

  async function load(): Promise<BuiltPackages> {
    const found = await readBuiltPackages(pluginsDir, webDir);
    for (const { file, problem } of found.broken) log.error('a plugin.json is not usable', { file, problem });
    for (const [id, { plugin }] of found.byId) {
      const { state, ...more } = plugin.package;
      if (state !== 'ready' && state !== 'server-only' && state !== 'not-built') {
        log.error('a package is not usable', { id, state, ...more });
      }
    }
    return found;
  }
  const current = (): Promise<BuiltPackages> => {
    if (!loaded) {
      loaded = load();
      loaded.catch(() => (loaded = undefined));
    }
    return loaded;
  };
  const built = async () => [...(await current()).byId.values()].map(({ plugin }) => plugin);

  const warned = new Set<string>();
  /** Says once of each version what is wrong with it. */
  function warn({ descriptor }: InstalledPlugin): void {
    const { id, version } = descriptor;
    if (warned.has(`${id} ${version}`)) return;
    warned.add(`${id} ${version}`);
    for (const { message } of warningsOf(descriptor)) log.warn(message, { id, version });
  }

  return {
    built,
    async installed(facilityId) {
      const [own, added] = await Promise.all([built(), vendors().installed(facilityId)]);
      const known = new Set(own.map(({ descriptor }) => descriptor.id));
      const all = [...own, ...added.filter(({ descriptor }) => !known.has(descriptor.id))];
      all.forEach(warn);
      return all;
    },
    broken: async () => (await current()).broken,
    async integrityOf(pluginId, path) {
      const known = (await current()).byId.get(pluginId);
      const integrity = known?.files.get(path);
      if (integrity !== undefined && known?.plugin.package.state === 'not-verified') {
        throw new CallError('CONFLICT', say('packageChanged'));
      }
      return integrity;
    },
    async reportTampered(pluginId, path) {
      const { byId } = await current();
      const known = byId.get(pluginId);
      if (known?.plugin.package.state !== 'ready') return;
      log.error('a file of a package was changed on disk', { id: pluginId, path });
      byId.set(pluginId, { ...known, plugin: { ...known.plugin, package: changed(path) } });
    },
    async repaired() {
      const broken = [...(await current()).byId].filter(([, { plugin }]) => plugin.package.state === 'not-verified');
      if (broken.length === 0) return [];
      const fresh = await readBuiltPackages(pluginsDir, webDir);
      const ids = broken.map(([id]) => id).filter((id) => fresh.byId.get(id)?.plugin.package.state === 'ready');
      if (ids.length > 0) loaded = Promise.resolve(fresh);
      return ids;
    },
    reload: () => (loaded = undefined),
  };
}
