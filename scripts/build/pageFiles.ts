import { readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import type { PageFile, WebBuild } from '#host/server/modules/buildOutput.ts';
import { base } from './base.ts';
import { neededBy, type ScriptGraph } from './graph.ts';
import type { Pack } from './packs.ts';
import type { BuiltPlugin } from './pluginBuild.ts';
import { slashed, type PluginSource, type Project } from './project.ts';
import type { BuiltPart } from './sharedBuild.ts';

/** A plugin's pages by id: the source file of each and those that it loads early, relative to the root. */
export function pageSources({ root }: Project, { client }: PluginSource): Record<string, string[]> {
  if (client === undefined) return {};
  const found = readFileSync(client, 'utf8').matchAll(/\.page\(\s*'([\w-]+)',\s*\(\) =>\s*import\('([^']+)'\)/g);
  return Object.fromEntries(
    [...found].map(([, id = '', path = '']) => {
      const file = join(dirname(client), path);
      return [id, [file, ...loadedEarly(file)].map((source) => slashed(relative(root, source)))];
    }),
  );
}

/** What a source file hands to `useEarly` by the name of its loader: drawn as soon as there is data. */
function loadedEarly(file: string): string[] {
  const text = readFileSync(file, 'utf8');
  const loaders = text.matchAll(/const (\w+) = \(\) =>\s*import\('([^']+)'\)/g);
  return [...loaders].flatMap(([, name, path = '']) =>
    text.includes(`useEarly(${name})`) ? [join(dirname(file), path)] : [],
  );
}

/** What stands for a script in the page: its pack, or the script itself. By path below the base. */
export function pageFilesOf(parts: Readonly<Record<string, BuiltPart>>, packs: readonly Pack[]): Map<string, PageFile> {
  const files = new Map<string, PageFile>();
  for (const [folder, { files: own }] of Object.entries(parts)) {
    for (const [file, { integrity }] of Object.entries(own)) {
      files.set(`${folder}/${file}`, { address: `${base}${folder}/${file}`, integrity });
    }
  }
  for (const { file, integrity, scripts } of packs) {
    for (const script of scripts) files.set(script, { address: base + file, integrity });
  }
  return files;
}

interface Parts {
  project: Project;
  graph: ScriptGraph;
  plugins: readonly BuiltPlugin[];
  files: ReadonlyMap<string, PageFile>;
}

const unique = (files: readonly PageFile[]): PageFile[] => [
  ...new Map(files.map((file) => [file.address, file])).values(),
];

/** The files, each once, that stand for these scripts. */
export const filesFor = (files: Parts['files'], scripts: Iterable<string>): PageFile[] =>
  unique([...scripts].flatMap((path) => files.get(path) ?? []));

/** What each plugin and each of its pages loads: files of the host, and scripts of its own package. */
export function filesOfPages({ project, graph, plugins, files }: Parts): WebBuild['pages'] {
  return Object.fromEntries(
    plugins.flatMap(({ folder, record }) => {
      const place = `plugins/${folder}/`;
      const loads = (...starts: (string | undefined)[]) => {
        const scripts = [...neededBy(graph, starts)];
        const own = scripts.filter((path) => path.startsWith(place)).map((path) => path.slice(place.length));
        return { shared: filesFor(files, scripts), own };
      };
      const entry = graph.find(`plugin:${record.id}`);
      const source = project.plugins.find(({ id }) => id === record.id);
      const pages = Object.entries(source ? pageSources(project, source) : {});
      return [
        [record.id, loads(entry)],
        ...pages.map(([id, sources]) => [`${record.id}/${id}`, loads(entry, ...sources.map(graph.find))]),
      ];
    }),
  );
}
