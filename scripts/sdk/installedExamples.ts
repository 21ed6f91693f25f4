import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { backendPost } from '@sinter/sdk/contract/apps/backend';
import { pluginSettings, readAppForm, saveAppForm } from '@sinter/sdk/contract/apps/settings';
import { putDocument, readDocument } from '@sinter/sdk/contract/apps/storage';
import {
  addPublisher,
  addPublisherKey,
  approveExtension,
  publishExtension,
} from '@sinter/sdk/contract/host/extensionReview';
import { installExtension, readExtension } from '@sinter/sdk/contract/host/extensions';
import { readManifest } from '@sinter/sdk/contract/host/modules';
import { readRegistryState, saveRegistryState } from '@sinter/sdk/contract/host/registry';
import { callAs, tokenOf } from '#host/server/apps/testing.ts';
import { submit } from '#host/server/extensions/testing.ts';
import { type TestClient, type TestServer, testServer } from '#host/server/testing.ts';
import { manifestSchema } from '#registry/manifest';

const idOf = (name: string): string => `sinter-labs.${name}`;
const advisor = idOf('nesting-advisor');

/** The signed packages of the examples on a server of somebody else: from the submission to what its people get. */
export function checkInstalled(place: string, names: readonly string[]): void {
  describe('the signed examples on a server', () => {
    let server: TestServer;
    let admin: TestClient;
    let planner: TestClient;
    let backend: ChildProcess;
    let address: string;

    beforeAll(async () => {
      // A server whose own pages are not built.
      const [webDir, pluginsDir] = [join(place, 'server/web'), join(place, 'server/plugins')];
      await Promise.all([webDir, pluginsDir].map((folder) => mkdir(folder, { recursive: true })));
      const host = { entry: '@sinter/host/shell', styles: [], scripts: [], app: [] };
      const system = { address: '/assets/system.js', integrity: 'sha384-x' };
      const index = { base: '/assets/', system, hosts: { shell: host, minimal: host }, plugins: {}, pages: {} };
      await writeFile(join(webDir, 'index.json'), JSON.stringify(index));
      await writeFile(
        join(webDir, 'importmap.json'),
        JSON.stringify({ imports: {}, integrity: {}, depcache: {}, packs: {} }),
      );
      server = await testServer({ webDir, pluginsDir, allowedNetworks: ['127.0.0.1/32'] });
      [admin, planner] = [await server.client('admin'), await server.client('planner')];
      const { state, revision } = await admin.call(readRegistryState, {});
      await admin.call(saveRegistryState, { body: { ...state, flags: { ...state.flags, APP_STORE: true }, revision } });

      // The site's name for itself, which its tokens carry.
      const env = { SINTER_SITE: `http://localhost:${new URL(server.url).port}`, PORT: '0' };
      backend = spawn(process.execPath, [join(place, 'nesting-advisor/server/main.mjs')], { env });
      const [line]: unknown[] = backend.stdout ? await once(backend.stdout, 'data') : [];
      address = `http://127.0.0.1:${/\d+/.exec(String(line))?.[0]}/v1`;
    });
    afterAll(async () => {
      backend?.kill();
      await server?.stop();
    });

    it('are submitted, checked, approved and published', async () => {
      await admin.call(addPublisher, {
        body: { id: 'sinter-labs', name: 'Sinter Labs', contact: 'labs@sinter.example' },
      });
      const publicKey = readFileSync(join(place, 'publisher.key.pub'), 'utf8').trim();
      await admin.call(addPublisherKey, { params: { id: 'sinter-labs' }, body: { publicKey } });
      for (const name of names) {
        const file = readFileSync(join(place, name, `${idOf(name)}-1.0.0.sinterplugin`));
        const { packageId, state, errors } = await submit(admin, Uint8Array.from(file));
        expect([name, state, errors]).toEqual([name, 'CHECKED', 0]);
        await admin.call(approveExtension, { params: { packageId }, body: { tier: 'REVIEWED' } });
        const rollout = { percent: 100, facilityIds: [] };
        await admin.call(publishExtension, { params: { packageId }, body: { rollout } });
      }
    });

    it('are installed with the rights that they ask for, and are in everybody’s manifest then', async () => {
      for (const name of names) {
        const params = { id: idOf(name) };
        const { version, scopes } = await admin.call(readExtension, { params });
        expect(scopes.map(({ reason }) => reason).join()).toMatch(/^[A-Z].*\./);
        await admin.call(installExtension, { params, body: { version, grants: scopes.map(({ scope }) => scope) } });
      }
      const { plugins } = manifestSchema.parse(await planner.call(readManifest, { query: {} }));
      const vendors = plugins.filter(({ id }) => id.startsWith('sinter-labs.'));
      expect(vendors.map(({ id, slots }) => [id, slots.map(({ slot }) => slot).sort()]).sort()).toEqual([
        [idOf('carbon'), ['orders/HomeTiles@1', 'orders/OrderTabs@1']],
        [idOf('maintenance'), ['scheduling/JobDrawer@1', 'scheduling/RowBadge@1']],
        [advisor, ['orders/StoreFrontLine@1']],
      ]);
    });

    it('carbon has its settings, maintenance its documents', async () => {
      const carbon = { id: idOf('carbon') };
      const { values } = await callAs(planner, await tokenOf(planner, carbon.id), pluginSettings, { params: carbon });
      expect(values).toMatchObject({ kgPerKwh: 0.481, laserMetal: 70 });
      const id = idOf('maintenance');
      const token = await tokenOf(planner, id);
      const params = { id, area: 'facility' as const, key: 'plans/1' };
      await callAs(planner, token, putDocument, { params, body: { value: { task: 'Clean' }, revision: 0 } });
      expect(await callAs(planner, token, readDocument, { params })).toMatchObject({ value: { task: 'Clean' } });
    });

    it('the advisor’s server answers what this server signs, and nobody else', async () => {
      const params = { id: advisor };
      const { revision } = await admin.call(readAppForm, { params });
      await admin.call(saveAppForm, { params, body: { revision, values: {}, backend: address } });
      const value = { size: [40, 30, 20], quantity: 30, processKey: 'SLA', buildVolume: [200, 125, 300] };
      const token = await tokenOf(planner, advisor);
      const input = { params: { id: advisor, path: 'advice' }, body: { value } };
      expect(await callAs(planner, token, backendPost, input)).toMatchObject({
        status: 200,
        body: { perBuild: 21, builds: 2, full: 42, currency: 'EUR' },
      });
      const directly = await fetch(`${address}/advice`, { method: 'POST', body: JSON.stringify(value) });
      expect(directly.status).toBe(401);
    });
  });
}
