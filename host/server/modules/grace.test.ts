import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { contractOf, errorBodySchema } from '@sinter/sdk/contract';
import { listDocuments } from '@sinter/sdk/contract/apps/storage';
import { pluginTokenHeader } from '@sinter/sdk/contract/apps/token';
import { listAmProcesses } from '@sinter/sdk/contract/catalog/offered';
import * as offered from '@sinter/sdk/contract/catalog/offered';
import { openedHeader, readManifest, switchModule } from '@sinter/sdk/contract/host/modules';
import { fetchToken } from '@sinter/sdk/contract/host/session';
import { defineServer } from '@sinter/sdk/server';
import { manifestSchema } from '#registry/manifest';
import { grant, pluginsFolder, tokenOf } from '../apps/testing.ts';
import { type TestClient, type TestServer, testServer } from '../testing.ts';
import { graceMs, isInGrace, type Revision, switchOffs } from './grace.ts';

const contract = contractOf(offered);
const catalogServer = defineServer({
  id: 'catalog',
  contract,
  migrations: {},
  setup(server) {
    for (const call of contract.calls) server.handle(call, async () => []);
  },
});
const calendar = 'acme.calendar';

let plugins: Awaited<ReturnType<typeof pluginsFolder>>;
let server: TestServer;
let admin: TestClient;
let planner: TestClient;
beforeAll(async () => {
  plugins = await pluginsFolder([
    { id: 'catalog', publisher: 'Us' },
    { id: calendar, startsAfter: [], scopes: [{ scope: 'catalog:read', reason: 'why' }] },
  ]);
  server = await testServer({ plugins: [catalogServer], pluginsDir: plugins.folder });
  [admin, planner] = [await server.client('admin'), await server.client('planner')];
});
afterAll(async () => {
  await server.stop();
  await plugins.remove();
});
afterEach(async () => {
  vi.useRealTimers();
  for (const id of ['catalog', calendar]) await turn(id, true);
});

const turn = (id: string, enabled: boolean) => admin.call(switchModule, { params: { id }, body: { enabled } });
const registryOf = async (client = planner) =>
  manifestSchema.parse(await client.call(readManifest, { query: {} })).registry;
const processes = listAmProcesses.path;

/** The code that a call is refused with; `OK`: it is answered. */
async function answered(client: TestClient, path: string, opened: number | null, more: RequestInit = {}) {
  const headers = new Headers(more.headers);
  if (opened !== null) headers.set(openedHeader, String(opened));
  const response = await client.fetch(path, { ...more, headers });
  return response.ok ? 'OK' : errorBodySchema.parse(await response.json()).code;
}

describe('a module that was switched off', () => {
  it('still answers what was open, and nothing else', async () => {
    const { revision, closing } = await registryOf();
    expect(closing).toEqual({});
    await turn('catalog', false);
    expect(await answered(planner, processes, revision)).toBe('OK');
    expect(await answered(planner, processes, null)).toBe('MODULE_OFF');
    // Opened when it was off, in the same browser or another.
    const now = await registryOf();
    expect(now.revision).toBe(revision + 1);
    expect(await answered(planner, processes, now.revision)).toBe('MODULE_OFF');
    expect(await answered(await server.client('planner'), processes, revision)).toBe('MODULE_OFF');
    expect(await answered(await server.client(), processes, revision)).toBe('UNAUTHENTICATED');
    for (const nonsense of ['', '-1', '1e9', '99999999999999999999']) {
      const headers = { [openedHeader]: nonsense };
      expect(await answered(planner, processes, null, { headers })).toBe('MODULE_OFF');
    }
    // A token is as old as the session that it was made from.
    const { access_token } = await planner.call(fetchToken, {});
    const headers = { cookie: '', authorization: `Bearer ${access_token}` };
    expect(await answered(planner, processes, revision, { headers })).toBe('OK');
  });

  it('does so for ten minutes, which every browser is told', async () => {
    const { revision } = await registryOf();
    await turn('catalog', false);
    const until = Date.parse((await registryOf()).closing['catalog'] ?? '');
    vi.useFakeTimers({ toFake: ['Date'], now: until - 1 });
    expect(await answered(planner, processes, revision)).toBe('OK');
    vi.setSystemTime(until);
    expect(await answered(planner, processes, revision)).toBe('MODULE_OFF');
    vi.setSystemTime(until + 60_000);
    expect((await registryOf()).closing).toEqual({});
  });

  it('is that of one facility', async () => {
    const lyon = await server.client('admin2');
    const before = await registryOf();
    await turn('catalog', false);
    expect((await registryOf(lyon)).closing).toEqual({});
    const body = { enabled: false };
    await lyon.call(switchModule, { params: { id: 'catalog' }, body });
    expect(await answered(lyon, processes, (await registryOf(lyon)).revision)).toBe('MODULE_OFF');
    expect(await answered(planner, processes, before.revision)).toBe('OK');
    await lyon.call(switchModule, { params: { id: 'catalog' }, body: { enabled: true } });
  });

  it('answers nothing when its package turned out not to be what it was', async () => {
    const { revision } = await registryOf();
    await turn('catalog', false);
    const copy = join(plugins.folder, 'copy');
    await mkdir(copy);
    const descriptor = { id: 'catalog', version: '1.0.0', publisher: 'Us', title: 'Copy', sdk: '^1.0.0' };
    await writeFile(join(copy, 'plugin.json'), JSON.stringify(descriptor));
    server.node.pluginsChanged(['catalog']);
    await expect.poll(() => answered(planner, processes, revision)).toBe('MODULE_OFF');
    expect((await registryOf()).closing).toEqual({});
    await rm(copy, { recursive: true });
    server.node.pluginsChanged(['catalog']);
    await expect.poll(() => answered(planner, processes, revision)).toBe('OK');
  });

  it('lets a vendor’s screen have a token, and call with it, as long', async () => {
    const { revision } = await registryOf();
    const opened = { [openedHeader]: String(revision) };
    await turn(calendar, false);
    const ask = (headers: Record<string, string>) =>
      planner.fetch(`/api/v1/apps/${calendar}/token`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify({ version: '1.0.0' }),
      });
    expect((await ask({})).status).toBe(403);
    const { token } = (await (await ask(opened)).json()) as { token: string };
    const documents = listDocuments.path.replace('{id}', calendar).replace('{area}', 'person');
    const own = { headers: { [pluginTokenHeader]: token } };
    expect(await answered(planner, documents, revision, own)).toBe('OK');
    expect(await answered(planner, documents, null, own)).toBe('SCOPE');
    const until = Date.parse((await registryOf()).closing[calendar] ?? '');
    vi.useFakeTimers({ toFake: ['Date'], now: until });
    expect((await ask(opened)).status).toBe(403);
  });

  it('answers no vendor’s app, which has nothing open in a module of others', async () => {
    const { revision } = await registryOf();
    await grant(admin, calendar, ['catalog:read']);
    const own = { headers: { [pluginTokenHeader]: await tokenOf(planner, calendar) } };
    expect(await answered(planner, processes, revision, own)).toBe('OK');
    await turn('catalog', false);
    expect(await answered(planner, processes, revision, own)).toBe('MODULE_OFF');
    // The person's own screen is answered meanwhile.
    expect(await answered(planner, processes, revision)).toBe('OK');
    // Nor when the app was switched off with it.
    await turn(calendar, false);
    expect(await answered(planner, processes, revision, own)).toBe('MODULE_OFF');
  });
});

describe('isInGrace', () => {
  const off = { revision: 5, at: new Date(1_000_000) };
  const opened = { revision: 4, sessionSince: new Date(999_999) };
  it.each([
    ['open before', opened, 1_000_000, true],
    ['its last moment', opened, 1_000_000 + graceMs - 1, true],
    ['over', opened, 1_000_000 + graceMs, false],
    ['given with the switch', { ...opened, revision: 5 }, 1_000_000, false],
    ['signed in with the switch', { ...opened, sessionSince: off.at }, 1_000_000, false],
  ])('%s', (_what, screen, now, expected) => expect(isInGrace(off, screen, now)).toBe(expected));
});

describe('switchOffs', () => {
  const of = (id: string, requires: string[] = []) => ({ id, requires, canBeSwitchedOff: true });
  const all = [of('a', ['b']), of('b'), of('c')];
  const revisions = (...off: string[][]): Revision[] =>
    off.map((disabledModules, index) => ({ revision: index, at: new Date(index), disabledModules })).reverse();
  const found = (...off: string[][]) =>
    Object.fromEntries([...switchOffs(all, revisions(...off))].map(([id, { revision }]) => [id, revision]));

  it('finds the revision that began it, also of what needs another', () => {
    expect(found()).toEqual({});
    expect(found([], ['b'], ['b', 'c'])).toEqual({ a: 1, b: 1, c: 2 });
    expect(found([], ['c'], [], ['c'])).toEqual({ c: 3 });
    expect(found(['c'], [])).toEqual({});
    expect(found(['a'], ['a', 'b'])).toEqual({ a: 0, b: 1 });
  });
});
