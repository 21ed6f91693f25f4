import plugins from 'virtual:plugin-servers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { errorBodySchema } from '@sinter/sdk/contract';
import { loginSsoConfig } from '@sinter/sdk/contract/host/session';
import { searchOrders } from '@sinter/sdk/contract/orders/rows';
import { type TestClient, type TestServer, testServer } from '../testing.ts';
import { callTurns, lanes, usualLanes, type Lane, type Leave } from './turns.ts';

let server: TestServer;
let planner: TestClient;
/** Nothing here hangs on how fast the machine is. */
const patient = { tooLateMs: 600_000, longestTurnMs: 600_000 };
const usual = structuredClone(usualLanes);
beforeAll(async () => {
  for (const lane of lanes) Object.assign(usualLanes[lane], patient);
  server = await testServer({ plugins });
  planner = await server.client('planner');
});
afterAll(async () => {
  Object.assign(usualLanes, usual);
  await server.stop();
});

/** As if so many worked and waited already that nobody else may. Answers how they leave. */
function fill(lane: Lane): () => Promise<void> {
  const turns = server.services.get(callTurns);
  const taken: (Leave | Promise<Leave>)[] = [];
  for (let full = false; !full;) {
    try {
      taken.push(turns.take(lane));
    } catch {
      full = true;
    }
  }
  return async () => {
    for (const leave of taken) (await leave)();
  };
}

const search = (size: number) =>
  planner.fetch(`${searchOrders.path}?page=0&size=${size}`, {
    method: 'POST',
    body: '{}',
    headers: { 'content-type': 'application/json' },
  });

test('a server with too much to do says so at once, and when to come again', async () => {
  const empty = fill('people');
  const answer = await search(15);
  expect(answer.status).toBe(503);
  expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
  const { code, said } = errorBodySchema.parse(await answer.json());
  expect([code, said?.key]).toEqual(['UNAVAILABLE', 'host.busy']);

  expect((await planner.fetch('/healthz')).status).toBe(200);
  expect(await (await planner.fetch('/readyz')).json()).toMatchObject({ checks: { database: 'ok' } });
  expect(await (await planner.fetch('/metrics')).text()).toMatch(/^calls_waiting_people [1-9]/m);
  const stop = new AbortController();
  expect((await planner.fetch('/api/v1/events', { signal: stop.signal })).status).toBe(200);
  stop.abort();
  expect((await (await server.client()).fetch(loginSsoConfig.path)).status).toBe(200);

  await empty();
  expect((await search(15)).status).toBe(200);
});

test('people are answered while as much is read in bulk as may be', async () => {
  const empty = fill('bulk');
  expect((await search(100)).status).toBe(503);
  expect((await search(15)).status).toBe(200);
  await empty();
  expect((await search(100)).status).toBe(200);
});
