import plugins from 'virtual:plugin-servers';
import { readFlow } from '@sinter/sdk/contract/production/flow';
import { readBoard } from '@sinter/sdk/contract/production/lots';
import { readObjects } from '@sinter/sdk/contract/production/outcome';
import { listPlannedBuilds, listPool } from '@sinter/sdk/contract/production/planning';
import { listPlatforms, readPlatform } from '@sinter/sdk/contract/production/platforms';
import { listLegacySteps } from '@sinter/sdk/contract/production/legacy';
import { listAnswered, listChecklists } from '@sinter/sdk/contract/production/checklists';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { showFlow } from './floor/testing.ts';
import { configure, testServer, type TestServer } from '../../../host/server/testing.ts';

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
    [1, false, 2],
    [0, false, 0],
  ]);
});

test('it has platforms with revisions and builds in several states, none beside its plate or in another piece', async () => {
  await configure(server, 'MACHINE_PLATFORMS', { enabled: true });
  const planner = await server.client('planner');
  const { platforms } = await planner.call(listPlatforms, { query: {}, body: {} });
  expect(new Set(platforms.map(({ source }) => source))).toEqual(new Set(['IN_APP', 'MAGICS', 'TRAY']));
  expect(
    platforms
      .map(({ revision }) => revision)
      .toSorted()
      .at(-1),
  ).toBe(3);
  const states = new Set<string>();
  for (const { id, picture, pieces } of platforms) {
    expect(picture.boxes).toHaveLength(pieces);
    const [width, depth] = picture.sizeMm;
    for (const [at, [x, y, wide, deep]] of picture.boxes.entries()) {
      expect(Math.min(x, y, width - x - wide, depth - y - deep)).toBeGreaterThan(0);
      for (const [x2, y2, wide2, deep2] of picture.boxes.slice(at + 1))
        expect(x + wide <= x2 || x2 + wide2 <= x || y + deep <= y2 || y2 + deep2 <= y).toBe(true);
    }
    const { jobs } = await planner.call(readPlatform, { params: { id }, query: {} });
    for (const { state } of jobs) states.add(state);
  }
  expect(states.size).toBeGreaterThan(2);
});

test('it has builds that are being planned, each with pieces that are free', async () => {
  const planner = await server.client('planner');
  const { builds } = await planner.call(listPlannedBuilds, {});
  expect(builds.map(({ locked, short, pieces }) => ({ locked, short, some: pieces > 0 }))).toEqual([
    { locked: false, short: 0, some: true },
    { locked: false, short: 0, some: true },
    { locked: true, short: 0, some: true },
  ]);
  expect(builds[0]?.arranging?.state).toBe('WAITING');
});

test('it has what the old module recorded', async () => {
  const { steps, total } = await (await server.client('operator')).call(listLegacySteps, { query: {} });
  expect(total).toBeGreaterThan(5);
  expect(steps[0]).toMatchObject({ step: expect.any(String), part: expect.stringMatching(/\.\w+$/) });
});

test('it has checklists that were answered', async () => {
  const { rows } = await sql<{
    id: number;
  }>`select order_id as id from lot join checklist_use u on u.subject_id = lot.id
    and u.gate = 'STEP_FINISH' order by u.id`.execute(server.services.db);
  expect(rows.length).toBeGreaterThan(0);
  const params = { subject: 'ORDER', id: rows[0]?.id ?? 0 } as const;
  const { lists } = await (await server.client('admin')).call(listAnswered, { params });
  expect(lists.flatMap(({ items }) => items).some(({ former }) => former.length > 0)).toBe(true);
});

test('its ledger agrees with its steps', async () => {
  const { rows } = await sql`
    select s.lot_id from lot_step s
    where s.source = 'FLOOR' and (s.good <> (select coalesce(sum(m.quantity), 0) from lot_move m
        where m.lot_id = s.lot_id and m.position = s.position and m.kind = 'GOOD')
      or s.good + s.scrap + s.rework + s.moved > s.received)
  `.execute(server.services.db);
  expect(rows).toEqual([]);
});

test('it has a build that runs and one that ended with objects that were marked', async () => {
  const { rows } = await sql<{ id: number }>`select distinct job_id as id from object_mark`.execute(server.services.db);
  const operator = await server.client('operator');
  const builds = await Promise.all(rows.map(({ id }) => operator.call(readObjects, { params: { id }, query: {} })));
  expect(builds.map(({ mayMark }) => mayMark).toSorted()).toEqual([false, true]);
  for (const { objects, boxMm } of builds) {
    expect(objects.some(({ outcome }) => outcome === 'FAILED')).toBe(true);
    expect(boxMm).not.toBeNull();
  }
  // What failed is to be made again, and says whose place it takes.
  const ended = builds.find(({ mayMark }) => !mayMark);
  const failed = ended?.objects.filter(({ outcome }) => outcome === 'FAILED') ?? [];
  const planner = await server.client('planner');
  const { parts } = await planner.call(listPool, { query: {} });
  const part = parts.find(({ orderFileId }) => orderFileId === failed[0]?.orderFileId);
  expect(part?.remakes).toMatchObject([
    { quantity: failed.length, reason: 'Surface', objects: failed.map(({ copy }) => copy) },
  ]);
});
