import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callsPerMinute, issueToken, readGrants, saveGrants } from '@sinter/sdk/contract/apps/token';
import { resetKeys, switchFacility } from '@sinter/sdk/contract/host/account';
import { getUser } from '@sinter/sdk/contract/host/session';
import { switchModule } from '@sinter/sdk/contract/host/modules';

import { saveConfig } from '@sinter/sdk/contract/host/records';
import { hostDb } from '../allTables.ts';
import { createSecrets } from '../secrets/secrets.ts';
import { type TestClient, type TestServer, testServer } from '../testing.ts';
import { callAs, grant, pluginsFolder, tokenOf } from './testing.ts';
import { openToken, sealToken } from './token.ts';

const scopes = [
  { scope: 'orders:read', reason: 'why.read' },
  { scope: 'files:read', reason: 'why.files' },
];
const nesting = 'acme.nesting';
const calendar = 'acme.calendar';

let plugins: Awaited<ReturnType<typeof pluginsFolder>>;
let server: TestServer;
let admin: TestClient;
let planner: TestClient;
beforeAll(async () => {
  plugins = await pluginsFolder([{ id: nesting, scopes }, { id: calendar }, { id: 'acme.flood' }, { id: 'orders' }]);
  server = await testServer({ pluginsDir: plugins.folder });
  [admin, planner] = [await server.client('admin'), await server.client('planner')];
});
afterAll(async () => {
  await server.stop();
  await plugins.remove();
});

const params = { id: nesting };

describe('what a plugin was granted', () => {
  it('is nothing until an administrator grants what it asks for, and no more than that', async () => {
    expect(await admin.call(readGrants, { params })).toEqual({
      asked: [
        { scope: 'orders:read', reason: 'why.read' },
        { scope: 'files:read', reason: 'why.files' },
      ],
      granted: [],
      changeable: true,
    });
    await expect(grant(admin, nesting, ['catalog:write'])).rejects.toMatchObject({
      code: 'INVALID_INPUT',
      details: { said: { key: 'host.app.notAsked' } },
    });
    expect((await grant(admin, nesting, ['orders:read'])).granted).toEqual(['orders:read']);
    const issued = await planner.call(issueToken, { params, body: { version: '1.0.0' } });
    expect([issued.scopes, issued.expiresIn]).toEqual([['orders:read'], 300]);
    expect((await grant(admin, calendar, [])).granted).toEqual([]);
    expect((await admin.call(readGrants, { params })).granted).toEqual(['orders:read']);
  });

  it('is granted by those who set up the facility, for their own alone', async () => {
    await expect(grant(planner, nesting, [])).rejects.toMatchObject({ code: 'FORBIDDEN' });
    const lyon = await server.client('admin2');
    expect((await lyon.call(readGrants, { params })).granted).toEqual([]);
    await grant(lyon, nesting, ['files:read']);
    expect((await admin.call(readGrants, { params })).granted).toEqual(['orders:read']);
  });

  it('is written down, also that a plugin was behind a change', async () => {
    const entry = await hostDb(server.services.db)
      .selectFrom('audit_entry')
      .select(['before', 'after', 'plugin_id'])
      .where('action', '=', 'app.granted')
      .where('object_id', '=', nesting)
      .orderBy('id')
      .executeTakeFirst();
    expect(entry).toEqual({ before: { scopes: [] }, after: { scopes: ['orders:read'] }, plugin_id: null });
  });
});

describe('a token', () => {
  it('opens what needs no scope, and says who is behind the call', async () => {
    const token = await tokenOf(planner, nesting);
    expect((await callAs(planner, token, getUser, {})).email).toBe('planner@demo.example');
  });

  it('is for one person and their session', async () => {
    const token = await tokenOf(planner, nesting);
    const refused = { code: 'UNAUTHENTICATED', details: { said: { key: 'host.app.tokenForeign' } } };
    await expect(callAs(admin, token, getUser, {})).rejects.toMatchObject(refused);
    const again = await server.client('planner');
    await expect(callAs(again, token, getUser, {})).rejects.toMatchObject(refused);
  });

  it('ends with a switch to another facility', async () => {
    const overseer = await server.client('admin');
    const token = await tokenOf(overseer, nesting);
    await callAs(overseer, token, getUser, {});
    await overseer.call(switchFacility, { params: { id: server.world.secondFacilityId } });
    await expect(callAs(overseer, token, getUser, {})).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
  });

  it('is nothing once a letter of it is another', async () => {
    const token = await tokenOf(planner, nesting);
    const at = Math.floor(token.length / 2);
    const changed = `${token.slice(0, at)}${token[at] === 'A' ? 'B' : 'A'}${token.slice(at + 1)}`;
    for (const one of [changed, 'v1.a.b.c', '{}']) {
      await expect(callAs(planner, one, getUser, {})).rejects.toMatchObject({
        code: 'UNAUTHENTICATED',
        details: { said: { key: 'host.app.tokenBad' } },
      });
    }
  });

  it('holds for five minutes', () => {
    const secrets = createSecrets(Buffer.alloc(32, 1));
    const about = { plugin: nesting, version: '1.0.0', session: 's', user: 1, facility: 1 };
    const now = 1_700_000_000_000;
    const token = sealToken(secrets, about, now);
    expect(openToken(secrets, token, now + 299_000)).toMatchObject(about);
    expect(() => openToken(secrets, token, now + 300_000)).toThrow('expired');
    expect(() => openToken(createSecrets(Buffer.alloc(32, 2)), token, now)).toThrow('not valid');
  });

  it('is made for the version that is installed, in a browser session, and for plugins of vendors', async () => {
    await expect(tokenOf(planner, nesting, '0.9.0')).rejects.toMatchObject({
      code: 'SCOPE',
      details: { said: { key: 'host.app.otherVersion' } },
    });
    await expect(tokenOf(planner, 'acme.other')).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(tokenOf(planner, 'orders')).rejects.toMatchObject({ code: 'NOT_FOUND' });
    const { userKey } = await (
      await server.client('operator')
    ).call(resetKeys, {
      query: { which: 'USER', overlapHours: 0 },
    });
    const response = await fetch(`${server.url}/api/v1/apps/${nesting}/token`, {
      method: 'POST',
      headers: { authorization: `Bearer ${userKey}`, 'content-type': 'application/json' },
      body: JSON.stringify({ version: '1.0.0' }),
    });
    expect(await response.json()).toMatchObject({ code: 'FORBIDDEN' });
  });

  it('is for nothing any more once the plugin is off', async () => {
    const token = await tokenOf(planner, calendar);
    await admin.call(switchModule, { params: { id: calendar }, body: { enabled: false } });
    const off = { code: 'SCOPE', details: { said: { key: 'host.app.off', params: { app: calendar } } } };
    await expect(callAs(planner, token, getUser, {})).rejects.toMatchObject(off);
    await expect(tokenOf(planner, calendar)).rejects.toMatchObject(off);
    await admin.call(switchModule, { params: { id: calendar }, body: { enabled: true } });
    await callAs(planner, token, getUser, {});
  });

  it('never lets a plugin do what is an administrator’s, whoever looks at it', async () => {
    const token = await tokenOf(admin, nesting);
    const never = { code: 'SCOPE', details: { said: { key: 'host.app.never' } } };
    const refused = [
      callAs(admin, token, switchModule, { params: { id: calendar }, body: { enabled: false } }),
      callAs(admin, token, saveGrants, { params, body: { scopes: ['files:read'] } }),
      callAs(admin, token, saveConfig, { body: { configType: 'ORDER_CONFIG', configValue: '{}', active: true } }),
    ];
    for (const one of refused) await expect(one).rejects.toMatchObject(never);
  });

  it('of one plugin gets none for another', async () => {
    const token = await tokenOf(planner, nesting);
    const asked = callAs(planner, token, issueToken, { params: { id: calendar }, body: { version: '1.0.0' } });
    await expect(asked).rejects.toMatchObject({ code: 'SCOPE', details: { said: { key: 'host.app.otherApp' } } });
  });
});

it('a flood of calls is answered with the time to wait, and harms no other plugin and no person', async () => {
  const token = await tokenOf(planner, 'acme.flood');
  const codes = new Map<string, number>();
  for (let sent = 0; sent < callsPerMinute + 100; sent += 20) {
    const answers = Array.from({ length: 20 }, () =>
      callAs(planner, token, getUser, {}).then(
        () => 'OK',
        ({ code }: { code: string }) => code,
      ),
    );
    for (const code of await Promise.all(answers)) codes.set(code, (codes.get(code) ?? 0) + 1);
  }
  expect(codes.get('RATE_LIMITED')).toBeGreaterThan(0);
  expect(codes.get('OK')).toBeGreaterThanOrEqual(callsPerMinute);
  await callAs(planner, await tokenOf(planner, nesting), getUser, {});
  expect((await planner.call(getUser, {})).email).toBe('planner@demo.example');
}, 60_000);
