import { type ChildProcess, spawn } from 'node:child_process';
import { constants, existsSync } from 'node:fs';
import { open, readdir, stat, writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { delimiter, join } from 'node:path';
import { CallError } from '@sinter/sdk/contract';
import { extensionOf } from '../../geometry/sniff.ts';
import { say } from '../texts.ts';
import type { CommandConverter } from './config.ts';
import { ConversionFailure, type ConversionOptions, type Unconverted, type Why } from './conversion.ts';

const lookEveryMs = 200;
const keptOutput = 2000;

/** Limits a process and all processes that it starts; part of util-linux. */
const prlimit = (process.env['PATH'] ?? '')
  .split(delimiter)
  .map((folder) => join(folder, 'prlimit'))
  .find((path) => existsSync(path));

/** Whether this machine can limit the memory of converters. */
export const limitsMemory = prlimit !== undefined;

/**
 * Runs a program on a file in a folder of its own, which is removed afterwards. The file gets a neutral name there,
 * so that the program never sees the name that the user gave it.
 */
export async function runCommand(
  converter: CommandConverter,
  { fileName, bytes, controlled }: Unconverted,
  { signal, log, files }: ConversionOptions,
): Promise<Uint8Array<ArrayBuffer>> {
  const { path: folder, room, remove } = await files.workFolder({ controlled });
  try {
    const wanted = converter.outputLimitMb * 2 ** 20;
    const limitBytes = Math.min(wanted, room - bytes.length);
    if (limitBytes <= 0) throw new CallError('STORAGE_FULL');
    const extension = extensionOf(fileName);
    const [input, output] = [join(folder, `in.${extension}`), join(folder, `out.${converter.output}`)];
    await writeFile(input, bytes, { mode: 0o600 });
    const words = converter.command.map((word) => word.replaceAll('{in}', input).replaceAll('{out}', output));
    const ended = await run(converter, words, { folder, inputBytes: bytes.length, limitBytes, signal });
    const failure = ended.failure?.(extension).message ?? null;
    log.debug('a converter ended', { converter: converter.id, ...ended, failure });
    if (ended.wroteTooMuch && limitBytes < wanted) throw new CallError('STORAGE_FULL');
    if (ended.failure !== null) throw new ConversionFailure(ended.failure);
    return await readOutput(output, limitBytes);
  } finally {
    await remove();
  }
}

interface Running {
  folder: string;
  inputBytes: number;
  /** Largest number of bytes that the program may write. */
  limitBytes: number;
  signal: AbortSignal;
}

interface Ended {
  failure: Why | null;
  wroteTooMuch: boolean;
  said: string;
}

async function run(
  { timeLimitSeconds, memoryLimitMb, outputLimitMb }: CommandConverter,
  words: readonly string[],
  { folder, inputBytes, limitBytes, signal }: Running,
): Promise<Ended> {
  signal.throwIfAborted();
  // If this server is killed, it can no longer watch the time. Then the limit of processor time ends the program.
  const cpuSeconds = timeLimitSeconds * availableParallelism();
  const limits = [
    `--cpu=${cpuSeconds}`,
    `--data=${memoryLimitMb * 2 ** 20}`,
    `--fsize=${limitBytes}`,
    '--core=0',
    '--',
  ];
  const [program = '', ...args] = prlimit === undefined ? words : [prlimit, ...limits, ...words];
  const child = spawn(program, args, {
    cwd: folder,
    // The program gets none of this server's secrets.
    env: { PATH: process.env['PATH'], HOME: folder, TMPDIR: folder, LANG: 'C.UTF-8' },
    stdio: ['ignore', 'pipe', 'pipe'],
    // A process group of its own, so that all processes that the program starts end with it.
    detached: true,
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => (said = (said + text).slice(-keptOutput)));
  }
  let failure: Why | null = null;
  const end = (why: Why): void => {
    failure ??= why;
    killGroup(child);
  };
  const tooSlow: Why = (extension) => say('converterSlow', { extension, seconds: timeLimitSeconds });
  const limit = setTimeout(() => end(tooSlow), timeLimitSeconds * 1000);
  const tooMuch: Why = (extension) => say('converterWrote', { extension, mb: outputLimitMb });
  const look = setInterval(async () => {
    if ((await sizeOf(folder)) > limitBytes + inputBytes) end(tooMuch);
  }, lookEveryMs);
  const abort = (): void => end((extension) => say('converterStopped', { extension }));
  signal.addEventListener('abort', abort, { once: true });
  try {
    const { code, killedBy } = await new Promise<{ code: number | null; killedBy: string | null }>((done, failed) => {
      child.once('error', failed);
      child.once('close', (exitCode, by) => done({ code: exitCode, killedBy: by }));
    }).catch((error: unknown) => {
      throw new ConversionFailure((extension) => say('converterAbsent', { extension }), { cause: error });
    });
    signal.throwIfAborted();
    // A program may be killed because it wrote too much, or notice the failed write and end in any way.
    if (killedBy === 'SIGXFSZ' || (await sizeOf(folder)) >= limitBytes) failure ??= tooMuch;
    if (killedBy !== null)
      failure ??= (extension) => say('converterCrashed', { extension, signal: killedBy, mb: memoryLimitMb });
    if (code !== 0) failure ??= (extension) => say('converterEnded', { extension, code: String(code) });
    return { failure, wroteTooMuch: failure === tooMuch, said };
  } finally {
    clearTimeout(limit);
    clearInterval(look);
    signal.removeEventListener('abort', abort);
    killGroup(child);
  }
}

function killGroup({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // No process of the group is left.
  }
}

/** Size of all files in the folder and its subfolders. */
async function sizeOf(folder: string): Promise<number> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true }).catch(() => []);
  const sizes = await Promise.all(
    entries
      .filter((entry) => entry.isFile())
      .map(async (entry) => (await stat(join(entry.parentPath, entry.name)).catch(() => null))?.size ?? 0),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}

const madeNothing: Why = (extension) => say('converterMadeNothing', { extension });

/** Only a plain file: a link could lead anywhere. */
async function readOutput(path: string, limitBytes: number): Promise<Uint8Array<ArrayBuffer>> {
  const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW).catch(() => {
    throw new ConversionFailure(madeNothing);
  });
  try {
    const found = await file.stat();
    if (!found.isFile()) throw new ConversionFailure(madeNothing);
    if (found.size > limitBytes)
      throw new ConversionFailure((extension) => say('converterWrote', { extension, mb: limitBytes / 2 ** 20 }));
    const bytes = new Uint8Array(found.size);
    let at = 0;
    while (at < bytes.length) {
      const { bytesRead } = await file.read(bytes, at, bytes.length - at, at);
      if (bytesRead === 0) throw new ConversionFailure((extension) => say('converterWentOn', { extension }));
      at += bytesRead;
    }
    return bytes;
  } finally {
    await file.close();
  }
}
