import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import * as z from 'zod';
import { contractOf, type EventPayload } from '@sinter/sdk/contract';
import { deleteAppData } from '@sinter/sdk/contract/apps/storage';
import { readAppForm, saveAppForm } from '@sinter/sdk/contract/apps/settings';
import { publishEvent } from '@sinter/sdk/contract/apps/backend';
import { resumeDeliveries, sendDeliveriesAgain } from '@sinter/sdk/contract/apps/deliveries';
import { switchModule } from '@sinter/sdk/contract/host/modules';
import { listNotifications } from '@sinter/sdk/contract/host/notifications';
import * as orderEvents from '@sinter/sdk/contract/orders/events';
import * as jobEvents from '@sinter/sdk/contract/scheduling/events';
import { defineServer, type EventAudience } from '@sinter/sdk/server';
import { createWebhookReader } from '../../../sdk/docs/examples/nesting-advisor/server/webhook.mjs';
import { hostDb } from '../allTables.ts';
import { type Account, type TestClient, type TestServer, testServer } from '../testing.ts';
import { wakeEndpoint } from '../webhooks/drain.ts';
import { callAs, grant, pluginsFolder, tokenOf } from './testing.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });
const patient = { timeout: 40_000 };

const { orderChanged } = orderEvents;
const { jobChanged } = jobEvents;
/** They declare the events and do nothing else. */
const halves = [
  defineServer({ id: 'orders', contract: contractOf({ orderChanged }), migrations: {}, setup() {} }),
  defineServer({ id: 'scheduling', contract: contractOf({ jobChanged }), migrations: {}, setup() {} }),
];

const listener = 'acme.listener';
/** One for each way to answer, and one whose address is inside. */
const others = ['hangs', 'gone', 'busy', 'moves', 'fails', 'silent', 'early'].map((name) => `acme.${name}`);
const inside = 'acme.inside';
const webhooks = [orderChanged.type, jobChanged.type].map((event) => ({ event, reason: 'why' }));
const scopes = ['orders:read', 'scheduling:read'].map((scope) => ({ scope, reason: 'why' }));

interface Heard {
  headers: IncomingHttpHeaders;
  body: string;
}
const messageSchema = z.object({ type: z.string(), timestamp: z.string(), data: z.record(z.string(), z.unknown()) });
const messageOf = ({ body }: Heard) => messageSchema.parse(JSON.parse(body));

let vendor: Server;
let vendorAddress = '';
let heard: Record<string, Heard[]>;
let answers: Record<string, (response: ServerResponse) => void>;
let plugins: Awaited<ReturnType<typeof pluginsFolder>>;
let server: TestServer;
let second: TestServer;
let admin: TestClient;
let facilityIds: number[];

const of = (id: string): Heard[] => (heard[id] ??= []);
const answered =
  (status: number, headers = {}) =>
  (response: ServerResponse) =>
    void response.writeHead(status, headers).end();

beforeAll(async () => {
  [heard, answers] = [{}, {}];
  vendor = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const [, id = '', path] = (request.url ?? '').split('/');
      if (path !== 'webhooks') return void response.writeHead(404).end();
      of(id).push({ headers: request.headers, body: Buffer.concat(chunks).toString() });
      (answers[id] ?? answered(204))(response);
    });
  });
  await new Promise<void>((listening) => void vendor.listen(0, '127.0.0.1', listening));
  const own = vendor.address();
  if (own !== null && typeof own === 'object') vendorAddress = `http://127.0.0.1:${own.port}`;
  const backend = { url: 'https://vendor.example', webhooks };
  const done = `${listener}.done`;
  plugins = await pluginsFolder([
    {
      id: listener,
      scopes,
      backend: { ...backend, webhooks: [...webhooks, { event: done, reason: 'why' }] },
      events: { publishes: [done] },
    },
    ...others.map((id) => ({ id, scopes, backend })),
    { id: inside, scopes, backend: { ...backend, url: 'https://169.254.169.254' } },
  ]);
  server = await testServer({
    plugins: halves,
    pluginsDir: plugins.folder,
    allowedNetworks: ['127.0.0.1/32'],
    worker: true,
  });
  second = await server.another();
  admin = await server.client('admin');
  facilityIds = [server.world.rootFacilityId];
  for (const id of [listener, ...others]) {
    const { revision } = await admin.call(readAppForm, { params: { id } });
    const body = { revision, values: {}, backend: `${vendorAddress}/${id}` };
    await admin.call(saveAppForm, { params: { id }, body });
  }
  await grant(admin, listener, ['orders:read', 'scheduling:read']);
});
afterAll(async () => {
  await second.stop();
  await server.stop();
  await plugins.remove();
  vendor.close();
  vendor.closeAllConnections();
});
/** Each test has one more listener at most, so that the others' failures are nobody's concern. */
afterEach(async () => {
  for (const id of [...others, inside]) await grant(admin, id, []);
  for (const list of Object.values(heard)) list.splice(0);
});

const changed = (orderId: number, status = 'CREATED', audience: EventAudience = { facilityIds }, on = server) =>
  on.services.write((unit) => unit.emit(orderChanged, { orderId, status }, audience));

const rowsOf = (id: string) =>
  hostDb(server.services.db)
    .selectFrom('webhook_delivery as one')
    .innerJoin('webhook_endpoint as endpoint', 'endpoint.id', 'one.endpoint_id')
    .select([
      'one.id',
      'state',
      'attempts',
      'code',
      'problem',
      'due_at',
      'answered_at',
      'body',
      'object',
      'endpoint_id',
    ])
    .select(['endpoint.facility_id', 'endpoint.disabled_reason', 'endpoint.rests_until', 'endpoint.last_code'])
    .where('endpoint.name', '=', id)
    .orderBy('one.id')
    .execute();
const messageIds = async (id: string): Promise<string[]> =>
  (
    await hostDb(server.services.db)
      .selectFrom('webhook_delivery as one')
      .innerJoin('webhook_endpoint as endpoint', 'endpoint.id', 'one.endpoint_id')
      .select('message_id')
      .where('endpoint.name', '=', id)
      .orderBy('one.id')
      .execute()
  ).map(({ message_id }) => message_id);
/** As if the time until the next attempt had passed. */
async function later(id: string): Promise<void> {
  const endpoints = new Set((await rowsOf(id)).map(({ endpoint_id: endpoint }) => endpoint));
  for (const endpoint of endpoints) {
    // In a transaction that is tried again: the server writes the same rows.
    await server.services.write(async ({ db }) => {
      await sql`update webhook_delivery set due_at = to_timestamp(0) where endpoint_id = ${endpoint}`.execute(db);
      await sql`update webhook_endpoint set rests_until = null where id = ${endpoint}`.execute(db);
    });
    await wakeEndpoint(server.services.db, endpoint);
  }
}
/** What happens after everything before it was told to the listener. */
const told = async (count: number) => {
  await expect.poll(() => of(listener).length, patient).toBe(count);
};

it('tells a vendor’s server, which knows by the signature who says so', async () => {
  const payload: EventPayload<typeof jobChanged> = {
    jobId: 4,
    facilityId: facilityIds[0] ?? 0,
    equipmentId: 2,
    status: 'PLANNED',
  };
  await server.services.write((unit) => unit.emit(jobChanged, payload, { facilityIds }));
  await told(1);
  const [one] = of(listener);
  if (!one) throw new Error('Nothing was heard.');
  expect(messageOf(one)).toEqual({
    type: 'job.changed',
    timestamp: expect.stringMatching(/^\d{4}-.*Z$/),
    data: { ...payload, site: expect.stringMatching(/^http:\/\/localhost:/), plugin: listener },
  });
  const site = String(messageOf(one).data['site']);
  const read = createWebhookReader({ site, plugin: listener });
  expect(await read(one.headers, one.body)).toMatchObject({ type: 'job.changed', id: one.headers['webhook-id'] });
  // Changed on the way, for another plugin, of another site, or much too late.
  expect(await read(one.headers, one.body.replace('PLANNED', 'DONE'))).toBeNull();
  expect(await createWebhookReader({ site, plugin: 'acme.other' })(one.headers, one.body)).toBeNull();
  expect(await read({ ...one.headers, 'webhook-id': 'msg_other' }, one.body)).toBeNull();
  expect(await read({ ...one.headers, 'webhook-timestamp': '1700000000' }, one.body)).toBeNull();
});

it('tells each thing in the order in which it happened, whichever node makes or sends it', async () => {
  const [objects, steps] = [[1, 2, 3, 4, 5], [...Array.from({ length: 6 }).keys()]];
  answers[listener] = (response) => void setTimeout(() => response.writeHead(200).end(), Math.random() * 20);
  for (const step of steps) {
    for (const order of objects) await changed(order, String(step), { facilityIds }, step % 2 === 0 ? server : second);
  }
  await told(objects.length * steps.length);
  delete answers[listener];
  const list = of(listener).map((one) => messageOf(one).data);
  for (const order of objects) {
    expect(list.filter(({ orderId }) => orderId === order).map(({ status }) => status)).toEqual(steps.map(String));
  }
});

it('tells nothing to who was not granted it, of no other facility, and nothing that is for people alone', async () => {
  const { rootFacilityId, secondFacilityId, users } = server.world;
  // The plugin is on there too, where nobody has granted it anything.
  await changed(11, 'CREATED', { facilityIds: [secondFacilityId] });
  await changed(12, 'CREATED', { userIds: Object.values(users) });
  await grant(admin, listener, ['scheduling:read']);
  await changed(13);
  // The root facility looks at jobs of others.
  const job = { jobId: 1, equipmentId: 1, status: 'PLANNED' };
  const both = { facilityIds: [rootFacilityId, secondFacilityId] };
  await server.services.write((unit) => unit.emit(jobChanged, { ...job, facilityId: secondFacilityId }, both));
  await server.services.write((unit) => unit.emit(jobChanged, { ...job, facilityId: rootFacilityId }, both));
  await told(1);
  expect(of(listener).map((one) => messageOf(one).data)).toMatchObject([{ facilityId: rootFacilityId, jobId: 1 }]);
  expect((await rowsOf(listener)).every(({ facility_id }) => facility_id === rootFacilityId)).toBe(true);
  await grant(admin, listener, ['orders:read', 'scheduling:read']);
});

it('tells of a controlled order that something happened to it, and no more', async () => {
  await changed(21, 'IN_PROGRESS', { facilityIds, controlled: true });
  await told(1);
  expect(of(listener).map((one) => messageOf(one).data)).toEqual([
    { site: expect.any(String), plugin: listener, facilityId: facilityIds[0], orderId: 21, controlled: true },
  ]);
});

it('tells a plugin’s own events to its own server', async () => {
  const token = await tokenOf(admin, listener);
  const body = { type: `${listener}.done`, payload: { plan: 3 } };
  await callAs(admin, token, publishEvent, { params: { id: listener }, body });
  await told(1);
  expect(of(listener).map(messageOf)).toMatchObject([{ type: `${listener}.done`, data: { payload: { plan: 3 } } }]);
});

it('does not let one that hangs delay another, and sends again what was never answered', async () => {
  const id = 'acme.hangs';
  await grant(admin, id, ['orders:read']);
  const held: ServerResponse[] = [];
  answers[id] = (response) => void held.push(response);
  await changed(31);
  await expect.poll(() => held.length, patient).toBe(1);
  for (let order = 32; order < 60; order++) await changed(order);
  await told(29);
  expect(await rowsOf(id)).toHaveLength(29);
  expect(new Set((await rowsOf(id)).map(({ state }) => state))).toEqual(new Set(['WAITING']));
  // What was sent and never answered is sent once more, with the same id.
  answers[id] = answered(200);
  for (const response of held) response.destroy();
  await expect
    .poll(async () => (await rowsOf(id)).some(({ problem }) => problem === 'UNREACHABLE'), patient)
    .toBe(true);
  await later(id);
  await expect.poll(async () => (await rowsOf(id)).every(({ state }) => state === 'DELIVERED'), patient).toBe(true);
  const ids = of(id).map(({ headers }) => headers['webhook-id']);
  expect(ids.length).toBeGreaterThan(29);
  expect(new Set(ids).size).toBe(29);
});

it('sends nothing more to one that says it is gone', async () => {
  const id = 'acme.gone';
  await grant(admin, id, ['orders:read']);
  answers[id] = answered(410);
  await changed(61);
  await expect.poll(async () => (await rowsOf(id))[0]?.disabled_reason, patient).toBe('GONE');
  await changed(62);
  await told(2);
  expect(await rowsOf(id)).toMatchObject([{ state: 'FAILED', code: 410, attempts: 1 }]);
});

it('is resumed by an administrator, and what failed is sent again with the id that it had', async () => {
  const id = 'acme.gone';
  const params = { id };
  await grant(admin, id, ['orders:read']);
  answers[id] = answered(200);
  const [lost] = await rowsOf(id);
  const body = { ids: [lost?.id ?? 0] };
  await expect(admin.call(sendDeliveriesAgain, { params, body })).rejects.toMatchObject({ code: 'NOT_POSSIBLE' });
  await admin.call(resumeDeliveries, { params });
  await expect(admin.call(resumeDeliveries, { params })).rejects.toMatchObject({ code: 'NOT_POSSIBLE' });
  // What happened meanwhile was told to nobody; what happens from now on is.
  await changed(63);
  await expect.poll(() => of(id).length, patient).toBe(1);
  expect(await admin.call(sendDeliveriesAgain, { params, body })).toEqual({ count: 1 });
  await expect.poll(() => of(id).length, patient).toBe(2);
  expect(of(id).map((one) => messageOf(one).data['orderId'])).toEqual([63, 61]);
  expect(of(id)[1]?.headers['webhook-id']).toBe((await messageIds(id))[0]);
  await expect
    .poll(async () => (await rowsOf(id)).map(({ state }) => state), patient)
    .toEqual(['DELIVERED', 'DELIVERED']);
  expect(await admin.call(sendDeliveriesAgain, { params, body })).toEqual({ count: 0 });
});

it.each([
  ['acme.early', 71, null],
  ['acme.silent', 73, 'FAILING'],
])('%s, which has failed for %i hours, is disabled for: %s', async (id, hours, reason) => {
  await grant(admin, id, ['orders:read']);
  answers[id] = answered(500);
  await changed(64);
  await expect.poll(async () => (await rowsOf(id))[0]?.attempts, patient).toBe(1);
  await server.services.write(({ db }) =>
    sql`update webhook_endpoint set failing_since = now() - make_interval(hours => ${hours}::int) where name = ${id}`.execute(
      db,
    ),
  );
  await later(id);
  await expect.poll(async () => (await rowsOf(id))[0]?.attempts, patient).toBe(2);
  expect(await rowsOf(id)).toMatchObject([{ disabled_reason: reason, state: reason === null ? 'WAITING' : 'FAILED' }]);
  const told = (await admin.call(listNotifications, { query: { category: 'apps' } })).notifications.map(
    ({ text, link }) => ({ text, link }),
  );
  const link = `/service-provider/app-marketplace/${id}`;
  const mine = told.filter((one) => one.link === link);
  expect(mine).toEqual(reason === null ? [] : [{ text: expect.stringContaining('three days'), link }]);
});

it('tells of a server that is not told any more only those who look after apps there', async () => {
  const heardBy = async (account: Account) =>
    (await (await server.client(account)).call(listNotifications, { query: { category: 'apps' } })).totalCount;
  // One says that it is gone, the other fails.
  expect(await heardBy('admin')).toBe(2);
  expect([await heardBy('planner'), await heardBy('operator'), await heardBy('admin2')]).toEqual([0, 0, 0]);
});

it('waits as long as a busy one asks for', async () => {
  const id = 'acme.busy';
  await grant(admin, id, ['orders:read']);
  answers[id] = answered(429, { 'retry-after': '3000' });
  await changed(71);
  await expect.poll(async () => (await rowsOf(id))[0]?.attempts, patient).toBe(1);
  await changed(72);
  await told(2);
  const [first, next] = await rowsOf(id);
  const wait = Number(first?.due_at) - Number(first?.answered_at);
  expect(wait).toBeGreaterThanOrEqual(3_000_000);
  expect(Number(next?.rests_until)).toBeGreaterThan(Number(first?.answered_at) + 2_900_000);
  expect(of(id)).toHaveLength(1);
});

it('follows no redirect, calls nothing inside, and says so', async () => {
  const id = 'acme.moves';
  await grant(admin, id, ['orders:read']);
  await grant(admin, inside, ['orders:read']);
  answers[id] = answered(302, { location: `${vendorAddress}/${listener}/webhooks` });
  await changed(81);
  await expect.poll(async () => (await rowsOf(id))[0], patient).toMatchObject({ problem: 'REDIRECT', code: 302 });
  await expect.poll(async () => (await rowsOf(inside))[0], patient).toMatchObject({ problem: 'FORBIDDEN', code: null });
  await told(1);
});

it('ends with the plugin: switched off nothing goes out, and with its data everything is gone', async () => {
  const id = 'acme.fails';
  await grant(admin, id, ['orders:read']);
  answers[id] = answered(500);
  await changed(91);
  await expect.poll(async () => (await rowsOf(id))[0], patient).toMatchObject({ state: 'WAITING', code: 500 });
  await admin.call(switchModule, { params: { id }, body: { enabled: false } });
  answers[id] = answered(200);
  await later(id);
  await expect.poll(async () => (await rowsOf(id))[0], patient).toMatchObject({ state: 'FAILED', problem: 'OFF' });
  await changed(92);
  await told(2);
  expect([(await rowsOf(id)).length, of(id).length]).toEqual([1, 1]);
  await admin.call(deleteAppData, { params: { id } });
  expect(await rowsOf(id)).toEqual([]);
});
