import { searchOrders, type OrderRow } from '@sinter/sdk/contract/orders/orders';
import plugins from 'virtual:plugin-servers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testServer, type TestClient, type TestServer } from '#host/server/testing.ts';

let server: TestServer;
let planner: TestClient;
beforeAll(async () => {
  server = await testServer({ plugins, demo: true });
  planner = await server.client('planner');
});
afterAll(() => server.stop());

async function find(searchString: string, schedulingCall?: 'true'): Promise<readonly OrderRow[]> {
  const query = { page: 0, size: 100, schedulingCall };
  return (await planner.call(searchOrders, { query, body: { searchString, searchFilters: {} } })).orders;
}
const ids = (orders: readonly OrderRow[]) => orders.map(({ id }) => id);

test('an order is found by its number, however short and however written, and comes first', async () => {
  const all = await find('');
  const id = Math.min(...ids(all));
  expect(id).toBeLessThan(100);
  for (const text of [String(id), `#${id}`, ` # ${id} `, `00${id}`]) expect(ids(await find(text))[0]).toBe(id);
});

test('digits that are no number of an order find nothing', async () => {
  for (const length of [16, 19, 25, 30, 200]) {
    expect(await find('9'.repeat(length))).toEqual([]);
    expect(await find('9'.repeat(length), 'true')).toEqual([]);
  }
});

test('filters that name nothing find nothing', async () => {
  for (const value of ['x', '9'.repeat(25), 1.5]) {
    for (const name of ['AM_PROCESS', 'MACHINE', 'MATERIALS'] as const) {
      const body = { searchString: '', searchFilters: { [name]: [value] } };
      expect((await planner.call(searchOrders, { query: { page: 0, size: 15 }, body })).orders).toEqual([]);
    }
  }
});

test('who schedules finds the order of a part by the id of the part', async () => {
  const open = await find('', 'true');
  const file = open.flatMap(({ rfqFileDTOs }) => rfqFileDTOs).find(({ id }) => !ids(open).includes(id));
  if (!file) throw new Error('The demo has no part with a number of its own.');
  const found = await find(String(file.id), 'true');
  expect(found[0]?.rfqFileDTOs.map(({ id }) => id)).toContain(file.id);
});
