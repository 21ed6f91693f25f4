import { execFile } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { chmodSync, chownSync, closeSync, existsSync, mkdirSync, openSync, readdirSync, readFileSync } from 'node:fs';
import { realpathSync, renameSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { PoolConfig } from 'pg';
import { type Account, serverAccount } from './account.ts';
import { application } from './application.ts';
import { type Installation, findInstallation } from './binaries.ts';
import { type Share, joinKeeper, startKeeper } from './keeper.ts';

/** A running server of our own, reached through a private unix socket: no port, no password. */
export interface EmbeddedServer {
  /** As the owner of everything, for migrations, backups and the like. */
  connection: PoolConfig;
  /** The same as whoever may do nothing but read and write rows (`admitApplication`). */
  application: PoolConfig;
  /** True where another process had started it. */
  adopted: boolean;
  /** Resolves when the server has gone and does not come back: what uses it can only be started anew. */
  lost: Promise<void>;
  /** Gives up this process's share; resolves when the server has stopped, or at once while other processes use it. */
  stop(): Promise<void>;
}

export interface EmbeddedOptions {
  /** Where the cluster (`cluster/`) and its log (`server.log`) are kept; made if missing. */
  dataDir: string;
  /** The major version for a new cluster; the newest installed one if not given. */
  major?: number;
  /** Settings on top of ours. */
  settings?: Record<string, string>;
}

const user = 'sinter';
const ourSettings = {
  listen_addresses: '',
  jit: 'off',
  random_page_cost: '1.1',
  // To start workers takes longer than most of our queries.
  parallel_setup_cost: '20000',
  shared_buffers: '128MB',
  max_connections: '60',
  timezone: 'UTC',
  log_timezone: 'UTC',
};
/** Recovery after a crash replays at most max_wal_size of log; a slow disk may need minutes for that. */
const patience = 300_000;
const pollEvery = 5;
/** What PostgreSQL says while processes of a server that was killed have not ended yet: they soon do. */
const held = 'pre-existing shared memory block';
const holdEvery = 100;
const watchEvery = 1_000;
/** So often in a row no server may be seen: its keeper, which starts it again in less, must have gone without a word. */
const mostAbsent = 8;

/** Starts the server on `dataDir`, or joins the one that another process runs there. Any number of processes may. */
export async function startEmbedded({ dataDir, major, settings }: EmbeddedOptions): Promise<EmbeddedServer> {
  if (process.platform === 'win32') throw new Error('There is no built-in database on Windows: set DATABASE_URL.');
  mkdirSync(dataDir, { recursive: true });
  const place = preparePlace(realpathSync(dataDir), major);
  if (!existsSync(place.cluster)) await createCluster(place);

  let failures = 0;
  for (const deadline = Date.now() + patience; Date.now() < deadline; await sleep(pollEvery)) {
    const running = readPostmaster(place.cluster);
    if (!running) {
      const started = await startServer(place, { ...ourSettings, ...settings });
      if (started) return serverOf(place, started, false);
      if (logTail(place.log).includes(held)) {
        await sleep(holdEvery);
        continue;
      }
      failures += 1; // another process was faster, or its server was just stopping, or it is a real failure
      if (failures === 5) throw new Error(`The database did not start:\n${logTail(place.log)}`);
    } else if (running.status === 'ready') {
      const share = joinKeeper(running.socket);
      if (!share)
        process.kill(running.pid, 'SIGINT'); // its keeper was killed: nobody would stop it
      else if (await outlives(place, share)) return serverOf(place, { ...running, share }, true);
    }
  }
  throw new Error(`The database in ${dataDir} is neither starting nor stopping; see ${place.log}.`);
}

interface Place {
  cluster: string;
  log: string;
  account: Account;
  installation: Installation;
  /** Start of the names of its socket folders: short, since a socket's path may have no more than 103 bytes. */
  sockets: string;
}

function preparePlace(dataDir: string, wanted: number | undefined): Place {
  const cluster = join(dataDir, 'cluster');
  const major = existsSync(cluster) ? Number(readFileSync(join(cluster, 'PG_VERSION'), 'utf8')) : wanted;
  const installation = findInstallation(major, existsSync(cluster) ? dataDir : undefined);
  const temporary = tmpdir().length < 60 ? tmpdir() : '/tmp';
  const sockets = join(temporary, `sinter-${createHash('sha256').update(dataDir).digest('hex').slice(0, 10)}-`);
  const account = serverAccount(cluster, [cluster, join(installation.bin, 'postgres'), sockets]);
  return { cluster, log: join(dataDir, 'server.log'), account, installation, sockets };
}

/** initdb works in a side folder that is renamed when whole, so that a kill leaves no half-made cluster. */
async function createCluster({ cluster, account, installation }: Place): Promise<void> {
  const side = `${cluster}.${randomBytes(4).toString('hex')}`;
  privateFolder(side, account);
  const common = ['-D', side, '-U', user, '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8', '--no-instructions'];
  // C.UTF-8 knows the case of accented letters, which plain C does not: 'ÉTÉ' ilike 'été'.
  const since17 = installation.major >= 17 ? ['--locale-provider=builtin'] : [];
  const syncing = installation.major >= 17 && process.platform === 'linux' ? ['--sync-method=syncfs'] : [];
  const { file, args, ...ids } = account.command(join(installation.bin, 'initdb'), [...common, ...since17, ...syncing]);
  try {
    await promisify(execFile)(file, args, { ...ids, cwd: '/', env: { PATH: process.env.PATH, LC_ALL: 'C' } });
    renameSync(side, cluster);
  } catch (error) {
    rmSync(side, { recursive: true, force: true });
    if (!existsSync(cluster)) throw error; // else another process was faster
  }
}

interface Running {
  pid: number;
  /** The folder of its socket. */
  socket: string;
  status: string;
}

/** What `postmaster.pid` says of the server on this cluster, or undefined if none is alive. */
function readPostmaster(cluster: string): Running | undefined {
  const path = join(cluster, 'postmaster.pid');
  const lines = existsSync(path) ? readLines(path) : [];
  const pid = Number(lines[0]);
  if (!(pid > 0) || !isAlive(pid)) return undefined;
  if (existsSync('/proc/self/cmdline') && !readLines(`/proc/${pid}/cmdline`).join().includes(cluster)) {
    // A zombie, or the number went to another process: PostgreSQL itself may not see that and refuse to start.
    rmSync(path, { force: true });
    return undefined;
  }
  return { pid, socket: lines[4] ?? '', status: lines[7]?.trim() ?? 'starting' };
}

function readLines(path: string): string[] {
  try {
    return readFileSync(path, 'utf8').split('\n');
  } catch {
    return []; // gone in between
  }
}

const logTail = (log: string): string => readLines(log).slice(-8).join('\n').trim();

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** Undefined where the server ended before it was ready. */
async function startServer(
  place: Place,
  settings: Record<string, string>,
): Promise<(Running & { share: Share }) | undefined> {
  removeStaleFolders(place.sockets);
  const socket = place.sockets + randomBytes(3).toString('hex');
  privateFolder(socket, place.account);
  const options = Object.entries({ ...settings, unix_socket_directories: socket, unix_socket_permissions: '0700' });
  const flags = options.flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const command = [join(place.installation.bin, 'postgres'), '-D', place.cluster, ...flags];
  rotateLog(place.log);
  const log = openSync(place.log, 'a');
  const share = startKeeper(socket, place.account, command, log);
  closeSync(log);

  for (const deadline = Date.now() + patience; Date.now() < deadline; await sleep(pollEvery)) {
    const running = readPostmaster(place.cluster);
    if (running?.socket === socket && running.status === 'ready') return { ...running, share };
    if (!share.valid()) {
      share.release();
      return undefined;
    }
  }
  share.release();
  throw new Error(`The database was not ready in time; see ${place.log}.`);
}

/** Whether the server outlives our joining: its keeper may have decided to stop it a moment before. */
async function outlives({ cluster }: Place, share: Share): Promise<boolean> {
  await sleep(10);
  if (share.valid() && readPostmaster(cluster)?.status === 'ready') return true;
  share.release();
  return false;
}

function serverOf(place: Place, { socket, share }: Running & { share: Share }, adopted: boolean): EmbeddedServer {
  let watch: NodeJS.Timeout | undefined;
  const lost = new Promise<void>((resolve) => {
    let absent = 0;
    watch = setInterval(() => {
      absent = readPostmaster(place.cluster) ? 0 : absent + 1;
      if (share.valid() && absent < mostAbsent) return;
      clearInterval(watch);
      resolve();
    }, watchEvery).unref();
  });
  const stop = async (): Promise<void> => {
    clearInterval(watch);
    const pid = readPostmaster(place.cluster)?.pid;
    share.release();
    // A server nobody else holds is told to stop within milliseconds; one that stays ready is shared.
    for (let waited = 0; waited < 300; waited += pollEvery) {
      const running = readPostmaster(place.cluster);
      if (running === undefined || running.pid !== pid) return;
      if (running.status === 'stopping') waited = 0;
      await sleep(pollEvery);
    }
  };
  const connection = { host: socket, user, database: 'postgres' };
  return { connection, application: { ...connection, user: application }, adopted, lost, stop };
}

function privateFolder(path: string, { ids }: Account): void {
  mkdirSync(path, { mode: 0o700 });
  chmodSync(path, 0o700);
  if (ids) chownSync(path, ids.uid, ids.gid);
}

/** The socket folders of servers that were killed together with their keepers. */
function removeStaleFolders(sockets: string): void {
  const parent = join(sockets, '..');
  for (const name of readdirSync(parent)) {
    const folder = join(parent, name);
    if (!folder.startsWith(sockets) || Date.now() - statSync(folder).mtimeMs < 60_000) continue;
    const share = joinKeeper(folder);
    if (share) share.release();
    else rmSync(folder, { recursive: true, force: true });
  }
}

function rotateLog(path: string): void {
  if (existsSync(path) && statSync(path).size > 10_000_000) renameSync(path, `${path}.1`);
}
