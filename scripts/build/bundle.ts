import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { build, type BuildFailure, type BuildOptions, type Metafile, type Plugin } from 'esbuild';
import { TaskError } from '../taskError.ts';
import { cssModules, styleNamespace } from './cssModules.ts';
import { loadedBefore, unwrapped } from './loaded.ts';
import { slashed } from './project.ts';
import { banner, toSystemModule } from './systemModule.ts';

/** One script or style sheet of a bundle. */
export interface BuiltFile {
  /** Relative to the bundle's folder. */
  file: string;
  bytes: Buffer;
  integrity: Integrity;
  /** Specifiers imported first: `./chunk.js` of this bundle, or bare. */
  imports: string[];
  /** Files of this bundle that are imported on demand. */
  lazy: string[];
  exports: string[];
  /** Name of the style sheet, for a file that is one. */
  sheet?: string;
  /** Name of the entry, for a file that is one. */
  entry?: string;
  /** Source file, for an entry or a lazily imported module. Relative to the root. */
  source?: string;
  /** Source files inside, relative to the root. */
  inputs: string[];
}

export interface Bundle {
  files: BuiltFile[];
  /** Source maps and licence texts. */
  extras: { file: string; bytes: Uint8Array }[];
  /** What is imported by name from outside the bundle. */
  names: ImportedName[];
}

export interface ImportedName {
  specifier: string;
  name: string;
}

export interface BundleRequest {
  root: string;
  /** Entry name to source file, or to the virtual path of a plugin. */
  entries: Record<string, string>;
  plugins: Plugin[];
  /** esbuild's templates. */
  entryNames: string;
  /** Style sheet to the entries that it serves, with all that they import on demand. */
  styleSheets: Record<string, string[]>;
  /** What is being built, for messages. */
  title: string;
}

export type Integrity = `sha384-${string}`;
export const integrityOf = (bytes: Uint8Array): Integrity =>
  `sha384-${createHash('sha384').update(bytes).digest('base64')}`;

const target = 'es2022';
const loader = { '.svg': 'dataurl', '.png': 'dataurl', '.woff2': 'dataurl' } as const;

/** Bundles for browsers: ESM with splitting by esbuild, then one SystemJS module for each output. */
export async function bundle(request: BundleRequest): Promise<Bundle> {
  const outdir = join(request.root, 'out');
  const options = {
    absWorkingDir: request.root,
    entryPoints: request.entries,
    outdir,
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'browser',
    target,
    // rxjs and tsyringe: plain classes in place of ES5 with helpers.
    conditions: ['es2015'],
    mainFields: ['es2015', 'browser', 'module', 'main'],
    jsx: 'automatic',
    minify: true,
    sourcemap: 'external',
    legalComments: 'external',
    define: { 'process.env.NODE_ENV': '"production"' },
    loader,
    entryNames: request.entryNames,
    chunkNames: '[hash]',
    banner: { js: banner },
    metafile: true,
    write: false,
    logLevel: 'silent',
    plugins: [...request.plugins, cssModules(request.root)],
  } satisfies BuildOptions;
  const run = (plugins: Plugin[]) =>
    build({ ...options, plugins }).catch((failure: BuildFailure) => {
      throw new BuildFailed(request.title, placesOf(failure));
    });
  const plain = await run(options.plugins);
  const fewerChunks = loadedBefore(request.root, plain.metafile);
  const result = fewerChunks ? await run([fewerChunks, ...options.plugins]) : plain;

  const produced = new Map(result.outputFiles.map((file) => [slashed(relative(outdir, file.path)), file]));
  const local = (path: string) => slashed(relative(outdir, join(request.root, path)));
  const files: BuiltFile[] = [];
  const extras: Bundle['extras'] = [];
  const names: ImportedName[] = [];
  await Promise.all(
    Object.entries(result.metafile.outputs).map(async ([path, output]) => {
      const file = local(path);
      const source = produced.get(file);
      if (!source) return;
      if (file.endsWith('.js')) {
        names.push(...importedNames(source.text));
        const converted = await toSystemModule(source.text, produced.get(`${file}.map`)?.text);
        const code = converted.map ? `${converted.code}\n//# sourceMappingURL=${basename(file)}.map\n` : converted.code;
        if (converted.map) extras.push({ file: `${file}.map`, bytes: Buffer.from(converted.map) });
        const reach = (kind: 'import-statement' | 'dynamic-import') =>
          output.imports.filter((one) => one.kind === kind).map((one) => specifierOf(file, one, local));
        const entry = entryName(output.entryPoint, request);
        files.push({
          file,
          ...stored(Buffer.from(code)),
          imports: [...new Set(reach('import-statement'))],
          lazy: [...new Set(reach('dynamic-import'))],
          exports: output.exports,
          ...(entry !== undefined && { entry }),
          ...(output.entryPoint !== undefined && { source: unwrapped(output.entryPoint) }),
          inputs: Object.keys(output.inputs),
        });
      } else if (!/\.(map|css)$/.test(file) && !file.includes('.css.') && source.contents.length > 0) {
        extras.push({ file, bytes: source.contents });
      }
    }),
  );
  for (const [name, entries] of Object.entries(request.styleSheets)) {
    files.push(...(await styleSheet(request, name, entries, result.metafile)));
  }
  files.sort((a, b) => (a.file < b.file ? -1 : 1));
  return { files, extras, names };
}

/**
 * One style sheet for several entries: esbuild's own repeat in the sheet of each entry and lazily imported module what
 * an earlier one has already.
 */
async function styleSheet(request: BundleRequest, name: string, entries: string[], { outputs }: Metafile) {
  const sources = new Set<string>();
  const seen = new Set<string>();
  const visit = (path: string) => {
    const output = outputs[path];
    if (output === undefined || seen.has(path)) return;
    seen.add(path);
    for (const input of Object.keys(outputs[output.cssBundle ?? '']?.inputs ?? {})) {
      sources.add(resolve(request.root, input.replace(`${styleNamespace}:`, '')));
    }
    for (const { path: next } of output.imports) visit(next);
  };
  for (const [path, { entryPoint }] of Object.entries(outputs)) {
    if (entries.includes(entryName(entryPoint, request) ?? '')) visit(path);
  }
  if (sources.size === 0) return [];
  const { outputFiles } = await build({
    absWorkingDir: request.root,
    stdin: {
      contents: [...sources].map((file) => `import ${JSON.stringify(file)};`).join('\n'),
      resolveDir: request.root,
    },
    outdir: request.root,
    bundle: true,
    minify: true,
    target,
    loader,
    write: false,
    logLevel: 'silent',
    plugins: [cssModules(request.root)],
  });
  const bytes = Buffer.from(outputFiles.find(({ path }) => path.endsWith('.css'))?.contents ?? []);
  const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 8);
  const file = `${request.entryNames.replace('[name]', name).replace('[hash]', hash)}.css`;
  const inputs = [...sources].map((source) => slashed(relative(request.root, source)));
  return [{ file, ...stored(bytes), imports: [], lazy: [], exports: [], sheet: name, inputs }];
}

/** From esbuild's own minified output, so one form of statement is enough. */
function importedNames(esm: string): ImportedName[] {
  const statements = esm.matchAll(/\b(?:import|export)(?: ([\w$]+))?,?\s*(?:\{([^}]*)\})?\s*from\s*"([^"./][^"]*)"/g);
  return [...statements].flatMap(([, fallback, list = '', specifier = '']) => [
    ...(fallback ? [{ specifier, name: 'default' }] : []),
    ...list.split(',').flatMap((part) => {
      const name = part.trim().split(/\s+as\s+/)[0];
      return name ? [{ specifier, name }] : [];
    }),
  ]);
}

const stored = (bytes: Buffer) => ({ bytes, integrity: integrityOf(bytes) });

function specifierOf(from: string, one: { path: string; external?: boolean }, local: (path: string) => string): string {
  if (one.external) return one.path;
  const path = slashed(relative(dirname(from), local(one.path)));
  return path.startsWith('.') ? path : `./${path}`;
}

function entryName(entryPoint: string | undefined, request: BundleRequest): string | undefined {
  if (entryPoint === undefined) return undefined;
  return Object.entries(request.entries).find(
    ([, source]) => source === entryPoint || slashed(relative(request.root, source)) === entryPoint,
  )?.[0];
}

/** Where in the sources something is wrong; `file` relative to the root. */
export interface Place {
  file?: string;
  line?: number;
  text: string;
}

export class BuildFailed extends TaskError {
  readonly places: readonly Place[];

  constructor(title: string, places: readonly Place[]) {
    const lines = places.map(({ file, line, text }) =>
      file === undefined ? `  ${text}` : `  ${file}:${line}: ${text}`,
    );
    super(`Building ${title} failed.\n${lines.join('\n')}`);
    this.places = places;
  }
}

function placesOf(failure: BuildFailure): Place[] {
  if (!Array.isArray(failure.errors)) return [{ text: String(failure) }];
  return failure.errors.map(({ text, location }) => ({
    text,
    ...(location && { file: location.file, line: location.line }),
  }));
}

export function writeBundle(folder: string, { files, extras }: Bundle): void {
  for (const { file, bytes } of [...files, ...extras]) {
    const path = join(folder, file);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, bytes);
  }
}
