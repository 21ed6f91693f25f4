import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { changePassword, readUserProfile, resetKeys, resetPassword } from '@sinter/sdk/contract/host/account';
import { customLogin, fetchToken, getUser } from '@sinter/sdk/contract/host/session';
import { demoEmail, demoPassword } from '../demo/accounts.ts';
import { sessionCookie } from '../http/cookies.ts';
import { hostDb } from '../allTables.ts';
import { type Account, type TestClient, type TestServer, testServer } from '../testing.ts';
import { goodPassword, linkTo, secretIn } from './testing.ts';

let server: TestServer;
beforeAll(async () => void (server = await testServer()));
afterAll(() => server.stop());

const db = () => hostDb(server.services.db);
const statusOf = async (client: TestClient): Promise<number> => (await client.fetch('/api/v1/users/getUser')).status;
const signIn = async (name: Account, password: string) =>
  (await server.client()).call(customLogin, { body: { email: demoEmail({ name }), password } });
const reset = async (token: string, password: string) =>
  (await server.client()).call(resetPassword, { params: { token }, body: { password } });
async function ask(email: string): Promise<Response> {
  const client = await server.client();
  return client.fetch('/api/v1/users/forgotPassword', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email }),
  });
}
async function linkFor(name: Account): Promise<string> {
  await ask(demoEmail({ name }));
  return linkTo(server, demoEmail({ name }), 'reset-password');
}

describe('a forgotten password', () => {
  it('is answered alike for known and unknown addresses, and only the known one gets a mail', async () => {
    const known = await ask('Planner@demo.example');
    const unknown = await ask('nobody@demo.example');
    expect([known.status, unknown.status]).toEqual([200, 200]);
    expect(await known.text()).toBe(await unknown.text());
    const names = (response: Response) => [...response.headers.keys()].filter((name) => name !== 'set-cookie').sort();
    expect(names(known)).toEqual(names(unknown));
    expect(await server.mails('nobody@demo.example')).toEqual([]);
    const [mail] = await server.mails('planner@demo.example');
    expect(secretIn(mail, 'reset-password')).toMatch(/^[\w-]{43}$/);
  });

  it('is not asked for in the name of one address without end, known or not', async () => {
    for (const email of ['third@demo.example', 'nobody-else@demo.example']) {
      const codes = [];
      for (let index = 0; index < 6; index++) {
        const client = await server.client();
        const response = await client.fetch('/api/v1/users/forgotPassword', {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'x-forwarded-for': `192.0.2.${index}` },
          body: JSON.stringify({ email }),
        });
        codes.push(response.status);
      }
      expect(codes).toEqual([200, 200, 200, 200, 200, 429]);
    }
    expect(await server.mails('third@demo.example')).toHaveLength(5);
  });

  it('brings no password to somebody who comes through single sign-on alone', async () => {
    await db().updateTable('app_user').set({ password_hash: null }).where('email', '=', 'legal@demo.example').execute();
    await db().deleteFrom('rate_counter').execute();
    expect((await ask('legal@demo.example')).status).toBe(200);
    expect(await server.mails('legal@demo.example')).toEqual([]);
  });

  it('can be asked for and set from pages that nobody is signed in on', async () => {
    await db().deleteFrom('rate_counter').execute();
    for (const page of [
      '/forgot-password',
      '/reset-password/abc',
      '/register',
      '/invitation/abc',
      '/verify-email/abc',
    ]) {
      const opened = await fetch(server.url + page, { headers: { accept: 'text/html' } });
      const [, token] = /XSRF-TOKEN=([\w-]{43})/.exec(opened.headers.getSetCookie().join()) ?? [];
      expect(token, page).toBeTruthy();
      const response = await fetch(`${server.url}/api/v1/users/forgotPassword`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          cookie: `XSRF-TOKEN=${token}`,
          'x-xsrf-token': token ?? '',
        },
        body: JSON.stringify({ email: 'nobody@demo.example' }),
      });
      expect(response.status, page).toBe(200);
    }
  });
});

describe('the mailed link', () => {
  it('sets a new password once, ends every session and tells the owner', async () => {
    await db().deleteFrom('rate_counter').execute();
    const running = [await server.client('planner'), await server.client('planner')];
    const { access_token } = await (running[0] ?? (await server.client())).call(fetchToken, {});
    const token = await linkFor('planner');
    const second = await linkFor('planner');
    await reset(token, goodPassword);
    for (const client of running) expect(await statusOf(client)).toBe(401);
    const bearer = { headers: { authorization: `Bearer ${access_token}` } };
    expect((await fetch(`${server.url}/api/v1/users/getUser`, bearer)).status).toBe(401);
    await expect(signIn('planner', demoPassword)).rejects.toMatchObject({ code: 'BAD_CREDENTIALS' });
    expect(await signIn('planner', goodPassword)).toMatchObject({ email: 'planner@demo.example' });
    const [mail] = await server.mails('planner@demo.example');
    expect(mail?.subject).toBe('Your password was changed');
    for (const used of [token, second]) {
      await expect(reset(used, 'another-Fine-Password-7')).rejects.toMatchObject({ code: 'LINK_EXPIRED' });
    }
  });

  it('does not expire by a password that is refused', async () => {
    await db().deleteFrom('rate_counter').execute();
    const token = await linkFor('operator');
    await expect(reset(token, 'OlgaNovak1')).rejects.toMatchObject({
      code: 'INVALID_INPUT',
      fields: { password: expect.stringContaining('harder to guess') },
    });
    await expect(reset(token, 'short')).rejects.toMatchObject({ fields: { password: 'At least 10 characters' } });
    await expect(reset(token, goodPassword)).resolves.toEqual({ success: 'true' });
  });

  it('lets one of two who use it at once through', async () => {
    await db().deleteFrom('rate_counter').execute();
    const token = await linkFor('finance');
    const results = await Promise.allSettled([reset(token, goodPassword), reset(token, 'another-Fine-Password-7')]);
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  it('expires after an hour, and was never any other text', async () => {
    await db().deleteFrom('rate_counter').execute();
    const token = await linkFor('buyer');
    await db()
      .updateTable('challenge')
      .set({ expires_at: new Date(Date.now() - 1) })
      .execute();
    for (const wrong of [token, 'A'.repeat(43)]) {
      await expect(reset(wrong, goodPassword)).rejects.toMatchObject({ code: 'LINK_EXPIRED' });
    }
  });

  it('verifies the address that it went to', async () => {
    await db().deleteFrom('rate_counter').execute();
    await reset(await linkFor('unverified'), goodPassword);
    expect(await signIn('unverified', goodPassword)).toMatchObject({ emailVerfied: true });
  });
});

describe('changing the password', () => {
  it('renews this session, ends the others and tells the owner', async () => {
    const here = await server.client('buyeradmin');
    const other = await server.client('buyeradmin');
    const before = here.cookies.get(sessionCookie) ?? '';
    await here.call(changePassword, { body: { password: goodPassword } });
    expect(here.cookies.get(sessionCookie)).not.toBe(before);
    expect([await statusOf(here), await statusOf(other)]).toEqual([200, 401]);
    const old = await fetch(`${server.url}/api/v1/users/getUser`, {
      headers: { cookie: `${sessionCookie}=${before}` },
    });
    expect(old.status).toBe(401);
    const [mail] = await server.mails('buyeradmin@demo.example');
    expect(mail?.subject).toBe('Your password was changed');
    expect(await signIn('buyeradmin', goodPassword)).toMatchObject({ email: 'buyeradmin@demo.example' });
  });

  it('refuses one that is easy to guess', async () => {
    const client = await server.client('engineer');
    await expect(client.call(changePassword, { body: { password: 'ErikSolberg' } })).rejects.toMatchObject({
      code: 'INVALID_INPUT',
      fields: { password: expect.any(String) },
    });
    expect((await client.call(getUser, {})).email).toBe('engineer@demo.example');
  });

  it('is not for a bearer token', async () => {
    const client = await server.client('engineer');
    const { access_token } = await client.call(fetchToken, {});
    const response = await fetch(`${server.url}/api/v1/users/change-password`, {
      method: 'POST',
      headers: { authorization: `Bearer ${access_token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ password: goodPassword }),
    });
    expect(await response.json()).toMatchObject({ code: 'FORBIDDEN' });
    expect(await signIn('engineer', demoPassword)).toMatchObject({ email: 'engineer@demo.example' });
  });
});

describe("a person's API keys", () => {
  const keyOf = async (client: TestClient) =>
    (await client.call(resetKeys, { query: { which: 'USER' } })).userKey ?? '';
  const works = async (key: string) =>
    (await fetch(`${server.url}/api/v1/registry/manifest`, { headers: { authorization: `Bearer ${key}` } })).status !==
    401;
  const lastMail = async (name: Account) => (await server.mails(demoEmail({ name })))[0]?.text;

  it('end with a password change unless they are kept on purpose, and a mail tells', async () => {
    const client = await server.client('dual');
    expect((await client.call(readUserProfile, {})).apiKeys).toBe(0);
    const kept = await keyOf(client);
    expect((await client.call(readUserProfile, {})).apiKeys).toBe(1);
    expect(await works(kept)).toBe(true);
    await client.call(changePassword, { body: { password: `${goodPassword} 1`, keepKeys: true } });
    expect(await works(kept)).toBe(true);
    expect(await lastMail('dual')).toContain('were kept');
    await client.call(changePassword, { body: { password: `${goodPassword} 2` } });
    expect(await works(kept)).toBe(false);
    expect(await lastMail('dual')).toContain('no longer work');
    expect((await client.call(readUserProfile, {})).apiKeys).toBe(0);
  });

  it('always end with a reset by mail', async () => {
    const key = await keyOf(await server.client('buyeradmin'));
    expect(await works(key)).toBe(true);
    await reset(await linkFor('buyeradmin'), `${goodPassword} 3`);
    expect(await works(key)).toBe(false);
    expect(await lastMail('buyeradmin')).toContain('no longer work');
  });
});
