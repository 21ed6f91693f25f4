import { randomUUID } from 'node:crypto';
import { facilityJobs, mergeJobs, moveJob, pickJobs, rerunJob, shiftJobs } from '@sinter/sdk/contract/scheduling/chart';
import { fileDtoSchema } from '@sinter/sdk/contract/host/files';
import { createJob, fireJobEvent, listJobs, readJob, updateJob, type Job } from '@sinter/sdk/contract/scheduling/jobs';
import { listJobTags, tagJobs } from '@sinter/sdk/contract/scheduling/tags';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { TestClient, TestServer } from '../../../host/server/testing.ts';
import {
  clear,
  draftOf,
  failure,
  force,
  hour,
  hoursAhead,
  machineOf,
  machinesFor,
  mark,
  orderedPart,
  outcome,
  schedulingTestServer,
} from './testing.ts';

/** A job of an export-controlled order is busy time for who is not cleared, and nothing else. */

let server: TestServer;
let planner: TestClient;
let cleared: TestClient;
let next = 100;

beforeAll(async () => {
  server = await schedulingTestServer();
  await clear(server, 'admin');
  [planner, cleared] = await Promise.all([server.client('planner'), server.client('admin')]);
});
afterAll(() => server.stop());
beforeEach(() => sql`update rfq_order set export_controlled = false`.execute(server.services.db));

async function secretJob(quantity = 2) {
  const part = await orderedPart(server, 9);
  const [machine] = await machinesFor(server, part.process);
  if (!machine) throw new Error('Nothing makes the part.');
  const from = hoursAhead((next += 20));
  const body = {
    ...draftOf(machine, from, 4),
    jobName: 'Secret wing',
    jobNotes: 'Spar at 12 degrees',
    files: [{ rfqCadFileId: part.id, quantity }],
  };
  const job = await planner.call(createJob, { body: { ...body, eventId: randomUUID() } });
  return { job, part, machine, from, body };
}
const read = (client: TestClient, { id }: { id: number }): Promise<Job> => client.call(readJob, { params: { id } });
const attached = async (content: string): Promise<number> =>
  fileDtoSchema.parse(await (await cleared.send('/api/v1/files', 'build.log', content, {})).json()).id;
const isControlled = async (fileId: number): Promise<boolean | undefined> =>
  (await server.services.db.selectFrom('stored_file').select('controlled').where('id', '=', fileId).executeTakeFirst())
    ?.controlled;

describe('a job of an export-controlled order', () => {
  test('has a number and no name, notes or files for who is not cleared', async () => {
    const { job, part, from } = await secretJob();
    await cleared.call(tagJobs, { body: { ids: [job.id], add: ['Wing spars'], remove: [] } });
    await mark(server, part);
    const masked = { jobName: `#${job.id}`, jobNotes: '', tags: [] };
    expect(await read(planner, job)).toMatchObject({ ...masked, jobOrderDTOs: [], jobFiles: [] });
    const window = { fromDate: String(from), toDate: String(from + hour) };
    const charted = await planner.call(facilityJobs, { body: window });
    expect(charted.find(({ id }) => id === job.id)).toMatchObject({
      jobName: masked.jobName,
      jobNotes: '',
      parts: '',
      dueDate: null,
    });
    const { jobDTOS } = await planner.call(listJobs, { params: { limit: 100, offset: 0 }, query: window });
    expect(jobDTOS.find(({ id }) => id === job.id)).toMatchObject(masked);
    const tag = (await cleared.call(listJobTags, {})).find(({ label }) => label === 'Wing spars');
    const tagged = { params: { limit: 100, offset: 0 }, query: { tagIds: String(tag?.id) } };
    expect((await planner.call(listJobs, tagged)).totalCount).toBe(0);
    expect((await cleared.call(listJobs, tagged)).totalCount).toBe(1);
    const [refused] = await planner.call(tagJobs, { body: { ids: [job.id], add: [], remove: ['Wing spars'] } });
    expect(refused).toMatchObject({ done: false, code: 'EXPORT_CONTROLLED' });
    for (const body of [{ searchString: 'secret' }, { jobName: 'wing' }, { rfqId: part.orderId }]) {
      expect((await planner.call(pickJobs, { body })).map(({ id }) => id)).not.toContain(job.id);
    }
    expect(await planner.call(pickJobs, { body: { jobId: job.id } })).toMatchObject([{ jobName: `#${job.id}` }]);

    const seen = await read(cleared, job);
    expect(seen).toMatchObject({
      jobName: 'Secret wing',
      jobNotes: 'Spar at 12 degrees',
      tags: [{ label: 'Wing spars' }],
    });
    expect(seen.jobOrderDTOs).toHaveLength(1);
    const [bar] = (await cleared.call(facilityJobs, { body: window })).filter(({ id }) => id === job.id);
    expect(bar).toMatchObject({ jobName: 'Secret wing', jobNotes: 'Spar at 12 degrees' });
    expect((await cleared.call(pickJobs, { body: { jobName: 'secret wing' } })).map(({ id }) => id)).toContain(job.id);
  });

  test('is named by no refusal', async () => {
    const { job, part, machine, from } = await secretJob();
    const other = await planner.call(createJob, {
      body: { ...draftOf(machine, from + 5 * hour, 1), eventId: randomUUID() },
    });
    await mark(server, part);
    await planner.call(fireJobEvent, { params: { id: job.id }, body: { event: 'START' } });
    const busy = await failure(planner.call(fireJobEvent, { params: { id: other.id }, body: { event: 'START' } }));
    expect([busy.code, busy.details.jobId]).toEqual(['CONFLICT', job.id]);
    const place = { fromDate: String(from), toDate: String(from + hour), version: 1 };
    const stale = await failure(
      planner.call(moveJob, { params: { id: job.id }, body: { ...place, equipmentId: machine.id } }),
    );
    expect(stale.code).toBe('CHANGED');
    const late = await failure(planner.call(shiftJobs, { body: { jobs: [{ id: job.id, version: 2 }], minutes: 60 } }));
    expect(late.code).toBe('JOB_NOT_QUEUED');
    await force(server, job.id, { status: 'QUEUED' });
    const elsewhere = (await machineOf(server, 'DMLS-01')).id;
    await sql`insert into equipment_material (equipment_id, material_id) values (${elsewhere}, ${machine.material})`.execute(
      server.services.db,
    );
    const misfit = await failure(
      planner.call(moveJob, { params: { id: job.id }, body: { ...place, version: 2, equipmentId: elsewhere } }),
    );
    expect(misfit.code).toBe('CONFLICT');
    await sql`delete from equipment_material where equipment_id = ${elsewhere} and material_id = ${machine.material}`.execute(
      server.services.db,
    );
    for (const { message } of [busy, stale, late, misfit]) expect(message).not.toMatch(/secret|\.(stl|step|stp|3mf)/i);
    const audited = await sql<{ text: string }>`select coalesce(before::text, '') || coalesce(after::text, '') as text
      from audit_entry where object_kind = 'JOB' and object_id = ${String(job.id)}`.execute(server.services.db);
    for (const { text } of audited.rows) expect(text).not.toMatch(/secret/i);
  });

  test('keeps its name to itself when its parts have gone into another one, and when it is run again', async () => {
    const { job, part, machine, body } = await secretJob();
    const target = await planner.call(createJob, {
      body: { ...draftOf(machine, hoursAhead((next += 20)), 1), jobName: 'Other', eventId: randomUUID() },
    });
    await planner.call(mergeJobs, { params: { id: job.id }, body: { intoJobId: target.id, version: job.version } });
    expect((await read(planner, job)).jobOrderDTOs).toEqual([]);
    await mark(server, part);
    expect([(await read(planner, job)).jobName, (await read(planner, target)).jobName]).toEqual([
      `#${job.id}`,
      `#${target.id}`,
    ]);
    await mark(server, part, false);

    const open = await orderedPart(server, 3);
    await sql`update rfq_order_file set order_id = (select id from rfq_order where id <> ${part.orderId} and id in
      (select order_id from rfq_match where facility_id = ${server.world.rootFacilityId} and status = 'IN_PROGRESS')
      order by id limit 1), position = 90 + id where id = ${open.id}`.execute(server.services.db);
    const both = await planner.call(createJob, {
      body: {
        ...body,
        fromDate: String(hoursAhead((next += 20))),
        toDate: String(hoursAhead(next) + hour),
        files: [
          { rfqCadFileId: part.id, quantity: 7 },
          { rfqCadFileId: open.id, quantity: 1 },
        ],
        eventId: randomUUID(),
      },
    });
    await mark(server, part);
    await sql`update job_file set completed_quantity = quantity where job_id = ${both.id}`.execute(server.services.db);
    await sql`update job_file set completed_quantity = 0 where job_id = ${both.id} and order_file_id = ${open.id}`.execute(
      server.services.db,
    );
    await force(server, both.id, { status: 'FAILED' });
    const again = await cleared.call(rerunJob, { params: { id: both.id }, body: { eventId: randomUUID() } });
    expect(again.jobOrderDTOs.flatMap(({ fileIds }) => fileIds.map((file) => file.rfqCadFileId))).toEqual([open.id]);
    expect(await read(planner, again)).toMatchObject({ jobName: `#${both.id}`, jobNotes: '' });
  });

  test('makes its files so, those that it has and those that it gets', async () => {
    const { job, part, body } = await secretJob();
    const early = await attached('early');
    const change = (version: number, jobFileIds: number[]) =>
      cleared.call(updateJob, { body: { ...body, id: job.id, version, jobFileIds } });
    const saved = await change(job.version, [early]);
    expect(await isControlled(early)).toBe(false);
    await mark(server, part);
    const late = await attached('late');
    await change(saved.version, [early, late]);
    expect([await isControlled(early), await isControlled(late)]).toEqual([true, true]);
    expect((await read(cleared, job)).jobFiles).toHaveLength(2);
    expect(await outcome(planner.call(updateJob, { body: { ...body, id: job.id, version: 3 } }))).toBe(
      'EXPORT_CONTROLLED',
    );
  });

  test('is also one that has an export-controlled file', async () => {
    const machine = await machineOf(server, 'SLS-01');
    const log = await attached('log');
    const body = { ...draftOf(machine, hoursAhead((next += 20)), 1), jobName: 'Secret log', jobFileIds: [log] };
    const job = await cleared.call(createJob, { body: { ...body, eventId: randomUUID() } });
    expect((await read(planner, job)).jobName).toBe('Secret log');
    await sql`update stored_file set controlled = true where id = ${log}`.execute(server.services.db);
    expect((await read(planner, job)).jobName).toBe(`#${job.id}`);
    const window = { fromDate: job.fromDate, toDate: job.toDate };
    const charted = await planner.call(facilityJobs, { body: window });
    expect(charted.find(({ id }) => id === job.id)?.jobName).toBe(`#${job.id}`);
  });

  test('takes no files of others', async () => {
    const machine = await machineOf(server, 'SLS-01');
    const { rows } = await sql<{ id: number }>`select s.id from file_share f join stored_file s on s.id = f.file_id
      where f.facility_id = ${server.world.rootFacilityId} and s.owner_company_id is not null limit 1`.execute(
      server.services.db,
    );
    const id = rows[0]?.id ?? 0;
    const body = { ...draftOf(machine, hoursAhead((next += 20)), 1), jobFileIds: [id], eventId: randomUUID() };
    expect(Object.keys((await failure(planner.call(createJob, { body }))).fields)).toEqual(['jobFileIds']);
  });
});
