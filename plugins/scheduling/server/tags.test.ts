import { listTags, mergeTags, updateTag } from '@sinter/sdk/contract/admin/tags';
import { listJobs, readJob } from '@sinter/sdk/contract/scheduling/jobs';
import { listJobTags, tagJobs } from '@sinter/sdk/contract/scheduling/tags';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestClient, TestServer } from '../../../host/server/testing.ts';
import { build, clear, force, hoursAhead, machineOf, schedulingTestServer } from './testing.ts';

let server: TestServer;
let admin: TestClient;
let planner: TestClient;
beforeAll(async () => {
  server = await schedulingTestServer();
  await clear(server, 'admin');
  [admin, planner] = await Promise.all([server.client('admin'), server.client('planner')]);
});
afterAll(() => server.stop());

const tag = async (client: TestClient, id: number, add: string[], remove: string[] = []) =>
  (await client.call(tagJobs, { body: { ids: [id], add, remove } }))[0];
const labels = async (client: TestClient, id: number) =>
  (await client.call(readJob, { params: { id } })).tags.map(({ label }) => label);
const found = async (client: TestClient, ...ids: number[]) => {
  const query = { tagIds: ids.join(',') };
  const { jobDTOS, totalCount } = await client.call(listJobs, { params: { limit: 100, offset: 0 }, query });
  expect(totalCount).toBe(jobDTOS.length);
  return jobDTOS.map(({ id }) => id);
};
const known = async (label: string) => (await admin.call(listTags, {})).tags.find((each) => each.label === label);

test('a job has tags of its facility, also when it has ended, and the list is limited to them', async () => {
  const machine = await machineOf(server, 'SLS-01');
  const [first, second] = [await build(planner, machine, hoursAhead(2)), await build(planner, machine, hoursAhead(8))];
  await force(server, second.id, { status: 'COMPLETED' });
  expect((await tag(admin, first.id, ['First of its kind', 'Watch it']))?.done).toBe(true);
  expect((await tag(planner, second.id, ['watch IT']))?.done).toBe(true);
  expect(await labels(planner, first.id)).toEqual(['First of its kind', 'Watch it']);
  expect((await planner.call(readJob, { params: { id: first.id } })).version).toBe(first.version);
  const id = (await known('Watch it'))?.id ?? 0;
  expect((await found(planner, id)).toSorted()).toEqual([first.id, second.id].toSorted());

  await tag(planner, second.id, ['First of its kind', 'Third'], ['watch it']);
  const third = (await known('Third'))?.id ?? 0;
  expect((await found(planner, id, third)).toSorted()).toEqual([first.id, second.id].toSorted());
  await tag(planner, second.id, ['Watch it'], ['First of its kind', 'Third']);

  const params = { id };
  const watched = await known('Watch it');
  if (!watched) throw new Error('There is no such tag.');
  await admin.call(updateTag, { params, body: { ...watched, retired: true } });
  expect(await planner.call(listJobTags, {})).toContainEqual(expect.objectContaining({ id, retired: true }));
  await tag(planner, second.id, [], ['Watch it']);
  expect((await tag(planner, second.id, ['Watch it']))?.message).toContain('retired');
  expect(await labels(planner, first.id)).toContain('Watch it');
  await admin.call(mergeTags, { params, body: { into: (await known('First of its kind'))?.id ?? 0 } });
  expect(await labels(planner, first.id)).toEqual(['First of its kind']);
  expect(await found(planner, id)).toEqual([first.id]);
});

test('a downtime has none, and another facility tags nothing here', async () => {
  const machine = await machineOf(server, 'SLS-01');
  const job = await build(planner, machine, hoursAhead(20));
  await tag(admin, job.id, ['Ours']);
  const other = await server.client('admin2');
  expect(await tag(other, job.id, ['Theirs'])).toMatchObject({ done: false, code: 'NOT_FOUND' });
  await force(server, job.id, { status: 'QUEUED', job_type: 'DOWNTIME' });
  expect(await tag(admin, job.id, ['Ours too'])).toMatchObject({ done: false });
});
