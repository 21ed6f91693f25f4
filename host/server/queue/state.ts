import { type QueryExecutorProvider, sql } from 'kysely';

export interface QueueState {
  /** Those that gave a sign of life lately: each gives one every second. */
  runners: number;
  /** Jobs whose time has come and that nobody runs. */
  waiting: number;
  /** How long the first of them has waited. */
  waitedSeconds: number;
}

const lostAfterSeconds = 15;

export async function readQueue(db: QueryExecutorProvider): Promise<QueueState> {
  const { rows } = await sql<QueueState>`
    select
      (select count(*)::int from queue_runner where seen_at > now() - make_interval(secs => ${lostAfterSeconds})) as runners,
      count(*)::int as waiting,
      coalesce(extract(epoch from now() - min(run_at)), 0)::int as "waitedSeconds"
    from graphile_worker._private_jobs
    where is_available and run_at <= now()
  `.execute(db);
  const [state] = rows;
  if (!state) throw new Error('The queue has no state.');
  return state;
}
