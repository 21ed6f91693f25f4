import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { build, type Plugin } from 'esbuild';
import { withoutSummaries } from '../build/barrels.ts';
import { cssModules } from '../build/cssModules.ts';
import { slashed } from '../build/project.ts';
import { TaskError } from '../taskError.ts';

/** Imports between the SDK's own files stay imports, of what each of them becomes. */
const fileByFile: Plugin = {
  name: 'file-by-file',
  setup(outer) {
    outer.onResolve({ filter: /^\.\.?\/.*\.tsx?$/ }, ({ path, kind }) =>
      kind === 'entry-point' ? undefined : { path: path.replace(/\.tsx?$/, '.js'), external: true },
    );
    outer.onLoad({ filter: /[\\/]contract[\\/].*\.ts$/ }, ({ path }) => ({
      contents: withoutSummaries(path, readFileSync(path, 'utf8')),
      loader: 'ts',
    }));
  },
};

/**
 * Writes the JavaScript of the sources, a file for each, and one style sheet for all of them. Answers the names of the
 * libraries that they import.
 */
export async function emitScripts(root: string, sources: readonly string[], target: string): Promise<string[]> {
  const sdk = join(root, 'sdk');
  const { outputFiles, metafile } = await build({
    absWorkingDir: root,
    entryPoints: sources.map((file) => join(sdk, file)),
    outbase: sdk,
    outdir: target,
    bundle: true,
    packages: 'external',
    format: 'esm',
    platform: 'neutral',
    target: 'es2022',
    jsx: 'automatic',
    loader: { '.svg': 'dataurl', '.png': 'dataurl', '.woff2': 'dataurl' },
    plugins: [fileByFile, cssModules(root)],
    metafile: true,
    write: false,
    logLevel: 'warning',
  });
  const styles: string[] = [];
  for (const { path, contents, text } of outputFiles) {
    if (path.endsWith('.css')) {
      styles.push(text.replace(/\/\* css-module:.*?\*\/\n/g, ''));
      continue;
    }
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, contents);
  }
  writeFileSync(join(target, 'ui/sdk.css'), [...new Set(styles)].join('\n'));
  const libraries = Object.values(metafile.outputs).flatMap(({ imports }) =>
    imports.flatMap(({ path }) => (path.startsWith('.') || path.startsWith('/') ? [] : [packageOf(path)])),
  );
  return [...new Set(libraries)].sort();
}

const packageOf = (specifier: string) =>
  specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');

/** Writes the declarations of the sources, each beside its JavaScript. */
export function emitTypes(root: string, sources: readonly string[], target: string): void {
  const sdk = join(root, 'sdk');
  const made = join(root, '.build/sdk/types');
  rmSync(made, { recursive: true, force: true });
  mkdirSync(made, { recursive: true });
  const config = join(made, 'tsconfig.json');
  writeFileSync(
    config,
    JSON.stringify({
      extends: join(root, 'tsconfig.json'),
      compilerOptions: {
        noEmit: false,
        declaration: true,
        emitDeclarationOnly: true,
        rootDir: sdk,
        outDir: join(made, 'out'),
        typeRoots: [join(root, 'node_modules/@types')],
      },
      include: [],
      exclude: [],
      files: [...sources, 'ui/css.d.ts'].map((file) => join(sdk, file)),
    }),
  );
  const tsc = join(root, 'node_modules/typescript/bin/tsc');
  const { status, stdout } = spawnSync(process.execPath, [tsc, '-p', config], { encoding: 'utf8' });
  if (status !== 0) throw new TaskError(`The declarations of the SDK could not be written.\n${stdout}`);
  for (const file of readdirSync(join(made, 'out'), { recursive: true, encoding: 'utf8' }).map(slashed)) {
    if (!file.endsWith('.d.ts')) continue;
    const text = readFileSync(join(made, 'out', file), 'utf8');
    const path = join(target, file);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text.replace(/(?<=(?:from |import\()["']\.[^"']*)\.tsx?(?=["'])/g, '.js'));
  }
}
