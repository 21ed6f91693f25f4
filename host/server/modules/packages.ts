import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import { type Descriptor, descriptorSchema } from '#registry/descriptor';
import { languageOf, type PackageFiles, packageFilesSchema } from '#registry/packages';
import type { InstalledPlugin, PackageState } from '#registry/resolve';
import { fileIntegrity } from '#registry/signing';
import { CallError } from '@sinter/sdk/contract';
import { createToken, type Logger } from '@sinter/sdk/plugin';
import { pluginBuildSchema, webBuildSchema } from './buildOutput.ts';
import { say } from '../say.ts';

export interface PackagesOptions {
  /** Folder of the plugins' sources, with their `plugin.json`. */
  pluginsDir: string;
  /** `.build/web` */
  webDir: string;
  log: Logger;
}

/** The plugins of this server and what became of their builds. */
export interface Packages {
  installed(): Promise<readonly InstalledPlugin[]>;
  /** The hash that a file of a package has to have; `undefined` when it is no part of one. Throws once one was changed. */
  integrityOf(pluginId: string, path: string): Promise<string | undefined>;
  /** A file turned out to be another one than was built: until the next build the package does not run. */
  reportTampered(pluginId: string, path: string): Promise<void>;
  /** Reads everything again. */
  reload(): void;
}

export const installedPackages = createToken<Packages>('host/Packages@1');

interface Package {
  plugin: InstalledPlugin;
  /** Path below `/plugins/<id>/` to hash. */
  files: ReadonlyMap<string, string>;
}

export function createPackages({ pluginsDir, webDir, log }: PackagesOptions): Packages {
  let loaded: Promise<Map<string, Package>> | undefined;

  async function load(): Promise<Map<string, Package>> {
    const [descriptors, folders] = await Promise.all([readDescriptors(pluginsDir, log), readFolders(webDir)]);
    const packages = descriptors.map(async (descriptor) => {
      const folder = folders[descriptor.id];
      return [descriptor.id, await readPackage(descriptor, folder, webDir)] as const;
    });
    const found = new Map(await Promise.all(packages));
    for (const [id, { plugin }] of found) {
      const { package: built } = plugin;
      if (built.state === 'not-verified') log.error('a package is not usable', { id, changedFile: built.changedFile });
    }
    return found;
  }
  const current = (): Promise<Map<string, Package>> => {
    if (!loaded) {
      loaded = load();
      loaded.catch(() => (loaded = undefined));
    }
    return loaded;
  };

  return {
    installed: async () => [...(await current()).values()].map(({ plugin }) => plugin),
    async integrityOf(pluginId, path) {
      const known = (await current()).get(pluginId);
      const integrity = known?.files.get(path);
      if (integrity !== undefined && known?.plugin.package.state === 'not-verified') {
        throw new CallError('CONFLICT', say('packageChanged'));
      }
      return integrity;
    },
    async reportTampered(pluginId, path) {
      const packages = await current();
      const known = packages.get(pluginId);
      if (known?.plugin.package.state !== 'ready') return;
      log.error('a file of a package was changed on disk', { id: pluginId, path });
      packages.set(pluginId, { ...known, plugin: { ...known.plugin, package: changed(path) } });
    },
    reload: () => (loaded = undefined),
  };
}

const textsSchema = z.record(z.string(), z.string());

const changed = (path: string): PackageState => ({ state: 'not-verified', changedFile: path });

async function readDescriptors(pluginsDir: string, log: Logger): Promise<Descriptor[]> {
  const descriptors: Descriptor[] = [];
  for (const folder of await readdir(pluginsDir).catch(() => [])) {
    const text = await readFile(join(pluginsDir, folder, 'plugin.json'), 'utf8').catch(() => null);
    if (text === null) continue;
    const parsed = descriptorSchema.safeParse(parseJson(text));
    if (parsed.success) descriptors.push(parsed.data);
    else log.error('a plugin.json is not usable', { folder, problem: z.prettifyError(parsed.error) });
  }
  return descriptors;
}

/** Plugin id to its folder below `.build/web`; empty where nothing was built. */
async function readFolders(webDir: string): Promise<Record<string, string>> {
  const text = await readFile(join(webDir, 'index.json'), 'utf8').catch(() => null);
  return text === null ? {} : webBuildSchema.parse(parseJson(text)).plugins;
}

async function readPackage(descriptor: Descriptor, folder: string | undefined, webDir: string): Promise<Package> {
  const without = (state: PackageState): Package => ({ plugin: { descriptor, package: state }, files: new Map() });
  if (!descriptor.client) return without({ state: 'server-only' });
  if (folder === undefined) return without({ state: 'not-built' });
  const built = packageFiles(parseJson(await readFile(join(webDir, folder, 'files.json'), 'utf8').catch(() => '')));
  if (!built) return without({ state: 'not-verified', changedFile: null });
  const texts: Record<string, Record<string, string>> = {};
  for (const [path, integrity] of Object.entries(built.files)) {
    const content = await readFile(join(webDir, folder, path)).catch(() => null);
    if (!content || fileIntegrity(content) !== integrity) return without(changed(path));
    const language = languageOf(path);
    const own = language && textsSchema.safeParse(parseJson(content.toString('utf8'))).data;
    if (language && own) texts[language] = own;
  }
  const below = folder.replace(/^plugins\/[^/]+\//, '');
  return {
    plugin: { descriptor, package: { state: 'ready', baseUrl: `/${folder}/`, files: built, texts } },
    files: new Map(Object.entries(built.files).map(([path, integrity]) => [`${below}/${path}`, integrity])),
  };
}

/** The build also lists the host's own modules as what a script imports first; those are in the page's import map. */
function packageFiles(json: unknown): PackageFiles | undefined {
  const built = pluginBuildSchema.safeParse(json);
  if (!built.success) return undefined;
  const own = (specifiers: string[]): string[] =>
    specifiers.filter((one) => one.startsWith('./')).map((one) => one.slice(2));
  const depcache = Object.entries(built.data.depcache).map(([file, specifiers]) => [file, own(specifiers)]);
  return packageFilesSchema.safeParse({ ...built.data, depcache: Object.fromEntries(depcache) }).data;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
