import { readNcrSummary } from '@sinter/sdk/contract/quality/ncrs';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestClient, TestServer } from '../../../../host/server/testing.ts';
import { count, finishedBuild, fireAs, floorTestServer, lotAs } from '../../../production/server/floor/testing.ts';

let server: TestServer;
let admin: TestClient;
let planner: TestClient;
beforeAll(async () => {
  server = await floorTestServer();
  [admin, planner] = await Promise.all([server.client('admin'), server.client('planner')]);
});
afterAll(() => server.stop());

const summary = () => admin.call(readNcrSummary, { query: { view: 'PROCESS', days: 30 } });

test('the first inspection of each lot says the yield, and what comes back from rework does not count again', async () => {
  await sql`update lot_step set finished_at = now() - interval '1 year' where kind = 'INSPECTION'`.execute(
    server.services.db,
  );
  expect(await summary()).toMatchObject({ firstPassYield: null, inspected: 0 });
  const { lotId } = await finishedBuild(server, planner, 10);
  const pass = async (lot: number, position: number, body: Parameters<typeof count>[3]) => {
    await fireAs(planner, lot, position, 'START');
    await count(planner, lot, position, { ...body, finish: true });
  };
  await pass(lotId, 1, { good: 10 });
  await pass(lotId, 2, {
    good: 7,
    scrap: [{ quantity: 1, reason: 'Out of tolerance' }],
    rework: [{ quantity: 2, reason: 'Surface', toPosition: 1 }],
  });
  expect(await summary()).toMatchObject({ firstPassYield: 0.7, inspected: 10 });
  const [child] = (await lotAs(planner, lotId)).to;
  if (!child) throw new Error('Nothing was sent back.');
  await pass(child.lotId, 1, { good: 2 });
  await pass(child.lotId, 2, { good: 2 });
  expect(await summary()).toMatchObject({ firstPassYield: 0.7, inspected: 10 });
});

test('where a lot was measured, its first inspection says the yield', async () => {
  const { db } = server.services;
  await sql`update lot_step set finished_at = now() - interval '1 year' where kind = 'INSPECTION'`.execute(db);
  const { lotId } = await finishedBuild(server, planner, 4, { hours: 12 });
  for (const position of [1, 2]) {
    await fireAs(planner, lotId, position, 'START');
    await count(planner, lotId, position, { good: 4, finish: true });
  }
  expect(await summary()).toMatchObject({ firstPassYield: 1, inspected: 4 });
  // Of two pieces that were measured one did not conform; a second inspection is none of it.
  await sql`
    with made as (insert into lot_inspection (facility_id, number, state, plan_id, version, lot_id, lot_size, samples, accept, reject, wanted, nonconforming)
        select l.facility_id, 'INSP-T-' || n, 'ACCEPTED', v.plan_id, v.version, l.id, 4, 2, 1, 2, 2, 2 - n from lot l,
          (select plan_id, version from inspection_plan_version limit 1) v, generate_series(1, 2) n where l.id = ${lotId} returning id)
    insert into inspection_reading (inspection_id, sample, key, value, conforms)
    select made.id, n, 'bore', 6, n = 1 from made, generate_series(1, 2) n
  `.execute(db);
  expect(await summary()).toMatchObject({ firstPassYield: 0.5, inspected: 2 });
});
