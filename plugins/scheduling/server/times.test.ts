import { randomUUID } from 'node:crypto';
import { openCalendar, updateCalendar } from '@sinter/sdk/contract/scheduling/calendar';
import {
  facilityJobs,
  mergeJobs,
  moveJob,
  pickJobs,
  rerunJob,
  searchJobs,
} from '@sinter/sdk/contract/scheduling/chart';
import { cancelDowntime, createDowntime } from '@sinter/sdk/contract/scheduling/downtime';
import { fileDtoSchema } from '@sinter/sdk/contract/host/files';
import {
  createJob,
  fireJobEvent,
  fileJobStatus,
  listJobs,
  nextSlot,
  readJob,
  type Job,
} from '@sinter/sdk/contract/scheduling/jobs';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestClient, TestServer } from '../../../host/server/testing.ts';
import {
  build,
  comingFriday,
  draftOf,
  failure,
  force,
  hour,
  hoursAhead,
  machineOf,
  machinesFor,
  minute,
  orderedPart,
  outcome,
  schedulingTestServer,
} from './testing.ts';

let server: TestServer;
let planner: TestClient;
let second: TestClient;

beforeAll(async () => {
  server = await schedulingTestServer();
  [planner, second] = await Promise.all([server.client('planner'), server.client('admin2')]);
});
afterAll(() => server.stop());

const read = (id: number): Promise<Job> => planner.call(readJob, { params: { id } });
const move = (client: TestClient, job: Job, from: number, to: number) =>
  client.call(moveJob, {
    params: { id: job.id },
    body: {
      equipmentId: job.equipmentId,
      version: job.version,
      fromDate: String(from),
      toDate: String(to),
    },
  });

describe('time on a machine', () => {
  test('is taken from when a job began, also where that was earlier than planned', async () => {
    const machine = await machineOf(server, 'SLS-01');
    const job = await build(planner, machine, hoursAhead(10), 4);
    await planner.call(fireJobEvent, { params: { id: job.id }, body: { event: 'START' } });
    const refused = await failure(build(planner, machine, Date.now() + minute, 1));
    expect(refused.details).toMatchObject({ obstacle: 'BUSY', jobId: job.id });
    const { fromDate } = await planner.call(nextSlot, { query: { equipment: machine.id, totalHours: 1 } });
    expect(Number(fromDate)).toBeGreaterThanOrEqual(Number(job.toDate));
  });

  test('of a downtime that is over is not changed any more', async () => {
    const machine = await machineOf(server, 'SLS-02');
    const from = hoursAhead(5);
    const { jobDTOS } = await planner.call(createDowntime, {
      body: {
        equipmentId: machine.id,
        fromDate: String(from),
        toDate: String(from + hour),
        jobName: 'Cleaning',
        eventId: randomUUID(),
      },
    });
    const id = jobDTOS[0]?.id ?? 0;
    await sql`update job set from_date = now() - interval '3 h', to_date = now() - interval '2 h' where id = ${id}`.execute(
      server.services.db,
    );
    const late = await read(id);
    // The clock has not come by yet.
    const refused = await failure(move(planner, late, Number(late.fromDate), from));
    expect([refused.code, refused.details.from]).toEqual(['TRANSITION_REFUSED', 'COMPLETED']);
    await force(server, id, { status: 'COMPLETED' });
    expect((await failure(move(planner, await read(id), Number(late.fromDate), from))).code).toBe('TRANSITION_REFUSED');
  });

  test('has somebody there for all of it where machines do not run alone, also when it is stretched', async () => {
    const machine = await machineOf(server, 'SLS-L1');
    const shifts = [1, 2, 3, 4, 5].map((weekday) => ({ weekday, from: '08:00', to: '16:00' }));
    const calendar = { ...openCalendar, shifts, unattended: false };
    await second.call(updateCalendar, { body: calendar });
    const friday = comingFriday();
    const job = await build(second, machine, friday + 9 * hour, 3);
    expect((await failure(move(second, job, friday + 9 * hour, friday + 18 * hour))).details.obstacle).toBe('STAFF');
    const longer = await move(second, job, friday + 9 * hour, friday + 15 * hour);
    expect(longer.toDate).toBe(String(friday + 15 * hour));
    // One that runs ends when it ends.
    await force(server, job.id, { status: 'IN_PROGRESS' });
    expect(await outcome(move(second, { ...job, version: 2 }, friday + 9 * hour, friday + 18 * hour))).toBe('OK');
    const late = { ...calendar, shifts: [{ weekday: 1, from: '24:00', to: '06:00' }] };
    expect(await outcome(second.call(updateCalendar, { body: late }))).toBe('INVALID_INPUT');
  });
});

describe('a request', () => {
  test('that is sent again does once what it says', async () => {
    const machine = await machineOf(server, 'SLS-03');
    const job = await build(planner, machine, hoursAhead(10));
    const eventId = randomUUID();
    const fire = (event: 'START' | 'PAUSE', id: string) =>
      planner.call(fireJobEvent, { params: { id: job.id }, body: { event, eventId: id } });
    const all = await Promise.all([fire('START', eventId), fire('START', eventId), fire('START', eventId)]);
    expect(all.map(({ jobStatus }) => jobStatus)).toEqual(['IN_PROGRESS', 'IN_PROGRESS', 'IN_PROGRESS']);
    await fire('PAUSE', randomUUID());
    expect((await fire('START', eventId)).jobStatus).toBe('PAUSED');
    expect(await outcome(fire('START', randomUUID()))).toBe('TRANSITION_REFUSED');
    await force(server, job.id, { status: 'CANCELLED' });
  });

  test('may be the job as it was read', async () => {
    const part = await orderedPart(server, 4);
    const [machine] = await machinesFor(server, part.process);
    if (!machine) throw new Error('Nothing makes the part.');
    const sent = await planner.send('/api/v1/files', 'build.log', 'layers', {});
    const file = fileDtoSchema.parse(await sent.json()).id;
    const body = {
      ...draftOf(machine, hoursAhead(900), 2),
      files: [{ rfqCadFileId: part.id, quantity: 3 }],
      jobFileIds: [file],
      estimatedTime: '1.25',
    };
    const job = await planner.call(createJob, { body: { ...body, eventId: randomUUID() } });
    const put = (change: Record<string, unknown>) =>
      planner.fetch('/api/v1/job-scheduling', {
        method: 'PUT',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ ...job, ...change }),
      });
    expect((await put({ jobName: 'Renamed' })).status).toBe(200);
    const renamed = await read(job.id);
    expect(renamed).toEqual({ ...job, jobName: 'Renamed', version: 2 });
    const [order] = job.jobOrderDTOs;
    const jobOrderDTOs = [{ ...order, fileIds: order?.fileIds.map((each) => ({ ...each, quantity: 2 })) }];
    expect((await put({ jobOrderDTOs, jobFiles: undefined, version: 2 })).status).toBe(200);
    const changed = await read(job.id);
    expect(changed.jobOrderDTOs[0]?.fileIds[0]?.quantity).toBe(2);
    expect(changed.jobFiles).toHaveLength(1);
    const post = await planner.fetch('/api/v1/job-scheduling', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        ...changed,
        fromDate: String(hoursAhead(905)),
        toDate: String(hoursAhead(907)),
        eventId: randomUUID(),
      }),
    });
    expect(post.status).toBe(200);
  });

  test('that makes no sense is refused by its field', async () => {
    const machine = await machineOf(server, 'SLS-01');
    const body = { ...draftOf(machine, hoursAhead(1000), 2), eventId: randomUUID() };
    const spoilt = {
      jobName: 'a\u0007b',
      jobNotes: 'a\u0000b',
      estimatedTime: '999999999',
      buildPlateUtilization: 1.5,
      materialQuantityUsed: '-1',
    };
    for (const [field, value] of Object.entries(spoilt)) {
      const refused = await failure(planner.call(createJob, { body: { ...body, [field]: value } }));
      expect(Object.keys(refused.fields), field).toEqual([field]);
    }
    expect((await planner.call(createJob, { body: { ...body, jobNotes: 'One\n\tTwo' } })).jobNotes).toBe('One\n\tTwo');
  });
});

test('hostile questions are answered or refused, and never break anything', async () => {
  const machine = await machineOf(server, 'SLS-01');
  const many = Array.from({ length: 10_000 }, (_, at) => at);
  const far = { fromDate: '0', toDate: '999999999999999' };
  const list = (query: Record<string, unknown>, offset = 0) =>
    outcome(planner.call(listJobs, { params: { limit: 100, offset }, query }));
  const asked = await Promise.all([
    outcome(planner.call(facilityJobs, { body: { ...far, equipments: many } })),
    outcome(planner.call(searchJobs, { query: {}, body: { ...far, jobs: many } })),
    outcome(planner.call(fileJobStatus, { body: many })),
    outcome(planner.call(facilityJobs, { body: { ...far, materials: [-1, 9e15], equipments: many.slice(0, 5000) } })),
    outcome(planner.call(fileJobStatus, { body: [-1, 9e15, 9e15, 0] })),
    list(far),
    list({ fromDate: '999999999999999', toDate: '0', equipmentId: -5 }, 9e15),
    outcome(planner.call(pickJobs, { body: { jobId: 9e15 } })),
    outcome(planner.call(pickJobs, { body: { searchString: '\\%_\'"' } })),
    outcome(planner.call(nextSlot, { query: { equipment: 9e15, totalHours: 1 } })),
    outcome(planner.call(nextSlot, { query: { equipment: machine.id, totalHours: Number.NaN } })),
  ]);
  expect(asked).toEqual([
    'INVALID_INPUT',
    'INVALID_INPUT',
    'INVALID_INPUT',
    'OK',
    'OK',
    'OK',
    'OK',
    'OK',
    'OK',
    'NOT_FOUND',
    'INVALID_INPUT',
  ]);
  const ahead = Date.now() + 9 * 365 * 24 * hour;
  const endless = {
    equipmentId: machine.id,
    fromDate: String(ahead),
    toDate: String(ahead + 366 * 24 * hour),
    jobName: 'Endless',
    repeat: { every: 'MONTH' as const, interval: 52, count: 366 },
    eventId: randomUUID(),
  };
  expect(await outcome(planner.call(createDowntime, { body: endless }))).toBe('INVALID_INPUT');
  const rare = { ...endless, toDate: String(ahead + hour) };
  expect((await planner.call(createDowntime, { body: rare })).jobDTOS).toHaveLength(1);
});

test('one of two builds starts that are started at once, and what is merged while it is moved is all there', async () => {
  const machine = await machineOf(server, 'SLS-02');
  const from = hoursAhead(4000);
  const jobs = await Promise.all([0, 3].map((after) => build(planner, machine, from + after * hour)));
  const started = await Promise.all(
    jobs.map(({ id }) => outcome(planner.call(fireJobEvent, { params: { id }, body: { event: 'START' } }))),
  );
  expect(started.sort()).toEqual(['CONFLICT', 'OK']);
  for (const { id } of jobs) await force(server, id, { status: 'CANCELLED' });

  const part = await orderedPart(server, 40);
  const [spot] = await machinesFor(server, part.process);
  if (!spot) throw new Error('Nothing makes the part.');
  for (let round = 0; round < 5; round += 1) {
    const at = from + (100 + round * 20) * hour;
    const plan = (start: number) => {
      const body = { ...draftOf(spot, start, 2), files: [{ rfqCadFileId: part.id, quantity: 2 }] };
      return planner.call(createJob, { body: { ...body, eventId: randomUUID() } });
    };
    const [one, other] = [await plan(at), await plan(at + 3 * hour)];
    const merge = (job: Job, intoJobId: number) =>
      outcome(planner.call(mergeJobs, { params: { id: job.id }, body: { intoJobId, version: 1 } }));
    const came = await Promise.all([
      merge(one, other.id),
      merge(other, one.id),
      outcome(move(planner, other, at + 6 * hour, at + 8 * hour)),
    ]);
    for (const each of came) expect(['OK', 'CHANGED', 'TRANSITION_REFUSED', 'JOB_NOT_QUEUED']).toContain(each);
    const [left] = await planner.call(fileJobStatus, { body: [part.id] });
    expect(left?.notScheduled).toBe(40 - 4 * (round + 1));
  }
});

test('a job that is run again stays the kind of job that it was', async () => {
  const machine = await machineOf(server, 'SLS-03');
  const job = await build(planner, machine, hoursAhead(2000));
  await force(server, job.id, { status: 'COMPLETED', job_type: 'FILLER' });
  const again = await planner.call(rerunJob, { params: { id: job.id }, body: { eventId: randomUUID() } });
  expect(again.jobType).toBe('FILLER');
});

test('two who change one series from different ends of it wait for each other once', async () => {
  const machine = await machineOf(server, 'FDM-01');
  const from = hoursAhead(3000);
  for (let round = 0; round < 4; round += 1) {
    const start = from + round * 100 * 24 * hour;
    const { jobDTOS } = await planner.call(createDowntime, {
      body: {
        equipmentId: machine.id,
        fromDate: String(start),
        toDate: String(start + hour),
        jobName: 'Cleaning',
        repeat: { every: 'WEEK', count: 8 },
        eventId: randomUUID(),
      },
    });
    const [, early] = jobDTOS;
    const last = jobDTOS.at(-1);
    if (!early || !last) throw new Error('Eight were wanted.');
    // The last one comes first now, so that both want the same rows in opposite order.
    await move(planner, last, start - 48 * hour, start - 47 * hour);
    const call = (id: number, version: number) =>
      outcome(planner.call(cancelDowntime, { params: { id }, body: { scope: 'FOLLOWING', version } }));
    const both = await Promise.all([call(last.id, 2), call(early.id, 1)]);
    // Who comes second may find it called off already.
    expect(both).toContain('OK');
    expect(['OK', 'CHANGED', 'TRANSITION_REFUSED']).toContain(both.find((one) => one !== 'OK') ?? 'OK');
    const { rows } = await sql<{ status: string }>`select distinct status from job
      where series_id = ${jobDTOS[0]?.id}`.execute(server.services.db);
    expect(rows).toEqual([{ status: 'CANCELLED' }]);
  }
});
