import { randomInt, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { addComment } from '@sinter/sdk/contract/comments/comments';
import { createWebhook } from '@sinter/sdk/contract/integrations/webhooks';
import { searchOrders } from '@sinter/sdk/contract/orders/rows';
import { expect, test } from 'playwright/test';
import * as z from 'zod';
import { startApp, type App } from './app.ts';
import { openData } from './data.ts';
import { signedIn, type Client } from './http.ts';

/**
 * The power fails while webhooks are delivered: every endpoint hears of everything that was done, in order for each order, and what
 * it hears twice has the message id that it had. What a program sends again with its Idempotency-Key is done once.
 */

const kills = 6;
const endpoints = 8;
const hands = 6;

const bodySchema = z.object({
  type: z.literal('order.message.created'),
  data: z.object({ orderId: z.number(), commentId: z.number() }),
});
interface Heard {
  endpoint: string;
  messageId: string;
  orderId: number;
  commentId: number;
}

test.setTimeout(900_000);

let app: App;
let receiver: Server;
let origin = '';
const heard: Heard[] = [];

test.beforeAll(async () => {
  receiver = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { data } = bodySchema.parse(JSON.parse(Buffer.concat(chunks).toString()));
      heard.push({ endpoint: request.url ?? '', messageId: String(request.headers['webhook-id']), ...data });
      // As far away as other servers are, so that there is always something on its way.
      setTimeout(() => response.writeHead(204).end(), randomInt(5, 60));
    });
  });
  await once(receiver.listen(0, '127.0.0.1'), 'listening');
  const own = receiver.address();
  origin = `http://127.0.0.1:${own !== null && typeof own === 'object' ? own.port : 0}`;
  app = await startApp({ name: 'webhook-kill' });
});
test.afterAll(async () => {
  await app.stop();
  receiver.closeAllConnections();
  receiver.close();
});

/** A message on an order, which a program writes. */
interface Asked {
  key: string;
  orderId: number;
}
const written = addComment.response;

/** The id of the message; `running`: the same request may still be under way; `null`: the power failed. */
async function send(person: Client, { key, orderId }: Asked): Promise<number | 'running' | null> {
  let response: Response;
  let text = '';
  try {
    response = await person.fetch(addComment.path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': key },
      body: JSON.stringify({
        ...{ eventId: key, objectKind: 'RFQ_ORDER', objectId: orderId },
        ...{ body: key, visibility: 'SHARED' },
      }),
    });
    text = await response.text();
  } catch {
    return null;
  }
  if (response.status === 409) return 'running';
  if (response.status >= 500) return null;
  expect(response.status, text).toBe(200);
  return written.parse(JSON.parse(text)).id;
}

test(`webhooks lose nothing when the power fails ${kills} times, and what comes twice has the same id`, async () => {
  const person = await signedIn(app.url, 'admin');
  for (let at = 0; at < endpoints; at += 1) {
    const body = { name: `ERP ${at}`, url: `${origin}/${at}`, events: ['order.message'] };
    await person.call(createWebhook, { body });
  }
  const orderIds = await ordersOf(person);
  const done = new Map<string, number>();
  const told = { cut: 0, repeated: 0, waited: 0, underWay: 0 };

  for (let round = 0; round < kills; round += 1) {
    const cut: Asked[] = [];
    const before = done.size;
    let dark = false;
    const work = Array.from({ length: hands }, async () => {
      while (!dark) {
        const asked = { key: randomUUID(), orderId: orderIds[randomInt(orderIds.length)] ?? 0 };
        const id = await send(person, asked);
        if (typeof id === 'number') done.set(asked.key, id);
        else cut.push(asked);
        await sleep(200);
      }
    });
    // Not before something was done, however slow the machine is.
    await expect.poll(() => done.size - before, { timeout: 120_000 }).toBeGreaterThan(60);
    await sleep(randomInt(500));
    told.underWay += done.size * endpoints - distinct(heard).size;
    await app.kill();
    dark = true;
    await Promise.all(work);
    await app.restart();
    told.cut += cut.length;
    for (const asked of cut) {
      let id = await send(person, asked);
      for (; id === 'running' || id === null; id = await send(person, asked)) {
        told.waited += 1;
        await sleep(1_000);
      }
      done.set(asked.key, id);
      told.repeated += 1;
    }
  }

  const wanted = [...done.values()].toSorted((one, other) => one - other);
  const all = wanted.length * endpoints;
  await expect.poll(() => distinct(heard).size, { timeout: 300_000, intervals: [1_000] }).toBe(all);
  // Nothing else comes.
  await sleep(3_000);
  for (let at = 0; at < endpoints; at += 1) {
    const own = heard.filter(({ endpoint }) => endpoint === `/${at}`);
    expect([...new Set(own.map(({ commentId }) => commentId))].toSorted((one, other) => one - other)).toEqual(wanted);
    // One message, one id.
    expect(new Set(own.map(({ messageId }) => messageId)).size).toBe(wanted.length);
    expect(new Set(own.map(({ messageId, commentId }) => `${messageId} ${commentId}`)).size).toBe(wanted.length);
    // As it happened: in the same order everywhere.
    for (const orderId of orderIds) expect(firstHeard(`/${at}`, orderId)).toEqual(firstHeard('/0', orderId));
  }
  const data = await openData(app.dataDir);
  const rows = await data.rows(z.object({ body: z.string() }), 'select body from comment where body = any($1)', [
    [...done.keys()],
  ]);
  await data.close();
  expect(rows).toHaveLength(done.size);
  expect(told.underWay).toBeGreaterThan(0);
  process.stdout.write(
    `${kills} kills, ${done.size} messages written (${told.cut} requests cut off, all done once when sent again, after ` +
      `${told.waited} waits of a second), ${all} webhook messages to ${endpoints} endpoints, ${told.underWay} on their way at ` +
      `the kills: 0 lost, ${heard.length - all} came twice with the same id\n`,
  );
});

const firstHeard = (endpoint: string, orderId: number): number[] => [
  ...new Set(heard.filter((one) => one.endpoint === endpoint && one.orderId === orderId).map((one) => one.commentId)),
];
const distinct = (all: readonly Heard[]) => new Set(all.map(({ endpoint, commentId }) => `${endpoint} ${commentId}`));

/** Some orders that people may write about. */
async function ordersOf(person: Client): Promise<number[]> {
  const { orders } = await person.call(searchOrders, { body: {}, query: { size: 100 } });
  return orders
    .filter(({ archived, exportControlled }) => archived === null && !exportControlled)
    .slice(0, 12)
    .map(({ id }) => id);
}
