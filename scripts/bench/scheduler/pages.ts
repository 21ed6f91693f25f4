import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { build, type Plugin } from 'esbuild';
import { cssModules } from '../../build/cssModules.ts';
import { emptyFolder } from '../program.ts';

/** A page of the bench: what runs in it, and its style. */
export interface BenchPage {
  script: string;
  style: string;
}

/** The product's test double of its host asks for the test runner, of which there is none in a page. */
const noTestRunner: Plugin = {
  name: 'no-test-runner',
  setup(on) {
    on.onResolve({ filter: /^vitest$/ }, ({ path }) => ({ path, namespace: 'none' }));
    on.onLoad({ filter: /.*/, namespace: 'none' }, () => ({ contents: 'export const onTestFinished = () => {};' }));
  },
};

/** Bundles `scripts/bench/scheduler/pages/<name>Page` as the product's build would: minified, for production. */
export async function bundlePages(names: readonly string[], modules: string | undefined) {
  const outdir = emptyFolder('scheduler-pages');
  const { metafile } = await build({
    entryPoints: names.map((name) => `./scripts/bench/scheduler/pages/${name}Page`),
    entryNames: '[name]',
    outdir,
    bundle: true,
    format: 'iife',
    platform: 'browser',
    target: 'es2022',
    conditions: ['es2015'],
    mainFields: ['es2015', 'browser', 'module', 'main'],
    jsx: 'automatic',
    minify: true,
    metafile: true,
    define: { 'process.env.NODE_ENV': '"production"' },
    loader: { '.svg': 'dataurl', '.png': 'dataurl', '.woff2': 'dataurl' },
    nodePaths: modules === undefined ? [] : [modules],
    logLevel: 'error',
    plugins: [noTestRunner, cssModules(process.cwd())],
  });
  const written = new Set(Object.keys(metafile.outputs).map((path) => path.split('/').at(-1)));
  const read = (file: string) => (written.has(file) ? readFileSync(join(outdir, file), 'utf8') : '');
  return new Map(
    names.map((name): [string, BenchPage] => [
      name,
      { script: read(`${name}Page.js`), style: read(`${name}Page.css`) },
    ]),
  );
}
