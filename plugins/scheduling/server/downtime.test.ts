import { randomUUID } from 'node:crypto';
import { fireJobEvent, readJob, type Job } from '@sinter/sdk/contract/scheduling/jobs';
import { moveJob } from '@sinter/sdk/contract/scheduling/chart';
import { cancelDowntime, createDowntime, updateDowntime } from '@sinter/sdk/contract/scheduling/downtime';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestClient, TestServer } from '../../../host/server/testing.ts';
import { clockSteps, onClock } from './clock.ts';
import {
  build,
  day,
  failure,
  hour,
  hoursAhead,
  machineOf,
  minute,
  outcome,
  schedulingTestServer,
  type TestMachine,
} from './testing.ts';

let server: TestServer;
let planner: TestClient;
let machine: TestMachine;

beforeAll(async () => {
  server = await schedulingTestServer(true);
  planner = await server.client('planner');
  machine = await machineOf(server, 'SLS-01');
});
afterAll(() => server.stop());

const draft = (from: number, hours: number) => ({
  equipmentId: machine.id,
  fromDate: String(from),
  toDate: String(from + hours * hour),
  jobName: 'Cleaning',
  eventId: randomUUID(),
});
type Draft = ReturnType<typeof draft> & {
  repeat?: { every: 'DAY' | 'WEEK'; count: number; interval?: number };
  skipTaken?: boolean;
};
const plan = async (body: Draft): Promise<Job[]> => (await planner.call(createDowntime, { body })).jobDTOS;
const first = ([job]: readonly Job[]): Job => {
  if (!job) throw new Error('No downtime was made.');
  return job;
};
const read = (id: number) => planner.call(readJob, { params: { id } });
const cancel = (job: Job, scope: 'ONE' | 'FOLLOWING' = 'ONE') =>
  planner.call(cancelDowntime, { params: { id: job.id }, body: { scope, version: job.version } });

describe('the clock', () => {
  test('leads a downtime from one status to the next, however late it comes', () => {
    const time = { from: 100, to: 200 };
    expect(clockSteps('QUEUED', time, 99)).toEqual([]);
    expect(clockSteps('QUEUED', time, 100)).toEqual(['IN_PROGRESS']);
    expect(clockSteps('QUEUED', time, 200)).toEqual(['IN_PROGRESS', 'COMPLETED']);
    expect(clockSteps('IN_PROGRESS', time, 199)).toEqual([]);
    expect(clockSteps('IN_PROGRESS', time, 200)).toEqual(['COMPLETED']);
    for (const ended of ['COMPLETED', 'CANCELLED'] as const) expect(clockSteps(ended, time, 300)).toEqual([]);
  });

  test('is followed by a background job at its time', async () => {
    const from = Date.now() + 1500;
    const job = first(await plan({ ...draft(from, 0), toDate: String(from + 1500) }));
    expect(job.jobStatus).toBe('QUEUED');
    await expect.poll(async () => (await read(job.id)).jobStatus).toBe('IN_PROGRESS');
    await expect.poll(async () => (await read(job.id)).jobStatus).toBe('COMPLETED');
    const { version } = await read(job.id);
    await onClock(server.services, { jobId: job.id });
    expect((await read(job.id)).version).toBe(version);
  });

  test('is caught up with after the server was off, once', async () => {
    const job = first(await plan(draft(hoursAhead(5), 1)));
    await sql`update job set from_date = now() - interval '3 h', to_date = now() - interval '2 h' where id = ${job.id}`.execute(
      server.services.db,
    );
    await Promise.all([1, 2, 3].map(() => onClock(server.services, { jobId: job.id })));
    expect((await read(job.id)).jobStatus).toBe('COMPLETED');
    const history = await sql<{
      event: string;
    }>`select event from job_history where job_id = ${job.id} order by id`.execute(server.services.db);
    expect(history.rows.map(({ event }) => event)).toEqual(['CREATE', 'START', 'COMPLETE']);
  });

  test('moves no builds', async () => {
    const job = await build(planner, machine, hoursAhead(6), 1);
    await sql`update job set from_date = now() - interval '3 h', to_date = now() - interval '2 h' where id = ${job.id}`.execute(
      server.services.db,
    );
    await onClock(server.services, { jobId: job.id });
    expect((await read(job.id)).jobStatus).toBe('QUEUED');
    await onClock(server.services, { jobId: 999_999 });
    await sql`update job set status = 'CANCELLED' where id = ${job.id}`.execute(server.services.db);
  });
});

describe('a downtime', () => {
  test('keeps out builds, and is kept out by them', async () => {
    const from = hoursAhead(48);
    const down = first(await plan(draft(from, 4)));
    expect(down).toMatchObject({ jobType: 'DOWNTIME', materialDTO: null, seriesId: null, jobName: 'Cleaning' });
    const refused = await failure(build(planner, machine, from + hour));
    expect(refused.details).toMatchObject({ obstacle: 'DOWNTIME', jobId: down.id });
    const job = await build(planner, machine, from + 4 * hour);
    const other = await failure(plan(draft(from + 5 * hour, 1)));
    expect(other.details).toMatchObject({
      obstacle: 'BUSY',
      jobId: job.id,
      slot: { fromDate: String(from + 6 * hour) },
    });
  });

  test('may have begun already, and then ends when it is called off', async () => {
    const from = Date.now() - 30 * minute;
    const down = first(await plan(draft(from, 2)));
    expect(down.jobStatus).toBe('IN_PROGRESS');
    const update = { fromDate: down.fromDate, toDate: down.toDate, jobName: 'Late', version: down.version };
    const refused = await failure(planner.call(updateDowntime, { params: { id: down.id }, body: update }));
    expect(refused.code).toBe('TRANSITION_REFUSED');
    const ended = await cancel(down);
    expect(ended.jobStatus).toBe('COMPLETED');
    expect(Math.abs(Number(ended.toDate) - Date.now())).toBeLessThan(minute);
    expect((await failure(cancel(ended))).code).toBe('TRANSITION_REFUSED');
  });

  test('is moved and called off by its own calls, and never fired at', async () => {
    const from = hoursAhead(72);
    const down = first(await plan(draft(from, 1)));
    const fire = planner.call(fireJobEvent, { params: { id: down.id }, body: { event: 'CANCEL', reason: 'No.' } });
    expect((await failure(fire)).details.allowed).toEqual([]);
    const body = {
      equipmentId: machine.id,
      fromDate: String(from + hour),
      toDate: String(from + 3 * hour),
      version: down.version,
    };
    expect(await planner.call(moveJob, { params: { id: down.id }, body })).toMatchObject({
      fromDate: String(from + hour),
    });
    expect((await failure(cancel(down))).code).toBe('CHANGED');
    expect((await cancel(await read(down.id))).jobStatus).toBe('CANCELLED');
    const job = await build(planner, machine, from);
    expect(await outcome(planner.call(cancelDowntime, { params: { id: job.id }, body: { version: 1 } }))).toBe(
      'CONFLICT',
    );
    const stranger = await server.client('admin2');
    expect(await outcome(stranger.call(cancelDowntime, { params: { id: down.id }, body: { version: 1 } }))).toBe(
      'NOT_FOUND',
    );
  });
});

describe('a series', () => {
  const at = 24 * 30;

  test('is made once, all of it or none, or without those that are taken', async () => {
    const from = hoursAhead(at);
    const job = await build(planner, machine, from + day, 2);
    const body: Draft = { ...draft(from, 1), repeat: { every: 'DAY', count: 4 } };
    const refused = await failure(plan(body));
    expect(refused.details).toMatchObject({ obstacle: 'BUSY', jobId: job.id });
    const made = await plan({ ...body, skipTaken: true });
    expect(made.map(({ fromDate }) => Math.round((Number(fromDate) - from) / day))).toEqual([0, 2, 3]);
    expect(new Set(made.map(({ seriesId }) => seriesId))).toEqual(new Set([first(made).id]));
    expect((await plan({ ...body, skipTaken: true })).map(({ id }) => id)).toEqual(made.map(({ id }) => id));
    const long = plan({ ...draft(from + 20 * day, 30), repeat: { every: 'DAY', count: 3 } });
    expect(Object.keys((await failure(long)).fields)).toEqual(['toDate']);
  });

  test('is moved and called off from one on', async () => {
    const from = hoursAhead(at + 24 * 60);
    const made = await plan({ ...draft(from, 1), repeat: { every: 'WEEK', count: 4 } });
    const [one, two, three, four] = made;
    if (!one || !two || !three || !four) throw new Error('Four were wanted.');
    const body = {
      fromDate: String(Number(two.fromDate) + hour),
      toDate: String(Number(two.toDate) + 2 * hour),
      jobName: 'Big cleaning',
      scope: 'FOLLOWING' as const,
      version: two.version,
    };
    await planner.call(updateDowntime, { params: { id: two.id }, body });
    const now = await Promise.all(made.map(({ id }) => read(id)));
    expect(now.map((each, index) => Number(each.fromDate) - Number(made[index]?.fromDate))).toEqual([
      0,
      hour,
      hour,
      hour,
    ]);
    expect(now.map((each, index) => Number(each.toDate) - Number(made[index]?.toDate))).toEqual([
      0,
      2 * hour,
      2 * hour,
      2 * hour,
    ]);
    expect(now.map(({ jobName }) => jobName)).toEqual(['Cleaning', 'Big cleaning', 'Big cleaning', 'Big cleaning']);

    const wall = await build(planner, machine, Number(now[3]?.toDate), 5);
    const current = await read(three.id);
    const again = planner.call(updateDowntime, {
      params: { id: three.id },
      body: {
        ...body,
        fromDate: current.fromDate,
        toDate: String(Number(current.toDate) + hour),
        version: current.version,
      },
    });
    expect((await failure(again)).details.jobId).toBe(wall.id);
    expect((await read(three.id)).version).toBe(current.version);

    await cancel(current, 'FOLLOWING');
    const left = await Promise.all(made.map(({ id }) => read(id)));
    expect(left.map(({ jobStatus }) => jobStatus)).toEqual(['QUEUED', 'QUEUED', 'CANCELLED', 'CANCELLED']);
  });
});
