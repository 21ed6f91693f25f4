import { EventEmitter } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Task as GraphileTask, WorkerEvents } from 'graphile-worker';
import type { Pool } from 'pg';
import type { Logger } from 'pino';
import type * as z from 'zod';
import { reap, signOfLife, signOff } from './reaper.ts';

export interface JobRun {
  jobId: string;
  /** 1 for the first. */
  attempt: number;
  maxAttempts: number;
  /** Aborts some seconds after the worker was asked to stop; a job that then throws is tried again elsewhere. */
  signal: AbortSignal;
}

/** What a job of one name does. It may run twice: see `enqueue`. */
export interface Task<S extends z.ZodType = z.ZodType> {
  schema: S;
  run(payload: z.output<S>, job: JobRun): Promise<void>;
}

/** Gives `run` the type of what `schema` parses. */
export const task = <S extends z.ZodType>(schema: S, run: Task<S>['run']): Task<S> => ({ schema, run });

export interface WorkerOptions {
  /** Needs a session for LISTEN: not through a transaction pooler. */
  pool: Pool;
  /** Mesh work and waiting for other people's servers have runners of their own, so that mail never waits behind them. */
  lane: 'light' | 'heavy' | 'outside';
  tasks: Record<string, Task>;
  /** Jobs at once. */
  concurrency: number;
  log: Pick<Logger, 'debug' | 'info' | 'warn' | 'error'>;
  /** Told, now and then twice, of a job that has failed in its last attempt and will not run again. */
  onDead?(name: string, payload: unknown, error: Error): Promise<void>;
  /** Milliseconds without a sign of life after which a runner's jobs go to others; above the longest blocked event loop. */
  deadAfter?: number;
}

export interface Worker {
  /** Takes no more jobs and resolves when those that run have ended. */
  stop(): Promise<void>;
}

const signEvery = 1_000;
/** A runner that breaks off has so long to end its jobs; then another takes its place, and the reaper frees what is left. */
const mostToEnd = 5_000;

/** Runs the jobs of `tasks` as they come in. The tables must be there: see `queueMigrations`. */
export async function startWorker(options: WorkerOptions): Promise<Worker> {
  const { pool, lane, log, deadAfter = 10_000 } = options;
  const stopping = new AbortController();
  let runner = await launch(options);
  log.info({ lane, tasks: Object.keys(options.tasks) }, 'the worker is ready');

  const pause = (ms: number): Promise<void> => sleep(ms, undefined, { signal: stopping.signal }).catch(() => {});

  /** A runner ends by itself when it could not tell the database of a job's end; the reaper then frees its jobs. */
  async function keepRunning(): Promise<void> {
    for (;;) {
      await runner.ended;
      await pause(signEvery);
      if (stopping.signal.aborted) return;
      try {
        runner = await launch(options);
        if (stopping.signal.aborted) await runner.stop();
      } catch (error) {
        log.error({ error, lane }, 'the worker could not start again');
      }
    }
  }

  async function keepAlive(): Promise<void> {
    for (let reapAt = 0; !stopping.signal.aborted; await pause(signEvery)) {
      try {
        await signOfLife(pool, runner.id, lane);
        if (Date.now() < reapAt) continue;
        reapAt = Date.now() + deadAfter / 3;
        await reap(pool, deadAfter, async ({ name, payload }) => {
          await options.onDead?.(name, payload, new Error('The worker died in the last attempt.'));
        });
      } catch (error) {
        log.warn({ error, lane }, 'the worker could not give its sign of life');
      }
    }
  }

  const loops = [keepRunning(), keepAlive()];
  const stop = async (): Promise<void> => {
    stopping.abort();
    await runner.stop();
    await Promise.all(loops);
    await signOff(pool, runner.id);
  };
  return { stop };
}

interface Running {
  /** What its jobs are locked by. */
  id: string;
  ended: Promise<void>;
  stop(): Promise<void>;
}

async function launch(options: WorkerOptions): Promise<Running> {
  const { pool, lane, tasks, concurrency, log } = options;
  const { Logger: RunnerLogger, run } = await import('graphile-worker'); // heavy, and web processes never need it
  const events: WorkerEvents = new EventEmitter();
  let id = '';
  events.on('pool:create', ({ workerPool }) => (id = workerPool.id));
  events.on(
    'job:failed',
    ({ job, error }) => void reportDead(options, job.task_identifier, job.payload, toError(error)),
  );
  const runner = await run({
    pgPool: pool,
    taskList: Object.fromEntries(Object.entries(tasks).map(([name, one]) => [name, runTask(one)])),
    concurrency,
    events,
    noHandleSignals: true,
    logger: new RunnerLogger((scope) => (level, message) => {
      if (level === 'error') log.error({ lane, ...scope }, message);
      else if (level === 'warning') log.warn({ lane, ...scope }, message);
      else log.debug({ lane, ...scope }, message);
    }),
    // Batches, even of no delay, are told to the database with retries; a single job's end is not, and ends the process.
    preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
  });
  let over = false;
  // What could not be told to the database is told to nobody, and whoever waits for it never ends.
  const stuck = new Promise<void>((resolve) => {
    events.on('pool:fatalError', () => void sleep(mostToEnd, undefined, { ref: false }).then(resolve));
  });
  const ended = Promise.race([runner.promise, stuck])
    .catch((error: unknown) => log.error({ error, lane }, 'the worker broke off'))
    .then(() => void (over = true));
  return { id, ended, stop: async () => (over ? undefined : runner.stop()) };
}

function runTask({ schema, run }: Task): GraphileTask {
  return (payload, { job, abortSignal }) =>
    run(schema.parse(payload), {
      jobId: String(job.id),
      attempt: job.attempts,
      maxAttempts: job.max_attempts,
      signal: abortSignal,
    });
}

async function reportDead({ log, onDead }: WorkerOptions, name: string, payload: unknown, error: Error): Promise<void> {
  log.error({ error, name }, 'a job has failed for good');
  try {
    await onDead?.(name, payload, error);
  } catch (failure) {
    log.error({ error: failure, name }, 'the report of a dead job failed');
  }
}

const toError = (error: unknown): Error => (error instanceof Error ? error : new Error(String(error)));
