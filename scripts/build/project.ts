import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join, relative, resolve, sep } from 'node:path';
import * as z from 'zod';
import { isVendor } from '#registry/terms';
import { TaskError } from '../taskError.ts';

/** Where a build reads and writes. Tests build small projects of their own. */
export interface Project {
  /** Holds `node_modules`. Sources lie somewhere below it. */
  root: string;
  sources: string;
  /** `<sources>/.build` */
  out: string;
  plugins: PluginSource[];
  /** `@sinter/sdk/<name>` to source file, for what runs in the browser. */
  sdk: Record<string, string>;
  /** `shell`, `minimal` and `frame` to their entry file. */
  hosts: Record<string, string>;
  /** Somebody develops: what is missing is shown. */
  dev?: true;
}

export interface PluginSource {
  id: string;
  version: string;
  folder: string;
  /** Modules that may weigh more than a screen, by source file in the folder, with their limit in kB. */
  late: Record<string, number>;
  /** Its pages also run in the minimal host. */
  minimal: boolean;
  /** Keys of the texts that menus and titles show. */
  titles: string[];
  client?: string;
  server?: string;
}

const descriptorSchema = z.object({
  id: z.string(),
  version: z.string(),
  budgets: z.object({ late: z.record(z.string(), z.number()).default({}) }).default({ late: {} }),
  embed: z.object({ minimal: z.boolean() }).default({ minimal: false }),
  contributes: z
    .object({
      pages: z.array(z.object({ title: z.string(), menu: z.object({ label: z.string() }).optional() })).default([]),
    })
    .default({ pages: [] }),
});
const exportsSchema = z.object({ exports: z.record(z.string(), z.string()) });

/** SDK folders that browsers get. The rest (server, testing, cli) never reaches one. */
const browserSdk = ['contract', 'plugin', 'api', 'auth', 'i18n', 'state', 'ui'];

/**
 * Of those, what browsers do without: the table of all calls (a screen imports its area), the OpenAPI writer and the
 * sample maker of the generated tests.
 */
const notInBrowsers = ['@sinter/sdk/contract', '@sinter/sdk/contract/openapi', '@sinter/sdk/contract/samples'];

export const slashed = (path: string): string => path.split(sep).join('/');
export const within = (folder: string, path: string): boolean => !relative(folder, path).startsWith('..');

function firstExisting(...paths: string[]): string | undefined {
  return paths.find((path) => existsSync(path));
}

function readPlugins(folder: string): PluginSource[] {
  if (!existsSync(folder)) return [];
  const plugins = readdirSync(folder)
    .sort()
    .map((name) => join(folder, name))
    .filter((plugin) => existsSync(join(plugin, 'plugin.json')))
    .map((plugin) => readPlugin(plugin));
  for (const { id, folder: own } of plugins) {
    const other = plugins.find((plugin) => plugin.id === id && plugin.folder !== own);
    if (other) throw new TaskError(`Two plugins are called ${id}: ${own} and ${other.folder}.`);
  }
  return plugins;
}

/** Throws with the file's name. */
export function readJson(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new TaskError(`${file} is no JSON: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** Reads one plugin's folder: its descriptor and the entries of its two halves. */
export function readPlugin(folder: string): PluginSource {
  const file = join(folder, 'plugin.json');
  const descriptor = descriptorSchema.safeParse(readJson(file));
  if (!descriptor.success) throw new TaskError(`${file}: ${z.prettifyError(descriptor.error)}`);
  const client = firstExisting(join(folder, 'client/index.ts'), join(folder, 'client/index.tsx'));
  const server = firstExisting(join(folder, 'server/index.ts'));
  const { id, version, budgets, embed, contributes } = descriptor.data;
  const { minimal } = embed;
  // What would run in the server's process could do everything that the server can.
  if (server !== undefined && isVendor(id)) {
    throw new TaskError(
      `${server}: ${id} is a vendor's plugin, which has no server half. Its own server is its backend.`,
    );
  }
  const titles = contributes.pages.flatMap(({ title, menu }) => (menu ? [title, menu.label] : [title]));
  return {
    id,
    version,
    folder,
    late: budgets.late,
    minimal,
    titles,
    ...(client && { client }),
    ...(server && { server }),
  };
}

function readSdk(folder: string): Record<string, string> {
  const file = join(folder, 'package.json');
  if (!existsSync(file)) return {};
  const { exports } = exportsSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
  const entries: Record<string, string> = {};
  for (const [name, target] of Object.entries(exports)) {
    if (!browserSdk.includes(name.split('/')[1] ?? '')) continue;
    if (!name.includes('*')) {
      if (existsSync(join(folder, target))) entries[`@sinter/sdk${name.slice(1)}`] = join(folder, target);
      continue;
    }
    const parent = join(folder, target.slice(0, target.indexOf('*')));
    const sources = existsSync(parent) ? readdirSync(parent, { recursive: true, encoding: 'utf8' }) : [];
    for (const source of sources.map(slashed)) {
      if (!source.endsWith('.ts') || source.endsWith('.test.ts') || source === 'index.ts') continue;
      // Types of the database's columns: nothing of them runs.
      if (source.endsWith('/tables.ts')) continue;
      entries[`@sinter/sdk${name.slice(1).replace('*', source.slice(0, -3))}`] = join(parent, source);
    }
  }
  for (const specifier of notInBrowsers) delete entries[specifier];
  return entries;
}

/** Reads the project whose `sdk`, `host` and `plugins` lie in `sources`. */
export function readProject(root: string, sources = root, out = join(sources, '.build')): Project {
  const hosts: Record<string, string> = {};
  for (const name of ['shell', 'minimal', 'frame']) {
    const entry = join(sources, 'host', name, 'main.tsx');
    if (existsSync(entry)) hosts[name] = entry;
  }
  return {
    root: resolve(root),
    sources: resolve(sources),
    out: resolve(out),
    plugins: readPlugins(join(sources, 'plugins')),
    sdk: readSdk(join(sources, 'sdk')),
    hosts,
  };
}
