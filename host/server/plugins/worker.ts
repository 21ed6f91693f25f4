import type { Pool } from 'pg';
import type { Logger as Pino } from 'pino';
import { heavyAtOnce, type Services } from '@sinter/sdk/server';
import { type Task, type Worker, startWorker, task } from '../queue/worker.ts';
import type { RegisteredJob } from '../work/jobs.ts';

const atOnce = { light: 5, heavy: heavyAtOnce, outside: 16 } as const;

/** Runs the background jobs of the server halves, each lane in a runner of its own. */
export async function startWorkers(
  pool: Pool,
  jobs: ReadonlyMap<string, RegisteredJob>,
  services: Services,
  log: Pino,
): Promise<Worker> {
  const workers: Worker[] = [];
  for (const lane of ['light', 'heavy', 'outside'] as const) {
    const tasks = Object.fromEntries(
      [...jobs]
        .filter(([, { job }]) => job.lane === lane)
        .map(([name, registered]) => [name, asTask(registered, services)]),
    );
    if (Object.keys(tasks).length === 0) continue;
    const onDead = async (name: string, payload: unknown, error: Error): Promise<void> => {
      log.error({ name, payload, error }, 'a background job has failed for good');
      await jobs.get(name)?.gaveUp?.(services, payload);
    };
    workers.push(await startWorker({ pool, lane, tasks, concurrency: atOnce[lane], log, onDead }));
  }
  return { stop: async () => void (await Promise.all(workers.map((worker) => worker.stop()))) };
}

const asTask = ({ job, run }: RegisteredJob, services: Services): Task =>
  task(job.payload, (payload, { attempt, maxAttempts, signal }) =>
    run({ ...services, attempt, lastAttempt: attempt >= maxAttempts, signal }, payload),
  );
