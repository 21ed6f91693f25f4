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
  /** Whose work it is. Where several have much to do, their jobs begin in turn, whoever queued them first. */
  account?: string;
}

/**
 * Queues a job in the caller's transaction: it runs if, and only after, that commits. It runs at least once and now and
 * then twice, so its effect must carry a unique key. `payload` is JSON, checked by the task's schema when it runs.
 */
export async function enqueue<DB>(
  tx: Kysely<DB>,
  name: string,
  payload: object,
  { key, runAt, maxAttempts, queue, priority = 0, account }: EnqueueOptions = {},
): Promise<void> {
  await sql`select from graphile_worker.add_job(
    ${name}::text,
    ${JSON.stringify(payload)}::json,
    queue_name => ${queue ?? null}::text,
    run_at => ${runAt ?? null}::timestamptz,
    max_attempts => ${maxAttempts ?? null}::int,
    job_key => ${key ?? null}::text,
    priority => ${account === undefined ? sql`${priority}` : place(name, account, priority)}::int,
    flags => ${account === undefined ? null : [account]}::text[]
  )`.execute(tx);
}

/**
 * The job of this key that runs lets go of it. Otherwise a transaction that queues the next one of several keys changes the rows of
 * jobs that run, and those that end beside it in another order want the same: both would wait for each other.
 */
export async function letGoOfKey<DB>(db: Kysely<DB>, key: string): Promise<void> {
  await sql`update graphile_worker._private_jobs set key = null where key = ${key} and locked_at is not null`.execute(
    db,
  );
}

/** Priorities are small integers; whoever comes when so many are given out stands behind all the others. */
const lastPlace = 32_000;

/**
 * Behind the account's own jobs of this name (those of another name too, where it is less urgent than others) and beside what
 * is worked on now: so an account with one job stands before the second of whoever has a hundred, and one that always has
 * another does not keep the hundred waiting.
 */
const place = (name: string, account: string, priority: number) => sql`(
  select least(${lastPlace}, greatest(
    coalesce(min(job.priority), 0) + ${priority},
    1 + max(job.priority) filter (where job.flags ? ${account} and (${priority > 0} or task.identifier = ${name}))))
  from graphile_worker._private_jobs job join graphile_worker._private_tasks task on task.id = job.task_id
  where job.flags is not null and (job.locked_at is not null or job.is_available and job.run_at <= now()))`;
