import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import administration from '../../plugins/admin/server/index.ts';
import { saveThemeConfig } from '@sinter/sdk/contract/admin/theme';
import { defaultTheme } from '@sinter/sdk/contract/host/appearance';
import { addFrontDoor, checkFrontDoor, deleteFrontDoor, listFrontDoors } from '@sinter/sdk/contract/host/frontDoors';
import { listSsoConnections } from '@sinter/sdk/contract/host/sso';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hostDb } from '#host/server/allTables.ts';
import { type TestClient, type TestServer, testServer } from '#host/server/testing.ts';
import { connectAs } from '#host/server/sso/testing.ts';
import { startSamlIdp, type SamlIdp } from '../idp/saml.ts';

/** What the DNS says of these names. */
const zone = new Map<string, string[]>();
async function resolveTxt(name: string): Promise<string[][]> {
  const texts = zone.get(name);
  if (texts) return texts.map((one) => [one]);
  throw Object.assign(new Error('queryTxt ENOTFOUND'), { code: 'ENOTFOUND' });
}

let server: TestServer;
let idp: SamlIdp;
/** Administrators of the operator's own enterprise, and of two others that came later. */
let first: TestClient;
let second: TestClient;
let third: TestClient;
beforeAll(async () => {
  server = await testServer({ plugins: [administration], resolveTxt });
  idp = await startSamlIdp([]);
  first = await server.client('admin');
  second = await rootedIn('Second');
  third = await rootedIn('Third');
  await publish(first, 'First Parts');
});
afterAll(async () => {
  await idp.stop();
  await server.stop();
});

/** Somebody who administers an enterprise of their own. */
async function rootedIn(name: string): Promise<TestClient> {
  const db = hostDb(server.services.db);
  const { id: facility_id } = await db
    .insertInto('facility')
    .values({ company_name: name, time_zone: 'UTC', root_facility_id: null, currency: 'EUR' })
    .returning('id')
    .executeTakeFirstOrThrow();
  const { id: user_id } = await db
    .insertInto('app_user')
    .values({
      email: `admin@${name.toLowerCase()}.example`,
      first_name: name,
      last_name: 'Admin',
      email_verified: true,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('membership')
    .values({
      user_id,
      facility_id,
      role: 'ROLE_SERVICE_PROVIDER',
      account_type: 'SERVICE_PROVIDER',
      member_roles: ['SP_SUPER_ADMIN'],
    })
    .execute();
  const client = await server.client();
  client.cookies.set('sinter_session', await server.node.sessions.start(user_id, { userAgent: '', address: '' }));
  await client.fetch('/api/v1/users/getUser');
  return client;
}

const publish = (client: TestClient, title: string) =>
  client.call(saveThemeConfig, {
    body: { ...defaultTheme, title, 'terms-url': `https://${title.replace(' ', '-')}.example` },
  });

/** What a browser gets that asks for the site under this name. */
async function get(host: string, path: string): Promise<string> {
  const { port } = new URL(server.url);
  return new Promise((done, failed) => {
    const asked = request({ host: '127.0.0.1', port, path, headers: { host } }, (answer) => {
      text(answer).then(done, failed);
    });
    asked.on('error', failed).end();
  });
}
const titleAt = async (host: string) => /<title>(.*)<\/title>/.exec(await get(host, '/'))?.[1];
const buttonAt = async (host: string) =>
  /"buttonText":"([^"]*)"/.exec(await get(host, '/api/v1/misc/login-sso-config'))?.[1];

/** Claims the domain, and shows that it is theirs. */
async function own(client: TestClient, domain: string) {
  const { id, record, value } = await client.call(addFrontDoor, { body: { domain } });
  zone.set(record, [...(zone.get(record) ?? []), 'unrelated', value]);
  return client.call(checkFrontDoor, { params: { id } });
}

describe('with a second enterprise on the server', () => {
  it('its theme is not everybody’s', async () => {
    await publish(second, 'Second Parts');
    for (const host of ['localhost', 'first.example', 'second.example', 'nobody.example:8443', '127.0.0.1']) {
      expect([host, await titleAt(host)]).toEqual([host, 'First Parts']);
    }
    expect(await get('first.example', '/api/v1/misc/themes')).toContain('First-Parts');
  });

  it('its single sign-on for every address is shown at none before one is its own', async () => {
    await connectAs(second, { authType: 'SAML', metadata: idp.metadata, buttonText: 'Second', customLogin: true });
    expect(await get('first.example', '/api/v1/misc/login-sso-config')).toBe('null');
    await connectAs(first, { authType: 'SAML', metadata: idp.metadata, buttonText: 'First' });
    for (const host of ['localhost', 'first.example', 'second.example']) expect(await buttonAt(host)).toBe('First');
    expect((await second.call(listSsoConnections, {})).connections).toHaveLength(1);
  });

  it('cannot take an address by naming it in a connection', async () => {
    const named = { authType: 'SAML' as const, metadata: idp.metadata, siteDomain: 'first.example' };
    await expect(connectAs(second, named)).rejects.toMatchObject({
      code: 'INVALID_INPUT',
      fields: { siteDomain: expect.any(String) },
    });
  });
});

describe('an address', () => {
  it('is not theirs by claiming it, nor by the text of another enterprise', async () => {
    const claimed = await third.call(addFrontDoor, { body: { domain: 'Claimed.Example.' } });
    expect(claimed).toMatchObject({ domain: 'claimed.example', verified: false });
    const looked = await third.call(checkFrontDoor, { params: { id: claimed.id } });
    expect(looked).toMatchObject({ verified: false, checkedAt: expect.any(String) });
    const theirs = await second.call(addFrontDoor, { body: { domain: 'claimed.example' } });
    expect(theirs.value).not.toBe(claimed.value);
    zone.set(claimed.record, [theirs.value]);
    expect(await third.call(checkFrontDoor, { params: { id: claimed.id } })).toMatchObject({ verified: false });
    await expect(third.call(checkFrontDoor, { params: { id: theirs.id } })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
    expect(await titleAt('claimed.example')).toBe('First Parts');
  });

  it('shows theme, links, sign-in and languages of the enterprise that owns it, on every node', async () => {
    const other = await server.another();
    expect(await own(second, 'parts.second.example')).toMatchObject({ verified: true });
    expect(await titleAt('parts.second.example')).toBe('Second Parts');
    expect(await titleAt('PARTS.second.example.:4000')).toBe('Second Parts');
    expect(await get('parts.second.example', '/api/v1/misc/themes')).toContain('Second-Parts');
    expect(await buttonAt('parts.second.example')).toBe('Second');
    expect(await get('parts.second.example', '/api/v1/misc/login-sso-config')).toContain('"customLogin":"true"');
    await hostDb(server.services.db)
      .insertInto('config_record')
      .values({
        config_type: 'LANGUAGE',
        element_type: 'SERVICE_PROVIDER',
        element_id: (await second.call(listFrontDoors, {})).facilityId,
        config_value: JSON.stringify({ disabled: ['fr_FR'] }),
      })
      .execute();
    expect(await get('parts.second.example', '/api/v1/link3d-config/getConfig/LANGUAGE')).not.toContain('fr_FR');
    expect(await get('localhost', '/api/v1/link3d-config/getConfig/LANGUAGE')).toContain('fr_FR');
    expect([await titleAt('localhost'), await buttonAt('localhost')]).toEqual(['First Parts', 'First']);
    // Names above and below it are other addresses.
    for (const host of ['second.example', 'x.parts.second.example']) expect(await titleAt(host)).toBe('First Parts');
    const elsewhere = await fetch(`${other.url}/`, { headers: { 'x-forwarded-host': 'parts.second.example' } });
    expect(await elsewhere.text()).toContain('<title>Second Parts</title>');
    await other.stop();
  });

  it('stays with its owner for as long as the domain says so, and goes when it names another', async () => {
    await own(second, 'moving.example');
    const rival = await third.call(addFrontDoor, { body: { domain: 'moving.example' } });
    const both = [...(zone.get(rival.record) ?? []), rival.value];
    zone.set(rival.record, both);
    await expect(third.call(checkFrontDoor, { params: { id: rival.id } })).rejects.toMatchObject({ code: 'CONFLICT' });
    expect(await titleAt('moving.example')).toBe('Second Parts');
    zone.set(rival.record, [rival.value]);
    expect(await third.call(checkFrontDoor, { params: { id: rival.id } })).toMatchObject({ verified: true });
    const { doors } = await second.call(listFrontDoors, {});
    expect(doors.find(({ domain }) => domain === 'moving.example')).toMatchObject({ verified: false });
    expect(await titleAt('moving.example')).not.toBe('Second Parts');
  });

  it('shows the default again once its owner removes it, or can no longer show that it is theirs', async () => {
    const { id } = await own(second, 'leaving.example');
    expect(await titleAt('leaving.example')).toBe('Second Parts');
    await second.call(deleteFrontDoor, { params: { id } });
    expect(await titleAt('leaving.example')).toBe('First Parts');
    const again = await own(second, 'lost.example');
    zone.delete(again.record);
    expect(await second.call(checkFrontDoor, { params: { id: again.id } })).toMatchObject({ verified: false });
    expect(await titleAt('lost.example')).toBe('First Parts');
  });

  it('is a name of the internet, claimed by who administers the enterprise', async () => {
    for (const domain of [
      '127.0.0.1',
      '[::1]',
      'localhost',
      'https://a.example',
      'a..example',
      'a.example/x',
      '*.example',
    ]) {
      await expect(second.call(addFrontDoor, { body: { domain } }), domain).rejects.toMatchObject({
        code: 'INVALID_INPUT',
      });
    }
    for (const account of ['planner', 'admin2', 'buyeradmin'] as const) {
      const client = await server.client(account);
      await expect(client.call(listFrontDoors, {}), account).rejects.toMatchObject({ code: 'FORBIDDEN' });
    }
    expect([
      (await first.call(listFrontDoors, {})).isDefault,
      (await second.call(listFrontDoors, {})).isDefault,
    ]).toEqual([true, false]);
  });
});
