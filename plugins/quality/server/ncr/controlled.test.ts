import { randomUUID } from 'node:crypto';
import { fileDtoSchema } from '@sinter/sdk/contract/host/files';
import {
  addNcrPhoto,
  listLotNcrs,
  ncrChanged,
  ncrFilterSchema,
  raiseNcr,
  readNcrSummary,
  searchNcrs,
} from '@sinter/sdk/contract/quality/ncrs';
import { listHeld } from '@sinter/sdk/contract/quality/holds';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { TestClient, TestServer } from '../../../../host/server/testing.ts';
import { finishedBuild, floorTestServer } from '../../../production/server/floor/testing.ts';
import { clear, failure, mark } from '../../../scheduling/server/testing.ts';
import { draftOf, fireNcr, ncrAs, raised, subjectOf } from './testing.ts';

/** Of an export-controlled order who is not cleared learns nothing, also of what does not conform. */

let server: TestServer;
let cleared: TestClient;
let planner: TestClient;
beforeAll(async () => {
  server = await floorTestServer();
  await clear(server, 'admin');
  [cleared, planner] = await Promise.all([server.client('admin'), server.client('planner')]);
});
afterAll(() => server.stop());
beforeEach(() => sql`update rfq_order set export_controlled = false`.execute(server.services.db));

const numbers = async (client: TestClient, view: 'PROCESS' | 'PART', text = '') => {
  const body = {
    ...ncrFilterSchema.parse({ view, text }),
    sort: 'createdAt' as const,
    descending: true,
    page: 0,
    size: 100,
  };
  return (await client.call(searchNcrs, { body })).ncrs.map(({ id }) => id);
};

test('no row, photo, event or mail goes to who is not cleared', async () => {
  const { lotId, jobId, part } = await finishedBuild(server, planner, 4);
  await mark(server, part);
  const ncr = await raised(
    cleared,
    { lotId, position: 1 },
    { title: 'Secret wing cracked', affectedQuantity: 1 },
    true,
  );
  const ofJob = await raised(cleared, { jobId }, { title: 'Secret build', affectedQuantity: 1 });
  for (const view of ['PROCESS', 'PART'] as const) {
    expect(await numbers(cleared, view)).toContain(ncr.id);
    expect(await numbers(planner, view, 'secret')).toEqual([]);
  }
  for (const { id } of [ncr, ofJob]) {
    expect((await ncrAs(cleared, id)).controlled).toBe(true);
    expect((await failure(ncrAs(planner, id))).code).toBe('NOT_FOUND');
    expect((await failure(fireNcr(planner, id, 'REVIEW'))).code).toBe('NOT_FOUND');
  }
  const [seen, all] = await Promise.all(
    [planner, cleared].map((client) => client.call(readNcrSummary, { query: { view: 'PROCESS', days: 90 } })),
  );
  expect((all?.open ?? 0) - (seen?.open ?? 0)).toBe(2);
  expect((await failure(planner.call(listLotNcrs, { params: { id: lotId } }))).code).toBe('NOT_FOUND');
  const raise = { eventId: randomUUID(), source: 'SCREEN' as const, draft: draftOf({ affectedQuantity: 1 }) };
  for (const subject of [subjectOf({ lotId }), subjectOf({ orderFileId: part.id }), subjectOf({ jobId })]) {
    expect((await failure(planner.call(raiseNcr, { body: { ...raise, subject } }))).code).toBe('NOT_FOUND');
  }

  const jobsHeld = async (client: TestClient) => (await client.call(listHeld, {})).jobs.map((job) => job.jobId);
  expect(await jobsHeld(cleared)).toContain(jobId);
  expect(await jobsHeld(planner)).not.toContain(jobId);

  const sent = await cleared.send('/api/v1/files', 'crack.png', 'a picture', {});
  const file = fileDtoSchema.parse(await sent.json());
  await cleared.call(addNcrPhoto, { params: { id: ncr.id }, body: { fileId: file.id } });
  const { controlled } = await server.services.db
    .selectFrom('stored_file')
    .select('controlled')
    .where('id', '=', file.id)
    .executeTakeFirstOrThrow();
  expect(controlled).toBe(true);
  const { rows: events } = await sql<{ controlled: boolean }>`
    select controlled from outbox_event where type = ${ncrChanged.type} and payload ->> 'ncrId' = ${String(ncr.id)}
  `.execute(server.services.db);
  expect(events.length).toBeGreaterThan(0);
  expect(events.every((event) => event.controlled)).toBe(true);
});

test('a photo that hangs on an order becomes controlled with it, and no controlled one hangs on others', async () => {
  const { lotId } = await finishedBuild(server, planner, 2, { hours: 6 });
  const ncr = await raised(planner, { lotId }, { affectedQuantity: 1 });
  const text = fileDtoSchema.parse(await (await planner.send('/api/v1/files', 'notes.txt', 'x', {})).json());
  expect(
    (await failure(planner.call(addNcrPhoto, { params: { id: ncr.id }, body: { fileId: text.id } }))).fields,
  ).toEqual({
    fileId: 'Only pictures can be attached.',
  });
  const secret = fileDtoSchema.parse(
    await (await cleared.send('/api/v1/files', 'wing.png', 'x', { itar: 'true' })).json(),
  );
  const refused = await failure(cleared.call(addNcrPhoto, { params: { id: ncr.id }, body: { fileId: secret.id } }));
  expect(refused.fields).toEqual({ fileId: 'An export-controlled file cannot be attached here.' });
});
