import plugins from 'virtual:plugin-servers';
import { pickJobs } from '@sinter/sdk/contract/scheduling/chart';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testServer, type TestClient, type TestServer } from '#host/server/testing.ts';

let server: TestServer;
let admin: TestClient;
let second: TestClient;

beforeAll(async () => {
  server = await testServer({ plugins, demo: true });
  [admin, second] = await Promise.all([server.client('admin'), server.client('admin2')]);
});
afterAll(() => server.stop());

const ids = (jobs: readonly { id: number }[]) => jobs.map(({ id }) => id);

describe('jobs by one thing about them', () => {
  it('are found by number, name, order and part, the latest first', async () => {
    const found = await admin.call(pickJobs, { body: { searchString: 'bracket' } });
    expect(found.length).toBeGreaterThan(1);
    expect(found.map(({ fromDate }) => Number(fromDate))).toEqual(
      found.map(({ fromDate }) => Number(fromDate)).sort((one, other) => other - one),
    );
    const [job] = found;
    if (!job) throw new Error('The demo has no such job.');
    expect(ids(await admin.call(pickJobs, { body: { jobId: job.id } }))).toEqual([job.id]);
    expect(ids(await admin.call(pickJobs, { body: { searchString: `#${job.id}` } }))).toContain(job.id);
    expect(ids(await admin.call(pickJobs, { body: { jobName: job.jobName.toUpperCase() } }))).toContain(job.id);
    const built = await server.services.db
      .selectFrom('job_file')
      .innerJoin('rfq_order_file', 'rfq_order_file.id', 'job_file.order_file_id')
      .innerJoin('rfq_order', 'rfq_order.id', 'rfq_order_file.order_id')
      .innerJoin('job', 'job.id', 'job_file.job_id')
      .select(['job_file.job_id', 'job_file.order_file_id', 'rfq_order.id', 'rfq_order.display_title'])
      .where('job.facility_id', '=', server.world.rootFacilityId)
      .where('job.status', '<>', 'CANCELLED')
      .limit(1)
      .executeTakeFirstOrThrow();
    for (const body of [{ rfqId: built.id }, { partId: built.order_file_id }, { rfqTitle: built.display_title }]) {
      expect(ids(await admin.call(pickJobs, { body }))).toContain(built.job_id);
    }
  });

  it('are taken literally, and by one thing at a time', async () => {
    expect(await admin.call(pickJobs, { body: { jobName: '%' } })).toEqual([]);
    await expect(admin.call(pickJobs, { body: { searchString: '99999999999999' } })).resolves.toEqual([]);
    const both = { jobId: 1, rfqId: 1 };
    await expect(admin.call(pickJobs, { body: both })).rejects.toMatchObject({ code: 'INVALID_INPUT' });
  });

  it('stay within the facilities that the person sees', async () => {
    const own = await admin.call(pickJobs, { body: { searchString: 'stock' } });
    const others = ids(await second.call(pickJobs, { body: { searchString: 'stock' } }));
    const rows = await server.services.db.selectFrom('job').select(['id', 'facility_id']).execute();
    const facilityOf = new Map(rows.map((row) => [row.id, row.facility_id]));
    expect(own.length).toBeGreaterThan(0);
    expect(others.every((id) => facilityOf.get(id) !== server.world.rootFacilityId)).toBe(true);
  });
});
