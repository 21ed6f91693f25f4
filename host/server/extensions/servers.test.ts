import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { apiKeysSchema, resetKeys } from '@sinter/sdk/contract/host/account';
import {
  addPublisher,
  addPublisherKey,
  approveExtension,
  blockExtension,
  publishExtension,
  revokePublisherKey,
} from '@sinter/sdk/contract/host/extensionReview';
import {
  addSourceServer,
  importFromSource,
  listSources,
  readSourceServer,
  removeSourceServer,
} from '@sinter/sdk/contract/host/extensionSources';
import { installExtension, readExtension } from '@sinter/sdk/contract/host/extensions';
import { listNotifications } from '@sinter/sdk/contract/host/notifications';
import { readRegistryState, saveRegistryState } from '@sinter/sdk/contract/host/registry';
import { type Account, type TestClient, type TestServer, testServer } from '../testing.ts';
import { roomDb } from './tables.ts';
import { type PackageOptions, packageOf, submit, vendorKey } from './testing.ts';

/** One server publishes, the other has it as a source; both listen on loopback. */
let source: TestServer;
let server: TestServer;
let there: TestClient;
let here: TestClient;
let folder: string;
let apiKey: string;
const [first, second] = [vendorKey(), vendorKey()];
const everybody = { percent: 100, facilityIds: [] };

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sinter-servers-'));
  await writeWeb();
  const options = { webDir: join(folder, 'web'), pluginsDir: join(folder, 'plugins') };
  [source, server] = await Promise.all([
    testServer(options),
    testServer({ ...options, allowedNetworks: ['127.0.0.1/32'] }),
  ]);
  [there, here] = [await source.client('admin'), await server.client('admin')];
  for (const client of [there, here]) {
    const { state, revision } = await client.call(readRegistryState, {});
    await client.call(saveRegistryState, {
      body: { ...state, flags: { ...state.flags, APP_STORE: true }, revision },
    });
    await client.call(addPublisher, { body: { id: 'acme', name: 'Acme', contact: '' } });
    for (const key of [first, second]) {
      await client.call(addPublisherKey, { params: { id: 'acme' }, body: { publicKey: key.text } });
    }
  }
  apiKey = await keyOf('admin');
}, 60_000);
afterAll(async () => {
  await Promise.all([source.stop(), server.stop()]);
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

/** A personal API key of somebody at the source. */
async function keyOf(account: Account): Promise<string> {
  const client = await source.client(account);
  const response = await client.fetch(`${resetKeys.path}?which=USER`);
  return apiKeysSchema.parse(await response.json()).userKey ?? '';
}

async function publish(client: TestClient, packageId: number): Promise<void> {
  const params = { packageId };
  await client.call(approveExtension, { params, body: { tier: 'SANDBOXED' } });
  await client.call(publishExtension, { params, body: { rollout: everybody } });
}
async function offer(options: PackageOptions): Promise<number> {
  const { packageId } = await submit(there, packageOf(options));
  await publish(there, packageId);
  return packageId;
}
const take = (file: string) => here.call(importFromSource, { body: { source: 'Head office', file } });
/** Each notice with where it leads. Asking the source again tells nobody twice. */
async function toldOfApps(client: TestClient): Promise<string[]> {
  await listed();
  const { notifications } = await client.call(listNotifications, { query: { category: 'apps' } });
  return notifications
    .map(({ text, link }) => `${text} ${link}`)
    .sort()
    .reverse();
}
async function listed(name = 'Head office') {
  const { sources } = await here.call(listSources, {});
  return sources.find((one) => one.name === name);
}
const refused = (code: string, said: string) => ({ code, details: { said: { key: `host.${said}` } } });

describe('another server as a source of packages', () => {
  it('is added with the key that it has shown, and its API key is answered by nothing', async () => {
    const read = await here.call(readSourceServer, { body: { address: `${source.url}/some/page`, apiKey } });
    expect(read).toMatchObject({ address: source.url, packages: 0 });
    const body = { name: 'Head office', address: source.url, apiKey, publicKey: read.publicKey };
    const otherKey = { ...body, publicKey: first.text };
    await expect(here.call(addSourceServer, { body: otherKey })).rejects.toMatchObject(
      refused('CONFLICT', 'source.otherKey'),
    );
    await here.call(addSourceServer, { body });
    for (const again of [body, { ...body, name: 'Twice' }]) {
      await expect(here.call(addSourceServer, { body: again })).rejects.toBeDefined();
    }
    const found = await listed();
    expect(found).toMatchObject({ problem: null, packages: [], server: { address: source.url, keyId: read.keyId } });
    const stored = await roomDb(server.services.db).selectFrom('extension_server').selectAll().execute();
    expect(JSON.stringify([found, stored])).not.toContain(apiKey);
  });

  it('gives its packages to the review, by the checks of every submission', async () => {
    await offer({ key: first, id: 'acme.labels' });
    await offer({ id: 'acme.plain' });
    const { packageId } = await submit(there, packageOf({ key: second, id: 'acme.waiting' }));
    const found = await listed();
    expect(found?.packages.map(({ file, news, signature }) => `${file} ${news} ${signature}`).sort()).toEqual([
      'acme.labels-1.0.0.sinterplugin NEW KNOWN',
      'acme.plain-1.0.0.sinterplugin NEW UNSIGNED',
    ]);
    expect(await take('acme.labels-1.0.0.sinterplugin')).toMatchObject({ state: 'CHECKED', keyId: first.id });
    // What only the other server has vouched for is judged here.
    expect(await take('acme.plain-1.0.0.sinterplugin')).toMatchObject({ state: 'SUBMITTED', keyId: null });
    await expect(take('acme.labels-1.0.0.sinterplugin')).rejects.toMatchObject({ code: 'CONFLICT' });
    for (const file of ['acme.waiting-1.0.0.sinterplugin', '../acme.labels-1.0.0.sinterplugin']) {
      await expect(take(file)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    }
    expect((await listed())?.packages.every(({ news }) => news === 'HERE')).toBe(true);
    await publish(there, packageId);
  });

  it('stops here what is revoked or blocked there, and nothing else that its keys have signed', async () => {
    const ids = ['acme.one', 'acme.two', 'acme.three'];
    const made = [];
    for (const id of ids) made.push(await offer({ key: id === 'acme.two' ? second : first, id }));
    for (const id of ids) {
      const { packageId } = await take(`${id}-1.0.0.sinterplugin`);
      await publish(here, packageId);
      await here.call(installExtension, { params: { id }, body: { version: '1.0.0', grants: ['orders:read'] } });
    }
    const problem = async (id: string) => (await here.call(readExtension, { params: { id } })).installed?.problem;
    expect(await problem('acme.two')).toBeNull();

    await there.call(blockExtension, { params: { packageId: made[0] ?? 0 }, body: { reason: 'It loses labels' } });
    await there.call(revokePublisherKey, {
      params: { id: 'acme', keyId: second.id },
      body: { reason: 'Stolen on Monday' },
    });
    expect((await listed())?.server?.stopped).toEqual([
      { id: 'acme.one', version: '1.0.0', reason: 'Head office: It loses labels' },
      { id: 'acme.two', version: '1.0.0', reason: 'Head office: Stolen on Monday' },
    ]);
    expect((await problem('acme.one'))?.message).toContain('It loses labels');
    expect((await problem('acme.two'))?.message).toContain('Stolen on Monday');
    expect(await problem('acme.three')).toBeNull();
    expect(await toldOfApps(here)).toEqual([
      'Nesting 1.0.0 was blocked and no longer runs: Head office: It loses labels /service-provider/app-marketplace/acme.one',
      'Nesting 1.0.0 no longer runs because the key that signed it was revoked: Head office: Stolen on Monday /service-provider/app-marketplace/acme.two',
    ]);
    expect(await toldOfApps(await server.client('planner'))).toEqual([]);
    // The key counts no more for what comes in another way.
    await expect(submit(here, packageOf({ key: second, id: 'acme.late' }))).rejects.toMatchObject({
      said: { key: 'host.extension.keyRevoked' },
    });
  });

  it('a version that a reviewer here has approved again stays', async () => {
    const found = await roomDb(server.services.db)
      .selectFrom('extension_package')
      .select('id')
      .where('plugin_id', '=', 'acme.one')
      .executeTakeFirstOrThrow();
    const params = { packageId: found.id };
    await here.call(approveExtension, { params, body: { tier: 'SANDBOXED' } });
    await listed();
    const after = (await here.call(readExtension, { params: { id: 'acme.one' } })).installed;
    expect(after?.problem).toBeNull();
  });

  it('is open there to keys of administrators alone, and here to reviewers', async () => {
    const weak = await keyOf('operator');
    await expect(here.call(readSourceServer, { body: { address: source.url, apiKey: weak } })).rejects.toMatchObject(
      refused('CONFLICT', 'source.keyRefused'),
    );
    const planner = await server.client('planner');
    await expect(planner.call(readSourceServer, { body: { address: source.url, apiKey } })).rejects.toMatchObject({
      code: 'FORBIDDEN',
    });
  });

  it('is forgotten, and what was imported stays', async () => {
    const serverId = (await listed())?.server?.serverId ?? 0;
    await here.call(removeSourceServer, { params: { serverId } });
    expect(await listed()).toBeUndefined();
    await expect(here.call(removeSourceServer, { params: { serverId } })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(take('acme.labels-1.0.0.sinterplugin')).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect((await here.call(readExtension, { params: { id: 'acme.three' } })).installed?.problem).toBeNull();
  });
});

describe('a server that answers wrongly', () => {
  let stranger: Server;
  let address: string;
  let answer: (request: IncomingMessage, response: ServerResponse) => void;
  beforeAll(async () => {
    stranger = createServer((request, response) => answer(request, response));
    await new Promise<void>((ready) => stranger.listen(0, '127.0.0.1', ready));
    const place = stranger.address();
    address = `http://127.0.0.1:${place !== null && typeof place === 'object' ? place.port : 0}`;
  });
  afterAll(() => void stranger.close());

  const read = (at = address) => here.call(readSourceServer, { body: { address: at, apiKey: 'amk_u_not-a-real-key' } });

  it.each<[string, string, string, typeof answer]>([
    ['no JSON', 'CONFLICT', 'source.noRegistry', (_, response) => response.end('<h1>It works</h1>')],
    ['JSON of something else', 'CONFLICT', 'source.noRegistry', (_, response) => response.end('{"packages":[]}')],
    ['another status', 'CONFLICT', 'source.otherStatus', (_, response) => response.writeHead(503).end()],
    [
      'a redirect, which is not followed',
      'CONFLICT',
      'source.otherStatus',
      (_, response) => response.writeHead(302, { location: source.url }).end(),
    ],
    ['a refusal of the key', 'CONFLICT', 'source.keyRefused', (_, response) => response.writeHead(401).end()],
    ['nothing', 'UNAVAILABLE', 'source.noAnswer', (request) => request.socket.destroy()],
    [
      'too much',
      'UNAVAILABLE',
      'source.noAnswer',
      (_, response) => response.on('error', () => {}).end(Buffer.alloc(5 * 1024 * 1024, 32)),
    ],
  ])('%s is named', async (_what, code, said, how) => {
    answer = how;
    await expect(read()).rejects.toMatchObject(refused(code, said));
  });

  it('an old list is none, though it is signed', async () => {
    const old = await fetch(`${source.url}/api/v1/extension-registry?nonce=0123456789abcdef`, {
      headers: { authorization: `Bearer ${apiKey}` },
    });
    const text = await old.text();
    expect(old.status).toBe(200);
    answer = (_, response) => response.end(text);
    await expect(read()).rejects.toMatchObject(refused('CONFLICT', 'source.badSignature'));
  });

  it('is not called inside, nor with a name and password', async () => {
    for (const inside of ['http://127.0.0.2:1', 'http://169.254.169.254', 'https://[::1]:1', 'http://10.0.0.1']) {
      await expect(read(inside)).rejects.toMatchObject(refused('NOT_POSSIBLE', 'source.forbidden'));
    }
    await expect(read(address.replace('//', '//me:secret@'))).rejects.toMatchObject(
      refused('INVALID_INPUT', 'source.badAddress'),
    );
  });
});
