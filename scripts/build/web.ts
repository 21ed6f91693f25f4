import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { ImportMap, PageFile, WebBuild } from '#host/server/modules/buildOutput.ts';
import type { Barrels } from './barrels.ts';
import { integrityOf } from './bundle.ts';
import { buildHosts } from './hostBuild.ts';
import { buildPlugin, type BuiltPlugin } from './pluginBuild.ts';
import type { PluginSource, Project } from './project.ts';
import { buildSdk } from './sdkBuild.ts';
import { buildShared, libraryBarrels, type BuiltPart } from './sharedBuild.ts';
import { namesOf, type SharedNames } from './sharedNames.ts';
import { systemLoader } from './systemLoader.ts';

/** Where the server serves `.build/web/`. */
export const base = '/assets/';

/** Everything that browsers get, with what is needed to rebuild a part of it. */
export interface BuiltWeb {
  project: Project;
  /** Folder below `base` to bundle. */
  parts: { shared: BuiltPart; sdk: BuiltPart; host: BuiltPart };
  plugins: BuiltPlugin[];
  barrels: Barrels;
  names: SharedNames;
  map: ImportMap;
  index: WebBuild;
}

/** Builds shared libraries, SDK, hosts and plugins into `<out>/web/`. */
export async function buildWeb(project: Project): Promise<BuiltWeb> {
  const { root } = project;
  const web = join(project.out, 'web');
  const shared = await buildShared(root, join(web, 'shared'));
  const barrels = libraryBarrels(root);
  const sdk = await buildSdk(project, join(web, 'sdk'), shared, barrels);
  const names = namesOf(shared, sdk);
  const host = await buildHosts(project, join(web, 'host'), barrels, names);
  const plugins: BuiltPlugin[] = [];
  for (const plugin of project.plugins) {
    const built = await buildPlugin(project, plugin, join(web, 'plugins'), barrels, names);
    if (built) plugins.push(built);
  }
  const parts = { shared, sdk, host };
  const map = importMapOf(parts);
  const system = await systemLoader(root);
  const systemFile = `system-${createHash('sha256').update(system).digest('hex').slice(0, 8)}.js`;
  for (const old of readdirSync(web)) if (old.startsWith('system-') && old !== systemFile) rmSync(join(web, old));
  writeAtomically(join(web, systemFile), system);
  const index: WebBuild = {
    base,
    system: { address: base + systemFile, integrity: integrityOf(system) },
    hosts: Object.fromEntries(Object.keys(project.hosts).map((name) => [name, hostPage(name, parts)])),
    plugins: pluginFolders(plugins),
  };
  const built: BuiltWeb = { project, parts, plugins, barrels, names, map, index };
  writeRecords(built);
  removeOldPlugins(web, index);
  return built;
}

/** Builds one plugin again and points `index.json` at its new folder. The old folder stays: pages may still load from it. */
export async function rebuildPlugin(built: BuiltWeb, plugin: PluginSource): Promise<BuiltPlugin | undefined> {
  const { project, barrels, names } = built;
  const fresh = await buildPlugin(project, plugin, join(project.out, 'web/plugins'), barrels, names);
  built.plugins = [...built.plugins.filter(({ record }) => record.id !== plugin.id), ...(fresh ? [fresh] : [])];
  built.index = { ...built.index, plugins: pluginFolders(built.plugins) };
  writeRecords(built);
  return fresh;
}

const pluginFolders = (plugins: BuiltPlugin[]) =>
  Object.fromEntries(plugins.map(({ folder, record }) => [record.id, `plugins/${folder}`]));

function writeRecords({ project, map, index }: BuiltWeb): void {
  writeAtomically(join(project.out, 'web/importmap.json'), JSON.stringify(map));
  writeAtomically(join(project.out, 'web/index.json'), JSON.stringify(index, null, 1));
}

export function writeAtomically(path: string, content: string | Uint8Array): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(`${path}.part`, content);
  renameSync(`${path}.part`, path);
}

/** A host links the style sheet of the SDK and its own. */
const hostPage = (name: string, { sdk, host }: BuiltWeb['parts']): WebBuild['hosts'][string] => ({
  entry: `@sinter/host/${name}`,
  styles: [...styleSheet('sdk', sdk, 'sdk'), ...styleSheet('host', host, name)],
});

const isStyle = (file: string) => file.endsWith('.css');

const styleSheet = (folder: string, { styles, files }: BuiltPart, name: string): PageFile[] => {
  const file = styles[name];
  const built = file === undefined ? undefined : files[file];
  return built ? [{ address: `${base}${folder}/${file}`, integrity: built.integrity }] : [];
};

/** Every script names what it imports itself; SystemJS follows that without waiting for the scripts. */
function importMapOf(parts: BuiltWeb['parts']): ImportMap {
  const map: ImportMap = { imports: {}, integrity: {}, depcache: {} };
  for (const [folder, { imports, files }] of Object.entries(parts)) {
    for (const [specifier, file] of Object.entries(imports)) map.imports[specifier] = `${base}${folder}/${file}`;
    for (const [file, { integrity, imports: first }] of Object.entries(files)) {
      if (isStyle(file)) continue;
      map.integrity[`${base}${folder}/${file}`] = integrity;
      if (first.length > 0) map.depcache[`${base}${folder}/${file}`] = first;
    }
  }
  return map;
}

function removeOldPlugins(web: string, index: WebBuild): void {
  const current = new Set(Object.values(index.plugins));
  const parent = join(web, 'plugins');
  mkdirSync(parent, { recursive: true });
  for (const id of readdirSync(parent)) {
    for (const version of readdirSync(join(parent, id))) {
      if (!current.has(`plugins/${id}/${version}`)) rmSync(join(parent, id, version), { recursive: true });
    }
  }
}
