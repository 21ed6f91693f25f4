import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { readSetup, setUp } from '@sinter/sdk/contract/host/setup';
import { getUser } from '@sinter/sdk/contract/host/session';
import { goodPassword } from '../accounts/testing.ts';
import { hostDb } from '../allTables.ts';
import { type TestServer, testServer } from '../testing.ts';

let server: TestServer;
beforeAll(async () => void (server = await testServer()));
beforeEach(async () => {
  const tables = sql`app_user, facility, company, demo_seed, challenge, rate_counter`;
  await server.asOwner((db) => sql`truncate ${tables} cascade`.execute(db));
});
afterAll(() => server.stop());

const first = {
  facility: 'Erste Druck GmbH',
  line1: 'Werkstraße 1',
  postalCode: '1010',
  city: 'Wien',
  countryCode: 'AT',
  timeZone: 'Europe/Vienna',
  currency: 'EUR',
  firstName: 'Eva',
  lastName: 'Gruber',
  email: 'eva@erste.example',
  password: goodPassword,
};
const newToken = async (): Promise<string> => (await server.node.setup.newLink()).slice('/setup/'.length);
const get = (path: string) => fetch(server.url + path, { redirect: 'manual' });
const people = () => hostDb(server.services.db).selectFrom('app_user').select('email').execute();

describe('until somebody has set the server up', () => {
  it('pages lead there and everything else says what is to come; its link opens the house', async () => {
    for (const path of ['/', '/orders', '/custom-login', '/grabcad/anything']) {
      const answer = await get(path);
      expect([path, answer.status, answer.headers.get('location')]).toEqual([path, 302, '/setup']);
    }
    for (const path of [
      '/api/v1/misc/loginSsoConfig',
      '/api/openapi.json',
      '/api',
      '/dev/mail',
      '/api/v1/nothing',
      '/saml/login',
    ]) {
      const answer = await get(path);
      expect([path, answer.status]).toEqual([path, 503]);
      expect(await answer.json()).toMatchObject({ code: 'UNAVAILABLE', said: { key: 'host.notSetUp' } });
    }
    const client = await server.client();
    const headers = { 'content-type': 'application/json' };
    const body = JSON.stringify({ ...first, companyName: 'Me' });
    expect((await client.fetch('/api/v1/users/register', { method: 'POST', headers, body })).status).toBe(503);
    for (const path of ['/setup', '/setup/token', '/healthz', '/api/v1/misc/themes', '/api/v1/translations/de_DE']) {
      expect([path, (await get(path)).status]).toEqual([path, 200]);
    }

    // Its link makes the first facility and an administrator, who is signed in; then everything is open.
    const token = await newToken();
    expect((await client.call(readSetup, { params: { token } })).countryCodes).toContain('AT');
    await client.call(setUp, { body: { ...first, language: 'de_DE', token } });
    expect(await client.call(getUser, {})).toMatchObject({
      email: first.email,
      emailVerfied: true,
      language: 'de_DE',
      memberRoles: ['SP_SUPER_ADMIN'],
      authorities: expect.arrayContaining(['ROLE_ADMIN']),
      serviceProvider: { companyName: first.facility, timeZone: 'Europe/Vienna', currency: 'EUR' },
    });
    expect((await get('/custom-login')).status).toBe(200);
    expect((await get('/api/openapi.json')).status).toBe(200);
  });
});

describe('the link', () => {
  const use = async (token: string, change: object = {}) =>
    (await server.client()).call(setUp, { body: { ...first, ...change, token } });
  const over = { code: 'LINK_EXPIRED' };

  it('works once, and for one of two at the same moment', async () => {
    const token = await newToken();
    const both = await Promise.allSettled([use(token), use(token, { email: 'other@erste.example' })]);
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(both.find(({ status }) => status === 'rejected')).toMatchObject({ reason: over });
    expect(await people()).toHaveLength(1);
    await expect(use(token, { email: 'third@erste.example' })).rejects.toMatchObject(over);
  });

  it('of two links for one server makes one facility', async () => {
    const [one, other] = [await newToken(), await newToken()];
    await expect(use(one)).rejects.toMatchObject(over); // the newer one has ended it
    await use(other);
    await expect(use(await newToken(), { email: 'later@erste.example' })).rejects.toMatchObject(over);
    expect(await people()).toHaveLength(1);
  });

  it('cannot be guessed, is not stored as it is, and runs out', async () => {
    const token = await newToken();
    await expect(use('A'.repeat(43))).rejects.toMatchObject(over);
    const rows = await hostDb(server.services.db).selectFrom('challenge').selectAll().execute();
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain(token);
    await sql`update challenge set expires_at = now()`.execute(server.services.db);
    await expect(use(token)).rejects.toMatchObject(over);
    await expect((await server.client()).call(readSetup, { params: { token } })).rejects.toMatchObject(over);
    expect(await people()).toEqual([]);
  });

  it.each([
    ['password', { password: 'aaaaaaaaaaaa' }],
    ['password', { password: 'eva-gruber-2026' }],
    ['timeZone', { timeZone: 'Europe/Nowhere' }],
    ['timeZone', { timeZone: '+02:00' }],
    ['countryCode', { countryCode: 'XX' }],
    ['currency', { currency: 'ABC' }],
  ])('is still good after a mistake in %s', async (field, change) => {
    const token = await newToken();
    await expect(use(token, change)).rejects.toMatchObject({
      code: 'INVALID_INPUT',
      fields: { [field]: expect.anything() },
    });
    await use(token);
    expect(await people()).toHaveLength(1);
  });
});
