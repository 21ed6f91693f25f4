import { Secret, TOTP } from 'otpauth';
import {
  changePassword,
  readUserProfile,
  resetPassword,
  updateUserProfile,
  verifyEmail,
  switchFacility,
} from '@sinter/sdk/contract/host/account';
import { customLogin, getUser } from '@sinter/sdk/contract/host/session';
import { confirmTotp, startPasskey, startTotp } from '@sinter/sdk/contract/host/security';
import { enableMember, invite, resendInvitation } from '@sinter/sdk/contract/admin/team';
import { readInvitation } from '@sinter/sdk/contract/host/invitation';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { demoEmail } from '#host/server/demo/accounts.ts';
import { hostDb } from '#host/server/allTables.ts';
import { type Account, testServer, type TestClient, type TestServer } from '#host/server/testing.ts';
import administration from '../../plugins/admin/server/index.ts';

/** How somebody who was in an account for a moment would keep it, or get at others through the product. */

let server: TestServer;
beforeAll(async () => void (server = await testServer({ plugins: [administration] })));
afterAll(() => server.stop());
const db = () => hostDb(server.services.db);
beforeEach(() => db().deleteFrom('rate_counter').execute());

const password = 'blue-Walrus-Kettle-9';
const json = (body: unknown): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});

async function secretTo(address: string, path: string): Promise<string> {
  const [mail] = await server.mails(address);
  const link = mail?.links.find((one) => new URL(one).pathname.startsWith(`/${path}/`));
  return link ? new URL(link).pathname.slice(path.length + 2) : '';
}

async function resetThroughMail(email: string): Promise<void> {
  const owner = await server.client();
  await owner.fetch('/api/v1/users/forgotPassword', json({ email }));
  const token = await secretTo(email, 'reset-password');
  await owner.call(resetPassword, { params: { token }, body: { password } });
}

describe('an e-mail address that somebody else has asked for', () => {
  async function askedFor(account: Account, email: string): Promise<TestClient> {
    const client = await server.client(account);
    const { firstName, lastName, phone, dateFormat, language } = await client.call(readUserProfile, {});
    await client.call(updateUserProfile, { body: { firstName, lastName, phone, dateFormat, language, email } });
    return client;
  }

  it('is not to be had any more once the owner has set a new password by mail', async () => {
    await askedFor('operator', 'thief@evil.example');
    const hash = await secretTo('thief@evil.example', 'verify-email');
    await resetThroughMail(demoEmail({ name: 'operator' }));
    const thief = await server.client();
    await expect(thief.call(verifyEmail, { params: { hash } })).rejects.toMatchObject({ code: 'LINK_EXPIRED' });
    const owner = await server.client('operator');
    expect(await owner.call(readUserProfile, {})).toMatchObject({ email: 'operator@demo.example', pendingEmail: null });
  });

  it('is not to be had any more once the owner has changed the password, as the mail about it says', async () => {
    const owner = await askedFor('legal', 'other-thief@evil.example');
    const hash = await secretTo('other-thief@evil.example', 'verify-email');
    await owner.call(changePassword, { body: { password } });
    const thief = await server.client();
    await expect(thief.call(verifyEmail, { params: { hash } })).rejects.toMatchObject({ code: 'LINK_EXPIRED' });
    expect(await owner.call(readUserProfile, {})).toMatchObject({ pendingEmail: null });
  });
});

describe("an account that was opened with somebody else's address", () => {
  it('takes no second factor before the address is verified: it would outlast the owner’s new password', async () => {
    const visitor = await server.client();
    const account = {
      firstName: 'Vera',
      lastName: 'Victim',
      email: 'vera@corp.example',
      companyName: 'Corp',
      password,
    };
    await visitor.fetch('/api/v1/users/register', json(account));
    await visitor.call(customLogin, { body: { email: account.email, password } });
    await expect(visitor.call(startTotp, {})).rejects.toMatchObject({ code: 'EMAIL_NOT_VERIFIED' });
    await expect(visitor.call(startPasskey, {})).rejects.toMatchObject({ code: 'EMAIL_NOT_VERIFIED' });
  });

  it('still lets its true owner set up one afterwards', async () => {
    const email = 'vera@corp.example';
    await resetThroughMail(email);
    const owner = await server.client();
    await owner.call(customLogin, { body: { email, password } });
    expect((await owner.call(getUser, {})).emailVerfied).toBe(true);
    const { secret } = await owner.call(startTotp, {});
    const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate();
    expect((await owner.call(confirmTotp, { body: { code } })).recoveryCodes).toHaveLength(10);
  });
});

describe('invitations', () => {
  const rights = { memberRoles: ['SP_NON_ADMIN' as const], granted: [], revoked: [] };

  it('do not fill a stranger’s mailbox', async () => {
    const admin = await server.client('admin');
    const email = 'stranger@elsewhere.example';
    const { id } = await admin.call(invite, { body: { email, kind: 'OWN', ...rights } });
    const again = () => admin.call(resendInvitation, { params: { id } });
    for (let times = 0; times < 4; times += 1) await again();
    await expect(again()).rejects.toMatchObject({ code: 'RATE_LIMITED' });
    expect(await server.mails(email)).toHaveLength(5);
    // Others can still be invited.
    await admin.call(invite, { body: { email: 'another@elsewhere.example', kind: 'OWN', ...rights } });
  });

  it('of somebody who was shut out open nothing, until one of the team sends them again', async () => {
    const membership = await db()
      .updateTable('membership')
      .set({ member_roles: ['SP_ADMIN'] })
      .where('user_id', '=', server.world.users['planner@demo.example'] ?? 0)
      .returning('id')
      .executeTakeFirstOrThrow();
    const insider = await server.client('planner');
    const email = 'way-back@elsewhere.example';
    const { id } = await insider.call(invite, { body: { email, kind: 'OWN', ...rights, memberRoles: ['SP_ADMIN'] } });
    const token = await secretTo(email, 'invitation');
    const admin = await server.client('admin');
    await admin.call(enableMember, { params: { id: membership.id }, body: { enabled: false } });

    const visitor = await server.client();
    const person = { firstName: 'Way', lastName: 'Back', password };
    const join = (secret: string) =>
      visitor.fetch('/api/v1/users/register-without-verification', json({ token: secret, ...person }));
    await expect(visitor.call(readInvitation, { query: { token } })).rejects.toMatchObject({ code: 'LINK_EXPIRED' });
    expect((await join(token)).status).toBe(410);
    await admin.call(resendInvitation, { params: { id } });
    expect((await join(await secretTo(email, 'invitation'))).status).toBe(200);
  });

  it('into a facility that was closed meanwhile open nothing', async () => {
    const admin = await server.client('admin');
    const facilityId = server.world.secondFacilityId;
    await admin.call(switchFacility, { params: { id: facilityId } });
    await admin.call(invite, { body: { email: 'late@elsewhere.example', kind: 'OWN', ...rights } });
    const token = await secretTo('late@elsewhere.example', 'invitation');
    await db().updateTable('facility').set({ active: false }).where('id', '=', facilityId).execute();
    const visitor = await server.client();
    const person = { token, firstName: 'Late', lastName: 'Comer', password };
    const answer = await visitor.fetch('/api/v1/users/register-without-verification', json(person));
    expect(answer.status).toBe(410);
    await db().updateTable('facility').set({ active: true }).where('id', '=', facilityId).execute();
  });
});
