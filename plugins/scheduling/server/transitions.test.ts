import { randomUUID } from 'node:crypto';
import { mergeJobs, rerunJob } from '@sinter/sdk/contract/scheduling/chart';
import {
  fireJobEvent,
  jobEventSchema,
  jobStatusSchema,
  jobTypeSchema,
  readJob,
  type JobEvent,
  type JobStatus,
} from '@sinter/sdk/contract/scheduling/jobs';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestClient, TestServer } from '../../../host/server/testing.ts';
import {
  build,
  day,
  failure,
  force,
  hour,
  hoursAhead,
  machineOf,
  outcome,
  schedulingTestServer,
  type TestMachine,
} from './testing.ts';

let server: TestServer;
let admin: TestClient;
let planner: TestClient;
let machine: TestMachine;
let jobId: number;

beforeAll(async () => {
  server = await schedulingTestServer();
  [admin, planner] = await Promise.all([server.client('admin'), server.client('planner')]);
  machine = await machineOf(server, 'SLS-01');
  jobId = (await build(admin, machine, hoursAhead(24))).id;
});
afterAll(() => server.stop());

/** Everything that is allowed, by what is walked; all other pairs are refused. Written down apart from the product's table. */
const allowed: Record<JobStatus, Partial<Record<JobEvent, JobStatus>>> = {
  WAITING: { RELEASE: 'QUEUED', CANCEL: 'CANCELLED' },
  QUEUED: { PUT_BACK: 'WAITING', START: 'IN_PROGRESS', CANCEL: 'CANCELLED' },
  IN_PROGRESS: { PAUSE: 'PAUSED', COMPLETE: 'COMPLETED', FAIL: 'FAILED', CANCEL: 'CANCELLED' },
  PAUSED: { RESUME: 'IN_PROGRESS', COMPLETE: 'COMPLETED', FAIL: 'FAILED', CANCEL: 'CANCELLED' },
  CANCELLED: { RESTORE: 'QUEUED' },
  COMPLETED: { CORRECT_TO_FAILED: 'FAILED' },
  FAILED: { CORRECT_TO_COMPLETED: 'COMPLETED' },
  MERGED: {},
};
const types = jobTypeSchema.options;
const isDown = (type: string) => type.endsWith('DOWNTIME');

const fire = (client: TestClient, event: JobEvent, reason = 'Because.') =>
  client.call(fireJobEvent, { params: { id: jobId }, body: { event, reason } });

describe.each(types)('a job of type %s', (job_type) => {
  test.each(jobStatusSchema.options)('that is %s goes where the table says, and nowhere else', async (status) => {
    for (const event of jobEventSchema.options) {
      await force(server, jobId, { status, job_type });
      await sql`update job set started_at = null where id = ${jobId}`.execute(server.services.db);
      const to = isDown(job_type) ? undefined : allowed[status][event];
      const which = `${event} on ${status} ${job_type}`;
      if (to !== undefined) {
        expect((await fire(admin, event)).jobStatus, which).toBe(to);
        continue;
      }
      const refused = await failure(fire(admin, event));
      expect([refused.code, refused.details.from, refused.details.event], which).toEqual([
        'TRANSITION_REFUSED',
        status,
        event,
      ]);
      expect(refused.details.allowed?.toSorted(), which).toEqual(
        isDown(job_type) ? [] : Object.keys(allowed[status]).sort(),
      );
      expect((await admin.call(readJob, { params: { id: jobId } })).jobStatus, which).toBe(status);
    }
  });
});

describe('a change of status', () => {
  const wantReason: readonly JobEvent[] = ['CANCEL', 'FAIL', 'CORRECT_TO_COMPLETED', 'CORRECT_TO_FAILED'];

  test('asks why where something is given up or put right', async () => {
    for (const status of jobStatusSchema.options) {
      for (const [event] of Object.entries(allowed[status])) {
        const name = jobEventSchema.parse(event);
        await force(server, jobId, { status, job_type: 'ORDER' });
        await sql`update job set started_at = null where id = ${jobId}`.execute(server.services.db);
        const came = await outcome(fire(admin, name, ' '));
        expect(came, `${event} on ${status}`).toBe(wantReason.includes(name) ? 'INVALID_INPUT' : 'OK');
      }
    }
  });

  test('that corrects an ended job needs the right to it', async () => {
    await force(server, jobId, { status: 'COMPLETED', job_type: 'ORDER' });
    expect(await outcome(fire(planner, 'CORRECT_TO_FAILED'))).toBe('FORBIDDEN');
  });

  test('starts nothing on a machine that runs something else or is out of use', async () => {
    const from = hoursAhead(200);
    const [first, second] = [await build(admin, machine, from), await build(admin, machine, from + 4 * hour)];
    await force(server, jobId, { status: 'CANCELLED', job_type: 'ORDER' });
    const start = (id: number) => admin.call(fireJobEvent, { params: { id }, body: { event: 'START' } });
    expect((await start(first.id)).jobStatus).toBe('IN_PROGRESS');
    const refused = await failure(start(second.id));
    expect([refused.code, refused.details.jobId]).toEqual(['CONFLICT', first.id]);
    await force(server, first.id, { status: 'COMPLETED', job_type: 'DOWNTIME' });
    await sql`update job set status = 'QUEUED', from_date = now() - interval '1 h', to_date = now() + interval '1 h'
      where id = ${first.id}`.execute(server.services.db);
    expect((await failure(start(second.id))).details.jobId).toBe(first.id);
    await force(server, first.id, { status: 'CANCELLED' });
    expect((await start(second.id)).jobStatus).toBe('IN_PROGRESS');
    await force(server, second.id, { status: 'CANCELLED' });
  });

  test('restores a job that never began, while its place is free', async () => {
    const from = hoursAhead(300);
    const job = await build(admin, machine, from);
    const on = (event: JobEvent) =>
      admin.call(fireJobEvent, { params: { id: job.id }, body: { event, reason: 'A mistake.' } });
    await on('CANCEL');
    const other = await build(admin, machine, from);
    const refused = await failure(on('RESTORE'));
    expect([refused.code, refused.details.obstacle, refused.details.jobId]).toEqual(['SLOT_TAKEN', 'BUSY', other.id]);
    await force(server, other.id, { status: 'CANCELLED' });
    expect((await on('RESTORE')).jobStatus).toBe('QUEUED');
    await on('START');
    await on('CANCEL');
    expect((await failure(on('RESTORE'))).code).toBe('CONFLICT');
  });
});

describe('a job', () => {
  test.each(jobStatusSchema.options)('that is %s is put into another one, or run again, or neither', async (status) => {
    const from = hoursAhead(500) + jobStatusSchema.options.indexOf(status) * day;
    const [job, target] = [await build(admin, machine, from), await build(admin, machine, from + 3 * hour)];
    await force(server, job.id, { status });
    const params = { id: job.id };
    const again = await outcome(admin.call(rerunJob, { params, body: { eventId: randomUUID() } }));
    const ended = ['COMPLETED', 'FAILED', 'CANCELLED', 'MERGED'].includes(status);
    expect(again).toBe(ended ? 'OK' : 'TRANSITION_REFUSED');
    const merge = (id: number, intoJobId: number) =>
      outcome(admin.call(mergeJobs, { params: { id }, body: { intoJobId, version: 1 } }));
    expect(await merge(target.id, job.id)).toBe(['WAITING', 'QUEUED'].includes(status) ? 'OK' : 'TRANSITION_REFUSED');
    await force(server, target.id, { status: 'QUEUED' });
    const third = await build(admin, machine, from + 6 * hour);
    await force(server, job.id, { status });
    await sql`update job set version = 1 where id = ${job.id}`.execute(server.services.db);
    expect(await merge(job.id, third.id)).toBe(['WAITING', 'QUEUED'].includes(status) ? 'OK' : 'TRANSITION_REFUSED');
  });
});
