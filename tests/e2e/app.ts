import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isRunning, treeOf } from './processes.ts';

export const password = 'demo-Sinter-2026';

/** The product running as a person starts it: its own process tree, data folder and port. */
export interface App {
  url: string;
  dataDir: string;
  /** Folder that it runs in. */
  folder: string;
  /** Everything it has printed. */
  output(): string;
  /** The server, its worker, and the database with its keeper: what runs now. */
  processes(): number[];
  /** Ends all of them at once, as a power cut would. */
  kill(): Promise<void>;
  /** Starts it again on the same data and port. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

interface AppOptions {
  /** Names the folders under `.build/e2e`. */
  name: string;
  env?: Record<string, string>;
  args?: readonly string[];
  /** Gives the app a copy of the build in a folder of its own, and changes it before the start. */
  change?: (folder: string) => void;
  /** Runs what was built there, in place of this project's build. */
  folder?: string;
}

/** Data of the demo company as a first start leaves it (globalSetup.ts): every other app begins with a copy, which takes no time. */
const prepared = resolve('.build/e2e/prepared/data');
/** The Node that servers run on; the tests themselves may run on another. */
const serverNode = process.env['SINTER_SERVER_NODE'] || process.execPath;
/** Tests sign in at identity providers of their own, on this machine. */
const loopbackProviders = { ALLOWED_NETWORKS: '127.0.0.0/8,::1/128' };
const started = /Sinter is ready at (\S+)/;

export async function startApp({
  name,
  env = {},
  args = [],
  change,
  folder: built = process.cwd(),
}: AppOptions): Promise<App> {
  const home = resolve('.build/e2e', name);
  rmSync(home, { recursive: true, force: true });
  mkdirSync(home, { recursive: true });
  const folder = change ? ownFolder(home, change) : built;
  const dataDir = env['DATA_DIR'] ?? join(home, 'data');
  if (dataDir !== prepared && !existsSync(dataDir)) copyPrepared(dataDir);
  const port = env['PORT'] === undefined ? await freePort() : Number(env['PORT']);
  let printed = '';
  let child: ChildProcess | undefined;

  const launch = () =>
    new Promise<void>((ready, failed) => {
      const from = printed.length;
      const launched = spawn(serverNode, [join(folder, '.build/server/main.mjs'), ...args], {
        cwd: folder,
        env: { ...process.env, DATA_DIR: dataDir, PORT: String(port), LOG_LEVEL: 'warn', ...loopbackProviders, ...env },
        // A group of its own: Ctrl-C in the terminal is for the test runner, which stops what it has started.
        detached: true,
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      child = launched;
      const read = (chunk: Buffer) => {
        printed += chunk.toString();
        if (started.test(printed.slice(from)) || args.includes('worker')) ready();
      };
      launched.stdout.on('data', read);
      launched.stderr.on('data', read);
      launched.once('exit', (code) => failed(new Error(`The app ended with code ${code}.\n${printed.slice(from)}`)));
    });
  const processes = () => (child?.pid === undefined ? [] : treeOf(child.pid));
  const kill = async () => {
    const tree = processes();
    for (const pid of tree) killOne(pid);
    while (tree.some(isRunning)) await sleep(5);
  };
  const stop = () =>
    new Promise<void>((ended) => {
      const running = child;
      if (running?.pid === undefined || running.exitCode !== null || running.signalCode !== null) return ended();
      running.once('exit', () => ended());
      running.kill('SIGTERM');
    });

  await launch();
  return {
    url: `http://localhost:${port}`,
    dataDir,
    folder,
    output: () => printed,
    processes,
    kill,
    restart: launch,
    stop,
  };
}

/** A data folder with the demo company, on which nothing runs yet. */
export function newData(name: string): string {
  const home = resolve('.build/e2e', name);
  rmSync(home, { recursive: true, force: true });
  mkdirSync(home, { recursive: true });
  const dataDir = join(home, 'data');
  copyPrepared(dataDir);
  return dataDir;
}

// With its owners: the database may belong to another account of the machine.
function copyPrepared(dataDir: string): void {
  execFileSync('cp', ['-a', prepared, dataDir]);
}

function killOne(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // it was just ending by itself
  }
}

function ownFolder(home: string, change: (folder: string) => void): string {
  const folder = join(home, 'app');
  cpSync('.build/server', join(folder, '.build/server'), { recursive: true });
  for (const part of ['web', 'signing']) {
    cpSync(`.build/${part}`, join(folder, '.build', part), { recursive: true });
  }
  cpSync('plugins', join(folder, 'plugins'), {
    recursive: true,
    filter: (path) => !/\.(ts|tsx|css|md)$/.test(path),
  });
  change(folder);
  return folder;
}

export function freePort(): Promise<number> {
  return new Promise((found, failed) => {
    const probe = createServer();
    probe.once('error', failed);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => (address && typeof address === 'object' ? found(address.port) : failed(new Error('no port'))));
    });
  });
}
