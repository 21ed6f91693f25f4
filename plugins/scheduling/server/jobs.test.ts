import { randomUUID } from 'node:crypto';
import { updateCalendar, openCalendar } from '@sinter/sdk/contract/scheduling/calendar';
import { facilityJobs, mergeJobs, moveJob, rerunJob, shiftJobs } from '@sinter/sdk/contract/scheduling/chart';
import { fileDtoSchema } from '@sinter/sdk/contract/host/files';
import {
  createJob,
  fileJobStatus,
  fireJobEvent,
  jobStatusSchema,
  nextSlot,
  readJob,
  updateJob,
  type Job,
} from '@sinter/sdk/contract/scheduling/jobs';
import { sql } from 'kysely';
import { createDowntime } from '@sinter/sdk/contract/scheduling/downtime';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestClient, TestServer } from '../../../host/server/testing.ts';
import {
  build,
  comingFriday,
  day,
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
  type TestMachine,
} from './testing.ts';

let server: TestServer;
let admin: TestClient;
let planner: TestClient;
let second: TestClient;
let machine: TestMachine;

beforeAll(async () => {
  server = await schedulingTestServer();
  [admin, planner, second] = await Promise.all([
    server.client('admin'),
    server.client('planner'),
    server.client('admin2'),
  ]);
  machine = await machineOf(server, 'SLS-01');
});
afterAll(() => server.stop());

const change = (job: Job, changes: Partial<ReturnType<typeof draftOf>> & Record<string, unknown> = {}) =>
  planner.call(updateJob, {
    body: {
      ...draftOf(machine, Number(job.fromDate), 0),
      toDate: job.toDate,
      jobName: job.jobName,
      files: job.jobOrderDTOs.flatMap(({ fileIds }) =>
        fileIds.map(({ rfqCadFileId, quantity }) => ({ rfqCadFileId, quantity })),
      ),
      id: job.id,
      version: job.version,
      ...changes,
    },
  });
const read = (id: number) => planner.call(readJob, { params: { id } });
const move = (
  job: Pick<Job, 'id' | 'version' | 'equipmentId'>,
  from: number,
  to: number,
  equipmentId = job.equipmentId,
) =>
  planner.call(moveJob, {
    params: { id: job.id },
    body: { equipmentId, version: job.version, fromDate: String(from), toDate: String(to) },
  });

describe('a slot', () => {
  test(
    'that fifty ask for and save at once is given to one, the others get the next',
    { timeout: 120_000 },
    async () => {
      const spot = await machineOf(server, 'SLS-02');
      const query = { equipment: spot.id, totalHours: 2, material: spot.material };
      const asked = await planner.call(nextSlot, { query });
      const times: string[] = [];
      let waves = 0;
      // Everybody who is refused takes the slot that the refusal offers, again at the same time as all others.
      let waiting = Array.from({ length: 50 }, () => ({ fromDate: asked.fromDate ?? '', toDate: asked.toDate ?? '' }));
      while (waiting.length > 0) {
        const answers = await Promise.allSettled(
          waiting.map((slot) =>
            planner.call(createJob, { body: { ...draftOf(spot, 0, 1), ...slot, eventId: randomUUID() } }),
          ),
        );
        const got = answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value.fromDate] : []));
        expect(got).toHaveLength(1);
        times.push(...got);
        const refused = await Promise.all(
          answers.flatMap((answer) => (answer.status === 'rejected' ? [failure(Promise.reject(answer.reason))] : [])),
        );
        for (const { code, details } of refused) {
          expect([code, details.obstacle]).toEqual(['SLOT_TAKEN', 'BUSY']);
          expect(details.jobId).toBeGreaterThan(0);
        }
        waiting = refused.map(({ details }) => details.slot ?? { fromDate: '', toDate: '' });
        waves += 1;
        if (waves === 6) break;
      }
      // One behind the other without a gap, from the slot that was asked for.
      expect(times).toEqual(times.map((_, at) => String(Number(asked.fromDate) + at * 2 * hour)));
    },
  );

  test('is refused with what is in the way, and the nearest that is free', async () => {
    const from = hoursAhead(100);
    const job = await build(planner, machine, from, 4);
    const early = await failure(build(planner, machine, from - hour, 2));
    expect(early.details).toMatchObject({ obstacle: 'BUSY', jobId: job.id });
    expect(early.details.slot).toEqual({ fromDate: String(from - 2 * hour), toDate: String(from) });
    const late = await failure(build(planner, machine, from + 3 * hour, 2));
    expect(late.details.slot?.fromDate).toBe(String(from + 4 * hour));
    const past = await failure(build(planner, machine, Date.now() - 2 * hour, 1));
    expect(past.details.obstacle).toBe('PAST');
    expect(Number(past.details.slot?.fromDate)).toBeGreaterThanOrEqual(Date.now() - minute);
  });

  test('keeps to the calendar of the facility', async () => {
    const spot = await machineOf(server, 'SLS-L1');
    const shifts = [1, 2, 3, 4, 5].map((weekday) => ({ weekday, from: '08:00', to: '16:00' }));
    const calendar = { ...openCalendar, shifts, changeoverMinutes: 60 };
    const saved = await second.call(updateCalendar, { body: calendar });
    expect(saved).toEqual({ ...calendar, timeZone: 'Europe/Paris' });
    const friday = comingFriday();
    const ask = (notBefore: number, material = spot.material) =>
      second.call(nextSlot, { query: { equipment: spot.id, totalHours: 10, notBefore: String(notBefore), material } });
    const night = friday + 20 * hour;
    expect(await ask(night)).toEqual({
      fromDate: String(friday + 3 * day + 8 * hour),
      toDate: String(friday + 3 * day + 18 * hour),
      delayedBy: ['STAFF'],
    });
    const refused = await failure(build(second, spot, night, 10));
    expect(refused.details.obstacle).toBe('STAFF');
    expect(refused.details.slot?.fromDate).toBe(String(friday + 15 * hour + 45 * minute));
    const job = await build(second, spot, friday + 9 * hour, 3);
    expect(await ask(friday + 9 * hour)).toMatchObject({ fromDate: String(friday + 12 * hour), delayedBy: ['BUSY'] });
    expect(await ask(friday + 9 * hour, spot.other)).toMatchObject({
      fromDate: String(friday + 13 * hour),
      delayedBy: ['BUSY', 'CHANGEOVER'],
    });
    const other = { ...spot, material: spot.other };
    const tight = await failure(build(second, other, friday + 12 * hour, 1));
    expect(tight.details).toMatchObject({ obstacle: 'CHANGEOVER', jobId: job.id });
    expect(await outcome(second.call(updateCalendar, { body: { ...calendar, gridMinutes: 7 as 5 } }))).toBe(
      'INVALID_INPUT',
    );
    expect(await outcome(planner.call(nextSlot, { query: { equipment: spot.id, totalHours: 1 } }))).toBe('NOT_FOUND');
  });

  test('of a job that runs late ends no sooner than it will', async () => {
    const spot = await machineOf(server, 'SLS-03');
    const job = await build(planner, spot, hoursAhead(1), 5);
    await sql`update job set status = 'IN_PROGRESS', from_date = now() - interval '5 h', to_date = now() - interval '1 h',
      started_at = now() - interval '2 h', estimated_hours = 6 where id = ${job.id}`.execute(server.services.db);
    const { fromDate } = await planner.call(nextSlot, { query: { equipment: spot.id, totalHours: 1 } });
    expect(Number(fromDate)).toBeGreaterThanOrEqual(Date.now() + 4 * hour - minute);
    expect(Number(fromDate)).toBeLessThan(Date.now() + 4 * hour + 16 * minute);
  });

  test('is not to be had on a machine that is retired', async () => {
    const spot = await machineOf(server, 'FDM-02');
    await sql`update equipment set hidden = true where id = ${spot.id}`.execute(server.services.db);
    const query = { equipment: spot.id, totalHours: 1 };
    const tries = [() => planner.call(nextSlot, { query }), () => build(planner, spot, hoursAhead(5))];
    for (const call of tries) {
      const { code, details } = await failure(call());
      expect([code, details.obstacle]).toEqual(['SLOT_TAKEN', 'RETIRED']);
    }
    await sql`update equipment set hidden = false where id = ${spot.id}`.execute(server.services.db);
  });
});

describe('a part', () => {
  test('is never given to more jobs than it was ordered for', { timeout: 120_000 }, async () => {
    const part = await orderedPart(server, 11);
    const machines = await machinesFor(server, part.process);
    const start = hoursAhead(2000);
    const answers = await Promise.allSettled(
      Array.from({ length: 24 }, (_, at) => {
        const spot = machines[at % machines.length] ?? machine;
        const files = [{ rfqCadFileId: part.id, quantity: 2 }];
        return planner.call(createJob, {
          body: { ...draftOf(spot, start + at * hour, 1), files, eventId: randomUUID() },
        });
      }),
    );
    const done = answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value] : []));
    expect(done).toHaveLength(5);
    for (const answer of answers.filter(({ status }) => status === 'rejected')) {
      const { code, details } = await failure(Promise.reject(answer.status === 'rejected' ? answer.reason : null));
      expect([code, details.free]).toEqual(['OVER_ALLOCATED', 1]);
    }
    const left = async () => (await planner.call(fileJobStatus, { body: [part.id] }))[0]?.notScheduled;
    expect(await left()).toBe(1);

    // Of one job one comes out good; of what that frees only as much can be taken.
    const [first, ...rest] = done;
    const pairs = rest.flatMap((one) =>
      rest.filter((two) => one.id < two.id && one.equipmentId === two.equipmentId).map((two) => ({ one, two })),
    );
    const [pair] = pairs;
    if (!first || !pair) throw new Error('Of five on three machines two are on the same one.');
    const fire = (
      client: TestClient,
      id: number,
      event: 'START' | 'COMPLETE' | 'CORRECT_TO_FAILED' | 'CORRECT_TO_COMPLETED',
      good = 0,
    ) =>
      client.call(fireJobEvent, {
        params: { id },
        body: { event, reason: 'Counted again.', completed: [{ rfqCadFileId: part.id, completedQuantity: good }] },
      });
    await fire(planner, first.id, 'START');
    await fire(planner, first.id, 'COMPLETE', 1);
    expect(await left()).toBe(2);
    // A correction takes back what was posted.
    await fire(admin, first.id, 'CORRECT_TO_FAILED', 0);
    expect(await left()).toBe(3);
    await fire(admin, first.id, 'CORRECT_TO_COMPLETED', 2);
    expect(await left()).toBe(1);
    await fire(admin, first.id, 'CORRECT_TO_FAILED', 0);
    // What is taken meanwhile cannot be posted any more.
    const body = {
      ...draftOf(machines[0] ?? machine, start + 100 * hour, 1),
      files: [{ rfqCadFileId: part.id, quantity: 3 }],
    };
    await planner.call(createJob, { body: { ...body, eventId: randomUUID() } });
    expect((await failure(fire(admin, first.id, 'CORRECT_TO_COMPLETED', 1))).details.free).toBe(0);
    expect((await read(first.id)).jobStatus).toBe('FAILED');
    // And run again there is nothing left of it.
    const again = () => planner.call(rerunJob, { params: { id: first.id }, body: { eventId: randomUUID() } });
    expect((await failure(again())).code).toBe('OVER_ALLOCATED');

    // Merging moves parts and takes none.
    const merged = await planner.call(mergeJobs, {
      params: { id: pair.one.id },
      body: { intoJobId: pair.two.id, version: pair.one.version },
    });
    expect(merged.jobOrderDTOs[0]?.fileIds[0]?.quantity).toBe(4);
    expect(await read(pair.one.id)).toMatchObject({
      jobStatus: 'MERGED',
      mergedIntoJobId: merged.id,
      jobOrderDTOs: [],
      active: false,
    });
    expect(await left()).toBe(0);
  });

  test('is run again with what is left of it, at the next slot of its machine', async () => {
    const part = await orderedPart(server, 5);
    const [spot = machine] = await machinesFor(server, part.process);
    const body = { ...draftOf(spot, hoursAhead(3000), 3), files: [{ rfqCadFileId: part.id, quantity: 4 }] };
    const job = await planner.call(createJob, { body: { ...body, eventId: randomUUID(), jobNotes: 'Keep cool.' } });
    await force(server, job.id, { status: 'FAILED' });
    const eventId = randomUUID();
    const again = () => planner.call(rerunJob, { params: { id: job.id }, body: { eventId } });
    const made = await again();
    expect(made).toMatchObject({
      jobStatus: 'QUEUED',
      rerunOfJobId: job.id,
      jobNotes: 'Keep cool.',
      equipmentId: spot.id,
    });
    expect(made.jobOrderDTOs[0]?.fileIds[0]).toMatchObject({
      rfqCadFileId: part.id,
      quantity: 4,
      completedQuantity: 0,
    });
    expect(Number(made.toDate) - Number(made.fromDate)).toBe(3 * hour);
    expect((await again()).id).toBe(made.id);
  });
});

describe('saving a job', () => {
  const at = 4000;

  test('is refused when somebody else was faster', async () => {
    const job = await build(planner, machine, hoursAhead(at));
    const [one, other] = await Promise.all([
      outcome(change(job, { jobName: 'One' })),
      outcome(change(job, { jobName: 'Two' })),
    ]);
    expect([one, other].sort()).toEqual(['CHANGED', 'OK']);
    const { version } = await read(job.id);
    expect(version).toBe(job.version + 1);
    expect(await outcome(move(job, hoursAhead(at) + hour, hoursAhead(at) + 2 * hour))).toBe('CHANGED');
  });

  test.each(jobStatusSchema.options)('changes what may change while it is %s', async (status) => {
    const from = hoursAhead(at + 24 * (1 + jobStatusSchema.options.indexOf(status)));
    const made = await build(planner, machine, from, 4);
    const other = await machineOf(server, 'SLS-02');
    const queued = status === 'QUEUED';
    const dead = status === 'CANCELLED' || status === 'MERGED';
    const over = status === 'COMPLETED' || status === 'FAILED';
    const changes = {
      name: { jobName: 'Another', jobNotes: 'New notes.' },
      start: { fromDate: String(from + hour) },
      end: { toDate: String(from + 5 * hour) },
      machine: { equipmentDTO: { id: other.id } },
      material: { materialDTO: { id: machine.other } },
      secondary: { secondaryMaterials: [{ materialDTO: { id: machine.other }, materialQuantityUsed: '1.5' }] },
    };
    for (const [name, body] of Object.entries(changes)) {
      await sql`update job set status = ${status}, equipment_id = ${machine.id}, material_id = ${machine.material},
        job_creation_type = 'MANUAL', from_date = ${new Date(from)}, to_date = ${new Date(from + 4 * hour)}
        where id = ${made.id}`.execute(server.services.db);
      await sql`delete from job_material where job_id = ${made.id}`.execute(server.services.db);
      const job = await read(made.id);
      const shared = await machineMaterial(other);
      const input = { ...body, ...(over ? { actualTime: '3.5' } : {}), ...(name === 'machine' ? shared : {}) };
      const expected = dead ? 'JOB_NOT_QUEUED' : queued || name === 'name' || name === 'end' ? 'OK' : 'INVALID_INPUT';
      expect(await outcome(change(job, input)), name).toBe(expected);
      if (name === 'secondary' && queued) {
        expect((await read(made.id)).secondaryMaterials).toMatchObject([
          { materialDTO: { id: machine.other }, materialQuantityUsed: '1.5' },
        ]);
      }
      if (name === 'name' && over) {
        expect((await read(made.id)).actualTime).toBe('3.5');
        expect((await failure(change(await read(made.id)))).fields).toEqual({ actualTime: 'Please enter duration' });
      }
    }
    await force(server, made.id, { status: 'CANCELLED' });
  });

  /** Both machines run the first one's material; where not, the test says so. */
  async function machineMaterial(other: TestMachine) {
    const rows = await server.services.db
      .selectFrom('equipment_material')
      .select('material_id')
      .where('equipment_id', '=', other.id)
      .execute();
    expect(rows.map((row) => row.material_id)).toContain(machine.material);
    return {};
  }

  test('lets machine connectivity change machine and material, and build planning neither', async () => {
    const job = await build(planner, machine, hoursAhead(at + 300), 4);
    const set = (columns: Record<string, string>) =>
      server.services.db.updateTable('job').set(columns).where('id', '=', job.id).execute();
    const body = { materialDTO: { id: machine.other }, actualTime: '4' };
    await set({ status: 'IN_PROGRESS', job_creation_type: 'MACHINE_CONNECTIVITY' });
    expect(await outcome(change(job, body))).toBe('OK');
    await set({ status: 'QUEUED', job_creation_type: 'MANUAL', job_source: 'BUILD_PLANNING' });
    const planned = await read(job.id);
    expect((await failure(change(planned, {}))).fields).toHaveProperty('materialDTO');
    expect(await outcome(change(planned, { materialDTO: { id: machine.other }, jobName: 'Named' }))).toBe('OK');
  });

  test('names the materials that the machine does not run', async () => {
    const elsewhere = await machineOf(server, 'DMLS-01');
    const used = (id: number) => ({ materialDTO: { id }, materialQuantityUsed: '1' });
    const body = {
      ...draftOf(machine, hoursAhead(at + 400), 1),
      secondaryMaterials: [used(machine.other), used(elsewhere.material)],
      supportMaterial: used(elsewhere.other),
    };
    const refused = await failure(planner.call(createJob, { body: { ...body, eventId: randomUUID() } }));
    expect(Object.keys(refused.fields)).toEqual(['secondaryMaterials.1.materialDTO', 'supportMaterial.materialDTO']);
    const software = { ...draftOf(machine, hoursAhead(at + 400), 1), simulationSoftwareDTO: { id: 999_999 } };
    const unknown = await failure(planner.call(createJob, { body: { ...software, eventId: randomUUID() } }));
    expect(Object.keys(unknown.fields)).toEqual(['simulationSoftwareDTO']);
  });

  test('keeps files that the person may see, and shows them to the facility alone', async () => {
    const sent = await planner.send('/api/v1/files', 'build.log', 'layer 1', {});
    const file = fileDtoSchema.parse(await sent.json());
    const body = { ...draftOf(machine, hoursAhead(at + 500), 1), jobFileIds: [file.id, file.id] };
    const job = await planner.call(createJob, { body: { ...body, eventId: randomUUID() } });
    expect(job.jobFiles).toMatchObject([{ id: file.id, fileDTO: { fileName: 'build.log' } }]);
    const [stranger] = [await server.client('buyer')];
    const theirs = fileDtoSchema.parse(await (await stranger.send('/api/v1/files', 'secret.log', 'x', {})).json());
    expect(await outcome(change(job, { jobFileIds: [file.id, theirs.id] }))).toBe('NOT_FOUND');
    await sql`update stored_file set controlled = true where id = ${file.id}`.execute(server.services.db);
    expect((await read(job.id)).jobFiles).toEqual([]);
    expect(await outcome(change(job, { jobFileIds: [] }))).toBe('EXPORT_CONTROLLED');
    await sql`update stored_file set controlled = false where id = ${file.id}`.execute(server.services.db);
    expect((await change(job, { jobFileIds: [] })).jobFiles).toEqual([]);
  });

  test('takes no times that cannot be', async () => {
    const tries = [
      { fromDate: '999999999999999', toDate: '999999999999999' },
      { fromDate: '5', toDate: '4' },
      { fromDate: String(hoursAhead(1)), toDate: String(hoursAhead(9000)) },
      { fromDate: '900000000000000', toDate: '900000000000001' },
    ];
    for (const time of tries) {
      const body = { ...draftOf(machine, 0, 1), ...time, eventId: randomUUID() };
      expect(await outcome(planner.call(createJob, { body })), time.fromDate).toBe('INVALID_INPUT');
    }
    const chart = await planner.call(facilityJobs, { body: { fromDate: '0', toDate: '999999999999999' } });
    expect(chart).toEqual([]);
    const query = { equipment: machine.id, totalHours: 8760, notBefore: '999999999999999' };
    expect(await outcome(planner.call(nextSlot, { query }))).toBe('OK');
  });
});

describe('moving', () => {
  const at = 6000;

  test('keeps to what the machine runs and to what else is planned', async () => {
    const from = hoursAhead(at);
    const [job, next] = [await build(planner, machine, from, 2), await build(planner, machine, from + 4 * hour, 2)];
    const moved = await move(job, from + hour, from + 4 * hour);
    expect(moved).toMatchObject({
      id: job.id,
      fromDate: String(from + hour),
      toDate: String(from + 4 * hour),
      version: 2,
    });
    const refused = await failure(move({ ...job, version: 2 }, from + hour, from + 5 * hour));
    expect(refused.details).toMatchObject({ obstacle: 'BUSY', jobId: next.id });
    const elsewhere = await machineOf(server, 'DMLS-01');
    expect((await failure(move({ ...job, version: 2 }, from, from + hour, elsewhere.id))).fields).toHaveProperty(
      'materialDTO',
    );
    const abroad = await machineOf(server, 'SLS-L1');
    expect((await failure(move({ ...job, version: 2 }, from, from + hour, abroad.id))).fields).toHaveProperty(
      'equipmentDTO',
    );
    expect(
      await outcome(
        second.call(moveJob, {
          params: { id: job.id },
          body: { equipmentId: abroad.id, version: 2, fromDate: '1', toDate: '2' },
        }),
      ),
    ).toBe('NOT_FOUND');
  });

  test('several moves all of them or none', async () => {
    const from = hoursAhead(at + 100);
    const jobs = await Promise.all([0, 2, 4].map((after) => build(planner, machine, from + after * hour, 2)));
    const wall = await build(planner, machine, from + 10 * hour, 2);
    const shift = (minutes: number, versions = 1) =>
      planner.call(shiftJobs, { body: { jobs: jobs.map(({ id }) => ({ id, version: versions })), minutes } });
    const shifted = await shift(60);
    expect(shifted.map(({ fromDate }) => Number(fromDate) - from)).toEqual([hour, 3 * hour, 5 * hour]);
    const refused = await failure(shift(240, 2));
    expect(refused.message).toContain(jobs[2]?.jobName);
    expect(refused.details).toMatchObject({ obstacle: 'BUSY', jobId: wall.id });
    expect((await read(jobs[0]?.id ?? 0)).fromDate).toBe(String(from + hour));
    expect((await failure(shift(60, 1))).code).toBe('CHANGED');
    await force(server, jobs[1]?.id ?? 0, { status: 'IN_PROGRESS' });
    expect((await failure(shift(-30, 2))).details.jobId).toBe(jobs[1]?.id);
  });
});

describe('a type', () => {
  test('follows the machine: what is planned for post-processing is of its own types', async () => {
    const spot = await machineOf(server, 'SLS-02');
    const { db } = server.services;
    await sql`
      with washer as (
        insert into machine_model (model_name, manufacturer_id, kind, am_process_id, build_x_mm, build_y_mm, build_z_mm)
        select model_name || ' washer', manufacturer_id, 'POST_PROCESSING_MACHINE', am_process_id, 1, 1, 1
        from machine_model where id = (select machine_model_id from equipment where id = ${spot.id}) returning id
      ) update equipment set machine_model_id = washer.id from washer where equipment.id = ${spot.id}
    `.execute(db);
    const from = hoursAhead(2000);
    const job = await build(planner, spot, from);
    expect(job.jobType).toBe('POST_PROCESSING_ORDER');
    const moved = await move(job, from, from + 2 * hour, machine.id);
    expect([moved.jobType, (await read(job.id)).jobType]).toEqual(['ORDER_NO_RFQ', 'ORDER_NO_RFQ']);
    const { jobDTOS } = await planner.call(createDowntime, {
      body: {
        equipmentId: spot.id,
        fromDate: String(from + 10 * hour),
        toDate: String(from + 12 * hour),
        jobName: 'Filter',
        eventId: randomUUID(),
      },
    });
    expect(jobDTOS.map(({ jobType }) => jobType)).toEqual(['POST_PROCESSING_DOWNTIME']);
  });
});
