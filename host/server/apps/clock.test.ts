import { createServer, type Server } from 'node:http';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { appDeliveries } from '@sinter/sdk/contract/apps/deliveries';
import { readAppForm, saveAppForm } from '@sinter/sdk/contract/apps/settings';
import { deleteAppData } from '@sinter/sdk/contract/apps/storage';
import { switchModule } from '@sinter/sdk/contract/host/modules';
import { createVerifier } from '../../../sdk/docs/examples/nesting-advisor/server/verify.mjs';
import { hostDb } from '../allTables.ts';
import { type TestClient, type TestServer, testServer } from '../testing.ts';
import { appClock } from './clock.ts';
import { grant, pluginsFolder } from './testing.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });
const patient = { timeout: 40_000 };

const [id, broken] = ['acme.plans', 'acme.broken'];
const schedules = [
  { id: 'often', every: 15, path: 'often' },
  { id: 'nightly', dailyAt: '02:30', path: 'nightly' },
];

let vendor: Server;
let address = '';
let heard: { path: string; authorization: string | undefined; body: string }[];
let plugins: Awaited<ReturnType<typeof pluginsFolder>>;
let server: TestServer;
let second: TestServer;
let admin: TestClient;

beforeAll(async () => {
  heard = [];
  vendor = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { url: path = '', headers } = request;
      heard.push({ path, authorization: headers.authorization, body: Buffer.concat(chunks).toString() });
      response.writeHead(path.startsWith(`/${broken}`) ? 503 : 200).end();
    });
  });
  await new Promise<void>((listening) => void vendor.listen(0, '127.0.0.1', listening));
  const own = vendor.address();
  if (own !== null && typeof own === 'object') address = `http://127.0.0.1:${own.port}`;
  const asks = [
    { scope: 'orders:read', reason: 'why' },
    { scope: 'catalog:read', reason: 'why' },
  ];
  plugins = await pluginsFolder([
    { id, scopes: asks, backend: { url: 'https://vendor.example', schedules } },
    { id: broken, backend: { url: 'https://vendor.example', schedules: schedules.slice(0, 1) } },
  ]);
  server = await testServer({ pluginsDir: plugins.folder, allowedNetworks: ['127.0.0.1/32'], worker: true });
  second = await server.another();
  admin = await server.client('admin');
  for (const one of [id, broken]) {
    const { revision } = await admin.call(readAppForm, { params: { id: one } });
    const body = { revision, values: {}, backend: `${address}/${one}` };
    await admin.call(saveAppForm, { params: { id: one }, body });
  }
  await grant(admin, id, ['orders:read']);
  // Only the root facility has given its own address.
  const elsewhere = await server.client('admin2');
  for (const one of [id, broken]) {
    await elsewhere.call(switchModule, { params: { id: one }, body: { enabled: false } });
  }
});
afterAll(async () => {
  await second.stop();
  await server.stop();
  await plugins.remove();
  vendor.close();
});

const db = () => hostDb(server.services.db);
const tick = (on = server) => on.services.get(appClock).tick();
/** As if its time had come, and many more times before. */
const due = (schedule: string, plugin = id) =>
  db()
    .updateTable('app_schedule')
    .set({ next_at: new Date(0) })
    .where('plugin_id', '=', plugin)
    .where('schedule_id', '=', schedule)
    .execute();
const shown = async (plugin = id) => (await admin.call(appDeliveries, { params: { id: plugin }, query: {} })).schedules;

it('calls the vendor’s server when it is due, once, for nobody and with what was granted', async () => {
  await tick();
  expect((await shown()).map(({ nextAt, last }) => [nextAt !== null, last])).toEqual([
    [true, null],
    [true, null],
  ]);
  expect(heard).toEqual([]);
  await due('often');
  await Promise.all([tick(server), tick(second), tick(server), tick(second)]);
  await expect.poll(async () => (await shown())[0]?.last, patient).toMatchObject({ code: 200, problem: null });
  await tick(second);
  expect(heard).toMatchObject([{ path: `/${id}/often`, body: '{"schedule":"often"}' }]);
  const { authorization = '' } = heard[0] ?? {};
  const { iss } = JSON.parse(Buffer.from(authorization.split('.')[1] ?? '', 'base64url').toString());
  const claims = await createVerifier({ site: iss, audience: id })(authorization);
  expect(claims).toMatchObject({ sub: null, facility: server.world.rootFacilityId, scopes: ['orders:read'] });
  const [often] = await shown();
  expect(Date.parse(often?.nextAt ?? '')).toBeGreaterThan(Date.parse(often?.last?.at ?? ''));
});

it('backs off from one that fails, and says so', async () => {
  await tick();
  const [before] = await shown(broken);
  expect(before?.failures).toBe(0);
  for (const failures of [1, 2]) {
    await due('often', broken);
    await tick();
    await expect.poll(async () => (await shown(broken))[0]?.failures, patient).toBe(failures);
  }
  const [after] = await shown(broken);
  expect(after?.last).toMatchObject({ code: 503, problem: 'STATUS' });
  const pause = Date.parse(after?.nextAt ?? '') - Date.parse(after?.last?.at ?? '');
  // Four times as long as between two that go well.
  expect(pause).toBeGreaterThan(50 * 60_000);
});

it('ends with the plugin, and with its data nothing of it is kept', async () => {
  heard = [];
  await due('nightly');
  await admin.call(switchModule, { params: { id }, body: { enabled: false } });
  await tick();
  await tick(second);
  const rows = () => db().selectFrom('app_schedule').select('plugin_id').where('plugin_id', '=', id).execute();
  expect(await rows()).toEqual([]);
  await admin.call(switchModule, { params: { id }, body: { enabled: true } });
  await tick();
  expect(await rows()).toHaveLength(2);
  await admin.call(deleteAppData, { params: { id } });
  expect([await rows(), heard]).toEqual([[], []]);
});
