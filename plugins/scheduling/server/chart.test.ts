import { facilityJobs, searchJobs } from '@sinter/sdk/contract/scheduling/chart';
import type { ChartJob } from '@sinter/sdk/contract/scheduling/chartJob';
import { decodeChartColumns } from '@sinter/sdk/contract/scheduling/chartColumns';
import { createJob, readJob } from '@sinter/sdk/contract/scheduling/jobs';
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestClient, TestServer } from '../../../host/server/testing.ts';
import {
  build,
  draftOf,
  force,
  hour,
  hoursAhead,
  machineOf,
  machinesFor,
  orderedPart,
  outcome,
  schedulingTestServer,
  type TestMachine,
} from './testing.ts';

let server: TestServer;
let admin: TestClient;
let second: TestClient;
let machine: TestMachine;
let abroad: TestMachine;
const from = hoursAhead(100);

beforeAll(async () => {
  server = await schedulingTestServer();
  [admin, second] = await Promise.all([server.client('admin'), server.client('admin2')]);
  [machine, abroad] = [await machineOf(server, 'SLS-02'), await machineOf(server, 'SLS-L1')];
});
afterAll(() => server.stop());

const time = (start: number, end: number) => ({ fromDate: String(start), toDate: String(end) });
const search = (
  body: Record<string, unknown> = {},
  all: 'true' | 'false' = 'true',
  client = admin,
): Promise<ChartJob[]> =>
  client.call(searchJobs, { query: { getFromAllFacilities: all }, body: { ...time(from, from + 20 * hour), ...body } });
const ids = (jobs: readonly ChartJob[]) => jobs.map(({ id }) => id);

describe('the chart', () => {
  test('shows what touches the window, by machine and start, of the facilities that the person sees', async () => {
    const jobs = [
      await build(admin, machine, from + 4 * hour),
      await build(admin, machine, from - hour),
      await build(admin, machine, from - 2 * hour, 1),
      await build(admin, machine, from + 20 * hour),
      await build(admin, await machineOf(server, 'SLS-01'), from + 6 * hour),
      await build(second, abroad, from + 2 * hour),
    ];
    const [late, early, , , other, theirs] = jobs.map(({ id }) => id);
    expect(ids(await search())).toEqual([other, early, late, theirs]);
    expect(ids(await search({}, 'false'))).toEqual([other, early, late]);
    expect(ids(await search({}, 'true', second))).toEqual([theirs]);
    expect(ids(await admin.call(facilityJobs, { body: time(from, from + 20 * hour) }))).toEqual([other, early, late]);
    expect(ids(await search({ sp: [abroad.facility_id] }))).toEqual([theirs]);
    expect(ids(await search({ sp: [machine.facility_id] }, 'true', second))).toEqual([]);
    expect(ids(await search({ equipments: [machine.id] }))).toEqual([early, late]);
    expect(ids(await search({ jobs: [late, theirs, 999_999] }))).toEqual([late, theirs]);
    expect(ids(await search({ materials: [machine.material], models: [0] }))).toEqual([]);
    expect(ids(await search({ equipments: [], materials: [machine.material] }))).toContain(late);
    await force(server, late ?? 0, { status: 'CANCELLED' });
    expect(ids(await search({ jobs: [late] }))).toEqual([]);
    // The enterprise's planner opens what the chart shows; the other way round it stays closed.
    expect((await admin.call(readJob, { params: { id: theirs ?? 0 } })).id).toBe(theirs);
    expect(await outcome(second.call(readJob, { params: { id: early ?? 0 } }))).toBe('NOT_FOUND');
  });

  test('ends a year after its start', async () => {
    const far = await build(admin, machine, from + 366 * 24 * hour);
    expect(ids(await search({ toDate: String(from + 800 * 24 * hour) }))).not.toContain(far.id);
    expect(await search({ toDate: String(from - 1) })).toEqual([]);
  });

  test('names orders and parts, and their day, as far as the person may know', async () => {
    const part = await orderedPart(server, 3);
    const [spot = machine] = await machinesFor(server, part.process);
    const body = {
      ...draftOf(spot, from + 8 * hour, 1),
      files: [{ rfqCadFileId: part.id, quantity: 1 }],
      jobNotes: 'n'.repeat(200),
    };
    const { id } = await admin.call(createJob, { body: { ...body, eventId: randomUUID() } });
    const due = Date.parse('2027-06-01T12:00:00Z');
    await sql`update rfq_order set estimated_delivery_date = ${new Date(due)} where id = ${part.orderId}`.execute(
      server.services.db,
    );
    const [job] = await search({ jobs: [id] });
    expect(job?.parts).toMatch(new RegExp(`^#${part.orderId} .+\\.`));
    expect(job).toMatchObject({
      dueDate: String(due),
      materialId: spot.material,
      version: 1,
      jobNotes: 'n'.repeat(81),
    });
    await sql`update rfq_order set export_controlled = true where id = ${part.orderId}`.execute(server.services.db);
    expect((await search({ jobs: [id] }))[0]).toMatchObject({ parts: '', dueDate: null });
    await sql`update rfq_order set export_controlled = false where id = ${part.orderId}`.execute(server.services.db);
  });

  test('says the same in its compact form', async () => {
    const body = time(from - 2 * hour, from + 40 * hour);
    const jobs = await admin.call(facilityJobs, { body });
    const response = await admin.fetch('/api/v1/job-scheduling/chart', {
      method: 'POST',
      headers: { accept: 'application/vnd.sinter.chart-columns', 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    const columns = decodeChartColumns(await response.arrayBuffer());
    expect([...columns.id]).toEqual(ids(jobs));
    expect([...columns.from].map(String)).toEqual(jobs.map(({ fromDate }) => fromDate));
    expect(jobs.map((_, at) => columns.text(at, 'parts'))).toEqual(jobs.map(({ parts }) => parts));
  });
});
