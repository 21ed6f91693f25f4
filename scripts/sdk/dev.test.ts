import { mkdtemp, mkdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { resetKeys } from '@sinter/sdk/contract/host/account';
import { loadLocalBuild, readLocalBuild } from '@sinter/sdk/contract/host/localBuilds';
import { readManifest } from '@sinter/sdk/contract/host/modules';
import { manifestSchema } from '#registry/manifest';
import { type TestClient, type TestServer, testServer } from '#host/server/testing.ts';
import { localKit, localPlugin } from '../../tests/fixtures/localPlugin.ts';
import { dev } from '../../sdk/cli/dev/dev.ts';

/** `sinter-plugin dev` in a vendor's folder, against a server that runs. */

const id = 'acme.plates';
const kit = localKit();
let web: string;
let server: TestServer;
let admin: TestClient;
let apiKey: string;
beforeAll(async () => {
  web = await mkdtemp(join(tmpdir(), 'sinter-dev-'));
  await mkdir(join(web, 'plugins'));
  const host = { entry: '@sinter/host/shell', styles: [], scripts: [], app: [] };
  const system = { address: '/assets/system-1.js', integrity: 'sha384-x' };
  const index = { base: '/assets/', system, hosts: { shell: host, minimal: host }, plugins: {}, pages: {} };
  await writeFile(join(web, 'index.json'), JSON.stringify(index));
  const imports = Object.fromEntries(Object.keys(kit.names).map((name) => [name, '/assets/a.js']));
  await writeFile(join(web, 'importmap.json'), JSON.stringify({ imports, integrity: {}, depcache: {}, packs: {} }));
  server = await testServer({ webDir: web, pluginsDir: join(web, 'plugins') });
  admin = await server.client('admin');
  apiKey = String((await admin.call(resetKeys, { query: { which: 'USER' } })).userKey);
}, 60_000);
afterAll(async () => {
  await server.stop();
  await rm(web, { recursive: true });
});

let plugin: ReturnType<typeof localPlugin>;
let ending: AbortController;
beforeEach(() => {
  plugin = localPlugin({ id, says: 'First plates' });
  ending = new AbortController();
});
afterEach(() => plugin.remove());

const patient = { timeout: 30_000 };
const lines: string[] = [];
const run = (given: { server?: string; apiKey?: string } = {}) => {
  lines.length = 0;
  const print = (text: string) => void lines.push(text);
  return dev({ folder: plugin.folder, server: server.url, apiKey, kit, print, signal: ending.signal, ...given });
};
const address = () => /local-builds\/([\w-]{32})\n/.exec(lines.join('\n'))?.[1] ?? '';
const state = () => admin.call(readLocalBuild, { params: { id: address() } });

/** What the page of the loaded build says, as a browser would fetch it. */
async function page(): Promise<string> {
  const manifest = manifestSchema.parse(await admin.call(readManifest, { query: { localBuild: address() } }));
  const found = manifest.plugins.find((one) => one.id === id);
  const scripts = Object.keys(found?.files ?? {}).filter((file) => file.endsWith('.js'));
  const texts = scripts.map(async (file) => (await admin.fetch(`${found?.baseUrl}${file}`)).text());
  return (await Promise.all(texts)).join('\n');
}

describe('sinter-plugin dev', () => {
  it('sends what is there, and each change as it is saved, until it is ended', async () => {
    const running = run();
    await vi.waitFor(async () => expect(await state()).toMatchObject({ version: '0.1.0' }), patient);
    await admin.call(loadLocalBuild, { params: { id: address() }, body: { scopes: ['orders:read'] } });
    expect(await page()).toContain('First plates');
    plugin.page('Second plates');
    await vi.waitFor(async () => expect(await page()).toContain('Second plates'), patient);

    plugin.write('client/MainPage.tsx', 'export default () => {\n  const plates = ;\n};');
    const broken = { file: 'client/MainPage.tsx', line: 2, rule: 'build' };
    await vi.waitFor(async () => expect((await state()).problems[0]).toMatchObject(broken), patient);
    expect(lines.at(-1)).toMatch(/client\/MainPage\.tsx:\d+ {2}\[build\]/);
    expect(await page()).toContain('Second plates');

    plugin.describe({ version: 'one' });
    await vi.waitFor(async () => expect((await state()).problems[0]?.rule).toBe('descriptor'), patient);
    expect((await state()).problems[0]).toMatchObject({ file: 'plugin.json', text: /^version: / });
    plugin.write('plugin.json', '{');
    await vi.waitFor(async () => expect((await state()).problems[0]?.text).toMatch(/^It is no JSON/), patient);

    plugin.describe({ version: '0.2.0' });
    plugin.page('Third plates');
    await vi.waitFor(async () => expect(await page()).toContain('Third plates'), patient);
    expect(await state()).toMatchObject({ version: '0.2.0', problems: [] });

    ending.abort();
    await running;
    expect(await state()).toMatchObject({ watching: false, loaded: true });
    expect(lines.at(-1)).toMatch(/^Ended\./);
  });

  it('does not become another app', async () => {
    const running = run();
    await vi.waitFor(async () => expect(await state()).toMatchObject({ version: '0.1.0' }), patient);
    plugin.describe({ id: 'acme.other', contributes: {} });
    await vi.waitFor(async () => expect((await state()).problems).toHaveLength(1), patient);
    expect((await state()).problems[0]?.text).toMatch(/was started for acme\.plates/);
    expect(await state()).toMatchObject({ pluginId: id, version: '0.1.0' });
    ending.abort();
    await running;
  });

  it.each([
    [{ apiKey: 'amk_u_wrong' }, /refuses it/],
    [{ server: 'http://parts.example.com' }, /unencrypted/],
    [{ server: 'parts' }, /no address/],
    [{ server: 'http://127.0.0.1:1' }, /cannot be reached/],
  ])('says why it cannot begin: %j', async (given, text) => {
    await expect(run(given)).rejects.toThrow(text);
  });

  it('names file, rule and mend of a plugin.json that cannot be read', async () => {
    plugin.write('plugin.json', '{ "id": ');
    await expect(run()).rejects.toThrow(
      /plugin\.json {2}\[descriptor\]\n {2}It is no JSON[^]*docs\/rules\/descriptor\.md/,
    );
  });
});
