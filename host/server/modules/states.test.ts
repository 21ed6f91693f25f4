import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { readManifest, readModules, switchModule } from '@sinter/sdk/contract/host/modules';
import { saveConfig } from '@sinter/sdk/contract/host/records';
import {
  listRegistryRevisions,
  previewRegistry,
  readRegistryState,
  type RegistryState,
  saveRegistryState,
} from '@sinter/sdk/contract/host/registry';
import { manifestSchema } from '#registry/manifest';
import { hostDb } from '../allTables.ts';
import { type TestClient, type TestServer, testServer } from '../testing.ts';

const nothing: RegistryState = { disabledModules: [], flags: {}, menu: {} };
const about = { version: '1.0.0', publisher: 'Us', sdk: '^1.0.0', client: false };
const descriptors = [
  { ...about, id: 'catalog', title: 'Catalogue' },
  { ...about, id: 'orders', title: 'Orders', requires: ['catalog'] },
  { ...about, id: 'admin', title: 'Administration', canBeSwitchedOff: false },
];

let folder: string;
let server: TestServer;
let admin: TestClient;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sinter-plugins-'));
  for (const descriptor of descriptors) {
    await mkdir(join(folder, descriptor.id));
    await writeFile(join(folder, descriptor.id, 'plugin.json'), JSON.stringify(descriptor));
  }
});
beforeEach(async () => {
  server = await testServer({ pluginsDir: folder });
  admin = await server.client('admin');
  return () => server.stop();
});
afterAll(() => rm(folder, { recursive: true }));

const current = async () => (await admin.call(readRegistryState, {})).revision;
const save = async (state: Partial<RegistryState>, revision?: number) =>
  admin.call(saveRegistryState, { body: { ...nothing, ...state, revision: revision ?? (await current()) } });
const revisions = async () => (await admin.call(listRegistryRevisions, { query: {} })).revisions;
const manifest = async (client = admin) => manifestSchema.parse(await client.call(readManifest, { query: {} }));

it('is not told again to who knows it', async () => {
  const { revision } = await manifest();
  expect(await admin.call(readManifest, { query: { known: revision } })).toEqual({ schema: 1, revision });
  expect(await admin.call(readManifest, { query: { known: 'older' } })).toMatchObject({ revision, plugins: [] });
});

describe('the state of a registry', () => {
  it('is as delivered until somebody changes it', async () => {
    const { state, features, menu, revision } = await admin.call(readRegistryState, {});
    expect([state, revision]).toEqual([nothing, 0]);
    const webhooks = { key: 'WEBHOOKS', label: 'feature.WEBHOOKS', enabled: true, byDefault: true };
    expect(features).toContainEqual({ ...webhooks, hasScreen: false });
    expect(menu).toContainEqual({
      id: 'profile.sp.apiKeys',
      label: 'menu.apiKeys',
      area: 'PROFILE',
      path: '/service-provider/keys',
      hidden: false,
      change: {},
    });
    // No module here has its screen.
    expect(menu.map(({ path }) => path)).not.toContain('/service-provider/shipments');
    const { revisions: list, totalCount } = await admin.call(listRegistryRevisions, { query: {} });
    expect([list, totalCount]).toEqual([
      [{ revision: 0, at: expect.any(String), by: '', state: nothing, changes: [] }],
      1,
    ]);
  });

  it('is given to the facility as a whole, and an earlier one again', async () => {
    const state: RegistryState = {
      disabledModules: ['catalog'],
      flags: { WEBHOOKS: false, APP_STORE: true },
      menu: { 'profile.help.support': { label: 'Help me', url: 'https://help.test/' } },
    };
    expect(await save(state)).toEqual({ revision: 1 });
    expect((await admin.call(readRegistryState, {})).state).toEqual(state);
    const seen = await manifest(await server.client('operator'));
    expect([seen.flags.WEBHOOKS, seen.flags.APP_STORE]).toEqual([false, true]);
    expect(seen.profileMenu).toContainEqual(expect.objectContaining({ text: 'Help me', path: 'https://help.test/' }));
    expect((await manifest(await server.client('admin2'))).flags.WEBHOOKS).toBe(true);

    const [first, delivered] = await revisions();
    expect(first).toMatchObject({
      by: 'Ada Berger',
      changes: ['-catalog', '-WEBHOOKS', '+APP_STORE', 'menu: profile.help.support'],
    });
    await save(delivered?.state ?? state);
    expect((await admin.call(readRegistryState, {})).state).toEqual(nothing);
    expect((await revisions()).map(({ revision }) => revision)).toEqual([2, 1, 0]);
    const second = await admin.call(listRegistryRevisions, { query: { page: 1, size: 1 } });
    expect([second.revisions.map(({ revision }) => revision), second.totalCount]).toEqual([[1], 3]);

    const entry = await hostDb(server.services.db)
      .selectFrom('audit_entry')
      .select(['object_id', 'before', 'after'])
      .where('action', '=', 'registry.changed')
      .orderBy('id')
      .executeTakeFirst();
    expect(entry).toEqual({ object_id: '1', before: nothing, after: state });
  });

  it('can be changed by one of two at a time', async () => {
    const both = await Promise.allSettled([
      save({ flags: { WEBHOOKS: false } }, 0),
      save({ flags: { WORKPLAN: false } }, 0),
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(both.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { code: 'CONFLICT' } });
    expect(await current()).toBe(1);
  });

  it('has a revision for every way it is changed, and none where nothing changed', async () => {
    await admin.call(switchModule, { params: { id: 'orders' }, body: { enabled: false } });
    await admin.call(switchModule, { params: { id: 'orders' }, body: { enabled: false } });
    const configure = (configType: string, value: unknown) =>
      admin.call(saveConfig, { body: { configType, configValue: JSON.stringify(value), active: true } });
    await configure('QMS_CONFIG', { qmsEnabled: false, note: 'kept' });
    await configure('STORE_FRONT_MENU_CONFIG', { 'sp.archive': { enabled: false } });
    await configure('ORDER_CONFIG', { a: 1 });
    expect((await revisions()).map(({ changes }) => changes)).toEqual([
      ['menu: sp.archive'],
      ['-QUALITY_MANAGEMENT'],
      ['-orders'],
      [],
    ]);
    await save({});
    const record = await server.services.db
      .selectFrom('config_record')
      .select('config_value')
      .where('config_type', '=', 'QMS_CONFIG')
      .executeTakeFirst();
    expect(record?.config_value).toEqual({ qmsEnabled: true, note: 'kept' });
  });

  it('cannot be without what must be there, nor changed by somebody without the right', async () => {
    await expect(save({ disabledModules: ['admin'] })).rejects.toMatchObject({ code: 'FORBIDDEN' });
    const operator = await server.client('operator');
    const body = { ...nothing, revision: 0 };
    await expect(operator.call(saveRegistryState, { body })).rejects.toMatchObject({ code: 'FORBIDDEN' });
    await expect(operator.call(previewRegistry, { body: nothing })).rejects.toMatchObject({ code: 'FORBIDDEN' });
    await expect(save({ menu: { x: { url: 'javascript:alert(1)' } } })).rejects.toMatchObject({
      code: 'INVALID_INPUT',
    });
  });

  it('is delivered again where what is stored is not usable', async () => {
    await save({ menu: { 'sp.archive': { enabled: false } } });
    await server.services.db
      .updateTable('config_record')
      .set({ config_value: JSON.stringify({ 'sp.archive': { enabled: 'perhaps' } }) })
      .where('config_type', '=', 'STORE_FRONT_MENU_CONFIG')
      .execute();
    const fresh = await server.another();
    const client = await fresh.client('admin');
    expect((await client.call(readRegistryState, {})).state).toEqual(nothing);
    await fresh.stop();
  });
});

describe('trying a state', () => {
  it('says what would go, whom it reaches and which calls would not answer, and changes nothing', async () => {
    await server.client('buyer');
    const impact = await admin.call(previewRegistry, { body: { ...nothing, disabledModules: ['catalog'] } });
    expect(impact.disappearing).toEqual([
      { kind: 'MODULE', id: 'catalog', path: '' },
      { kind: 'MODULE', id: 'orders', path: '' },
    ]);
    expect(impact.alsoStopping).toEqual(['orders']);
    expect(impact.calls).toEqual(expect.arrayContaining(['GET /api/v1/amprocess', 'POST /api/v3/orders/search']));
    expect(impact.calls).not.toContain('GET /api/v1/users/getUser');
    expect(impact.signedIn).toBe(2);
    expect(impact.people).toBeGreaterThan(2);
    expect((await admin.call(readModules, {})).modules.every(({ enabled }) => enabled)).toBe(true);
    expect(await current()).toBe(0);

    const lyon = await server.client('admin2');
    const theirs = await lyon.call(previewRegistry, { body: nothing });
    expect(theirs).toMatchObject({ appearing: [], disappearing: [], calls: [], signedIn: 1 });
  });
});
