import { mkdtemp, mkdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  addPublisher,
  addPublisherKey,
  approveExtension,
  blockExtension,
  listSubmissions,
  publishExtension,
  readSubmission,
  readSubmissionFile,
  rejectExtension,
  reviewFigures,
  revokePublisherKey,
  rotatePublisherKey,
} from '@sinter/sdk/contract/host/extensionReview';
import {
  appStoreEnabled,
  compareExtension,
  extensionFigures,
  grantExtension,
  installExtension,
  listExtensions,
  pinExtension,
  readExtension,
  reportPluginLoads,
  rollBackExtension,
  uninstallExtension,
  upgradeExtension,
} from '@sinter/sdk/contract/host/extensions';
import { listNotifications } from '@sinter/sdk/contract/host/notifications';
import { readManifest, readModules, reportPluginFailure } from '@sinter/sdk/contract/host/modules';
import { readRegistryState, saveRegistryState } from '@sinter/sdk/contract/host/registry';
import { manifestSchema } from '#registry/manifest';
import { type HostDb, hostDb } from '../allTables.ts';
import { type TestClient, type TestServer, testServer } from '../testing.ts';
import { packageOf, submit, vendorKey, type PackageOptions } from './testing.ts';
import { isFailing } from './watch.ts';

let folder: string;
let server: TestServer;
let other: TestServer;
let admin: TestClient;
/** Of another facility. */
let lyon: TestClient;
let db: HostDb;
const key = vendorKey();

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sinter-extensions-'));
  await writeWeb();
  server = await testServer({ webDir: join(folder, 'web'), pluginsDir: join(folder, 'plugins') });
  other = await server.another();
  db = hostDb(server.services.db);
  [admin, lyon] = await Promise.all([server.client('admin'), server.client('admin2')]);
  for (const client of [admin, lyon]) await switchStoreOn(client);
  await admin.call(addPublisher, { body: { id: 'acme', name: 'Acme', contact: 'dev@acme.example' } });
  await admin.call(addPublisherKey, { params: { id: 'acme' }, body: { publicKey: key.text } });
}, 60_000);
afterAll(async () => {
  await other.stop();
  await server.stop();
  await rm(folder, { recursive: true });
});

async function writeWeb(): Promise<void> {
  await mkdir(join(folder, 'web'));
  await mkdir(join(folder, 'plugins'));
  const host = { entry: '@sinter/host/shell', styles: [], scripts: [], app: [] };
  const system = { address: '/assets/system-1.js', integrity: 'sha384-x' };
  const index = { base: '/assets/', system, hosts: { shell: host, minimal: host }, plugins: {}, pages: {} };
  await writeFile(join(folder, 'web/index.json'), JSON.stringify(index));
  const map = { imports: { react: '/assets/a.js' }, integrity: {}, depcache: {}, packs: {} };
  await writeFile(join(folder, 'web/importmap.json'), JSON.stringify(map));
}

async function switchStoreOn(client: TestClient): Promise<void> {
  const { state, revision } = await client.call(readRegistryState, {});
  const flags = { ...state.flags, APP_STORE: true };
  await client.call(saveRegistryState, { body: { ...state, flags, revision } });
}

const everybody = { percent: 100, facilityIds: [] };
/** Submitted, approved and published. */
async function published(
  options: PackageOptions = {},
  rollout: { percent: number; facilityIds: number[] } = everybody,
) {
  const { packageId } = await submit(admin, packageOf({ key, ...options }));
  await admin.call(approveExtension, { params: { packageId }, body: { tier: 'REVIEWED' } });
  await admin.call(publishExtension, { params: { packageId }, body: { rollout } });
  return packageId;
}
const manifestOf = async (client: TestClient) => manifestSchema.parse(await client.call(readManifest, { query: {} }));
const vendorOf = async (client: TestClient, id = 'acme.nesting') =>
  (await manifestOf(client)).plugins.find((plugin) => plugin.id === id);
const install = (client: TestClient, id: string, version: string, grants = ['orders:read']) =>
  client.call(installExtension, { params: { id }, body: { version, grants } });
const uninstall = (client: TestClient, id: string) =>
  client.call(uninstallExtension, { params: { id }, body: { keepData: false } });

describe('a package', () => {
  it('is checked, compared and read, approved and published before anybody sees it', async () => {
    const id = 'acme.labels';
    const first = await submit(admin, packageOf({ key, id }));
    expect(first).toMatchObject({ id, state: 'CHECKED', keyId: key.id, errors: 0, difference: { from: null } });
    expect((await admin.call(listExtensions, {})).extensions.map((one) => one.id)).not.toContain(id);
    await expect(install(admin, id, '1.0.0')).rejects.toMatchObject({ code: 'NOT_FOUND' });
    const { packageId } = first;
    await expect(
      admin.call(publishExtension, { params: { packageId }, body: { rollout: everybody } }),
    ).rejects.toMatchObject({ code: 'CONFLICT' });
    await admin.call(approveExtension, { params: { packageId }, body: { tier: 'SANDBOXED' } });
    await admin.call(publishExtension, { params: { packageId }, body: { rollout: everybody } });
    const next = await submit(
      admin,
      packageOf({
        key,
        id,
        version: '1.1.0',
        scopes: ['orders:read', 'orders:write'],
        files: { 'more.js': 'System.register([],()=>({}))' },
      }),
    );
    const { difference } = await admin.call(readSubmission, { params: { packageId: next.packageId } });
    expect(difference.from).toBe('1.0.0');
    expect(difference.files.map(({ path, change }) => `${change} ${path}`)).toEqual([
      'CHANGED index.js',
      'ADDED more.js',
      'CHANGED plugin.json',
    ]);
    expect(difference.scopes.added).toEqual([{ scope: 'orders:write', reason: 'It needs it' }]);
    const texts = await admin.call(readSubmissionFile, {
      params: { packageId: next.packageId },
      query: { path: 'index.js' },
    });
    expect([texts.before, texts.after]).toEqual([expect.stringContaining('1.0.0'), expect.stringContaining('1.1.0')]);
    await admin.call(rejectExtension, { params: { packageId: next.packageId }, body: { reason: 'Too much.' } });
    expect((await submit(admin, packageOf({ key, id, version: '1.1.0' }))).state).toBe('CHECKED');
    const { submissions } = await admin.call(listSubmissions, { query: { id } });
    expect(submissions.map(({ version, state }) => `${version} ${state}`).sort()).toEqual([
      '1.0.0 PUBLISHED',
      '1.1.0 CHECKED',
    ]);
    await expect(admin.call(compareExtension, { params: { id }, query: { to: '1.1.0' } })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
  });

  it('that nobody has signed is signed by the server once a reviewer approves it', async () => {
    const id = 'acme.own';
    const { packageId, state } = await submit(admin, packageOf({ id }));
    expect(state).toBe('SUBMITTED');
    const approved = await admin.call(approveExtension, { params: { packageId }, body: { tier: 'REVIEWED' } });
    expect(approved).toMatchObject({
      state: 'APPROVED',
      problem: null,
      keyId: expect.stringMatching(/^[0-9a-f]{32}$/),
    });
    expect(approved.keyId).not.toBe(key.id);
  });

  it('is refused when it was changed, is of a stranger, or signed by a key that may not', async () => {
    await expect(submit(admin, packageOf({ id: 'evil.nesting', key }))).rejects.toMatchObject({ code: 'CONFLICT' });
    const stranger = vendorKey();
    await expect(submit(admin, packageOf({ id: 'acme.x', key: stranger }))).rejects.toMatchObject({
      code: 'FORBIDDEN',
    });
    await expect(submit(admin, packageOf({ id: 'acme.x', key: { ...stranger, id: key.id } }))).rejects.toMatchObject({
      code: 'FORBIDDEN',
      said: { key: 'host.extension.signatureWrong' },
    });
    const whole = packageOf({ id: 'acme.x', key });
    const cut = whole.slice(0, whole.length - 5);
    await expect(submit(admin, cut)).rejects.toMatchObject({
      code: 'INVALID_INPUT',
      said: { key: 'host.package.not-a-zip' },
    });
    const page = packageOf({ id: 'acme.x', key, files: { 'index.html': '<p>' } });
    const { packageId, errors } = await submit(admin, page);
    expect(errors).toBe(1);
    await expect(
      admin.call(approveExtension, { params: { packageId }, body: { tier: 'REVIEWED' } }),
    ).rejects.toMatchObject({ code: 'CONFLICT' });
    const operator = await server.client('operator');
    await expect(submit(operator, whole)).rejects.toMatchObject({ code: 'FORBIDDEN' });
  });

  it('signed by a key for development counts only where nobody else reaches the server', async () => {
    const development = vendorKey();
    await admin.call(addPublisherKey, {
      params: { id: 'acme' },
      body: { publicKey: development.text, development: true },
    });
    expect((await submit(admin, packageOf({ id: 'acme.dev', key: development }))).state).toBe('CHECKED');
    const open = await testServer({
      metricsAtHome: false,
      webDir: join(folder, 'web'),
      pluginsDir: join(folder, 'plugins'),
    });
    try {
      const reviewer = await open.client('admin');
      await reviewer.call(addPublisher, { body: { id: 'acme', name: 'Acme', contact: '' } });
      const body = { publicKey: development.text, development: true };
      await reviewer.call(addPublisherKey, { params: { id: 'acme' }, body });
      await expect(submit(reviewer, packageOf({ id: 'acme.dev', key: development }))).rejects.toMatchObject({
        code: 'FORBIDDEN',
        said: { key: 'host.extension.keyAtHome' },
      });
    } finally {
      await open.stop();
    }
  }, 60_000);
});

describe('installing', () => {
  it('with consent brings it to the open pages of that facility on every node, and to no other', async () => {
    expect(await lyon.call(appStoreEnabled, {})).toEqual({ enabled: true });
    await published();
    const colleague = await other.client('planner');
    await expect(install(admin, 'acme.nesting', '1.0.0', [])).rejects.toMatchObject({
      code: 'CONFLICT',
      details: { said: { key: 'host.extension.grantsDiffer' } },
    });
    expect(await vendorOf(admin)).toBeUndefined();
    const reader = (await colleague.fetch('/api/v1/events')).body?.getReader();
    await reader?.read();
    const installed = await install(admin, 'acme.nesting', '1.0.0');
    expect(installed).toMatchObject({ version: '1.0.0', grants: ['orders:read'], waiting: null, problem: null });
    const { value } = (await reader?.read()) ?? {};
    expect(new TextDecoder().decode(value)).toContain('registry.changed');
    await reader?.cancel();
    await expect.poll(() => vendorOf(colleague)).toMatchObject({ version: '1.0.0', tier: 'page' });
    const manifest = await manifestOf(colleague);
    const plugin = manifest.plugins.find(({ id }) => id === 'acme.nesting');
    expect(manifest.keys[plugin?.signature?.keyId ?? '']).toBe(key.text);
    expect(manifest.menu.flatMap(({ entries }) => entries).map(({ path }) => path)).toContain('/apps/acme.nesting');
    const script = `${plugin?.baseUrl}index.js`;
    expect(await (await colleague.fetch(script)).text()).toContain('1.0.0');
    expect(
      (await colleague.fetch('/apps/acme.nesting', { headers: { accept: 'text/html' } })).headers.get('content-type'),
    ).toContain('text/html');
    expect(await vendorOf(lyon)).toBeUndefined();
    expect((await lyon.fetch(script)).status).toBe(404);
    const { modules } = await admin.call(readModules, {});
    expect(modules.find(({ id }) => id === 'acme.nesting')).toMatchObject({ enabled: true, problem: null });
  });

  it('a new version is followed, unless it asks for more: then it waits until that is granted', async () => {
    const params = { id: 'acme.nesting' };
    await published({ version: '1.1.0' });
    expect((await vendorOf(admin))?.version).toBe('1.1.0');
    await published({ version: '1.2.0', scopes: ['orders:read', 'orders:write'] });
    expect((await vendorOf(admin))?.version).toBe('1.1.0');
    const { installed } = await admin.call(readExtension, { params });
    expect(installed).toMatchObject({
      version: '1.1.0',
      previousVersion: '1.0.0',
      waiting: { version: '1.2.0', scopes: [{ scope: 'orders:write', reason: 'It needs it' }] },
    });
    await expect(
      admin.call(grantExtension, { params, body: { version: '1.2.0', grants: ['orders:write'] } }),
    ).rejects.toMatchObject({ code: 'CONFLICT' });
    const grants = ['orders:read', 'orders:write'];
    expect(await admin.call(grantExtension, { params, body: { version: '1.2.0', grants } })).toMatchObject({
      version: '1.2.0',
      grants,
      waiting: null,
    });
  });

  it('is rolled back, stays pinned there, and goes on by hand; an older version is never taken otherwise', async () => {
    const params = { id: 'acme.nesting' };
    expect(await admin.call(rollBackExtension, { params })).toMatchObject({ version: '1.1.0', pinned: true });
    await published({ version: '1.3.0' });
    expect((await vendorOf(admin))?.version).toBe('1.1.0');
    await expect(admin.call(upgradeExtension, { params, body: { version: '1.0.0' } })).rejects.toMatchObject({
      code: 'CONFLICT',
      details: { said: { key: 'host.extension.notNewer' } },
    });
    expect(await admin.call(pinExtension, { params, body: { pinned: false } })).toMatchObject({
      version: '1.3.0',
      previousVersion: '1.1.0',
    });
    // An old package that was signed once is offered again.
    await expect(submit(admin, packageOf({ key, version: '0.9.0' }))).rejects.toMatchObject({
      code: 'CONFLICT',
      said: { key: 'host.extension.older' },
    });
    await expect(submit(admin, packageOf({ key, version: '1.0.0' }))).rejects.toMatchObject({ code: 'CONFLICT' });
  });

  it('a list of files that was changed in the database is not given to browsers', async () => {
    await sql`update extension_package set files = jsonb_set(files, '{entry}', '"plugin.json"') where plugin_id = 'acme.nesting'`.execute(
      db,
    );
    await install(lyon, 'acme.labels', '1.0.0');
    await published({ id: 'acme.other', version: '2.0.0' });
    await install(admin, 'acme.other', '2.0.0');
    expect(await vendorOf(admin)).toBeUndefined();
    expect((await manifestOf(admin)).absent).toContainEqual(
      expect.objectContaining({ kind: 'plugin', id: 'acme.nesting', code: 'not-verified' }),
    );
    await sql`update extension_package set files = jsonb_set(files, '{entry}', '"index.js"') where plugin_id = 'acme.nesting'`.execute(
      db,
    );
    await uninstall(admin, 'acme.other');
    await uninstall(lyon, 'acme.labels');
    expect(await vendorOf(admin)).toBeDefined();
  });

  it('what is blocked or signed by a revoked key stops everywhere, with the reason', async () => {
    const packageId = await published({ id: 'acme.stop' });
    await install(admin, 'acme.stop', '1.0.0');
    const { baseUrl } = (await vendorOf(admin, 'acme.stop')) ?? { baseUrl: '' };
    await admin.call(blockExtension, { params: { packageId }, body: { reason: 'It harms.' } });
    const absentAs = async (code: string, id: string) =>
      (await manifestOf(admin)).absent.find((one) => one.code === code && one.id === id)?.text;
    expect(await absentAs('blocked', 'acme.stop')).toContain('It harms.');
    expect((await admin.fetch(`${baseUrl}index.js`)).status).toBe(404);
    await expect(install(lyon, 'acme.stop', '1.0.0')).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await uninstall(admin, 'acme.stop');

    const [old, next] = [vendorKey(), vendorKey()];
    await admin.call(addPublisherKey, { params: { id: 'acme' }, body: { publicKey: old.text } });
    await published({ id: 'acme.keys', key: old });
    await install(admin, 'acme.keys', '1.0.0');
    const params = { id: 'acme', keyId: old.id };
    await admin.call(rotatePublisherKey, { params, body: { publicKey: next.text } });
    expect(await vendorOf(admin, 'acme.keys')).toBeDefined();
    await expect(submit(admin, packageOf({ id: 'acme.keys', version: '1.1.0', key: old }))).rejects.toMatchObject({
      said: { key: 'host.extension.keyRetired' },
    });
    await admin.call(revokePublisherKey, { params, body: { reason: 'Stolen.' } });
    expect(await absentAs('revoked', 'acme.keys')).toContain('Stolen.');
    await expect(submit(admin, packageOf({ id: 'acme.keys', version: '1.1.0', key: old }))).rejects.toMatchObject({
      said: { key: 'host.extension.keyRevoked' },
    });
    expect((await submit(admin, packageOf({ id: 'acme.keys', version: '1.1.0', key: next }))).state).toBe('CHECKED');
    await uninstall(admin, 'acme.keys');
  });

  it('whoever looks after the apps of a facility is told that one was stopped, but for who has done it', async () => {
    const told = async (client: TestClient) =>
      (await client.call(listNotifications, { query: { category: 'apps' } })).notifications.map(
        ({ text, link }) => `${text} ${link}`,
      );
    const own = vendorKey();
    await admin.call(addPublisherKey, { params: { id: 'acme' }, body: { publicKey: own.text } });
    const packageId = await published({ id: 'acme.told', key: own });
    for (const client of [admin, lyon]) await install(client, 'acme.told', '1.0.0');
    await admin.call(blockExtension, { params: { packageId }, body: { reason: 'It harms.' } });
    const page = '/service-provider/app-marketplace/acme.told';
    const blocked = `Nesting 1.0.0 was blocked and no longer runs: It harms. ${page}`;
    expect([await told(admin), await told(lyon)]).toEqual([[], [blocked]]);
    await admin.call(approveExtension, { params: { packageId }, body: { tier: 'REVIEWED' } });
    const params = { id: 'acme', keyId: own.id };
    await admin.call(revokePublisherKey, { params, body: { reason: 'Stolen.' } });
    const signed = 'Nesting 1.0.0 no longer runs because the key that signed it was revoked: Stolen.';
    expect([await told(admin), await told(lyon)]).toEqual([[], [`${signed} ${page}`, blocked]]);
    // The facility that has it no more is told nothing more of it.
    for (const client of [admin, lyon]) await uninstall(client, 'acme.told');
    expect(await told(lyon)).toEqual(['You can no longer open this null', 'You can no longer open this null']);
  });

  it('taken away with its data leaves nothing that it had stored, and keeps it where that is asked for', async () => {
    const id = 'acme.stores';
    const facility = server.world.rootFacilityId;
    await published({ id });
    const stored = async () => {
      const { rows } = await sql<{ count: number }>`select coalesce(sum(documents), 0)::int as count from app_storage
        where plugin_id = ${id} and facility_id = ${facility}`.execute(db);
      return rows[0]?.count;
    };
    await install(admin, id, '1.0.0');
    await sql`insert into app_storage (facility_id, plugin_id, documents, bytes, last_revision)
      values (${facility}, ${id}, 1, 10, 1)`.execute(db);
    await admin.call(uninstallExtension, { params: { id }, body: { keepData: true } });
    expect(await stored()).toBe(1);
    await install(admin, id, '1.0.0');
    await uninstall(admin, id);
    expect(await stored()).toBe(0);
  });

  it('fifty times leaves no rows, files or memory behind', async () => {
    await published({ id: 'acme.often' });
    const count = async () => {
      const { rows } = await sql<Record<string, number>>`select
        (select count(*)::int from extension_install) installs, (select count(*)::int from extension_use) uses,
        (select count(*)::int from plugin_failure) failures, (select count(*)::int from extension_file) files,
        (select count(*)::int from stored_file) stored, (select count(*)::int from extension_package) packages`.execute(
        db,
      );
      return rows[0];
    };
    const round = async () => {
      await install(admin, 'acme.often', '1.0.0');
      const { baseUrl } = (await vendorOf(admin, 'acme.often')) ?? { baseUrl: '' };
      expect((await admin.fetch(`${baseUrl}index.js`)).status).toBe(200);
      await admin.call(reportPluginLoads, { body: { loads: [{ pluginId: 'acme.often', version: '1.0.0', ms: 20 }] } });
      await admin.call(reportPluginFailure, {
        body: { pluginId: 'acme.often', version: '1.0.0', kind: 'network', message: 'gone' },
      });
      await uninstall(admin, 'acme.often');
    };
    const before = await count();
    for (let times = 0; times < 50; times += 1) await round();
    expect(await count()).toEqual(before);
    expect(await vendorOf(admin, 'acme.often')).toBeUndefined();
  }, 120_000);
});

describe('a rollout', () => {
  it('reaches the facilities that are named, and the others when it is widened', async () => {
    const id = 'acme.canary';
    await published({ id });
    for (const client of [admin, lyon]) await install(client, id, '1.0.0');
    const { rootFacilityId } = server.world;
    const packageId = await published({ id, version: '1.1.0' }, { percent: 0, facilityIds: [rootFacilityId] });
    expect((await vendorOf(admin, id))?.version).toBe('1.1.0');
    expect((await vendorOf(lyon, id))?.version).toBe('1.0.0');
    const { installed } = await lyon.call(readExtension, { params: { id } });
    expect(installed?.update).toBeNull();
    await admin.call(publishExtension, { params: { packageId }, body: { rollout: everybody } });
    expect((await vendorOf(lyon, id))?.version).toBe('1.1.0');
  });

  it('is taken back by itself when the version fails more than the one before', async () => {
    const id = 'acme.canary';
    const planner = await server.client('planner');
    const loads = [{ pluginId: id, version: '1.1.0', ms: 100 }];
    for (const client of [admin, planner, lyon]) await client.call(reportPluginLoads, { body: { loads } });
    const body = { pluginId: id, version: '1.1.0', kind: 'render', message: 'x is undefined' };
    for (let times = 0; times < 4; times += 1) await admin.call(reportPluginFailure, { body });
    expect((await vendorOf(admin, id))?.version).toBe('1.1.0');
    const figures = await admin.call(extensionFigures, { params: { id } });
    expect(figures.versions).toMatchObject([{ version: '1.1.0', people: 2, loads: 2, loadMs: 100, failures: 4 }]);
    await planner.call(reportPluginFailure, { body });
    expect((await vendorOf(admin, id))?.version).toBe('1.0.0');
    expect((await vendorOf(lyon, id))?.version).toBe('1.0.0');
    const { submissions } = await admin.call(listSubmissions, { query: { id } });
    expect(submissions[0]).toMatchObject({
      version: '1.1.0',
      state: 'APPROVED',
      reason: expect.stringContaining('5 failures'),
    });
    const all = await admin.call(reviewFigures, { params: { id } });
    expect(all.versions[0]).toMatchObject({ facilities: 2, people: 3, failures: 5 });
  });

  it('stays where one person reports failures that nobody else has, or the version before was no better', () => {
    const bad = { failures: 50, starts: 100, people: 10, failing: 1 };
    expect(isFailing(bad, null)).toBe(false);
    expect(isFailing({ ...bad, failing: 2 }, null)).toBe(true);
    expect(isFailing({ ...bad, failing: 2 }, { failures: 30, starts: 100, people: 10, failing: 3 })).toBe(false);
    expect(isFailing({ ...bad, failures: 4, failing: 4 }, null)).toBe(false);
    expect(isFailing({ failures: 5, starts: 1000, people: 10, failing: 5 }, null)).toBe(false);
  });
});
