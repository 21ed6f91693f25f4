import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  readUserProfile,
  register,
  resendEmailVerification,
  updateUserProfile,
  verifyEmail,
} from '@sinter/sdk/contract/host/account';
import { customLogin, getUser } from '@sinter/sdk/contract/host/session';
import { sha256 } from '../identity/secretToken.ts';
import { hostDb } from '../allTables.ts';
import { sessionCookie } from '../http/cookies.ts';
import { type TestClient, type TestServer, testServer } from '../testing.ts';
import { goodPassword, linkTo } from './testing.ts';

let server: TestServer;
beforeAll(async () => void (server = await testServer()));
afterAll(() => server.stop());
const db = () => hostDb(server.services.db);
beforeEach(() => db().deleteFrom('rate_counter').execute());

const newcomer = {
  firstName: 'Nora',
  lastName: 'Lind',
  email: 'nora@fjord.example',
  password: goodPassword,
  companyName: 'Fjord Parts AS',
};
const send = async (body: object): Promise<Response> => {
  const client = await server.client();
  return client.fetch('/api/v1/users/register', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
};
const signIn = async (email: string, password = goodPassword): Promise<TestClient> => {
  const client = await server.client();
  await client.call(customLogin, { body: { email, password } });
  return client;
};

describe('registering', () => {
  it('opens an account and a company that see nothing until the address is verified', async () => {
    await (await server.client()).call(register, { body: { ...newcomer, language: 'de_DE' } });
    const client = await signIn(newcomer.email);
    expect(await client.call(getUser, {})).toMatchObject({
      emailVerfied: false,
      memberRoles: ['ENG_SUPER_ADMIN'],
      accountType: 'ENGINEER',
      dashboard: 'STORE_FRONT',
      language: 'de_DE',
      engineer: { companyName: 'Fjord Parts AS' },
      serviceProvider: null,
    });
    const hash = await linkTo(server, newcomer.email, 'verify-email');
    const anybody = await server.client();
    await anybody.call(verifyEmail, { params: { hash } });
    expect((await client.call(getUser, {})).emailVerfied).toBe(true);
    await expect(anybody.call(verifyEmail, { params: { hash } })).rejects.toMatchObject({ code: 'LINK_EXPIRED' });
  });

  it('answers alike for an address that has an account, changes nothing, and tells its owner', async () => {
    const fresh = await send({ ...newcomer, email: 'fresh@fjord.example' });
    const known = await send({ ...newcomer, email: 'BUYER@demo.example', firstName: 'Mallory' });
    expect([fresh.status, known.status]).toEqual([200, 200]);
    expect(await known.text()).toBe(await fresh.text());
    const names = (response: Response) => [...response.headers.keys()].filter((name) => name !== 'set-cookie').sort();
    expect(names(known)).toEqual(names(fresh));
    const [mail] = await server.mails('buyer@demo.example');
    expect(mail?.subject).toBe('You already have an account');
    expect(await (await server.client('buyer')).call(getUser, {})).toMatchObject({ firstName: 'Bente' });
    await expect(signIn('buyer@demo.example')).rejects.toMatchObject({ code: 'BAD_CREDENTIALS' });
  });

  it('once more by the same person sends the link again; with another password it tells the owner', async () => {
    const body = { ...newcomer, email: 'waits@fjord.example' };
    const sent = async () => (await server.mails(body.email)).map(({ subject }) => subject);
    for (let times = 0; times < 2; times++) expect((await send(body)).status).toBe(200);
    const [again, first, ...more] = await sent();
    expect([again, more]).toEqual([first, []]);
    const hash = await linkTo(server, body.email, 'verify-email');
    await send({ ...body, password: `${goodPassword}!` });
    expect((await sent())[0]).toBe('You already have an account');
    await (await server.client()).call(verifyEmail, { params: { hash } });
    expect((await (await signIn(body.email)).call(getUser, {})).emailVerfied).toBe(true);
  });

  it('makes one account of two requests at once', async () => {
    const body = { ...newcomer, email: 'twice@fjord.example' };
    const statuses = (await Promise.all([send(body), send(body)])).map(({ status }) => status);
    expect(statuses).toEqual([200, 200]);
    const rows = await db().selectFrom('app_user').select('id').where('email', '=', body.email).execute();
    expect(rows).toHaveLength(1);
  });

  it('takes no more than it asks for', async () => {
    const extra = {
      memberRoles: ['SP_SUPER_ADMIN'],
      roles: ['ROLE_SERVICE_PROVIDER'],
      permissions: ['SP_TEAM_EDITOR'],
      authorities: ['ROLE_ADMIN'],
      emailVerfied: true,
      email_verified: true,
      accountType: 'SERVICE_PROVIDER',
      facilityId: server.world.rootFacilityId,
      company_id: server.world.buyerCompanyId,
      id: 1,
    };
    expect((await send({ ...newcomer, email: 'mass@fjord.example', ...extra })).status).toBe(200);
    const user = await (await signIn('mass@fjord.example')).call(getUser, {});
    expect(user).toMatchObject({
      emailVerfied: false,
      accountType: 'ENGINEER',
      memberRoles: ['ENG_SUPER_ADMIN'],
      authorities: ['ROLE_ENGINEER'],
      roles: [{ roleName: 'ROLE_ENGINEER' }],
      serviceProvider: null,
    });
    expect(user.engineer?.id).not.toBe(server.world.buyerCompanyId);
  });

  it('refuses a password that is easy to guess, before it looks for the address', async () => {
    for (const email of ['buyer@demo.example', 'weak@fjord.example']) {
      const response = await send({ ...newcomer, email, password: 'FjordParts1' });
      expect(response.status).toBe(400);
      expect(await response.json()).toMatchObject({ fields: { password: expect.any(String) } });
    }
  });
});

describe('verifying', () => {
  it('works with the newest link only', async () => {
    const client = await server.client('unverified');
    await client.call(resendEmailVerification, {});
    const first = await linkTo(server, 'unverified@demo.example', 'verify-email');
    await client.call(resendEmailVerification, {});
    const second = await linkTo(server, 'unverified@demo.example', 'verify-email');
    await expect(client.call(verifyEmail, { params: { hash: first } })).rejects.toMatchObject({ code: 'LINK_EXPIRED' });
    await client.call(verifyEmail, { params: { hash: second } });
    expect((await client.call(getUser, {})).emailVerfied).toBe(true);
    await client.call(resendEmailVerification, {});
    expect(await server.mails('unverified@demo.example')).toHaveLength(2);
  });

  it('is not done by an address that is opened by itself', async () => {
    const response = await fetch(`${server.url}/api/v1/users/verify-email/${'A'.repeat(43)}`);
    expect(await response.json()).toMatchObject({ code: 'CSRF' });
  });
});

describe('the profile', () => {
  const details = {
    firstName: 'Erik',
    lastName: 'Solberg',
    email: 'engineer@demo.example',
    phone: '+47 900 00 000',
    dateFormat: 'YYYY-MM-DD',
    language: 'de_DE',
  };

  it('changes what it shows, at once, and nothing else', async () => {
    const client = await server.client('engineer');
    const before = await client.call(getUser, {});
    const response = await client.fetch('/api/v1/users/profile', {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        ...details,
        firstName: 'Eirik',
        memberRoles: ['ENG_SUPER_ADMIN'],
        permissions: ['ENG_TEAM_EDITOR'],
        authorities: ['ROLE_ADMIN'],
        switchAccountEnabled: true,
        roles: ['ROLE_SERVICE_PROVIDER'],
      }),
    });
    expect(response.status).toBe(200);
    const changed = { firstName: 'Eirik', dateFormat: 'YYYY-MM-DD', language: 'de_DE' };
    expect(await client.call(getUser, {})).toEqual({ ...before, ...changed });
    expect(await client.call(readUserProfile, {})).toMatchObject({ phone: '+47 900 00 000', hasPassword: true });
  });

  it('takes a new address once it is verified, and tells the old one before', async () => {
    const client = await server.client('engineer');
    const profile = await client.call(updateUserProfile, { body: { ...details, email: 'erik@new.example' } });
    expect(profile).toMatchObject({ email: 'engineer@demo.example', pendingEmail: 'erik@new.example' });
    expect((await server.mails('engineer@demo.example'))[0]?.text).toContain('erik@new.example');
    await client.call(verifyEmail, { params: { hash: await linkTo(server, 'erik@new.example', 'verify-email') } });
    expect(await client.call(readUserProfile, {})).toMatchObject({ email: 'erik@new.example', pendingEmail: null });
  });

  it('does not tell whether a new address has an account, and never gives it', async () => {
    const client = await server.client('third');
    const mine = { ...details, firstName: 'Tara', lastName: 'Quinn' };
    const profile = await client.call(updateUserProfile, { body: { ...mine, email: 'admin@demo.example' } });
    expect(profile.pendingEmail).toBe('admin@demo.example');
    const resend = await client.fetch('/api/v1/users/resendEmailVerification', {
      headers: { 'x-forwarded-for': '192.0.2.1' },
    });
    expect(resend.status).toBe(200);
    const mails = await server.mails('admin@demo.example');
    expect(mails.map(({ subject }) => subject)).toEqual(['You already have an account']);
    // Withdrawn, its link is void.
    await client.call(updateUserProfile, { body: { ...mine, email: 'tara@new.example' } });
    const hash = await linkTo(server, 'tara@new.example', 'verify-email');
    await client.call(updateUserProfile, { body: { ...mine, email: 'third@demo.example' } });
    await expect(client.call(verifyEmail, { params: { hash } })).rejects.toMatchObject({ code: 'LINK_EXPIRED' });
  });

  it('asks who it is before it takes a new address', async () => {
    const client = await server.client('buyer');
    await db()
      .updateTable('session')
      .set({ authenticated_at: new Date(Date.now() - 6 * 60_000) })
      .where('id', '=', sha256(client.cookies.get(sessionCookie) ?? ''))
      .execute();
    server.node.sessions.forget(server.world.users['buyer@demo.example'] ?? 0);
    const body = { ...details, firstName: 'Bente', lastName: 'Hansen', email: 'buyer@demo.example' };
    await client.call(updateUserProfile, { body });
    await expect(
      client.call(updateUserProfile, { body: { ...body, email: 'bente@new.example' } }),
    ).rejects.toMatchObject({ code: 'REAUTHENTICATE' });
  });
});
