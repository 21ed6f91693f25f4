import plugins from 'virtual:plugin-servers';
import { createHash } from 'node:crypto';
import type { CallError } from '@sinter/sdk/contract/errors';
import { saveConfig } from '@sinter/sdk/contract/host/records';
import { magicsButtons, magicsRegisterIntent, readMagicsSelection } from '@sinter/sdk/contract/integrations/magics';
import type { MagicsConfig } from '@sinter/sdk/contract/host/magicsConfig';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testServer, type TestClient, type TestServer } from '#host/server/testing.ts';
import { clear, mark } from '../../plugins/scheduling/server/testing.ts';

let server: TestServer;
let admin: TestClient;
let planner: TestClient;
/** Order files of the facility's awarded orders, none of them export controlled. */
let parts: number[];
const config: MagicsConfig = {
  ...{ nonItarAdapterUrl: 'http://localhost:9021/magics?room=2', itarAdapterUrl: 'http://localhost:9022/' },
  ...{ isMagicsEnabled: true, preInQueueMagicsButton: false, useSelection: true },
};

beforeAll(async () => {
  server = await testServer({ plugins, demo: true });
  admin = await server.client('admin');
  planner = await server.client('planner');
  const { rows } = await sql<{ id: number }>`
    select f.id from rfq_order_file f join rfq_match m on m.order_id = f.order_id join rfq_order o on o.id = f.order_id
    where m.facility_id = ${server.world.rootFacilityId} and m.status in ('SP_BID_ACCEPTED', 'IN_PROGRESS')
      and not o.export_controlled and not o.holds_controlled order by f.id limit 20`.execute(server.services.db);
  parts = rows.map(({ id }) => id);
}, 120_000);
afterAll(() => server.stop());

const set = (changed: Partial<MagicsConfig> | string) => {
  const configValue = typeof changed === 'string' ? changed : JSON.stringify({ ...config, ...changed });
  return admin.call(saveConfig, { body: { configType: 'MAGICS_CONFIG', active: true, configValue } });
};
const intent = async (client: TestClient, ids?: readonly number[]) => {
  const query = ids ? { rfqFileIds: ids.join(',') } : {};
  return new URL((await client.call(magicsRegisterIntent, { query })).url);
};
const codeOf = (call: Promise<unknown>) => call.then(String, (error: CallError) => error.code);
const some = () => parts.slice(0, 2);

test('nothing opens, and no button shows, until an administrator has said where the adapters are', async () => {
  expect(await planner.call(magicsButtons, {})).toBeNull();
  expect(await codeOf(intent(planner, some()))).toBe('NOT_POSSIBLE');
  for (const wrong of ['javascript:alert(1)', 'magics', '']) {
    expect(await codeOf(set({ itarAdapterUrl: wrong }))).toBe('INVALID_INPUT');
  }
  expect(await codeOf(set('{}'))).toBe('INVALID_INPUT');
  await set({});
  expect(await planner.call(magicsButtons, {})).toEqual({ isMagicsEnabled: true, preInQueueMagicsButton: false });
});

test('without parts, the connection with the adapter is checked', async () => {
  await set({});
  const url = await intent(planner);
  expect(url.href.startsWith('http://localhost:9021/magics?room=2&')).toBe(true);
  expect([url.searchParams.get('action'), url.searchParams.get('server')]).toEqual(['check', server.url]);
});

test('a selection is fetched once, without a session, and so is each of its files', async () => {
  await set({});
  const url = await intent(planner, some());
  const selection = new URL(url.searchParams.get('selection') ?? '');
  expect(selection.origin).toBe(server.url);
  const answers = await Promise.all([1, 2].map(() => fetch(selection)));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 410]);
  const found = readMagicsSelection.response.parse(await answers.find(({ ok }) => ok)?.json());
  expect(found.parts.map(({ rfqFileId }) => rfqFileId)).toEqual(some());
  for (const part of found.parts) {
    const file = await fetch(part.url);
    const bytes = Buffer.from(await file.arrayBuffer());
    expect([createHash('sha256').update(bytes).digest('hex'), bytes.length]).toEqual([part.sha256, part.size]);
    expect((await fetch(part.url)).status).toBe(410);
  }
});

test('a selection that nobody fetches within five minutes is gone, and its rows with the next one', async () => {
  const url = await intent(planner, some());
  await sql`update magics_selection set until = now() - interval '1 second'`.execute(server.services.db);
  expect((await fetch(url.searchParams.get('selection') ?? '')).status).toBe(410);
  await intent(planner, some());
  const { rows } = await sql`select from magics_selection`.execute(server.services.db);
  expect(rows).toHaveLength(1);
});

test('without selections the files stand in the address, at most fifteen of them', async () => {
  await set({ useSelection: false });
  const files = (await intent(planner, some())).searchParams.getAll('file');
  expect(await Promise.all(files.map(async (file) => (await fetch(file)).status))).toEqual([200, 200]);
  expect(parts.length).toBeGreaterThan(15);
  await expect(intent(planner, parts.slice(0, 16))).rejects.toMatchObject({
    code: 'NOT_POSSIBLE',
    message: expect.stringMatching(/at most 15 parts/),
  });
  await set({});
  expect((await intent(planner, parts.slice(0, 16))).searchParams.has('selection')).toBe(true);
});

test('a part that is export controlled takes all to the other adapter, for who is cleared alone', async () => {
  await set({});
  await clear(server, 'admin');
  const cleared = await server.client('admin');
  const { rows } = await sql<{ orderId: number }>`
    select order_id as "orderId" from rfq_order_file where id = ${parts[0]}`.execute(server.services.db);
  const [order] = rows;
  if (!order) throw new Error('The part has no order.');
  await mark(server, order);
  expect(await codeOf(intent(planner, some()))).toBe('NOT_FOUND');
  const together = [...some(), ...parts.slice(-1)];
  expect((await intent(cleared, together)).origin).toBe('http://localhost:9022');
  await mark(server, order, false);
  expect((await intent(cleared, together)).origin).toBe('http://localhost:9021');
});

test('others than planners, and those of another facility, open nothing', async () => {
  for (const account of ['operator', 'buyer', 'lot'] as const) {
    expect(await codeOf(intent(await server.client(account), some()))).toBe('FORBIDDEN');
  }
  const elsewhere = await server.client('admin2');
  const configValue = JSON.stringify(config);
  await elsewhere.call(saveConfig, { body: { configType: 'MAGICS_CONFIG', active: true, configValue } });
  expect(await codeOf(intent(elsewhere, some()))).toBe('NOT_FOUND');
  expect(await codeOf(intent(planner, [987_654_321]))).toBe('NOT_FOUND');
  expect((await fetch(`${server.url}/api/v3/magics/selections/${'a'.repeat(43)}`)).status).toBe(410);
});
