import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { customLogin, fetchToken, getUser, logout } from '@sinter/sdk/contract/host/session';
import { demoPassword } from '../demo/accounts.ts';
import { type TestServer, testServer } from '../testing.ts';

let server: TestServer;
beforeAll(async () => void (server = await testServer()));
afterAll(() => server.stop());

const signIn = { email: 'ADMIN@demo.example', password: demoPassword };

describe('signing in', () => {
  it('starts a session, whatever the case of the address', async () => {
    const client = await server.client();
    const user = await client.call(customLogin, { body: signIn });
    expect(user).toMatchObject({ email: 'admin@demo.example', serviceProvider: { companyName: 'Demo Additive GmbH' } });
    expect(await client.call(getUser, {})).toEqual(user);
  });

  it('gives the session a new name and ends the one before', async () => {
    const client = await server.client('engineer');
    const before = client.cookies.get('sinter_session') ?? '';
    await client.call(customLogin, { body: signIn });
    expect(client.cookies.get('sinter_session')).not.toBe(before);
    const old = await client.fetch('/api/v1/users/getUser', { headers: { cookie: `sinter_session=${before}` } });
    expect(old.status).toBe(401);
  });

  it('hides the session from scripts and shows them the CSRF token', async () => {
    const client = await server.client();
    const response = await client.fetch('/api/v1/users/customLogin', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(signIn),
    });
    const [session, csrf] = response.headers
      .getSetCookie()
      .filter((line) => !line.includes('Max-Age=0'))
      .slice(-2);
    expect(session).toMatch(/^sinter_session=[\w-]{43}; Path=\/; SameSite=Lax; HttpOnly$/);
    expect(csrf).toMatch(/^XSRF-TOKEN=[\w-]{43}; Path=\/; SameSite=Lax$/);
  });

  it.each([
    ['a wrong password', { ...signIn, password: 'demo-Sinter-2025' }],
    ['an unknown address', { ...signIn, email: 'nobody@demo.example' }],
  ])('refuses %s with the same words', async (_, body) => {
    const client = await server.client();
    await expect(client.call(customLogin, { body })).rejects.toMatchObject({
      code: 'BAD_CREDENTIALS',
      message: 'Unable to log in',
    });
    expect(client.cookies.has('sinter_session')).toBe(false);
  });

  it('lets somebody with an unverified address see only the account', async () => {
    const client = await server.client('unverified');
    expect((await client.call(getUser, {})).emailVerfied).toBe(false);
    expect(await (await client.fetch('/api/v1/registry/manifest')).json()).toMatchObject({
      code: 'EMAIL_NOT_VERIFIED',
    });
  });
});

describe('signing out', () => {
  it('ends the session and every token of it at once, on all nodes', async () => {
    const other = await server.another();
    const client = await server.client('planner');
    const { access_token } = await client.call(fetchToken, {});
    const bearer = { headers: { authorization: `Bearer ${access_token}`, cookie: '' } };
    const cookie = { headers: { cookie: `sinter_session=${client.cookies.get('sinter_session')}` } };
    const statusOn = async (url: string, init: RequestInit) =>
      (await fetch(`${url}/api/v1/users/getUser`, init)).status;
    expect(await statusOn(other.url, bearer)).toBe(200);
    expect(await statusOn(other.url, cookie)).toBe(200);

    await client.call(logout, {});
    expect(await statusOn(server.url, bearer)).toBe(401);
    await expect.poll(() => statusOn(other.url, cookie), { timeout: 2_000 }).toBe(401);
    expect(await statusOn(other.url, bearer)).toBe(401);
    await other.stop();
  });
});

describe('tokens', () => {
  it('can be renewed again and again, the ones before staying good for a while', async () => {
    const client = await server.client('operator');
    const first = await client.call(fetchToken, {});
    const second = await client.call(fetchToken, {});
    expect(second.access_token).not.toBe(first.access_token);
    for (const { access_token } of [first, second]) {
      const response = await fetch(`${server.url}/api/v1/users/getUser`, {
        headers: { authorization: `Bearer ${access_token}` },
      });
      expect(response.status).toBe(200);
    }
  });
});
