import plugins from 'virtual:plugin-servers';
import { CallError } from '@sinter/sdk/contract/errors';
import { readOrder } from '@sinter/sdk/contract/orders/orders';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testServer, type TestClient, type TestServer } from '#host/server/testing.ts';
import { addRival, orderParts } from './ordering.ts';
import { act, faults, generator, lastOrder, usual } from './walking.ts';

const steps = Number(process.env['WALK_STEPS'] ?? 2_000);
const chance = generator(Number(process.env['WALK_SEED'] ?? 14));
const { random, oneOf } = chance;

let server: TestServer;
let buyer: TestClient;
/** All that the buyer's side may do. */
let buyers: TestClient[];
/** People of two facilities that can make the same parts. */
let providers: TestClient[];
/** The last order that was there before. */
let first = 0;

beforeAll(async () => {
  server = await testServer({ plugins, demo: true, worker: true });
  await addRival(server);
  first = await lastOrder(server);
  const [customer, administrator, ...facilities] = await Promise.all(
    ['buyer', 'buyeradmin', 'admin', 'planner', 'admin2'].map((name) => server.client(name)),
  );
  if (!customer || !administrator) throw new Error('The demo has no such people.');
  [buyer, buyers, providers] = [customer, [customer, administrator], facilities];
});
afterAll(() => server.stop());

/** Goes on for so many steps with the newest orders; `refused` hears of what was allowed and is not any more. */
async function walk(count: number, refused: (error: unknown, said: string) => void): Promise<void> {
  for (let step = 0; step < count; step += 1) {
    if (ids.length < 12 || random() < 0.02) {
      ids.push((await orderParts(server, buyer, 'Walk', { ndaRequired: random() < 0.3 })).id);
    }
    const id = oneOf(ids.slice(-12));
    const client = oneOf([...buyers, ...providers]);
    const order = await client.call(readOrder, { params: { id } });
    (buyers.includes(client) ? reached.order : reached.match).add(order.status);
    const events = usual(order.allowedEvents, chance);
    if (events.length === 0) continue;
    const event = oneOf(events);
    const said = `Step ${step}, order ${id}: ${event} in ${order.status}`;
    await act(client, order, event, chance).catch((error: unknown) => refused(error, said));
    if (step % 25 === 0) expect(await faults(server, first), said).toEqual([]);
  }
}

const ids: number[] = [];
const reached = { order: new Set<string>(), match: new Set<string>() };

test(`${steps} steps at random over live orders keep what must always be true, and what is allowed is done`, async () => {
  await walk(steps, (cause, said) => {
    throw new Error(`${said} was allowed, and refused.`, { cause });
  });
  expect(await faults(server, first)).toEqual([]);
  console.log(`${ids.length} orders; reached ${[...reached.order].join(', ')} and ${[...reached.match].join(', ')}`);
  expect([...reached.order]).toEqual(expect.arrayContaining(['DISTRIBUTED', 'SHIPPED', 'DELIVERED', 'COMPLETED']));
  expect([...reached.match]).toEqual(
    expect.arrayContaining(['NDA_REJECTED', 'BID_SUBMITTED', 'BID_LOST', 'SHIPPED', 'COMPLETED']),
  );
});

test('six at once are only ever told that somebody was faster', async () => {
  const told = new Set<string>();
  await Promise.all(
    Array.from({ length: 6 }, () =>
      walk(steps / 10, (error, said) => {
        if (!(error instanceof CallError) || error.status !== 409) throw new Error(said, { cause: error });
        told.add(error.code);
      }),
    ),
  );
  expect(await faults(server, first)).toEqual([]);
  expect([...told]).toContain('TRANSITION_REFUSED');
});
