import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { PluginBuild } from '#host/server/modules/buildOutput.ts';
import * as z from 'zod';
import { TaskError } from '../taskError.ts';
import { barrelImports, type Barrels } from './barrels.ts';
import { assertNamesExist, assertSingleCopy, outsideOf, pluginBoundary, sharedImports } from './boundaries.ts';
import { bundle, integrityOf, writeBundle, type Bundle } from './bundle.ts';
import { readJson, slashed, type PluginSource, type Project } from './project.ts';
import type { SharedNames } from './sharedNames.ts';
import { buildKey, signFolder } from './signing.ts';

/** A built plugin, and the source file of each of its scripts that is an entry or is imported on demand. */
export interface BuiltPlugin {
  /** `<id>/<version>-<hash>` */
  folder: string;
  record: PluginBuild;
  sources: Record<string, string>;
  lazy: Record<string, string[]>;
}

const filesIn = (folder: string): string[] => (existsSync(folder) ? readdirSync(folder).sort() : []);

/**
 * The texts of a plugin. While it is developed, a title that has no text says so itself: nothing at all in its place would tell
 * nobody why.
 */
function localeFiles({ folder, titles }: PluginSource, dev: boolean): { file: string; bytes: Buffer }[] {
  const locales = join(folder, 'locales');
  const files = filesIn(locales)
    .filter((name) => name.endsWith('.json'))
    .map((name) => ({ file: `locales/${name}`, bytes: readFileSync(join(locales, name)) }));
  if (!dev) return files;
  const english = 'locales/en_US.json';
  const own = files.some(({ file }) => file === english) ? readJson(join(folder, english)) : {};
  const texts = textsSchema.parse(own);
  const missing = titles.filter((key) => !texts[key]);
  if (missing.length === 0) return files;
  const said = Object.fromEntries(missing.map((key) => [key, `"${key}" has no text: write it into ${english}`]));
  const bytes = Buffer.from(JSON.stringify({ ...texts, ...said }));
  return [...files.filter(({ file }) => file !== english), { file: english, bytes }];
}
const textsSchema = z.record(z.string(), z.string());

/** A plugin's browser half as scripts and style sheets. Throws what its author has to mend. */
export const bundlePlugin = (
  { root, sdk }: Project,
  { id, folder, client }: PluginSource & { client: string },
  barrels: Barrels,
  names: SharedNames,
): Promise<Bundle> => {
  const outside = outsideOf(names, sdk);
  return bundle({
    root,
    title: `plugin "${id}"`,
    entries: { index: slashed(relative(root, client)) },
    entryNames: '[name]',
    styleSheets: { index: ['index'] },
    plugins: [pluginBoundary(folder, outside), sharedImports(root, outside), barrelImports(barrels, names)],
  });
};

/**
 * Builds a plugin's browser half into `<parent>/<id>/<version>-<hash>/`. The folder appears at once and complete, and
 * an unchanged plugin gets the same name again, so the address of a folder always means the same bytes.
 */
export async function buildPlugin(
  project: Project,
  plugin: PluginSource,
  parent: string,
  barrels: Barrels,
  names: SharedNames,
): Promise<BuiltPlugin | undefined> {
  const { client } = plugin;
  if (client === undefined) return undefined;
  const title = `plugin "${plugin.id}"`;
  const built = await bundlePlugin(project, { ...plugin, client }, barrels, names);
  assertSingleCopy(title, built, outsideOf(names, project.sdk));
  assertNamesExist(title, built, names);
  const main = built.files.find(({ entry }) => entry === 'index');
  if (!main?.exports.includes('default'))
    throw new TaskError(`${title}: ${client} must export definePlugin(...) as default.`);

  const copied = localeFiles(plugin, project.dev ?? false);
  const hashed = [...built.files, ...copied.map((one) => ({ ...one, integrity: integrityOf(one.bytes) }))];
  const record: PluginBuild = {
    id: plugin.id,
    version: plugin.version,
    entry: main.file,
    styles: built.files.filter(({ file }) => file.endsWith('.css')).map(({ file }) => file),
    files: Object.fromEntries(hashed.map(({ file, integrity }) => [file, integrity])),
    depcache: Object.fromEntries(
      built.files.filter(({ imports }) => imports.length > 0).map(({ file, imports }) => [file, imports]),
    ),
  };
  const hash = createHash('sha256').update(JSON.stringify(record)).digest('hex').slice(0, 10);
  const folder = `${plugin.id}/${plugin.version}-${hash}`;
  const target = join(parent, folder);
  if (!existsSync(target)) {
    const unfinished = `${target}.part`;
    rmSync(unfinished, { recursive: true, force: true });
    mkdirSync(unfinished, { recursive: true });
    writeBundle(unfinished, { ...built, extras: [...built.extras, ...copied] });
    writeFileSync(join(unfinished, 'files.json'), JSON.stringify(record, null, 1));
    renameSync(unfinished, target);
  }
  signFolder(target, record, buildKey(project.out));
  return {
    folder,
    record,
    sources: Object.fromEntries(built.files.flatMap(({ file, source }) => (source ? [[file, source]] : []))),
    lazy: Object.fromEntries(built.files.filter(({ lazy }) => lazy.length > 0).map(({ file, lazy }) => [file, lazy])),
  };
}
