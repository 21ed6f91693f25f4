import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { buildSync } from 'esbuild';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { findInstallation } from './binaries.ts';
import { type EmbeddedServer, startEmbedded } from './embedded.ts';

vi.setConfig({ testTimeout: 30_000, hookTimeout: 30_000 });

const root = fileURLToPath(new URL('../../..', import.meta.url));
const program = join(root, '.build/test-programs/embedded-writer.mjs');
const temporary: string[] = [];
const servers: EmbeddedServer[] = [];
const children: ChildProcess[] = [];

// Killed servers leave their socket folders behind; here no later start on the same data removes them.
const sockets = mkdtempSync(join(tmpdir(), 'emb-'));
chmodSync(sockets, 0o755);
afterAll(() => rmSync(sockets, { recursive: true, force: true }));

beforeAll(() => {
  process.env.TMPDIR = sockets;
  // A node process of its own, so that it can be killed: starts the server on a folder and writes until it dies.
  buildSync({
    stdin: {
      resolveDir: import.meta.dirname,
      loader: 'ts',
      contents: `
        import pg from 'pg';
        import { startEmbedded } from './embedded.ts';
        const server = await startEmbedded({ dataDir: process.argv[2] });
        const client = new pg.Client(server.connection);
        client.on('error', () => {});
        await client.connect();
        await client.query('create table if not exists log (id int primary key)');
        console.log(server.adopted ? 'adopted' : 'started');
        process.stdin.on('end', () => server.stop().then(() => process.exit(0))).resume();
        for (let id = Date.now() % 1e9; process.argv[3] === 'write'; id++) {
          await client.query('insert into log values ($1)', [id]);
          console.log(id);
        }`,
    },
    bundle: true,
    platform: 'node',
    format: 'esm',
    packages: 'external',
    outfile: program,
  });
});

afterEach(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  for (const server of servers.splice(0)) await server.stop();
  for (const folder of temporary.splice(0)) {
    await gone(postmaster(folder));
    rmSync(folder, { recursive: true, force: true });
  }
});

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'data-'));
  chmodSync(path, 0o755);
  temporary.push(path);
  return path;
}

async function start(dataDir: string, major?: number): Promise<EmbeddedServer> {
  const server = await startEmbedded({ dataDir, major });
  servers.push(server);
  return server;
}

async function ask(server: EmbeddedServer, query: string): Promise<unknown[]> {
  const client = new pg.Client({ ...server.connection });
  // A server that is killed tells a query and the connection: the query is what is waited for.
  client.on('error', () => {});
  await client.connect();
  try {
    const { rows } = await client.query({ text: query, rowMode: 'array' });
    return rows.flat();
  } finally {
    await client.end();
  }
}

/** Starts the program; `lines` grows with what it prints. */
function run(
  dataDir: string,
  ...args: string[]
): { child: ChildProcess; lines: () => string[]; first: Promise<string> } {
  const child = spawn(process.execPath, [program, dataDir, ...args], { stdio: ['pipe', 'pipe', 'inherit'] });
  children.push(child);
  let output = '';
  const lines = (): string[] => output.split('\n').slice(0, -1);
  const first = new Promise<string>((resolve, reject) => {
    child.stdout?.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      const [line] = lines();
      if (line !== undefined) resolve(line);
    });
    child.on('exit', () => reject(new Error('the program ended')));
  });
  return { child, lines, first };
}

function postmaster(dataDir: string): number | undefined {
  const path = join(dataDir, 'cluster/postmaster.pid');
  return existsSync(path) ? Number(readFileSync(path, 'utf8').split('\n')[0]) : undefined;
}

async function gone(pid: number | undefined): Promise<void> {
  while (pid !== undefined && commandOf(pid) !== '') await sleep(10);
}

/** '' for a process that has ended, even if nobody has fetched its exit code yet. */
function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    return '';
  }
}

function kill(pid: number): void {
  if (commandOf(pid) !== '') process.kill(pid, 'SIGKILL');
}

describe('embedded server', () => {
  test('knows accented letters, keeps its data over a restart, and is private', async () => {
    const dataDir = folder();
    const first = await start(dataDir);
    expect(first.adopted).toBe(false);
    expect(
      await ask(first, `select 'ÉTÉ' ilike 'été', current_setting('jit'), current_setting('listen_addresses')`),
    ).toEqual([true, 'off', '']);
    await ask(first, 'create table kept as select 7 as id');
    const pid = postmaster(dataDir);
    expect(statSync(first.connection.host ?? '').mode & 0o777).toBe(0o700);
    await first.stop();
    expect(postmaster(dataDir)).toBeUndefined();
    await gone(pid);

    const second = await start(dataDir);
    expect(second.adopted).toBe(false);
    expect(await ask(second, 'select id from kept')).toEqual([7]);
  });

  test('acknowledged rows survive kill -9 of node, and the server does not outlive it', async () => {
    const dataDir = folder();
    const writer = run(dataDir, 'write');
    await writer.first;
    while (writer.lines().length < 50) await sleep(5);
    const pid = postmaster(dataDir);
    writer.child.kill('SIGKILL');
    await gone(pid);
    const acknowledged = writer.lines().slice(1).map(Number);
    const rows = await ask(await start(dataDir), 'select id from log');
    expect(acknowledged.filter((id) => !rows.includes(id))).toEqual([]);
  });

  test('acknowledged rows survive kill -9 of every process', async () => {
    const dataDir = folder();
    const writer = run(dataDir, 'write');
    await writer.first;
    while (writer.lines().length < 50) await sleep(5);
    const pid = postmaster(dataDir);
    family(writer.child.pid ?? 0).forEach(kill);
    await gone(pid);
    const acknowledged = writer.lines().slice(1).map(Number);
    const rows = await ask(await start(dataDir), 'select id from log');
    expect(acknowledged.filter((id) => !rows.includes(id))).toEqual([]);
  });

  test('two processes that start at once on an empty folder share one server, until the last one ends', async () => {
    const dataDir = folder();
    const both = [run(dataDir), run(dataDir)];
    const states = await Promise.all(both.map((one) => one.first));
    expect(states.sort()).toEqual(['adopted', 'started']);
    const starter = both.find((one) => one.lines()[0] === 'started');
    const other = both.find((one) => one.lines()[0] === 'adopted');
    const pid = postmaster(dataDir);

    starter?.child.kill('SIGKILL');
    const third = await start(dataDir);
    expect(third.adopted).toBe(true);
    expect(await ask(third, 'select count(*)::int from log')).toEqual([0]);
    await third.stop();
    expect(postmaster(dataDir)).toBe(pid);

    other?.child.stdin?.end();
    await gone(pid);
    expect(postmaster(dataDir)).toBeUndefined();
  });

  test('PostgreSQL that is killed alone comes back by itself', async () => {
    const dataDir = folder();
    const server = await start(dataDir);
    await ask(server, 'create table kept as select 7 as id');
    process.kill(postmaster(dataDir) ?? 0, 'SIGKILL');
    await expect.poll(() => ask(server, 'select id from kept').catch(() => 'down'), { timeout: 25_000 }).toEqual([7]);
  });

  test('comes back also when it was killed with everything it ran, while a query was under way', async () => {
    const dataDir = folder();
    const server = await start(dataDir);
    await ask(server, 'create table kept as select 7 as id');
    const busy = ask(server, 'select pg_sleep(60)').catch(() => 'cut off');
    const pid = postmaster(dataDir) ?? 0;
    family(pid).forEach(kill);
    expect(await busy).toBe('cut off');
    await expect.poll(() => ask(server, 'select id from kept').catch(() => 'down'), { timeout: 25_000 }).toEqual([7]);
    await server.stop();
    expect(postmaster(dataDir)).toBeUndefined();
  });

  test('tells its users when somebody has stopped it, and when its keeper is gone', async () => {
    const stopped = folder();
    const users = [await start(stopped), await start(stopped)];
    expect(users.map(({ adopted }) => adopted)).toEqual([false, true]);
    process.kill(postmaster(stopped) ?? 0, 'SIGINT');
    await Promise.all(users.map(({ lost }) => lost));

    const kept = folder();
    const server = await start(kept);
    const parent = /^PPid:\s+(\d+)$/m.exec(readFileSync(`/proc/${postmaster(kept)}/status`, 'utf8'))?.[1];
    kill(Number(parent));
    kill(postmaster(kept) ?? 0);
    await server.lost;
  });

  test('a server whose keeper was killed is replaced by one that ends with its users', async () => {
    const dataDir = folder();
    const orphan = run(dataDir);
    await orphan.first;
    const pid = postmaster(dataDir);
    const others = family(orphan.child.pid ?? 0).filter((one) => commandOf(one) !== '' && !isPostgres(one));
    others.forEach(kill);
    const server = await start(dataDir);
    expect(server.adopted).toBe(false);
    expect(postmaster(dataDir)).not.toBe(pid);
  });

  test('reports why PostgreSQL does not start', async () => {
    const dataDir = folder();
    await (await start(dataDir)).stop();
    rmSync(join(dataDir, 'cluster/global'), { recursive: true });
    await expect(startEmbedded({ dataDir })).rejects.toThrow(/did not start[^]*global/);
  });

  test.runIf(process.getuid?.() === 0)('runs below a folder that only root may enter', async () => {
    const parent = folder();
    chmodSync(parent, 0o700);
    const server = await start(join(parent, 'data'));
    expect(await ask(server, 'select 1')).toEqual([1]);
    const pid = postmaster(join(parent, 'data'));
    await server.stop();
    await gone(pid);
  });

  test.runIf(hasMajor(15))(
    'falls back to a system PostgreSQL, and keeps to the major version of its folder',
    async () => {
      const dataDir = folder();
      const first = await start(dataDir, 15);
      expect(await ask(first, `select 'ÉTÉ' ilike 'été', current_setting('server_version_num')::int / 10000`)).toEqual([
        true,
        15,
      ]);
      await first.stop();
      expect(await ask(await start(dataDir), `select current_setting('server_version_num')::int / 10000`)).toEqual([
        15,
      ]);
    },
  );
});

function hasMajor(major: number): boolean {
  try {
    return findInstallation(major).major === major;
  } catch {
    return false;
  }
}

/** A process and everything under it. */
function family(pid: number): number[] {
  return [pid, ...childrenOf(pid).flatMap(family)];
}

/** None of one that is gone by now: PostgreSQL starts some for a moment. */
function childrenOf(pid: number): number[] {
  try {
    return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number);
  } catch {
    return [];
  }
}

const isPostgres = (pid: number): boolean => readFileSync(`/proc/${pid}/comm`, 'utf8').startsWith('postgres');
