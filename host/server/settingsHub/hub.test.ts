import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { saveAppForm } from '@sinter/sdk/contract/apps/settings';
import { switchModule } from '@sinter/sdk/contract/host/modules';
import { readSettingsHub } from '@sinter/sdk/contract/host/settingsHub';
import { pluginsFolder } from '../apps/testing.ts';
import { type TestClient, type TestServer, testServer } from '../testing.ts';

const calendar = 'acme.calendar';
const schema = {
  type: 'object',
  properties: {
    margin: { type: 'number', title: 'Margin' },
    region: { type: 'string', title: 'Region', default: 'EU' },
  },
  required: ['margin', 'region'],
};

let plugins: Awaited<ReturnType<typeof pluginsFolder>>;
let server: TestServer;
let admin: TestClient;
beforeAll(async () => {
  plugins = await pluginsFolder([{ id: calendar, config: { schema } }, { id: 'acme.plain' }]);
  server = await testServer({ pluginsDir: plugins.folder });
  admin = await server.client('admin');
});
afterAll(async () => {
  await server.stop();
  await plugins.remove();
});

const cardOf = async (id: string, client = admin) =>
  (await client.call(readSettingsHub, {})).cards.find((card) => card.id === id);
const app = () => cardOf(`apps/${calendar}`);

describe('the page of all settings', () => {
  it('has those of each app that has any, with what they lack and who saved them', async () => {
    expect((await admin.call(readSettingsHub, {})).cards.map(({ id }) => id)).toEqual([`apps/${calendar}`]);
    expect(await app()).toMatchObject({
      section: 'integrations',
      path: `/apps/${calendar}/settings`,
      fields: ['Margin', 'Region'],
      state: 'INCOMPLETE',
      changed: null,
    });
    const body = { values: { margin: 3, region: 'EU' }, secrets: {}, backend: null, revision: 0 };
    await admin.call(saveAppForm, { params: { id: calendar }, body });
    expect(await app()).toMatchObject({ state: 'ON', changed: { by: 'Ada Berger', at: expect.any(String) } });
    await admin.call(switchModule, { params: { id: calendar }, body: { enabled: false } });
    expect((await app())?.state).toBe('OFF');
    await admin.call(switchModule, { params: { id: calendar }, body: { enabled: true } });
  });

  it('is that of one facility, for those who set it up', async () => {
    const lyon = await server.client('admin2');
    expect(await cardOf(`apps/${calendar}`, lyon)).toMatchObject({ state: 'INCOMPLETE', changed: null });
    await expect((await server.client('planner')).call(readSettingsHub, {})).rejects.toMatchObject({
      code: 'FORBIDDEN',
    });
  });
});
