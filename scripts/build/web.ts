import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { ImportMap, PageFile, WebBuild } from '#host/server/modules/buildOutput.ts';
import type { Barrels } from './barrels.ts';
import { base } from './base.ts';
import { integrityOf } from './bundle.ts';
import { neededBy, scriptGraph, scriptNames, type ScriptGraph } from './graph.ts';
import { plainScript } from './plainScript.ts';
import { buildHosts } from './hostBuild.ts';
import { screenBudgets } from './screenBudgets.ts';
import { sortIntoPacks, writePacks, type Pack, type Uses } from './packs.ts';
import { filesFor, filesOfPages, pageFilesOf, pageSources } from './pageFiles.ts';
import { buildPlugin, type BuiltPlugin } from './pluginBuild.ts';
import type { PluginSource, Project } from './project.ts';
import { buildSdk } from './sdkBuild.ts';
import { buildShared, libraryBarrels, type BuiltPart } from './sharedBuild.ts';
import { namesOf, type SharedNames } from './sharedNames.ts';
import { systemLoader } from './systemLoader.ts';
import { writeAtomically } from './writeAtomically.ts';

/** Everything that browsers get, with what is needed to rebuild a part of it. */
export interface BuiltWeb {
  project: Project;
  /** Folder below `base` to bundle. */
  parts: { shared: BuiltPart; sdk: BuiltPart; host: BuiltPart; frame: BuiltPart };
  plugins: BuiltPlugin[];
  barrels: Barrels;
  names: SharedNames;
  packs: Pack[];
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
  const host = await buildHosts(project, join(web, 'host'), barrels, names, pageHosts);
  const frame = await buildHosts(project, join(web, 'frame'), barrels, names, [frameHost]);
  const plugins: BuiltPlugin[] = [];
  for (const plugin of project.plugins) {
    const built = await buildPlugin(project, plugin, join(web, 'plugins'), barrels, names);
    if (built) plugins.push(built);
  }
  const parts = { shared, sdk, host, frame };
  const graph = scriptGraph({ parts, plugins });
  const size = (path: string) => statSync(join(web, path)).size;
  const packs = writePacks(web, sortIntoPacks(graph, usesOf(project), size));
  const map = importMapOf(parts, packs);
  const system = await systemLoader(root);
  const systemFile = `system-${createHash('sha256').update(system).digest('hex').slice(0, 8)}.js`;
  for (const old of readdirSync(web)) if (old.startsWith('system-') && old !== systemFile) rmSync(join(web, old));
  writeAtomically(join(web, systemFile), system);
  // For older browsers too: it runs in pages that are not ours.
  const embed = await plainScript(project.sources, 'host/minimal/script/embed.ts', 'es2020');
  if (embed) writeAtomically(join(web, 'embed.js'), embed);
  const worker = await plainScript(project.sources, 'host/worker/worker.ts', 'es2022');
  if (worker) writeAtomically(join(web, 'worker.js'), worker);
  const files = pageFilesOf(parts, packs);
  const index: WebBuild = {
    base,
    system: { address: base + systemFile, integrity: integrityOf(system) },
    hosts: Object.fromEntries(
      Object.keys(project.hosts).map((name) => [name, hostPage(name, parts, graph, files, size)]),
    ),
    plugins: pluginFolders(plugins),
    pages: filesOfPages({ project, graph, plugins, files }),
  };
  const built: BuiltWeb = { project, parts, plugins, barrels, names, packs, map, index };
  writeRecords(built);
  removeOldPlugins(web, index);
  return built;
}

/**
 * Builds one plugin again, or for the first time, and points `index.json` at its new folder. The old folder stays: pages may
 * still load from it.
 */
export async function rebuildPlugin(built: BuiltWeb, plugin: PluginSource): Promise<BuiltPlugin | undefined> {
  const { project, barrels, names } = built;
  const fresh = await buildPlugin(project, plugin, join(project.out, 'web/plugins'), barrels, names);
  const others = project.plugins.filter(({ folder }) => folder !== plugin.folder);
  project.plugins = [...others, plugin];
  built.plugins = [...builtOf(built, others), ...(fresh ? [fresh] : [])];
  indexAgain(built);
  return fresh;
}

/** Takes a plugin whose folder is gone out of the index. */
export function forgetPlugin(built: BuiltWeb, folder: string): void {
  const { project } = built;
  project.plugins = project.plugins.filter((plugin) => plugin.folder !== folder);
  built.plugins = builtOf(built, project.plugins);
  indexAgain(built);
}

const builtOf = ({ plugins }: BuiltWeb, sources: readonly PluginSource[]): BuiltPlugin[] =>
  plugins.filter(({ record }) => sources.some(({ id }) => id === record.id));

function indexAgain(built: BuiltWeb): void {
  const { project } = built;
  const { parts, packs, plugins } = built;
  const pages = filesOfPages({
    project,
    graph: scriptGraph({ parts, plugins }),
    plugins,
    files: pageFilesOf(parts, packs),
  });
  built.index = { ...built.index, plugins: pluginFolders(plugins), pages };
  writeRecords(built);
}

const pluginFolders = (plugins: BuiltPlugin[]) =>
  Object.fromEntries(plugins.map(({ folder, record }) => [record.id, `plugins/${folder}`]));

function writeRecords({ project, map, index }: BuiltWeb): void {
  writeAtomically(join(project.out, 'web/importmap.json'), JSON.stringify(map));
  writeAtomically(join(project.out, 'web/index.json'), JSON.stringify(index, null, 1));
}

/** The hosts of pages, and the one inside a frame: that is built by itself, so that no page is divided for its sake. */
const pageHosts: readonly string[] = ['shell', 'minimal'];
const frameHost = 'frame';

const entryOf = (host: string) => `@sinter/host/${host}`;
/** Everything behind a host's sign-in. */
const appOf = (host: string) => `host/${host}/App.tsx`;

/** The minimal host runs the plugins that say so; the full one has its own use for all of them. */
const usesOf = (project: Project): Uses => {
  const hosts = Object.keys(project.hosts).filter((host) => pageHosts.includes(host));
  const inside = (host: string) => [entryOf(host), appOf(host)];
  const pagesOf = (host: string, plugin: PluginSource) =>
    Object.values(pageSources(project, plugin)).map((sources) => [...inside(host), `plugin:${plugin.id}`, ...sources]);
  return {
    first: [...hosts.map((host) => [entryOf(host)]), ...screenBudgets.map(({ entries }) => entries)],
    pages: hosts.map((host) =>
      project.plugins.filter(({ minimal }) => host !== 'minimal' || minimal).flatMap((plugin) => pagesOf(host, plugin)),
    ),
  };
};

/** A host links the style sheet of the SDK and its own. Its largest script is asked for first: the others arrive beside it. */
const hostPage = (
  name: string,
  { sdk, host, frame }: BuiltWeb['parts'],
  graph: ScriptGraph,
  files: ReadonlyMap<string, PageFile>,
  size: (path: string) => number,
): WebBuild['hosts'][string] => {
  const [entry, app] = [graph.find(entryOf(name)), graph.find(appOf(name))];
  const bytesOf = ({ address }: PageFile) => size(address.slice(base.length));
  return {
    entry: entryOf(name),
    styles: [...styleSheet('sdk', sdk, 'sdk'), ...styleSheet('host', host, name), ...styleSheet('frame', frame, name)],
    scripts: filesFor(files, neededBy(graph, [entry])).sort((one, other) => bytesOf(other) - bytesOf(one)),
    app: filesFor(files, neededBy(graph, [entry, app])),
  };
};

const isStyle = (file: string) => file.endsWith('.css');

const styleSheet = (folder: string, { styles, files }: BuiltPart, name: string): PageFile[] => {
  const file = styles[name];
  const built = file === undefined ? undefined : files[file];
  return built ? [{ address: `${base}${folder}/${file}`, integrity: built.integrity }] : [];
};

/**
 * Every script names what it imports itself; SystemJS follows that without waiting for the scripts. What lies in one
 * pack is there at once.
 */
function importMapOf(parts: BuiltWeb['parts'], packs: readonly Pack[]): ImportMap {
  const map: ImportMap = { imports: {}, integrity: {}, depcache: {}, packs: {} };
  const names = scriptNames(parts);
  for (const [specifier, path] of names) map.imports[specifier] = base + path;
  const packOf = new Map(packs.flatMap(({ file, scripts }) => scripts.map((script) => [script, file])));
  for (const { file, integrity, scripts } of packs) {
    map.integrity[base + file] = integrity;
    map.packs[base + file] = scripts.map((script) => base + script);
  }
  for (const [folder, { files }] of Object.entries(parts)) {
    for (const [file, { integrity, imports }] of Object.entries(files)) {
      if (isStyle(file)) continue;
      const path = `${folder}/${file}`;
      const pack = packOf.get(path);
      if (pack === undefined) map.integrity[base + path] = integrity;
      const pathOf = (specifier: string) =>
        specifier.startsWith('./') ? `${folder}/${specifier.slice(2)}` : (names.get(specifier) ?? specifier);
      const elsewhere = imports.filter((specifier) => pack === undefined || packOf.get(pathOf(specifier)) !== pack);
      if (elsewhere.length > 0) map.depcache[base + path] = elsewhere;
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
