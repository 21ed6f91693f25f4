import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import * as z from 'zod';
import * as calls from '@sinter/sdk/contract/integrations/webhooks';
import * as orderEvents from '@sinter/sdk/contract/orders/events';
import { type TestClient, type TestServer, testServer } from '#host/server/testing.ts';
import integrations from '../index.ts';
import { orders } from './testing.ts';

const { orderChanged } = orderEvents;

const endpoints = 50;
const hanging = 5;
/** So many events, this many in a second, each told to all endpoints. */
const [events, inSecond] = [200, 20];

const bodySchema = z.object({ timestamp: z.string(), data: z.object({ orderId: z.number() }) });
interface Heard {
  endpoint: string;
  orderId: number;
  /** From the event to its arrival, ms. */
  delay: number;
}

let receiver: Server;
let origin = '';
let heard: Heard[] = [];
/** Those of the first endpoints never answer. */
let silent = 0;
let server: TestServer;
let admin: TestClient;

beforeAll(async () => {
  receiver = createServer((request, response) => {
    const endpoint = (request.url ?? '').slice(1);
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      if (Number(endpoint) < silent) return;
      const { timestamp, data } = bodySchema.parse(JSON.parse(Buffer.concat(chunks).toString()));
      heard.push({ endpoint, orderId: data.orderId, delay: Date.now() - Date.parse(timestamp) });
      response.writeHead(204).end();
    });
  });
  await once(receiver.listen(0, '127.0.0.1'), 'listening');
  const own = receiver.address();
  origin = `http://127.0.0.1:${own !== null && typeof own === 'object' ? own.port : 0}`;
  server = await testServer({ plugins: [orders, integrations], allowedNetworks: ['127.0.0.1/32'], worker: true });
  admin = await server.client('admin');
  for (let at = 0; at < endpoints; at += 1)
    await admin.call(calls.createWebhook, {
      body: { name: `ERP ${at}`, url: `${origin}/${at}`, events: ['order.status_changed'] },
    });
}, 120_000);
afterAll(async () => {
  receiver.closeAllConnections();
  await server.stop();
  receiver.close();
});

const percentile = (values: readonly number[], share: number): number =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length * share)] ?? 0;

/** Tells all of it, and waits until those that answer have heard it. */
async function told(from: number): Promise<{ delays: number[]; seconds: number }> {
  heard = [];
  const began = performance.now();
  for (let event = 0; event < events; event += 1) {
    const orderId = from + event;
    await server.services.write((unit) =>
      unit.emit(
        orderChanged,
        { orderId, status: 'ON_HOLD', what: 'HOLD', before: 'BID_WAITING', matchId: orderId },
        { facilityIds: [server.world.rootFacilityId], controlled: false },
      ),
    );
    await sleep(began + ((event + 1) * 1000) / inSecond - performance.now());
  }
  const wanted = events * (endpoints - silent);
  for (let waited = 0; heard.length < wanted && waited < 240; waited += 1) await sleep(500);
  return { delays: heard.map(({ delay }) => delay), seconds: (performance.now() - began) / 1000 };
}

it(
  'endpoints that hang delay none of the others, and nothing is lost or told twice',
  { timeout: 900_000 },
  async () => {
    const without = await told(1_000_000);
    silent = hanging;
    const beside = await told(2_000_000);
    for (const [name, { delays, seconds }] of Object.entries({ 'all answer': without, [`${hanging} hang`]: beside })) {
      const [half, most] = [0.5, 0.95].map((share) => percentile(delays, share).toFixed(0));
      console.log(
        `${name}: ${delays.length} messages of ${events} events in ${seconds.toFixed(1)} s ` +
          `(${(delays.length / seconds).toFixed(0)} a second), after ${half} ms p50, ${most} ms p95`,
      );
    }
    expect(new Set(heard.map(({ endpoint, orderId }) => `${endpoint} ${orderId}`)).size).toBe(
      events * (endpoints - hanging),
    );
    expect(heard).toHaveLength(events * (endpoints - hanging));
    // Those that hang hold a place for 20 seconds and then rest: beside the others that is little.
    expect(percentile(beside.delays, 0.95)).toBeLessThan(percentile(without.delays, 0.95) * 1.5 + 1000);
  },
);
