import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import areas from 'virtual:contract-areas';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CallError } from '@sinter/sdk/contract';
import { readManifest, switchModule } from '@sinter/sdk/contract/host/modules';
import { readRegistryState, saveRegistryState } from '@sinter/sdk/contract/host/registry';
import { getUser } from '@sinter/sdk/contract/host/session';
import { listTeam, updateMember } from '@sinter/sdk/contract/admin/team';
import { listAddedPermissions } from '@sinter/sdk/contract/host/permissions';
import { type Manifest, manifestSchema } from '#registry/manifest';
import { signBuild } from '#host/server/modules/testing.ts';
import { registered } from '#host/server/contract.ts';
import { testServer, type TestClient, type TestServer } from '#host/server/testing.ts';
import { serversOf } from '../fixtures/servers.ts';
import { addCheck, checkAdded, listChecks } from '../fixtures/checks/shared/contract.ts';
import { createCast, nobody } from './cast.ts';
import { expectedRefusal, knock, refusals } from './knock.ts';

/**
 * An area is a folder: one more is put among the plugins, and nothing else is touched. The host, the SDK and the registry
 * that serve it are the project's own.
 */
const copy = resolve('.build/dropped');
const own = 'plugins';
const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .sort();

let server: TestServer;
let admin: TestClient;
let planner: TestClient;
let operator: TestClient;
let plugins: Awaited<ReturnType<typeof serversOf>>;

beforeAll(async () => {
  rmSync(copy, { recursive: true, force: true });
  cpSync(own, join(copy, own), { recursive: true });
  cpSync('tests/fixtures/checks', join(copy, own, 'checks'), { recursive: true });
  writeBuild('checks');
  await signBuild(join(copy, 'web'));
  plugins = await serversOf(copy);
  server = await testServer({ plugins, pluginsDir: join(copy, own), webDir: join(copy, 'web') });
  [admin, planner, operator] = await Promise.all([
    server.client('admin'),
    server.client('planner'),
    server.client('operator'),
  ]);
}, 120_000);
afterAll(async () => {
  await server.stop();
  rmSync(copy, { recursive: true, force: true });
});

/** What the build leaves of a plugin for browsers, as far as the server reads it. */
function writeBuild(id: string): void {
  const write = (path: string, text: string): string => {
    const file = join(copy, 'web', path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
    return `sha384-${createHash('sha384').update(text).digest('base64')}`;
  };
  const folder = `plugins/${id}/1.0.0-aa`;
  const files = { 'index.js': write(`${folder}/index.js`, 'System.register([],()=>({}))') };
  const record = { id, version: '1.0.0', entry: 'index.js', styles: [], files, depcache: {} };
  write(`${folder}/files.json`, JSON.stringify(record));
  const host = { entry: '@sinter/host/shell', styles: [], scripts: [], app: [] };
  const system = { address: '/assets/system-1.js', integrity: write('system-1.js', '') };
  const hosts = { shell: host, minimal: host };
  write('index.json', JSON.stringify({ base: '/assets/', system, hosts, plugins: { [id]: folder }, pages: {} }));
  const imports = Object.fromEntries(['react'].map((name) => [name, '/assets/a.js']));
  write('importmap.json', JSON.stringify({ imports, integrity: {}, depcache: {}, packs: {} }));
}

const manifestOf = async (client: TestClient): Promise<Manifest> =>
  manifestSchema.parse(await client.call(readManifest, { query: {} }));
const menuOf = ({ menu }: Manifest) => menu.flatMap(({ entries }) => entries.map(({ id }) => id));
const codeOf = (promise: Promise<unknown>) =>
  promise.then(
    () => 'done',
    (error: unknown) => (error instanceof CallError ? error.code : String(error)),
  );

describe('a folder dropped among the plugins', () => {
  it('is all that was added', () => {
    const before = filesIn(own);
    const added = filesIn(join(copy, own)).filter((file) => !before.includes(file));
    expect(added.every((file) => file.startsWith('checks/'))).toBe(true);
    expect(filesIn(join(copy, own)).length - added.length).toBe(before.length);
  });

  it('is in the menu, with its page and its slot, of those who may open it', async () => {
    const manifest = await manifestOf(admin);
    const plugin = manifest.plugins.find(({ id }) => id === 'checks');
    expect(plugin?.pages.map(({ path }) => path)).toEqual(['/service-provider/checks']);
    expect(plugin?.slots).toEqual([{ slot: 'shell/Search@1', id: 'checks' }]);
    expect(menuOf(manifest)).toContain('checks/checks');
    expect(manifest.flags).toMatchObject({ 'checks/INSPECTIONS': true });
    const theirs = await manifestOf(operator);
    expect(menuOf(theirs)).not.toContain('checks/checks');
    expect(theirs.plugins.flatMap(({ pages }) => pages.map(({ path }) => path))).not.toContain(
      '/service-provider/checks',
    );
  });

  it('has its calls walked by the matrix: each lets in exactly those it declares', async () => {
    const { calls } = registered(plugins, areas);
    const ours = calls.filter(({ owner }) => owner === 'checks');
    expect(ours.map(({ id }) => id)).toEqual(['checks.list', 'checks.add']);
    const cast = [...(await createCast(server)), nobody].map((actor) => ({
      ...actor,
      permissions: [
        ...actor.permissions,
        ...(actor.memberRoles.some((role) => role === 'SP_SUPER_ADMIN' || role === 'SP_ADMIN')
          ? ['checks/INSPECTOR']
          : []),
      ],
    }));
    const answers = new Set<string | null>();
    for (const call of ours) {
      for (const actor of cast) {
        const answer = await knock(server.url, call, actor.session);
        const refused = refusals.includes(answer) ? answer : null;
        expect(refused, `${actor.name} calls ${call.id}`).toBe(expectedRefusal(call.guard, actor));
        answers.add(refused);
      }
    }
    expect([...answers].map(String).sort()).toEqual(['EMAIL_NOT_VERIFIED', 'FORBIDDEN', 'UNAUTHENTICATED', 'null']);
  });

  it('is in the OpenAPI document', async () => {
    const { paths } = JSON.parse(await (await fetch(`${server.url}/api/openapi.json`)).text());
    expect(Object.keys(paths['/api/v1/checks'])).toEqual(['get', 'post']);
    expect(paths['/api/v1/checks'].post).toMatchObject({
      operationId: 'checks.add',
      'x-guard': { permissions: ['checks/INSPECTOR'] },
      'x-flag': 'checks/INSPECTIONS',
    });
  });

  it('keeps what it is told in its own table, and tells another browser at once', async () => {
    const leaving = new AbortController();
    const stream = await planner.fetch('/api/v1/events', { signal: leaving.signal });
    let heard = '';
    const reading = (async () => {
      const decoder = new TextDecoder();
      for await (const chunk of stream.body ?? []) heard += decoder.decode(chunk, { stream: true });
    })().catch(() => {});
    await expect.poll(() => heard).toContain('event: stream.open');
    expect(heard).toContain(checkAdded.type);

    const added = await admin.call(addCheck, { body: { text: 'Wall thickness' } });
    await expect.poll(() => heard).toContain(`event: checks.added\ndata: {"id":${added.id}}`);
    expect(await planner.call(listChecks, {})).toEqual([added]);
    expect(await (await server.client('admin2')).call(listChecks, {})).toEqual([]);
    leaving.abort();
    await reading;
  });

  it('has its permission in the team editor, where it is granted, and nowhere else', async () => {
    expect(await admin.call(listAddedPermissions, {})).toEqual([
      {
        id: 'checks/INSPECTOR',
        label: 'checks:permission.inspector',
        defaults: ['SP_SUPER_ADMIN', 'SP_ADMIN'],
        grantable: ['SP_MANAGER'],
      },
    ]);
    const check = () => codeOf(planner.call(addCheck, { body: { text: 'Holes' } }));
    expect(await check()).toBe('FORBIDDEN');
    const team = await admin.call(listTeam, { query: {} });
    const give = async (email: string, granted: 'checks/INSPECTOR'[]) => {
      const person = team.find((one) => one.email === `${email}@demo.example`);
      if (!person) throw new Error(`${email} is not in the team.`);
      const { id, memberRoles, revoked, authorities, departments } = person;
      const given = authorities.filter((one) => one === 'ROLE_ADMIN' || one === 'ROLE_EMAIL_SETTINGS_EDITOR');
      const departmentIds = departments.map((one) => one.id);
      const body = { memberRoles, granted, revoked, authorities: given, departmentIds };
      return codeOf(admin.call(updateMember, { params: { id }, body }));
    };
    expect(await give('operator', ['checks/INSPECTOR'])).toBe('INVALID_INPUT');
    expect(await give('planner', ['checks/INSPECTOR'])).toBe('done');
    await expect.poll(check).toBe('done');
    expect((await planner.call(getUser, {})).serviceProvider?.permissions).toContain('checks/INSPECTOR');
    expect(menuOf(await manifestOf(planner))).toContain('checks/checks');
  });

  it('has its flag among the features, and is closed where the flag or the module is off', async () => {
    const { features, revision, state } = await admin.call(readRegistryState, {});
    expect(features).toContainEqual({
      key: 'checks/INSPECTIONS',
      label: 'checks:flag.inspections',
      enabled: true,
      byDefault: true,
      hasScreen: true,
    });
    const flags = { ...state.flags, 'checks/INSPECTIONS': false };
    const off = await admin.call(saveRegistryState, { body: { ...state, flags, revision } });
    expect(await codeOf(admin.call(listChecks, {}))).toBe('MODULE_OFF');
    expect(menuOf(await manifestOf(admin))).not.toContain('checks/checks');
    await admin.call(saveRegistryState, { body: { ...state, revision: off.revision } });
    expect(await codeOf(admin.call(listChecks, {}))).toBe('done');

    await admin.call(switchModule, { params: { id: 'checks' }, body: { enabled: false } });
    expect(await codeOf(admin.call(listChecks, {}))).toBe('MODULE_OFF');
    await admin.call(switchModule, { params: { id: 'checks' }, body: { enabled: true } });
    expect(await codeOf(admin.call(listChecks, {}))).toBe('done');
  });
});
