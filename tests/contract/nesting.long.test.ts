import { cancelNesting, readNesting } from '@sinter/sdk/contract/production/nesting';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestClient, TestServer } from '#host/server/testing.ts';
import type { Mesh } from '../../plugins/preparation/geometry/mesh.ts';
import { writeBinaryStl } from '../../plugins/preparation/geometry/readers/stl.ts';
import { ball, box } from '../../plugins/preparation/geometry/testSolids.ts';
import { begin, ended, machineFor, nestingServer, orderedParts, stored } from './nestingScene.ts';

/** What takes long by nature: very many copies, very many triangles, and giving up in the middle of them. */

let server: TestServer;
let planner: TestClient;
let machine: number;

beforeAll(async () => {
  server = await nestingServer();
  planner = await server.client('planner');
  machine = await machineFor(server, 'HPBJ');
}, 120_000);
afterAll(() => server.stop());

const ordered = async (name: string, mesh: Mesh): Promise<number> =>
  (await orderedParts(server, [await stored(server, name, writeBinaryStl(mesh))]))[0] ?? 0;

test('five thousand copies have a place, or a reason why not', async () => {
  const small = await ordered('small.stl', ball(6, 12));
  const bar = await ordered('bar.stl', box([0, 0, 0], [60, 8, 8]));
  const items = [small, bar].map((orderFileId) => ({ orderFileId, quantity: 2500 }));
  const { id } = await begin(planner, { equipmentId: machine, seconds: 5, items });
  const found = await ended(planner, id);
  expect(found.state).toBe('READY');
  expect(found.placed + found.items.reduce((sum, { unplaced }) => sum + unplaced, 0)).toBe(5000);
  console.log(`5,000 copies: ${found.placed} placed in ${found.builds} builds`);
});

test('two million triangles are read, arranged and checked, and given up at once in the middle', async () => {
  const part = await ordered('fine.stl', ball(40, 708));
  const items = [{ orderFileId: part, quantity: 12 }];
  const asked = await begin(planner, { equipmentId: machine, seconds: 5, items });
  const found = await ended(planner, asked.id);
  expect(found).toMatchObject({ state: 'READY', placed: 12 });

  const { id } = await begin(planner, { equipmentId: machine, seconds: 300, items });
  const share = async () => (await planner.call(readNesting, { params: { id } })).share;
  await expect.poll(share, { timeout: 120_000 }).toBeGreaterThan(0);
  expect((await planner.call(cancelNesting, { params: { id } })).state).toBe('CANCELLED');
  const next = await ordered('next.stl', box([0, 0, 0], [10, 10, 10]));
  const { id: after } = await begin(planner, {
    equipmentId: machine,
    seconds: 1,
    items: [{ orderFileId: next, quantity: 1 }],
  });
  expect((await ended(planner, after)).state).toBe('READY');
  expect((await planner.call(readNesting, { params: { id } })).state).toBe('CANCELLED');
});
