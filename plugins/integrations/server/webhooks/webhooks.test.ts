import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import { Webhook as Verifier } from 'standardwebhooks';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import * as z from 'zod';
import { contractOf } from '@sinter/sdk/contract';
import { listNotifications } from '@sinter/sdk/contract/host/notifications';
import { webhookBodySchema, webhookEventTypes } from '@sinter/sdk/contract/integrations/webhookEvents';
import * as calls from '@sinter/sdk/contract/integrations/webhooks';
import * as orderEvents from '@sinter/sdk/contract/orders/events';
import * as jobEvents from '@sinter/sdk/contract/scheduling/events';
import { defineServer } from '@sinter/sdk/server';
import { type TestClient, type TestServer, testServer } from '#host/server/testing.ts';
import integrations from '../index.ts';
import { orders } from './testing.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });
const patient = { timeout: 40_000 };
const { orderChanged } = orderEvents;
const { jobChanged } = jobEvents;
const halves = [
  orders,
  defineServer({ id: 'scheduling', contract: contractOf({ jobChanged }), migrations: {}, setup() {} }),
];

interface Heard {
  headers: Record<string, string>;
  body: string;
}
const bodySchema = z.object({ type: z.string(), data: z.record(z.string(), z.unknown()) });
const plain = (headers: IncomingHttpHeaders) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));

let receiver: Server;
let address = '';
let heard: Heard[] = [];
let status = 204;
let server: TestServer;
let admin: TestClient;

beforeAll(async () => {
  receiver = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      heard.push({ headers: plain(request.headers), body: Buffer.concat(chunks).toString() });
      response.writeHead(status, { 'x-answered-by': 'test' }).end();
    });
  });
  await once(receiver.listen(0, '127.0.0.1'), 'listening');
  const own = receiver.address();
  address = `http://127.0.0.1:${own !== null && typeof own === 'object' ? own.port : 0}/hooks`;
  server = await testServer({ plugins: [...halves, integrations], allowedNetworks: ['127.0.0.1/32'], worker: true });
  admin = await server.client('admin');
});
afterAll(async () => {
  await server.stop();
  receiver.close();
});
beforeEach(async () => {
  status = 204;
  for (const { id } of await admin.call(calls.listWebhooks, {}))
    await admin.call(calls.deleteWebhook, { params: { id } });
  heard = [];
});

const create = (events = ['order', 'job.created'], url = address) =>
  admin.call(calls.createWebhook, { body: { name: 'ERP', url, events } });
const act = (id: number, type: z.infer<typeof calls.webhookActionSchema>, body = {}) =>
  admin.call(calls.actOnWebhook, { params: { id, type }, body });
const changed = (orderId: number, what: string, before: string, now: string, controlled = false) =>
  server.services.write((unit) =>
    unit.emit(
      orderChanged,
      { orderId, status: now, what, before, matchId: orderId + 1000 },
      { facilityIds: [server.world.rootFacilityId], controlled },
    ),
  );
const typesHeard = () => heard.map(({ body }) => bodySchema.parse(JSON.parse(body)).type);
const deliveriesOf = async (id: number) =>
  (await admin.call(calls.webhookDeliveryList, { params: { id }, query: {} })).deliveries;

it('signs as Standard Webhooks says, thin, in the order in which it happened, and only what was chosen', async () => {
  const { id, secret = '', state } = await create(['order.quote', 'order.status_changed']);
  expect([state, secret]).toEqual(['ACTIVE', expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/)]);
  await changed(41, 'UNLOCK', 'APPROVED', 'BID_WAITING');
  await changed(41, 'HOLD', 'BID_WAITING', 'ON_HOLD', true);
  await expect
    .poll(typesHeard, patient)
    .toEqual(['order.quote.requested', 'order.status_changed', 'order.status_changed']);
  for (const { body, headers } of heard) expect(() => new Verifier(secret).verify(body, headers)).not.toThrow();
  const first = heard[0] ?? { body: '', headers: {} };
  expect(() => new Verifier(secret).verify(`${first.body} `, first.headers)).toThrow();
  const bodies = heard.map(({ body }) => bodySchema.parse(JSON.parse(body)).data);
  const facilityId = server.world.rootFacilityId;
  expect(bodies[0]).toEqual({
    ...{ orderId: 41, status: 'BID_WAITING', before: 'APPROVED', facilityId },
    link: expect.stringMatching(/^http:\/\/localhost:\d+\/order-details\/41$/),
  });
  expect(bodies[2]).toEqual({ ...bodies[0], status: 'ON_HOLD', before: 'BID_WAITING', controlled: true });
  // Its own list says the same as what it received.
  const listed = await deliveriesOf(id);
  expect(listed.map(({ messageId }) => messageId)).toEqual(heard.map(({ headers }) => headers['webhook-id']).reverse());
  const whole = await admin.call(calls.webhookDelivery, { params: { id, deliveryId: listed[0]?.id ?? 0 } });
  expect(whole).toMatchObject({ body: heard[2]?.body, state: 'DELIVERED', answer: { code: 204, problem: null } });
  expect(whole.requestHead).toMatch(/^POST \/hooks\n[^]*webhook-signature: v1,/);
  expect(whole.responseHead).toContain('x-answered-by: test');
  expect(await admin.call(calls.listWebhooks, {})).toMatchObject([{ successRate: 1, lastError: null }]);
  // Nobody is shown a secret again.
  expect(JSON.stringify(await admin.call(calls.listWebhooks, {}))).not.toContain('whsec_');
});

it('signs with both secrets for a day after the secret was replaced', async () => {
  const { id, secret: old = '' } = await create();
  const { secret: fresh = '', oldSecretUntil } = await act(id, 'ROTATE_SECRET');
  expect(fresh).not.toBe(old);
  expect(Date.parse(oldSecretUntil ?? '') - Date.now()).toBeGreaterThan(23.9 * 3_600_000);
  const { delivery } = await act(id, 'TEST');
  expect(delivery).toMatchObject({ type: 'webhook.test', state: 'DELIVERED', answer: { code: 204 } });
  const [{ body, headers } = { body: '', headers: {} }] = heard;
  for (const secret of [old, fresh]) expect(() => new Verifier(secret).verify(body, headers)).not.toThrow();
  await server.services.write(({ db }) =>
    sql`update webhook set old_secret_until = now() - interval '1 second' where id = ${id}`.execute(db),
  );
  await act(id, 'TEST');
  const last = heard[1] ?? { body: '', headers: {} };
  expect(() => new Verifier(fresh).verify(last.body, last.headers)).not.toThrow();
  expect(() => new Verifier(old).verify(last.body, last.headers)).toThrow();
});

it('says what a test came to where it failed, also of a webhook that is off', async () => {
  const { id } = await create();
  await act(id, 'DISABLE');
  status = 500;
  const { delivery, state, lastError } = await act(id, 'TEST');
  expect([state, lastError]).toEqual(['DISABLED', 'STATUS 500']);
  expect(delivery).toMatchObject({ state: 'FAILED', answer: { code: 500, problem: 'STATUS' } });
  await act(id, 'ENABLE');
  await changed(43, 'UNLOCK', 'APPROVED', 'BID_WAITING');
  status = 204;
  await expect
    .poll(async () => (await deliveriesOf(id)).filter((one) => one.state === 'DELIVERED').length, patient)
    .toBe(2);
});

it('sends again what it is asked to, one or a range, with the ids that it had', async () => {
  const { id } = await create(['order.quote']);
  await changed(44, 'UNLOCK', 'APPROVED', 'BID_WAITING');
  await changed(45, 'UNLOCK', 'APPROVED', 'BID_WAITING');
  await expect.poll(() => heard.length, patient).toBe(2);
  const [newest] = await deliveriesOf(id);
  expect(await act(id, 'REPLAY', { ids: [newest?.id ?? 0] })).toMatchObject({ count: 1 });
  await expect.poll(() => heard.length, patient).toBe(3);
  expect(heard[2]?.headers['webhook-id']).toBe(newest?.messageId);
  // What is still on its way is not sent again.
  await expect
    .poll(async () => (await deliveriesOf(id)).every(({ state }) => state === 'DELIVERED'), patient)
    .toBe(true);
  const range = { from: new Date(Date.now() - 60_000).toISOString(), to: new Date().toISOString() };
  expect(await act(id, 'REPLAY', range)).toMatchObject({ count: 2 });
  await expect.poll(() => heard.length, patient).toBe(5);
  expect(new Set(heard.map(({ headers }) => headers['webhook-id'])).size).toBe(2);
  await expect(act(id, 'REPLAY')).rejects.toMatchObject({ code: 'INVALID_INPUT' });
  await act(id, 'DISABLE');
  await expect(act(id, 'REPLAY', range)).rejects.toMatchObject({ code: 'NOT_POSSIBLE' });
});

it.each(['GONE', 'FAILING'] as const)(
  'is switched off where it is %s, tells by mail, and is enabled again',
  async (reason) => {
    const { id } = await create(['order.quote']);
    status = reason === 'GONE' ? 410 : 500;
    await changed(46, 'UNLOCK', 'APPROVED', 'BID_WAITING');
    await expect.poll(async () => (await deliveriesOf(id))[0]?.attempts, patient).toBe(1);
    if (reason === 'FAILING') {
      await server.services.write(({ db }) =>
        sql`update webhook_endpoint set failing_since = now() - interval '73 hours' where name = ${String(id)}`.execute(
          db,
        ),
      );
    }
    await expect
      .poll(async () => (await admin.call(calls.listWebhooks, {}))[0], patient)
      .toMatchObject({ state: 'AUTO_DISABLED', disabled: { reason } });
    const { notifications } = await admin.call(listNotifications, { query: { category: 'integrations' } });
    expect(
      notifications.filter(({ link }) => link === `/service-provider/settings/webhook?webhook=${id}`),
    ).toHaveLength(1);
    expect(await act(id, 'ENABLE')).toMatchObject({ state: 'ACTIVE', disabled: null });
  },
);

it('is told of nothing inside, and of nothing of another facility', async () => {
  for (const url of ['http://8.8.8.8/', 'https://169.254.169.254/', 'https://10.0.0.1/', 'http://127.0.0.2/']) {
    await expect(create(['order'], url)).rejects.toMatchObject({
      code: 'INVALID_INPUT',
      fields: { url: expect.any(String) },
    });
  }
  await expect(create(['order.nothing'])).rejects.toMatchObject({ fields: { events: expect.any(String) } });
  const { id } = await create(['order']);
  const other = await server.client('admin2');
  for (const call of [
    () => other.call(calls.deleteWebhook, { params: { id } }),
    () => other.call(calls.actOnWebhook, { params: { id, type: 'TEST' }, body: {} }),
    () => other.call(calls.webhookDeliveryList, { params: { id }, query: {} }),
    () => other.call(calls.updateWebhook, { body: { id, name: 'Mine', url: address, events: ['order'] } }),
  ]) {
    await expect(call()).rejects.toMatchObject({ code: 'NOT_FOUND' });
  }
  expect(await other.call(calls.listWebhooks, {})).toEqual([]);
});

it('has an example and a schema of every message, which agree', async () => {
  const tree = await admin.call(calls.webhookEvents, {});
  const leaves = (nodes: typeof tree): string[] =>
    nodes.flatMap(({ id, children }) => (children.length === 0 ? [id] : leaves(children)));
  expect([...leaves(tree), 'webhook.test'].toSorted()).toEqual([...webhookEventTypes].toSorted());
  for (const type of webhookEventTypes) {
    const { sample, schema } = await admin.call(calls.webhookEvent, { params: { type } });
    expect(webhookBodySchema(type).parse(sample)).toMatchObject({ type });
    expect(schema).toMatchObject({ type: 'object', properties: { type: { const: type } } });
  }
});
