import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { issueToken } from '@sinter/sdk/contract/apps/token';
import { resetKeys } from '@sinter/sdk/contract/host/account';
import {
  loadLocalBuild,
  readLocalBuild,
  sendLocalBuild,
  startLocalBuild,
  stopLocalBuild,
  tellLocalBuild,
} from '@sinter/sdk/contract/host/localBuilds';
import { readManifest } from '@sinter/sdk/contract/host/modules';
import { readAppForm } from '@sinter/sdk/contract/apps/settings';
import { putDocument } from '@sinter/sdk/contract/apps/storage';
import { errorBodySchema } from '@sinter/sdk/contract';
import { manifestSchema } from '#registry/manifest';
import { type HostDb, hostDb } from '../allTables.ts';
import { callAs } from '../apps/testing.ts';
import { packageOf, vendorKey, type PackageOptions } from '../extensions/testing.ts';
import { type Account, type TestClient, type TestServer, testServer } from '../testing.ts';

const id = 'acme.nesting';
const key = vendorKey();
let folder: string;
let server: TestServer;
let db: HostDb;
let admin: TestClient;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sinter-local-'));
  await mkdir(join(folder, 'plugins'));
  const host = { entry: '@sinter/host/shell', styles: [], scripts: [], app: [] };
  const system = { address: '/assets/system-1.js', integrity: 'sha384-x' };
  const index = { base: '/assets/', system, hosts: { shell: host, minimal: host }, plugins: {}, pages: {} };
  await writeFile(join(folder, 'index.json'), JSON.stringify(index));
  const map = { imports: { react: '/assets/a.js' }, integrity: {}, depcache: {}, packs: {} };
  await writeFile(join(folder, 'importmap.json'), JSON.stringify(map));
  server = await testServer({ webDir: folder, pluginsDir: join(folder, 'plugins') });
  db = hostDb(server.services.db);
  admin = await server.client('admin');
}, 60_000);
afterEach(() => db.deleteFrom('local_build').execute());
afterAll(async () => {
  await server.stop();
  await rm(folder, { recursive: true });
});

/** The tool with somebody's API key: no cookie, no page. */
async function tool(account: Account = 'admin', at = server) {
  const { key: _, userKey } = await (await at.client(account)).call(resetKeys, { query: { which: 'USER' } });
  const headers = { authorization: `Bearer ${userKey}` };
  const answer = async (response: Response): Promise<unknown> => {
    const body: unknown = await response.json();
    if (!response.ok) throw errorBodySchema.parse(body);
    return body;
  };
  return {
    start: async (pluginId = id, tier?: 'page' | 'frame') => {
      const body = JSON.stringify({ pluginId, title: 'Nesting', publicKey: key.text, tier });
      const sent = { method: 'POST', headers: { ...headers, 'content-type': 'application/json' }, body };
      return startLocalBuild.response.parse(await answer(await fetch(at.url + startLocalBuild.path, sent))).id;
    },
    send: async (build: string, given: PackageOptions = {}) => {
      const body = new FormData();
      body.append('file', new Blob([packageOf({ key, ...given })]), 'package.sinterplugin');
      const path = sendLocalBuild.path.replace('{id}', build);
      return sendLocalBuild.response.parse(await answer(await fetch(at.url + path, { method: 'POST', headers, body })));
    },
    tell: async (build: string, body: object) => {
      const sent = {
        method: 'PUT',
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      };
      const path = tellLocalBuild.path.replace('{id}', build);
      return tellLocalBuild.response.parse(await answer(await fetch(at.url + path, sent)));
    },
    load: (build: string) =>
      fetch(at.url + loadLocalBuild.path.replace('{id}', build), {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify({ scopes: ['orders:read'] }),
      }),
  };
}

const manifestOf = async (client: TestClient, localBuild?: string) =>
  manifestSchema.parse(await client.call(readManifest, { query: { localBuild } }));
const pluginOf = async (client: TestClient, localBuild?: string) =>
  (await manifestOf(client, localBuild)).plugins.find((one) => one.id === id);
const load = (client: TestClient, build: string, scopes: string[] = ['orders:read']) =>
  client.call(loadLocalBuild, { params: { id: build }, body: { scopes } });

/** A build that the admin's session has loaded. */
async function loaded(given: PackageOptions = {}) {
  const own = await tool();
  const build = await own.start();
  await own.send(build, given);
  await load(admin, build, [...(given.scopes ?? ['orders:read'])]);
  return { own, build };
}

describe('a local build', () => {
  it('is in the manifest of the tab that names it, once its author has agreed, and nowhere else', async () => {
    const own = await tool();
    const build = await own.start();
    await expect(load(admin, build)).rejects.toMatchObject({ code: 'CONFLICT' });
    await own.send(build);
    expect(await pluginOf(admin, build)).toBeUndefined();
    expect(await admin.call(readLocalBuild, { params: { id: build } })).toMatchObject({
      title: 'Nesting',
      version: '1.0.0',
      scopes: [{ scope: 'orders:read', reason: 'It needs it' }],
      loaded: false,
      home: `/apps/${id}`,
      watching: true,
    });
    await load(admin, build);
    expect(await pluginOf(admin, build)).toMatchObject({ local: true, version: '1.0.0', tier: 'page' });
    // Another tab of the same session, another session of the same person, and other people.
    expect(await pluginOf(admin)).toBeUndefined();
    expect(await pluginOf(await server.client('admin'), build)).toBeUndefined();
    expect(await pluginOf(await server.client('planner'), build)).toBeUndefined();

    await admin.call(stopLocalBuild, { params: { id: build } });
    expect(await pluginOf(admin, build)).toBeUndefined();
    const audit = await db.selectFrom('audit_entry').select(['action', 'object_id']).orderBy('id').execute();
    expect(audit.filter(({ object_id }) => object_id === id).slice(-2)).toEqual([
      { action: 'app.local_build_loaded', object_id: id },
      { action: 'app.local_build_stopped', object_id: id },
    ]);
  });

  it('runs in a frame where its author has started it so, with the same files', async () => {
    const own = await tool();
    const build = await own.start(id, 'frame');
    await own.send(build);
    expect(await load(admin, build)).toMatchObject({ tier: 'frame' });
    const plugin = await pluginOf(admin, build);
    expect(plugin).toMatchObject({ local: true, tier: 'frame' });
    expect((await admin.fetch(`${plugin?.baseUrl}index.js`)).status).toBe(200);
  });

  it('gives its files to the session that has loaded it, the newest ones only', async () => {
    const { own, build } = await loaded();
    const first = await pluginOf(admin, build);
    const script = `${first?.baseUrl}${first?.entry}`;
    expect((await admin.fetch(script)).status).toBe(200);
    expect((await admin.fetch(script)).headers.get('cache-control')).toBe('no-store');
    for (const other of [await server.client('admin'), await server.client('planner')]) {
      expect((await other.fetch(script)).status).toBe(404);
    }
    expect((await admin.fetch(`${first?.baseUrl}nothing.js`)).status).toBe(404);
    expect((await admin.fetch(script.replace(id, 'acme.other'))).status).toBe(404);
    await own.send(build, { files: { 'index.js': 'System.register([],()=>({}))/* two */' } });
    const next = await pluginOf(admin, build);
    expect(next?.baseUrl).not.toBe(first?.baseUrl);
    expect(await (await admin.fetch(`${next?.baseUrl}index.js`)).text()).toContain('two');
  });

  it('ends when nothing was heard of the tool for half an hour, and is gone for the tab before', async () => {
    const { own, build } = await loaded();
    const problem = { file: 'client/a.ts', line: 3, rule: 'build', text: 'Unexpected "}"', mend: 'Mend it.' };
    expect(await own.tell(build, { watching: true, problems: [problem] })).toEqual({ loaded: true });
    expect(await admin.call(readLocalBuild, { params: { id: build } })).toMatchObject({ problems: [problem] });
    await own.tell(build, { watching: false, problems: [] });
    expect(await admin.call(readLocalBuild, { params: { id: build } })).toMatchObject({
      watching: false,
      loaded: true,
    });
    await db
      .updateTable('local_build')
      .set({ watching: true, heard_at: sql`now() - interval '1 minute'` })
      .execute();
    expect(await admin.call(readLocalBuild, { params: { id: build } })).toMatchObject({
      watching: false,
      loaded: true,
    });
    await db
      .updateTable('local_build')
      .set({ heard_at: sql`now() - interval '31 minutes'` })
      .execute();
    expect(await pluginOf(admin, build)).toBeUndefined();
    await expect(admin.call(readLocalBuild, { params: { id: build } })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(own.send(build)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});

describe('what it may call', () => {
  const token = (client: TestClient, build: string, version = '1.0.0') =>
    client.call(issueToken, { params: { id }, body: { version, localBuild: build } });

  it('is what was agreed to: more of a later build waits until its author agrees again', async () => {
    const { own, build } = await loaded();
    expect((await token(admin, build)).scopes).toEqual(['orders:read']);
    await own.send(build, { scopes: ['orders:read', 'orders:write'] });
    expect(await admin.call(readLocalBuild, { params: { id: build } })).toMatchObject({ asksForMore: true });
    expect((await token(admin, build)).scopes).toEqual(['orders:read']);
    await expect(load(admin, build)).rejects.toMatchObject({ code: 'CONFLICT' });
    await load(admin, build, ['orders:read', 'orders:write']);
    expect((await token(admin, build)).scopes).toEqual(['orders:read', 'orders:write']);
  });

  it('is its own storage, and nothing of the host, without a scope', async () => {
    const { build } = await loaded({ scopes: [] });
    const { token: text } = await token(admin, build);
    const params = { id, area: 'facility', key: 'a' } as const;
    await callAs(admin, text, putDocument, { params, body: { value: 1, revision: 0 } });
    await expect(
      callAs(admin, text, putDocument, { params: { ...params, id: 'acme.other' }, body: { value: 1, revision: 0 } }),
    ).rejects.toMatchObject({ code: 'SCOPE' });
    await expect(callAs(admin, text, readAppForm, { params: { id } })).rejects.toMatchObject({ code: 'SCOPE' });
    await expect(callAs(admin, text, readLocalBuild, { params: { id: build } })).rejects.toMatchObject({
      code: 'SCOPE',
    });
    await expect(
      callAs(await server.client('admin'), text, putDocument, { params, body: { value: 2, revision: 1 } }),
    ).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
  });

  it('ends with it', async () => {
    const { build } = await loaded();
    const { token: text } = await token(admin, build);
    await expect(token(admin, build, '2.0.0')).rejects.toMatchObject({ code: 'SCOPE' });
    await admin.call(stopLocalBuild, { params: { id: build } });
    const params = { id, area: 'facility', key: 'b' } as const;
    await expect(callAs(admin, text, putDocument, { params, body: { value: 1, revision: 0 } })).rejects.toMatchObject({
      code: 'SCOPE',
    });
    await expect(token(admin, build)).rejects.toMatchObject({ code: 'SCOPE' });
  });
});

describe('refused is', () => {
  it('who may not install apps, and who is somebody else', async () => {
    await expect((await tool('planner')).start()).rejects.toMatchObject({ code: 'FORBIDDEN' });
    const { build } = await loaded();
    const lyon = await server.client('admin2');
    await expect(lyon.call(readLocalBuild, { params: { id: build } })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(load(lyon, build)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    const other = await tool('admin2');
    await expect(other.send(build)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(admin.call(readLocalBuild, { params: { id: 'x'.repeat(32) } })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
  });

  it('to agree without a person', async () => {
    const own = await tool();
    const build = await own.start();
    await own.send(build);
    expect((await own.load(build)).status).toBe(403);
  });

  it('a package of another app, of our own, or of another key', async () => {
    const own = await tool();
    const build = await own.start();
    await expect(own.send(build, { id: 'acme.other' })).rejects.toMatchObject({ code: 'INVALID_INPUT' });
    await expect(own.send(build, { key: vendorKey() })).rejects.toMatchObject({ code: 'FORBIDDEN' });
    await expect(own.start('orders')).rejects.toMatchObject({ code: 'INVALID_INPUT' });
    await expect(own.send(build, { id: 'orders' })).rejects.toMatchObject({ code: 'INVALID_INPUT' });
    const { report } = await own.send(build, { descriptor: { sdk: '^99.0.0' } });
    expect(report).toMatchObject([{ level: 'ERROR', file: 'plugin.json' }]);
    expect(await admin.call(readLocalBuild, { params: { id: build } })).toMatchObject({ version: null });
  });

  it('everything where the server takes no local builds', async () => {
    const closed = await testServer({ localBuilds: false, webDir: folder, pluginsDir: join(folder, 'plugins') });
    try {
      await expect((await tool('admin', closed)).start()).rejects.toMatchObject({ code: 'NOT_POSSIBLE' });
      const client = await closed.client('admin');
      expect((await manifestOf(client, 'x'.repeat(32))).plugins).toEqual((await manifestOf(client)).plugins);
    } finally {
      await closed.stop();
    }
  });
});

it('the policy of pages is the same for everybody, whoever tries a build', async () => {
  const policyOf = async (client: TestClient) => {
    const answer = await client.fetch('/service-provider', { headers: { accept: 'text/html' } });
    return answer.headers.get('content-security-policy')?.replace(/nonce-[^']+/g, 'nonce');
  };
  const before = await policyOf(admin);
  await loaded();
  expect(await policyOf(admin)).toBe(before);
  expect(await policyOf(await server.client('planner'))).toBe(before);
  expect(before).toContain("script-src 'self';");
});
