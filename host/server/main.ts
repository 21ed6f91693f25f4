// Asked for by tsyringe as soon as it is read, in whichever chunk of the bundle that is.
import 'reflect-metadata/lite';
import { fork, type ChildProcess } from 'node:child_process';
import { realpathSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Settings } from './settings.ts';

export interface StartOptions {
  /** Command line after the program's name. */
  args: readonly string[];
  dev: boolean;
}

export interface RunningServer {
  url: string;
  /** In development: these plugins were built again. */
  pluginsChanged(ids: readonly string[]): void;
  stop(): Promise<void>;
}

/**
 * Starts the platform in this process. The database comes up while the rest of the program is still being read: nothing
 * heavy is imported up here.
 */
export async function start({ args, dev }: StartOptions): Promise<RunningServer> {
  const { readSettings } = await import('./settings.ts');
  const settings = readSettings(args, process.env, dev);
  const parts: { stop(): Promise<void> }[] = [];
  let stopping: Promise<void> | undefined;
  const stop = (): Promise<void> =>
    (stopping ??= (async () => {
      for (const part of parts.reverse()) await part.stop();
    })());
  stopOnSignals(stop);

  const embedded = settings.databaseUrl === undefined ? startDatabase(settings) : undefined;
  embedded
    ?.then(async ({ lost }) => {
      await lost;
      // Whoever watches this process starts it again, and with it the database.
      console.error(
        `The built-in database has stopped. Its log is ${settings.dataDir}/db/server.log. This process ends.`,
      );
      process.exit(1);
    })
    .catch(() => {}); // awaited below; without this a quick failure would count as unhandled
  const { run } = await import('./run.ts');
  const running = await run(settings, embedded);
  parts.push(running);
  if (settings.role === 'all') parts.push(keepWorker(args));
  return { url: running.url, pluginsChanged: running.pluginsChanged, stop };
}

async function startDatabase({ dataDir }: Settings) {
  const { startEmbedded } = await import('./database/embedded.ts');
  return startEmbedded({ dataDir: `${dataDir}/db` });
}

/** A second signal ends the process at once. */
function stopOnSignals(stop: () => Promise<void>): void {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      stop().then(
        () => process.exit(0),
        (error: unknown) => {
          console.error(error);
          process.exit(1);
        },
      );
    });
  }
  // A worker must not outlive the server that started it.
  if (process.send) process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
}

const restartAfter = 1_000;

/** Background jobs run in a process of their own, so that mesh work never makes a request wait. */
function keepWorker(args: readonly string[]): { stop(): Promise<void> } {
  let child: ChildProcess | undefined;
  let stopped = false;
  const launch = (): void => {
    child = fork(program, [...args, '--role', 'worker']);
    child.once('exit', (code, signal) => {
      if (stopped) return;
      console.error(`The worker has ended (${signal ?? code}); it is started again.`);
      setTimeout(launch, restartAfter);
    });
  };
  launch();
  return {
    async stop() {
      stopped = true;
      const ended = new Promise<void>((resolve) => {
        if (!child || child.exitCode !== null || child.signalCode !== null) resolve();
        else child.once('exit', () => resolve());
      });
      child?.kill('SIGTERM');
      await ended;
    },
  };
}

const program = fileURLToPath(import.meta.url);

if (process.argv[1] !== undefined && realpathSync(process.argv[1]) === program) {
  start({ args: process.argv.slice(2), dev: false }).catch((error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  });
}
