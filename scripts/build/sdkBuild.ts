import { existsSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { build, type Plugin } from 'esbuild';
import { barrelImports, type Barrels } from './barrels.ts';
import { assertNamesExist, assertSingleCopy, sharedImports } from './boundaries.ts';
import { bundle, writeBundle } from './bundle.ts';
import { csvWithoutBuffer } from './libraryPatches.ts';
import { slashed, within, type Project } from './project.ts';
import { entryFileName, partOf, virtualEntries, type BuiltPart } from './sharedBuild.ts';
import { namesOf } from './sharedNames.ts';

/** The modules of the contract that the page has once; one file for all of them. */
const contractBase = 'contract-base';

/**
 * What the contract's index passes on as it is, and the areas that the SDK itself needs in a browser. The other areas
 * are copied into the plugins and hosts that import them.
 */
async function contractBaseFiles({ root, sources, sdk }: Project): Promise<string[]> {
  const folder = join(sources, 'sdk/contract');
  const index = join(folder, 'index.ts');
  if (!existsSync(index)) return [];
  const passedOn = [...readFileSync(index, 'utf8').matchAll(/^export \* from '\.\/([\w-]+\.ts)';/gm)].map(
    ([, file = '']) => join(folder, file),
  );
  const rooms = Object.values(sdk).filter((file) => !within(folder, file));
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: [...rooms, ...passedOn],
    outdir: root,
    bundle: true,
    packages: 'external',
    loader: { '.css': 'empty' },
    write: false,
    metafile: true,
    logLevel: 'silent',
  });
  const needed = Object.keys(metafile.inputs).map((file) => join(root, file));
  return [...new Set([...passedOn, ...needed.filter((file) => within(folder, file))])];
}

/**
 * An import of a module that has a specifier of its own stays an import: a file for each specifier, where splitting
 * would make a chunk for every combination of them.
 */
function siblingsOutside(specifierOf: ReadonlyMap<string, string>, together: ReadonlySet<string>): Plugin {
  return {
    name: 'siblings-outside',
    setup(build) {
      build.onResolve({ filter: /^\.\.?\// }, ({ path, resolveDir, importer, kind }) => {
        const target = join(resolveDir, path);
        const specifier = specifierOf.get(target);
        if (kind === 'entry-point' || specifier === undefined || importer === target) return undefined;
        if (together.has(target) && (together.has(importer) || importer === contractBase)) return undefined;
        return { path: specifier, external: true, sideEffects: false };
      });
    },
  };
}

/** Builds `@sinter/sdk/*` for browsers. */
export async function buildSdk(
  project: Project,
  folder: string,
  shared: BuiltPart,
  libraries: Barrels,
): Promise<BuiltPart> {
  const { root, sdk } = project;
  rmSync(folder, { recursive: true, force: true });
  if (Object.keys(sdk).length === 0) return { imports: {}, exports: {}, styles: {}, files: {} };
  const specifierOf = new Map(Object.entries(sdk).map(([specifier, file]) => [file, specifier]));
  const base = (await contractBaseFiles(project)).filter((file) => specifierOf.has(file));
  const baseText = base.map((file) => `export * from '${file}';`).join('\n');
  const own = Object.entries(sdk).filter(([, file]) => !within(join(project.sources, 'sdk/contract'), file));
  const outside = { specifiers: new Set(Object.keys(shared.imports)), copied: new Map<string, string>() };
  const built = await bundle({
    root,
    title: 'the SDK',
    entries: {
      ...Object.fromEntries(own.map(([name, file]) => [entryFileName(name), slashed(relative(root, file))])),
      ...(base.length > 0 && { [contractBase]: `entry:${contractBase}` }),
    },
    entryNames: '[name]-[hash]',
    styleSheets: { sdk: own.map(([name]) => entryFileName(name)) },
    plugins: [
      virtualEntries({ [contractBase]: baseText }, dirname(base[0] ?? root)),
      siblingsOutside(specifierOf, new Set(base)),
      sharedImports(root, outside),
      barrelImports(libraries, namesOf(shared)),
      csvWithoutBuffer,
    ],
  });
  const specifiers = new Map(own.map(([specifier]) => [entryFileName(specifier), specifier]));
  const part = partOf(built, (entry) => specifiers.get(entry) ?? entry);
  for (const file of base) {
    const specifier = specifierOf.get(file);
    const target = part.imports[contractBase];
    if (specifier === undefined || target === undefined) continue;
    part.imports[specifier] = target;
    part.exports[specifier] = part.exports[contractBase] ?? [];
  }
  delete part.imports[contractBase];
  delete part.exports[contractBase];
  assertSingleCopy('The SDK', built, outside);
  assertNamesExist('The SDK', built, namesOf(shared, part));
  writeBundle(folder, built);
  return part;
}
