import { createHash } from 'node:crypto';
import { appendFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contractOf } from '@sinter/sdk/contract';
import * as catalog from '@sinter/sdk/contract/catalog/offered';
import { readManifest, readModules, reportPluginFailure, switchModule } from '@sinter/sdk/contract/host/modules';
import { saveConfig } from '@sinter/sdk/contract/host/records';
import { defineServer } from '@sinter/sdk/server';
import { manifestSchema } from '#registry/manifest';
import { type TestClient, type TestServer, testServer } from '../testing.ts';
import { switchedOff } from './switchedOff.ts';
import { signBuild } from './testing.ts';

const contract = contractOf(catalog);
const catalogServer = defineServer({
  id: 'catalog',
  contract,
  migrations: {},
  setup(server) {
    for (const call of contract.calls) server.handle(call, async () => []);
  },
});

const descriptors = {
  catalog: { id: 'catalog', version: '1.0.0', publisher: 'Us', title: 'Catalogue', sdk: '^1.0.0' },
  scheduling: {
    id: 'scheduling',
    version: '1.0.0',
    publisher: 'Us',
    title: 'Scheduling',
    sdk: '^1.0.0',
    requires: ['catalog'],
  },
};

let folder: string;
let server: TestServer;
let other: TestServer;
let admin: TestClient;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sinter-build-'));
  await writeBuild();
  server = await testServer({
    plugins: [catalogServer],
    pluginsDir: join(folder, 'plugins'),
    webDir: join(folder, 'web'),
  });
  other = await server.another();
  admin = await server.client('admin');
});
afterAll(async () => {
  await other.stop();
  await server.stop();
  await rm(folder, { recursive: true });
});

async function write(path: string, content: string): Promise<string> {
  await mkdir(dirname(join(folder, path)), { recursive: true });
  await writeFile(join(folder, path), content);
  return `sha384-${createHash('sha384').update(content).digest('base64')}`;
}

/** What the build would leave: two plugins, and a page for each host. */
async function writeBuild(): Promise<void> {
  const plugins: Record<string, string> = {};
  for (const [id, descriptor] of Object.entries(descriptors)) {
    await write(`plugins/${id}/plugin.json`, JSON.stringify(descriptor));
    plugins[id] = `plugins/${id}/1.0.0-aa`;
    const integrity = await write(`web/${plugins[id]}/index.js`, `System.register([],()=>({}))/*${id}*/`);
    const record = {
      id,
      version: '1.0.0',
      entry: 'index.js',
      styles: [],
      files: { 'index.js': integrity },
      depcache: {},
    };
    await write(`web/${plugins[id]}/files.json`, JSON.stringify(record));
  }
  await write('plugins/torn/plugin.json', '{"id":');
  for (const copy of ['one', 'other']) {
    await write(`plugins/${copy}/plugin.json`, JSON.stringify({ ...descriptors.catalog, id: 'labels' }));
  }
  const slots = [
    { slot: 'orders/OrderTab@1', id: 'one' },
    { slot: 'orders/OrderTabs@1', id: 'two' },
  ];
  await write(
    'plugins/tabs/plugin.json',
    JSON.stringify({ ...descriptors.catalog, id: 'tabs', contributes: { slots } }),
  );
  await write('plugins/newer/plugin.json', JSON.stringify({ ...descriptors.catalog, id: 'newer', sdk: '^9.0.0' }));
  const integrity = await write('web/system-1.js', '/* system */');
  await write('web/system-1.js.br', 'packed');
  const host = { entry: '@sinter/host/shell', styles: [], scripts: [], app: [] };
  const index = {
    base: '/assets/',
    system: { address: '/assets/system-1.js', integrity },
    hosts: { shell: host, minimal: host },
    plugins,
    pages: {},
  };
  await write('web/index.json', JSON.stringify(index));
  await write(
    'web/importmap.json',
    JSON.stringify({ imports: { react: '/assets/a.js' }, integrity: {}, depcache: {}, packs: {} }),
  );
  await signBuild(join(folder, 'web'));
}

const manifestOf = async (client: TestClient) => manifestSchema.parse(await client.call(readManifest, { query: {} }));
const pluginIds = async (client: TestClient) => (await manifestOf(client)).plugins.map(({ id }) => id);
/** What an open page is told next, once this has happened. */
async function nextEvent(happens: () => unknown): Promise<string> {
  const reader = (await admin.fetch('/api/v1/events')).body?.getReader();
  await reader?.read();
  await happens();
  const { value } = (await reader?.read()) ?? {};
  await reader?.cancel();
  return new TextDecoder().decode(value);
}
const codeFile = '/plugins/catalog/1.0.0-aa/index.js';

describe('a module', () => {
  it('that is switched off is gone for its facility: calls, code, manifest, and what requires it', async () => {
    const [lyon, buyer, colleague] = [
      await server.client('admin2'),
      await server.client('buyer'),
      await other.client('planner'),
    ];
    expect(await pluginIds(colleague)).toEqual(['catalog', 'scheduling']);
    expect((await admin.fetch(codeFile)).status).toBe(200);

    const { revision } = await admin.call(switchModule, { params: { id: 'catalog' }, body: { enabled: false } });
    expect((await manifestOf(admin)).revision).toBe(revision);
    await expect.poll(() => pluginIds(colleague)).toEqual([]);
    for (const client of [admin, colleague, buyer]) {
      await expect(client.call(catalog.listAmProcesses, { query: {} })).rejects.toMatchObject({
        code: 'MODULE_OFF',
        status: 404,
      });
      expect((await client.fetch(codeFile)).status).toBe(404);
      expect((await client.fetch('/plugins/scheduling/1.0.0-aa/index.js')).status).toBe(404);
    }
    expect(await lyon.call(catalog.listAmProcesses, { query: {} })).toEqual([]);
    expect((await lyon.fetch(codeFile)).status).toBe(200);

    const { modules } = await admin.call(readModules, {});
    expect(modules.find(({ id }) => id === 'catalog')).toMatchObject({ enabled: false, requiredBy: ['scheduling'] });
    await admin.call(switchModule, { params: { id: 'catalog' }, body: { enabled: true } });
    expect(await admin.call(catalog.listAmProcesses, { query: {} })).toEqual([]);
    await expect.poll(() => pluginIds(colleague)).toEqual(['catalog', 'scheduling']);
  });

  it('can be switched by two administrators at once, both keeping their will', async () => {
    await Promise.all(
      ['catalog', 'scheduling'].map((id) => admin.call(switchModule, { params: { id }, body: { enabled: false } })),
    );
    const { modules } = await admin.call(readModules, {});
    expect(modules.filter(({ id }) => id in descriptors).map(({ enabled }) => enabled)).toEqual([false, false]);
    for (const id of ['catalog', 'scheduling'])
      await admin.call(switchModule, { params: { id }, body: { enabled: true } });
  });

  it('that does not exist cannot be switched, nor by somebody without the right', async () => {
    const body = { enabled: false };
    await expect(admin.call(switchModule, { params: { id: 'nothing' }, body })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
    const operator = await server.client('operator');
    await expect(operator.call(switchModule, { params: { id: 'catalog' }, body })).rejects.toMatchObject({
      code: 'FORBIDDEN',
    });
  });

  it('gives its code only to people who are signed in', async () => {
    expect((await (await server.client()).fetch(codeFile)).status).toBe(404);
    for (const path of [
      '/plugins/catalog/1.0.0-aa/files.json',
      '/plugins/catalog/../../index.json',
      '/assets/plugins/catalog/1.0.0-aa/index.js',
    ]) {
      expect((await admin.fetch(path)).status, path).toBe(404);
    }
  });

  it('that was built again is announced to every open page', async () => {
    const told = await nextEvent(() => server.node.pluginsChanged(['catalog']));
    expect(told).toContain('event: registry.changed\ndata: {"facilityId":null}');
  });
});

describe('the manifest', () => {
  it('is not sent again while nothing has changed', async () => {
    const first = await admin.fetch('/api/v1/registry/manifest');
    const etag = first.headers.get('etag') ?? '';
    const again = await admin.fetch('/api/v1/registry/manifest', { headers: { 'if-none-match': etag } });
    expect([again.status, await again.text()]).toEqual([304, '']);
  });

  it('follows a flag that is saved', async () => {
    const save = (on: boolean) =>
      admin.call(saveConfig, {
        body: { configType: 'CHECKLIST_CONFIG', configValue: JSON.stringify({ enabled: on }), active: true },
      });
    await save(false);
    expect((await manifestOf(admin)).flags.CHECKLIST).toBe(false);
    await save(true);
    expect((await manifestOf(admin)).flags.CHECKLIST).toBe(true);
  });
});

describe('a failure in a browser', () => {
  it('is shown to the administrator, counted', async () => {
    const body = { pluginId: 'catalog', version: '1.0.0', kind: 'timeout', message: 'too slow' };
    const operator = await server.client('operator');
    await operator.call(reportPluginFailure, { body });
    await operator.call(reportPluginFailure, { body });
    expect((await admin.call(readModules, {})).failures).toMatchObject([{ ...body, count: 2 }]);
  });
});

describe('the pages', () => {
  it('carry a policy with a nonce of their own, and the tray tool only where it is needed', async () => {
    const client = await server.client();
    const pages = await Promise.all(
      ['/', '/service-provider/schedules', '/grabcad-login', '/grabcad/x'].map((path) => client.fetch(path)),
    );
    const policies = pages.map((page) => page.headers.get('content-security-policy') ?? '');
    expect(pages.map((page) => page.status)).toEqual([200, 200, 200, 200]);
    expect(policies.map((policy) => policy.includes('ws://localhost:12001 ws://127.0.0.1:12001'))).toEqual([
      false,
      false,
      true,
      true,
    ]);
    const nonces = policies.map((policy) => /'nonce-([^']+)'/.exec(policy)?.[1] ?? '');
    expect(new Set(nonces).size).toBe(4);
    expect(await pages[0]?.text()).toContain(`<meta name="csp-nonce" nonce="${nonces[0]}">`);
    for (const policy of policies) {
      expect(policy).toContain("script-src 'self';");
      expect(policy).not.toMatch(/unsafe-(inline|eval)/);
    }
    expect(client.cookies.get('XSRF-TOKEN')).toMatch(/^[\w-]{43}$/);
  });

  it('name the import map and the entry of their host', async () => {
    const html = await (await admin.fetch('/')).text();
    expect(html).toContain('<script type="systemjs-importmap">{"imports":{"react":"/assets/a.js"}');
    expect(html).toContain('src="import:@sinter/host/shell"');
  });

  it('are not given for what is a file or a call', async () => {
    for (const path of [
      '/favicon.ico',
      '/api/v1/nothing',
      '/assets/index.json',
      '/assets/../index.json',
      '/assets/%2e%2e/index.json',
    ]) {
      expect((await admin.fetch(path)).status, path).toBe(404);
    }
  });

  it('load files that are kept for ever, packed where the browser can unpack them', async () => {
    const plain = await admin.fetch('/assets/system-1.js', { headers: { 'accept-encoding': 'identity' } });
    expect(plain.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(await plain.text()).toBe('/* system */');
    const packed = await admin.fetch('/assets/system-1.js', { method: 'HEAD', headers: { 'accept-encoding': 'br' } });
    expect(packed.headers.get('content-encoding')).toBe('br');
  });
});

describe('a folder that cannot be used', () => {
  it('is listed with its file and what is wrong, and so is an id that two folders have', async () => {
    const { modules, absent } = await admin.call(readModules, {});
    const problemOf = (id: string) => modules.find((one) => one.id === id)?.problem?.message;
    expect(problemOf('plugins/torn/plugin.json')).toMatch(/^plugins\/torn\/plugin\.json cannot be read: .*JSON/);
    expect(problemOf('labels')).toContain('plugins/one, plugins/other');
    expect(absent.filter(({ code }) => code === 'broken').map(({ id }) => id)).toEqual([
      'labels',
      'plugins/torn/plugin.json',
    ]);
  });

  it('is warned of where it fills a slot that nobody has, with those that are written nearly so', async () => {
    const { modules } = await admin.call(readModules, {});
    const [warning, ...more] = modules.find(({ id }) => id === 'tabs')?.warnings ?? [];
    expect(warning?.message).toMatch(
      /^No screen has the slot orders\/OrderTab@1, .* Similar slots: orders\/OrderTabs@1/,
    );
    expect(more).toEqual([]);
    expect(modules.flatMap(({ id, warnings }) => (warnings.length > 0 ? [id] : []))).toEqual(['tabs']);
  });

  it('is not shown as running when this server has another SDK', async () => {
    const { modules } = await admin.call(readModules, {});
    expect(modules.find(({ id }) => id === 'newer')?.problem).not.toBeNull();
  });
});

// Last: it spoils the package.
describe('a package that was changed on disk', () => {
  const file = 'web/plugins/scheduling/1.0.0-aa/index.js';
  const problem = async () =>
    (await admin.call(readModules, {})).modules.find(({ id }) => id === 'scheduling')?.problem;

  it('does not run, its administrator is told, and it comes back when it is put right', async () => {
    const good = await readFile(join(folder, file), 'utf8');
    await appendFile(join(folder, file), ';evil()');
    const planner = await server.client('planner');
    for (let times = 0; times < 2; times++) {
      expect((await planner.fetch('/plugins/scheduling/1.0.0-aa/index.js')).status).toBe(409);
    }
    expect((await problem())?.message).toContain('not the file that was built');
    expect(await pluginIds(admin)).toEqual(['catalog']);
    const told = await nextEvent(() => write(file, good));
    expect(told).toContain('event: registry.changed');
    expect(await pluginIds(admin)).toEqual(['catalog', 'scheduling']);
    expect(await (await planner.fetch('/plugins/scheduling/1.0.0-aa/index.js')).text()).toBe(good);
  });

  it('does not run when the list of its files was changed with it: that is signed', async () => {
    const integrity = await write(file, 'System.register([],()=>evil())');
    const listed = join(folder, 'web/plugins/scheduling/1.0.0-aa/files.json');
    const record = JSON.parse(await readFile(listed, 'utf8'));
    await writeFile(listed, JSON.stringify({ ...record, files: { 'index.js': integrity } }));
    server.node.pluginsChanged(['scheduling']);
    expect((await problem())?.message).toContain('files.json');
    expect(await pluginIds(admin)).toEqual(['catalog']);
    await rm(join(folder, 'web/plugins/scheduling/1.0.0-aa/signature.json'));
    server.node.pluginsChanged(['scheduling']);
    expect((await problem())?.message).toBe('Nobody has signed its package.');
    expect((await admin.fetch('/plugins/scheduling/1.0.0-aa/index.js')).status).toBe(404);
  });
});

describe('switchedOff', () => {
  it('follows requirements and leaves alone what cannot be switched off', () => {
    const of = (id: string, requires: string[] = [], canBeSwitchedOff = true) => ({ id, requires, canBeSwitchedOff });
    const all = [of('a', ['b']), of('b', ['c']), of('c'), of('d', [], false), of('e', ['d'])];
    expect([...switchedOff(all, ['c', 'd'])].sort()).toEqual(['a', 'b', 'c']);
  });
});
