import type { BuiltPlugin } from './pluginBuild.ts';
import type { BuiltPart } from './sharedBuild.ts';

/** A script of the build: where its imports lead, as paths below the build's base. */
export interface Script {
  imports: string[];
  lazy: string[];
}

export interface ScriptGraph {
  scripts: ReadonlyMap<string, Script>;
  /** The script of a specifier, of `plugin:<id>`, or of a source file that is loaded on demand. */
  find(entry: string): string | undefined;
}

interface Built {
  parts: Readonly<Record<string, BuiltPart>>;
  plugins: readonly BuiltPlugin[];
}

/** Specifier to the path below the base of the script that it stands for. */
export const scriptNames = (parts: Built['parts']): Map<string, string> =>
  new Map(
    Object.entries(parts).flatMap(([folder, { imports }]) =>
      Object.entries(imports).map(([specifier, file]) => [specifier, `${folder}/${file}`]),
    ),
  );

/** All scripts of the build by path below `base`, with specifiers resolved. */
export function scriptGraph({ parts, plugins }: Built): ScriptGraph {
  const scripts = new Map<string, Script>();
  const bySource = new Map<string, string>();
  const byName = scriptNames(parts);
  const resolver = (folder: string) => (specifier: string) =>
    specifier.startsWith('./') ? `${folder}/${specifier.slice(2)}` : (byName.get(specifier) ?? '');
  for (const [folder, { files }] of Object.entries(parts)) {
    const resolve = resolver(folder);
    for (const [file, { imports, lazy, source }] of Object.entries(files)) {
      scripts.set(`${folder}/${file}`, { imports: imports.map(resolve), lazy: lazy.map(resolve) });
      if (source) bySource.set(source, `${folder}/${file}`);
    }
  }
  for (const { folder, record, sources, lazy } of plugins) {
    const place = `plugins/${folder}`;
    const resolve = resolver(place);
    byName.set(`plugin:${record.id}`, `${place}/${record.entry}`);
    for (const file of Object.keys(record.files).filter((name) => name.endsWith('.js'))) {
      scripts.set(`${place}/${file}`, {
        imports: (record.depcache[file] ?? []).map(resolve),
        lazy: (lazy[file] ?? []).map(resolve),
      });
      const source = sources[file];
      if (source) bySource.set(source, `${place}/${file}`);
    }
  }
  return { scripts, find: (entry) => byName.get(entry) ?? bySource.get(entry) };
}

/** The scripts that must be there before `starts` can run, in no particular order. */
export function neededBy({ scripts }: ScriptGraph, starts: readonly (string | undefined)[]): Set<string> {
  const seen = new Set<string>();
  const visit = (path: string) => {
    const script = scripts.get(path);
    if (!script || seen.has(path)) return;
    seen.add(path);
    script.imports.forEach(visit);
  };
  for (const start of starts) if (start !== undefined) visit(start);
  return seen;
}
