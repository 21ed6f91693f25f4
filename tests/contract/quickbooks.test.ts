import plugins from 'virtual:plugin-servers';
import { CallError } from '@sinter/sdk/contract/errors';
import { listNotifications } from '@sinter/sdk/contract/host/notifications';
import {
  finishQuickbooks,
  quickbooksConnect,
  quickbooksRevoke,
  quickbooksStatus,
  readQuickbooksSettings,
  saveQuickbooksSettings,
  type QuickbooksSettingsInput,
} from '@sinter/sdk/contract/integrations/quickbooks';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { testServer, type TestClient, type TestServer } from '#host/server/testing.ts';
import { access } from '../../plugins/integrations/server/quickbooks/tokens.ts';
import { startQuickbooks, type QuickbooksSimulator } from '../quickbooks/simulator.ts';

let server: TestServer;
let quickbooks: QuickbooksSimulator;
let admin: TestClient;

beforeAll(async () => {
  quickbooks = await startQuickbooks();
  server = await testServer({ plugins, allowedNetworks: ['127.0.0.1/32'] });
  admin = await server.client('admin');
}, 120_000);
beforeEach(() => Object.assign(quickbooks, { rotates: false, lasts: 3600, slow: 0, down: false }));
afterAll(async () => {
  await server.stop();
  await quickbooks.stop();
});

const save = (changed: Partial<QuickbooksSettingsInput> = {}) => {
  const { url: apiAddress, clientId, clientSecret } = quickbooks;
  const body = { clientId, clientSecret, environment: 'SANDBOX' as const, apiAddress, ...changed };
  return admin.call(saveQuickbooksSettings, { body });
};
const status = () => admin.call(quickbooksStatus, {});
const begin = async (client = admin) => (await client.call(quickbooksConnect, {})).url;
const finish = (body: ReturnType<QuickbooksSimulator['allow']>, client = admin) =>
  client.call(finishQuickbooks, { body });
const connected = async () => finish(quickbooks.allow(await begin()));
const refusal = (call: Promise<unknown>) =>
  call.then(
    () => 'none',
    (error: unknown) => (error instanceof CallError ? error.code : String(error)),
  );
const renewals = () => quickbooks.calls.filter((call) => call === 'POST /oauth2/v1/tokens/bearer').length;
const use = (from: TestServer, stale?: string) => access(from.services, server.world.rootFacilityId, stale);

test('it has to be set up before anybody connects, and the secret is never answered', async () => {
  expect(await status()).toEqual({ status: 'INACTIVE', company: null, lost: false });
  expect(await refusal(begin())).toBe('NOT_POSSIBLE');
  expect(await admin.call(quickbooksRevoke, {})).toEqual({ success: 'false' });
  expect(await refusal(save({ apiAddress: 'http://10.0.0.1:9000' }))).toBe('INVALID_INPUT');
  const saved = await save();
  expect(saved).toMatchObject({ clientSecretSet: true, environment: 'SANDBOX' });
  expect(new URL(saved.redirectURL).pathname).toBe('/service-provider/settings/quickbooks');
  expect(JSON.stringify(await admin.call(readQuickbooksSettings, {}))).not.toContain(quickbooks.clientSecret);
});

test('a state is good once, for who began and for no code of a stranger', async () => {
  await save();
  const answer = quickbooks.allow(await begin());
  expect(await refusal(finish({ ...answer, state: 'made-up' }))).toBe('LINK_EXPIRED');
  expect(await refusal(finish(answer, await server.client('finance')))).toBe('LINK_EXPIRED');
  expect(await finish(answer)).toEqual({ status: 'ACTIVE', company: quickbooks.company, lost: false });
  expect(await refusal(finish(answer))).toBe('LINK_EXPIRED');

  const late = quickbooks.allow(await begin());
  await sql`update quickbooks_state set until = now() - interval '1 second'`.execute(server.services.db);
  expect(await refusal(finish(late))).toBe('LINK_EXPIRED');
  const forged = quickbooks.allow(await begin());
  expect(await refusal(finish({ ...forged, code: 'forged' }))).toBe('NOT_POSSIBLE');
  const away = quickbooks.allow(await begin());
  quickbooks.down = true;
  expect(await refusal(finish(away))).toBe('NOT_POSSIBLE');
});

test('tokens lie sealed, and the app stays while they are good', async () => {
  await save();
  await connected();
  const { rows } = await sql<{ sealed: string }>`select sealed from kept_secret`.execute(server.services.db);
  const all = rows.map(({ sealed }) => sealed).join();
  for (const token of [...quickbooks.access, ...quickbooks.refresh, quickbooks.clientSecret]) {
    expect(all).not.toContain(token);
  }
  expect(await refusal(save({ clientId: 'another' }))).toBe('CONFLICT');
  expect(await refusal(save())).toBe('none');
});

test('two nodes renew once, and what was rotated is what is used next', async () => {
  await save();
  Object.assign(quickbooks, { rotates: true, lasts: 60, slow: 300 });
  await connected();
  quickbooks.lasts = 3600;
  const before = renewals();
  const second = await server.another();
  const [one, two] = await Promise.all([use(server), use(second)]);
  expect(two.token).toBe(one.token);
  expect(renewals()).toBe(before + 1);
  // Refused meanwhile: it is renewed by whoever comes first.
  const [three, four] = await Promise.all([use(server, one.token), use(second, one.token)]);
  expect(three.token).not.toBe(one.token);
  expect(four.token).toBe(three.token);
  expect(renewals()).toBe(before + 2);
  await second.stop();
});

test('a server that is away ends nothing; a permission that was taken back does, and its people hear of it', async () => {
  await save();
  await connected();
  quickbooks.down = true;
  await expect(use(server, 'renew')).rejects.toThrow();
  expect((await status()).status).toBe('ACTIVE');
  quickbooks.down = false;
  quickbooks.refresh.clear();
  expect(await refusal(use(server, 'renew'))).toBe('NOT_POSSIBLE');
  expect(await status()).toMatchObject({ status: 'INACTIVE', lost: true });
  const asked = renewals();
  expect(await refusal(use(server))).toBe('NOT_POSSIBLE');
  expect(renewals()).toBe(asked);
  const { notifications } = await admin.call(listNotifications, { query: {} });
  expect(JSON.stringify(notifications)).toContain('Quickbooks ended the connection');
  expect(await connected()).toMatchObject({ status: 'ACTIVE', lost: false });
});

test('disconnecting ends it here and there, and here even when the other side is away', async () => {
  await save();
  quickbooks.refresh.clear();
  await connected();
  expect(await admin.call(quickbooksRevoke, {})).toEqual({ success: 'true' });
  expect([(await status()).status, quickbooks.refresh.size]).toEqual(['INACTIVE', 0]);
  await connected();
  quickbooks.down = true;
  expect(await admin.call(quickbooksRevoke, {})).toEqual({ success: 'true' });
  expect(await status()).toMatchObject({ status: 'INACTIVE', lost: false });
  expect(await refusal(use(server))).toBe('NOT_POSSIBLE');
});
