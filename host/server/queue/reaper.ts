import type { Pool } from 'pg';
import * as z from 'zod';

/** A job that died with its worker, in the last attempt it had. */
export interface DeadJob {
  id: number;
  name: string;
  payload: unknown;
}

const deadJobs = z.array(z.object({ id: z.number(), name: z.string(), payload: z.unknown() }));
const lostRunners = z.array(z.object({ id: z.string(), jobs: z.number() }));

/** A locked job counts only when locked for long enough too: a new runner locks before its first sign of life. */
const findLost = `
  select locked_by as id, sum(jobs)::int as jobs from (
    select locked_by, locked_at, 1 as jobs from graphile_worker._private_jobs where locked_by is not null
    union all
    select locked_by, locked_at, 0 from graphile_worker._private_job_queues where locked_by is not null
  ) as locks
  where locked_at < now() - $1 * interval '1 ms'
    and locked_by not in (select id from queue_runner where seen_at > now() - $1 * interval '1 ms')
  group by locked_by`;

const findDead = `
  select jobs.id, tasks.identifier as name, jobs.payload
  from graphile_worker._private_jobs jobs join graphile_worker._private_tasks tasks on tasks.id = jobs.task_id
  where jobs.locked_by = any($1) and jobs.attempts >= jobs.max_attempts`;

const seen = `
  insert into queue_runner (id, lane) values ($1, $2)
  on conflict (id) do update set seen_at = now()`;

export async function signOfLife(pool: Pool, id: string, lane: string): Promise<void> {
  await pool.query(seen, [id, lane]);
}

export async function signOff(pool: Pool, id: string): Promise<void> {
  await pool.query('delete from queue_runner where id = $1', [id]);
}

/**
 * Releases the jobs of runners that have given no sign of life for `deadAfter` milliseconds; left alone they would stay
 * locked for four hours. Those that have no attempt left will not run again: `report` is told of each first, and again
 * the next time if it fails, or if this process is killed before the database knows.
 */
export async function reap(pool: Pool, deadAfter: number, report: (job: DeadJob) => Promise<void>): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    await client.query(`select pg_advisory_xact_lock(hashtext('queue reaper'))`);
    const lost = lostRunners.parse((await client.query(findLost, [deadAfter])).rows);
    const ids = lost.map(({ id }) => id);
    const dead = ids.length === 0 ? [] : deadJobs.parse((await client.query(findDead, [ids])).rows);
    for (const job of dead) await report(job);
    if (ids.length > 0) {
      await client.query('select graphile_worker.force_unlock_workers($1)', [ids]);
      const reason = 'The worker died in the last attempt.';
      await client.query('select graphile_worker.permanently_fail_jobs($1, $2)', [dead.map(({ id }) => id), reason]);
      const count = lost.reduce((sum, { jobs }) => sum + jobs, 0);
      await client.query(`select pg_notify('jobs:insert', $1)`, [JSON.stringify({ count })]);
    }
    await client.query(`delete from queue_runner where seen_at < now() - interval '1 hour'`);
    await client.query('commit');
    client.release();
  } catch (error) {
    client.release(true); // closing the connection rolls back
    throw error;
  }
}
