import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'esbuild';
import * as z from 'zod';
import { bundle, writeBundle, type BuiltFile, type Bundle } from './bundle.ts';
import { libraryPatches } from './libraryPatches.ts';
import {
  antdComponents,
  antdGroupNames,
  inFileOf,
  sharedModules,
  smallParts,
  withFewerChunks,
  type SharedModules,
} from './shared.ts';
import { type Barrels } from './barrels.ts';

/** One bundle as the import map needs it: what is in the files is already on disk. */
export const builtPartSchema = z.object({
  /** Specifier to file. */
  imports: z.record(z.string(), z.string()),
  /** Specifier to the names it exports. */
  exports: z.record(z.string(), z.array(z.string())),
  /** Style sheet to file. */
  styles: z.record(z.string(), z.string()),
  files: z.record(
    z.string(),
    z.object({
      integrity: z.templateLiteral(['sha384-', z.string()]),
      imports: z.array(z.string()),
      lazy: z.array(z.string()),
      source: z.string().optional(),
    }),
  ),
});
export type BuiltPart = z.infer<typeof builtPartSchema>;

const recordSchema = z.object({ key: z.string(), part: builtPartSchema });

/** Describes a bundle whose entries are named by their specifiers. */
export function partOf({ files }: Bundle, specifierOfEntry: (entry: string) => string): BuiltPart {
  const part: BuiltPart = { imports: {}, exports: {}, styles: {}, files: {} };
  for (const { file, integrity, imports, lazy, exports, sheet, entry, source } of files) {
    part.files[file] = { integrity, imports, lazy, ...(source && { source }) };
    if (sheet !== undefined) part.styles[sheet] = file;
    if (entry === undefined) continue;
    part.imports[specifierOfEntry(entry)] = file;
    part.exports[specifierOfEntry(entry)] = exports;
  }
  return part;
}

export const entryFileName = (specifier: string): string => specifier.replace(/^@/, '').replaceAll('/', '-');

/** Gives each specifier's module text to esbuild under a path of its own. */
export function virtualEntries(modules: Record<string, string>, resolveDir: string): Plugin {
  return {
    name: 'virtual-entries',
    setup(build) {
      build.onResolve({ filter: /^entry:/ }, ({ path }) => ({ path: path.slice('entry:'.length), namespace: 'entry' }));
      build.onLoad({ filter: /.*/, namespace: 'entry' }, ({ path }) => ({
        contents: modules[path] ?? '',
        resolveDir,
        loader: 'ts',
      }));
    },
  };
}

const virtualInputs = (modules: SharedModules): Record<string, string> =>
  Object.fromEntries(Object.keys(modules).map((specifier) => [entryFileName(specifier), `entry:${specifier}`]));

function cacheKey(root: string): string {
  const hash = createHash('sha256');
  hash.update(readFileSync(join(root, 'package-lock.json')));
  const own = join(process.cwd(), 'scripts/build');
  for (const file of readdirSync(own).sort()) if (file.endsWith('.ts')) hash.update(readFileSync(join(own, file)));
  return hash.digest('hex');
}

/** Builds the shared libraries, unless the lock file and the build are what they were. */
export async function buildShared(root: string, folder: string): Promise<BuiltPart> {
  const key = cacheKey(root);
  const record = join(folder, 'record.json');
  if (existsSync(record)) {
    const stored = recordSchema.safeParse(JSON.parse(readFileSync(record, 'utf8')));
    if (stored.success && stored.data.key === key) return stored.data.part;
  }
  rmSync(folder, { recursive: true, force: true });
  const modules = sharedModules(root);
  const first = await bundleShared(root, modules);
  const built = await bundleShared(root, withFewerChunks(modules, smallModules(root, first)));
  const specifiers = new Map(
    [...Object.keys(modules), smallParts].map((specifier) => [entryFileName(specifier), specifier]),
  );
  const part = withAntdNames(root, withGuests(partOf(built, (entry) => specifiers.get(entry) ?? entry)));
  writeBundle(folder, built);
  mkdirSync(folder, { recursive: true });
  writeFileSync(record, JSON.stringify({ key, part }));
  return part;
}

const bundleShared = (root: string, modules: SharedModules) =>
  bundle({
    root,
    title: 'the shared libraries',
    entries: virtualInputs(modules),
    entryNames: '[name]-[hash]',
    styleSheets: {},
    plugins: [virtualEntries(modules, root), libraryPatches(root)],
  });

/** Below this, a chunk that several groups of antd share is not worth a request of its own. */
const smallChunkBytes = 9000;

/** The library files in the small chunks that antd's groups share. */
function smallModules(root: string, { files }: Bundle): string[] {
  const byName = new Map(files.map((file) => [`./${file.file}`, file]));
  const groups = new Map<string, Set<string>>();
  const visit = (group: string, file: BuiltFile) => {
    const users = groups.get(file.file) ?? new Set();
    if (users.has(group)) return;
    groups.set(file.file, users.add(group));
    for (const specifier of file.imports) {
      const next = byName.get(specifier);
      if (next) visit(group, next);
    }
  };
  for (const file of files) if (file.entry !== undefined) visit(file.entry, file);
  return files
    .filter(({ file, entry, bytes }) => {
      const users = [...(groups.get(file) ?? [])];
      const antdOnly = users.every((user) => user.startsWith('antd-'));
      return (
        entry === undefined &&
        antdOnly &&
        !users.includes('antd-kernel') &&
        users.length > 1 &&
        bytes.length < smallChunkBytes
      );
    })
    .flatMap(({ inputs }) =>
      inputs.filter((input) => input.startsWith('node_modules/')).map((input) => join(root, input)),
    );
}

function withGuests(part: BuiltPart): BuiltPart {
  for (const [guest, home] of Object.entries(inFileOf)) {
    part.imports[guest] = part.imports[home] ?? '';
    part.exports[guest] = part.exports[home] ?? [];
  }
  return part;
}

/** A component's specifier stays the same when it moves to another group: packages of vendors hold it. */
function withAntdNames(root: string, part: BuiltPart): BuiltPart {
  const components = antdComponents(root);
  for (const [group, names] of Object.entries(antdGroupNames(root))) {
    const file = part.imports[`antd/${group}`];
    if (file === undefined) continue;
    for (const name of names) {
      part.imports[`antd/es/${components[name]}`] = file;
      part.exports[`antd/es/${components[name]}`] = names;
    }
    delete part.imports[`antd/${group}`];
    delete part.exports[`antd/${group}`];
  }
  delete part.imports[smallParts];
  delete part.exports[smallParts];
  return part;
}

export function libraryBarrels(root: string): Barrels {
  const components = antdComponents(root);
  const icons = new Set(readdirSync(join(root, 'node_modules/@ant-design/icons/es/icons')));
  return {
    antd: {
      find: (name) => (components[name] ? { specifier: `antd/es/${components[name]}`, exported: name } : undefined),
    },
    '@ant-design/icons': {
      find: (name) =>
        icons.has(`${name}.js`) ? { specifier: `@ant-design/icons/es/icons/${name}`, exported: 'default' } : undefined,
    },
  };
}
