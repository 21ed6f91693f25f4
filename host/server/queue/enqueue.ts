import { type Kysely, sql } from 'kysely';

export interface EnqueueOptions {
  /** A waiting job with the same key is replaced by this one, so that there is never more than one. */
  key?: string;
  /** The job does not begin before this time; at once if not given. */
  runAt?: Date;
  /** How often it is tried, with growing gaps (e^attempt seconds); 25 if not given. */
  maxAttempts?: number;
  /** Jobs of one queue run one after the other. */
  queue?: string;
  /** Of the jobs that wait, those with the lower number begin first; 0 if not given. */
  priority?: number;
}

/**
 * Queues a job in the caller's transaction: it runs if, and only after, that commits. It runs at least once and now and
 * then twice, so its effect must carry a unique key. `payload` is JSON, checked by the task's schema when it runs.
 */
export async function enqueue<DB>(
  tx: Kysely<DB>,
  name: string,
  payload: object,
  { key, runAt, maxAttempts, queue, priority }: EnqueueOptions = {},
): Promise<void> {
  await sql`select from graphile_worker.add_job(
    ${name}::text,
    ${JSON.stringify(payload)}::json,
    queue_name => ${queue ?? null}::text,
    run_at => ${runAt ?? null}::timestamptz,
    max_attempts => ${maxAttempts ?? null}::int,
    job_key => ${key ?? null}::text,
    priority => ${priority ?? null}::int
  )`.execute(tx);
}
