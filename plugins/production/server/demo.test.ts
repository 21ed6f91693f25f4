import plugins from 'virtual:plugin-servers';
import { readBoard, readFlow } from '@sinter/sdk/contract/production/lots';
import { listChecklists } from '@sinter/sdk/contract/production/checklists';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { showFlow } from './floor/testing.ts';
import { testServer, type TestServer } from '../../../host/server/testing.ts';

let server: TestServer;
beforeAll(async () => {
  server = await testServer({ plugins, demo: true });
  await showFlow(server);
});
afterAll(() => server.stop());

test('the demo has something to do at every work center', async () => {
  const operator = await server.client('operator');
  const { centers } = await operator.call(readBoard, {});
  expect(centers.map(({ lots }) => lots > 0)).toEqual([true, true, true]);
  const cards = centers.flatMap((center) => center.cards);
  expect(new Set(cards.map(({ status }) => status))).toEqual(new Set(['READY', 'IN_PROGRESS', 'PAUSED', 'ON_HOLD']));
  const admin = await server.client('admin');
  const { steps } = await admin.call(readFlow, { query: {} });
  expect(steps.map(({ throughput }) => throughput > 0)).toEqual([true, true, true]);
});

test('it has checklists that are asked, and one that is being written', async () => {
  const { checklists } = await (await server.client('admin')).call(listChecklists, {});
  expect(checklists.map(({ version, drafted, items }) => [version, drafted, items])).toEqual([
    [1, false, 5],
    [1, false, 2],
    [0, false, 0],
  ]);
});

test('its ledger agrees with its steps', async () => {
  const { rows } = await sql`
    select s.lot_id from lot_step s
    where s.good <> (select coalesce(sum(m.quantity), 0) from lot_move m
        where m.lot_id = s.lot_id and m.position = s.position and m.kind = 'GOOD')
      or s.good + s.scrap + s.rework + s.moved > s.received
  `.execute(server.services.db);
  expect(rows).toEqual([]);
});
