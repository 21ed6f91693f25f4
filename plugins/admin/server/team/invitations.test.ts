import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CallInput } from '@sinter/sdk/contract/call';
import { registerWithoutVerification } from '@sinter/sdk/contract/host/account';
import { invite, listTeam, resendInvitation, revokeInvitation } from '@sinter/sdk/contract/admin/team';
import { readInvitation } from '@sinter/sdk/contract/host/invitation';
import { newToken, sha256 } from '../../../../host/server/identity/secretToken.ts';
import { hostDb } from '../../../../host/server/allTables.ts';
import { type TestClient, type TestServer, testServer } from '../../../../host/server/testing.ts';
import administration from '../index.ts';

let server: TestServer;
let admin: TestClient;
let anyone: TestClient;
const db = () => hostDb(server.services.db);
beforeAll(async () => {
  server = await testServer({ plugins: [administration] });
  admin = await server.client('admin');
  anyone = await server.client();
});
afterAll(() => server.stop());

type Body = NonNullable<CallInput<typeof invite>['body']>;
const inviteTo = (client: TestClient, email: string, more: Partial<Body> = {}) =>
  client.call(invite, {
    body: { email, kind: 'OWN', memberRoles: ['SP_NON_ADMIN'], granted: [], revoked: [], ...more },
  });
const invitedOf = async (client: TestClient, kind: 'OWN' | 'THIRD_PARTY' = 'OWN') =>
  (await client.call(listTeam, { query: { size: 5000, invited: 'true', kind } })).filter(
    ({ status }) => status === 'INVITED',
  );
const row = (id: number) => db().selectFrom('invitation').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

/** The token is only in the mail: gives the invitation one that the test knows. */
async function linkOf(id: number): Promise<string> {
  const token = newToken();
  await db()
    .updateTable('invitation')
    .set({ token_hash: sha256(token) })
    .where('id', '=', id)
    .execute();
  return token;
}
const read = (token: string) => anyone.call(readInvitation, { query: { token } });

describe('an invitation', () => {
  it('is mailed, listed for seven days, and keeps its token only as a hash', async () => {
    const invited = await inviteTo(admin, 'New.One@example.com', { granted: ['PRODUCTION_FLOW_ACCESS'] });
    expect(invited).toMatchObject({
      status: 'INVITED',
      userId: null,
      place: { id: server.world.rootFacilityId, name: 'Demo Additive GmbH' },
      permissions: expect.arrayContaining(['PRODUCTION_FLOW_ACCESS', 'WORKCENTER_OPERATION_ACCESS']),
      locked: false,
    });
    const days = (new Date(invited.validUntil ?? 0).getTime() - Date.now()) / 86_400_000;
    expect(days).toBeGreaterThan(6.99);
    expect(days).toBeLessThan(7.01);
    expect(await invitedOf(admin)).toEqual([invited]);
    expect(await admin.call(listTeam, { query: {} })).not.toContainEqual(invited);
    expect((await row(invited.id)).token_hash).toMatch(/^[0-9a-f]{64}$/);
    const mails = await db().selectFrom('mail_message').select('recipient').execute();
    expect(mails).toEqual([{ recipient: 'New.One@example.com' }]);
    const entries = await db().selectFrom('audit_entry').selectAll().where('action', '=', 'team.invited').execute();
    expect(entries).toMatchObject([{ object_id: String(invited.id), after: { email: 'New.One@example.com' } }]);
  });

  it('tells its page who invites whom, until it is taken back', async () => {
    const [invited] = await invitedOf(admin);
    const id = invited?.id ?? 0;
    const token = await linkOf(id);
    expect(await read(token)).toMatchObject({
      email: 'New.One@example.com',
      companyName: 'Demo Additive GmbH',
      accountType: 'SERVICE_PROVIDER',
      known: false,
    });
    await admin.call(revokeInvitation, { params: { id } });
    await expect(read(token)).rejects.toMatchObject({ code: 'LINK_EXPIRED' });
    await expect(read(newToken())).rejects.toMatchObject({ code: 'LINK_EXPIRED' });
    expect(await invitedOf(admin)).toEqual([]);
    await expect(admin.call(resendInvitation, { params: { id } })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('sent again has a new link and seven new days; one that has run out holds no more', async () => {
    const { id } = await inviteTo(admin, 'again@example.com');
    const old = await linkOf(id);
    await db()
      .updateTable('invitation')
      .set({ expires_at: new Date(0) })
      .where('id', '=', id)
      .execute();
    await expect(read(old)).rejects.toMatchObject({ code: 'LINK_EXPIRED' });
    const again = await admin.call(resendInvitation, { params: { id } });
    expect(new Date(again.validUntil ?? 0).getTime()).toBeGreaterThan(Date.now() + 6 * 86_400_000);
    await expect(read(old)).rejects.toMatchObject({ code: 'LINK_EXPIRED' });
  });

  it('makes a member with just these rights', async () => {
    const { id } = await inviteTo(admin, 'joins@example.com', {
      memberRoles: ['SP_PURCHASE'],
      granted: ['ANALYTICS_ACCESS'],
    });
    await anyone.call(registerWithoutVerification, {
      body: { token: await linkOf(id), firstName: 'Jo', lastName: 'Ins', password: 'quite-Long-and-0dd-words' },
    });
    const team = await admin.call(listTeam, { query: {} });
    expect(team.find(({ email }) => email === 'joins@example.com')).toMatchObject({
      status: 'ACTIVE',
      memberRoles: ['SP_PURCHASE'],
      permissions: expect.arrayContaining(['ANALYTICS_ACCESS', 'MATERIAL_MANAGEMENT_EDITOR']),
    });
    expect((await invitedOf(admin)).map(({ email }) => email)).not.toContain('joins@example.com');
  });

  it('goes to nobody who is in the team, or invited already', async () => {
    await expect(inviteTo(admin, 'PLANNER@demo.example')).rejects.toMatchObject({ code: 'CONFLICT' });
    const results = await Promise.allSettled([
      inviteTo(admin, 'twice@example.com'),
      inviteTo(admin, 'TWICE@example.com'),
    ]);
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });

  it('gives nothing that the caller lacks', async () => {
    const buyer = await server.client('buyer');
    for (const memberRoles of [['ENG_SUPER_ADMIN' as const], ['SP_NON_ADMIN' as const]]) {
      await expect(inviteTo(buyer, 'up@example.com', { memberRoles })).rejects.toMatchObject({
        code: memberRoles[0] === 'SP_NON_ADMIN' ? 'INVALID_INPUT' : 'FORBIDDEN',
      });
    }
    await expect(inviteTo(admin, 'up@example.com', { granted: ['SP_TEAM_EDITOR'] })).rejects.toMatchObject({
      code: 'INVALID_INPUT',
    });
  });

  it('of somebody else’s team is not found', async () => {
    const { id } = await inviteTo(admin, 'ours@example.com');
    for (const name of ['admin2', 'buyer'] as const) {
      const client = await server.client(name);
      for (const call of [resendInvitation, revokeInvitation]) {
        await expect(client.call(call, { params: { id } })).rejects.toMatchObject({ code: 'NOT_FOUND' });
      }
    }
  });

  it('lets a third-party engineer in with a company of their own', async () => {
    const outside = { kind: 'THIRD_PARTY' as const, memberRoles: ['ENG_ADMIN' as const] };
    await expect(inviteTo(admin, 'out@example.com', outside)).rejects.toMatchObject({
      code: 'INVALID_INPUT',
      fields: { companyName: expect.any(String) },
    });
    const invited = await inviteTo(admin, 'out@example.com', { ...outside, companyName: 'Outside Ltd' });
    expect(invited).toMatchObject({ accountType: 'THIRD_PARTY_ENGINEER', place: { id: null, name: 'Outside Ltd' } });
    expect(await invitedOf(admin, 'THIRD_PARTY')).toEqual([invited]);
    await anyone.call(registerWithoutVerification, {
      body: { token: await linkOf(invited.id), firstName: 'Ou', lastName: 'Ter', password: 'quite-Long-and-0dd-words' },
    });
    const third = await admin.call(listTeam, { query: { kind: 'THIRD_PARTY' } });
    expect(third.find(({ email }) => email === 'out@example.com')).toMatchObject({ place: { name: 'Outside Ltd' } });
    await expect(inviteTo(admin, 'out@example.com', { ...outside, companyName: 'Again' })).rejects.toMatchObject({
      code: 'CONFLICT',
    });
    const buyer = await server.client('buyer');
    await expect(inviteTo(buyer, 'x@example.com', { ...outside, companyName: 'X' })).rejects.toMatchObject({
      code: 'FORBIDDEN',
    });
  });
});
