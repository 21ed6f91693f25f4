import { randomBytes } from 'node:crypto';
import type { Insertable } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { registerWithoutVerification, switchFacility } from '@sinter/sdk/contract/host/account';
import { customLogin, getUser } from '@sinter/sdk/contract/host/session';
import { sha256 } from '../identity/secretToken.ts';
import { type AllTables, hostDb } from '../allTables.ts';
import { type TestServer, testServer } from '../testing.ts';
import { goodPassword } from './testing.ts';

let server: TestServer;
beforeAll(async () => void (server = await testServer()));
afterAll(() => server.stop());
const db = () => hostDb(server.services.db);
beforeEach(() => db().deleteFrom('rate_counter').execute());

const person = { firstName: 'Ines', lastName: 'Costa', password: goodPassword };
type Change = { kind?: 'facility' | 'company' | 'third'; expires_at?: Date; revoked_at?: Date };

async function invite(email: string, { kind = 'facility', ...change }: Change = {}): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  const { secondFacilityId, buyerCompanyId, rootFacilityId } = server.world;
  const week = new Date(Date.now() + 7 * 24 * 3_600_000);
  const places: Record<
    NonNullable<Change['kind']>,
    Omit<Insertable<AllTables['invitation']>, 'email' | 'token_hash' | 'expires_at'>
  > = {
    facility: {
      role: 'ROLE_SERVICE_PROVIDER',
      account_type: 'SERVICE_PROVIDER',
      member_roles: ['SP_NON_ADMIN'],
      facility_id: secondFacilityId,
      permissions_granted: ['MATERIAL_MANAGEMENT_EDITOR'],
    },
    company: {
      role: 'ROLE_ENGINEER',
      account_type: 'ENGINEER',
      member_roles: ['ENG_PURCHASE'],
      company_id: buyerCompanyId,
    },
    third: {
      role: 'ROLE_ENGINEER',
      account_type: 'THIRD_PARTY_ENGINEER',
      member_roles: ['ENG_NON_ADMIN'],
      company_name: 'Costa Design',
      invited_by_facility_id: rootFacilityId,
    },
  };
  const common = { email, token_hash: sha256(token), expires_at: week, ...change };
  await db()
    .insertInto('invitation')
    .values({ ...common, ...places[kind] })
    .execute();
  return token;
}
const accept = async (token: string, body: object = {}) =>
  (await server.client()).call(registerWithoutVerification, { body: { token, ...person, ...body } });
const signIn = async (email: string) => {
  const client = await server.client();
  await client.call(customLogin, { body: { email, password: goodPassword } });
  return client.call(getUser, {});
};

describe('an invitation', () => {
  it('opens a verified account with the rights that were given, once', async () => {
    const token = await invite('ines@new.example');
    await accept(token);
    const user = await signIn('ines@new.example');
    expect(user).toMatchObject({
      firstName: 'Ines',
      emailVerfied: true,
      memberRoles: ['SP_NON_ADMIN'],
      serviceProvider: { id: server.world.secondFacilityId },
    });
    expect(user.serviceProvider?.permissions).toContain('MATERIAL_MANAGEMENT_EDITOR');
    await expect(accept(token)).rejects.toMatchObject({ code: 'LINK_EXPIRED' });
  });

  it('brings a third-party engineer with a company of their own', async () => {
    await accept(await invite('tp@new.example', { kind: 'third' }));
    const user = await signIn('tp@new.example');
    expect(user).toMatchObject({ accountType: 'THIRD_PARTY_ENGINEER', engineer: { companyName: 'Costa Design' } });
    const company = await db()
      .selectFrom('company')
      .select('let_in_by_facility_id')
      .where('id', '=', user.engineer?.id ?? 0)
      .executeTakeFirst();
    expect(company?.let_in_by_facility_id).toBe(server.world.rootFacilityId);
  });

  it('takes no rights from who accepts it', async () => {
    const client = await server.client();
    const response = await client.fetch('/api/v1/users/register-without-verification', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        ...person,
        token: await invite('greedy@new.example', { kind: 'company' }),
        email: 'admin@demo.example',
        memberRoles: ['ENG_SUPER_ADMIN'],
        permissions_granted: ['ENG_TEAM_EDITOR'],
        facility_id: server.world.rootFacilityId,
        role: 'ROLE_SERVICE_PROVIDER',
        authorities: ['ROLE_ADMIN'],
      }),
    });
    expect(response.status).toBe(200);
    expect(await signIn('greedy@new.example')).toMatchObject({
      memberRoles: ['ENG_PURCHASE'],
      authorities: ['ROLE_ENGINEER'],
      dashboard: 'STORE_FRONT',
      engineer: { id: server.world.buyerCompanyId },
    });
  });

  it('of somebody who has an account only counts when they are signed in', async () => {
    const token = await invite('Operator@demo.example');
    await expect(accept(token)).rejects.toMatchObject({
      code: 'CONFLICT',
      message: expect.stringContaining('Sign in as operator@demo.example first'),
    });
    const stranger = await server.client('planner');
    const body = { token, ...person };
    await expect(stranger.call(registerWithoutVerification, { body })).rejects.toMatchObject({ code: 'CONFLICT' });
    const client = await server.client('operator');
    await client.call(registerWithoutVerification, { body });
    // Their name and password stay theirs; the new place is one to switch to.
    expect(await client.call(getUser, {})).toMatchObject({ firstName: 'Olga', memberRoles: ['SP_NON_ADMIN'] });
    await expect(signIn('operator@demo.example')).rejects.toMatchObject({ code: 'BAD_CREDENTIALS' });
    const there = await client.call(switchFacility, { params: { id: server.world.secondFacilityId } });
    expect(there.serviceProvider?.id).toBe(server.world.secondFacilityId);
    // Another invitation to the same place changes nothing.
    const again = await invite('operator@demo.example');
    await expect(client.call(registerWithoutVerification, { body: { ...body, token: again } })).rejects.toMatchObject({
      code: 'CONFLICT',
    });
  });

  it.each([
    ['that is too old', { expires_at: new Date(Date.now() - 1000) }],
    ['that was taken back', { revoked_at: new Date() }],
  ])('%s opens nothing', async (_, change) => {
    const token = await invite('late@new.example', change);
    await expect(accept(token)).rejects.toMatchObject({ code: 'LINK_EXPIRED' });
    await expect(signIn('late@new.example')).rejects.toMatchObject({ code: 'BAD_CREDENTIALS' });
  });

  it('is not used up by a password that is refused, and by one of two at once only', async () => {
    const token = await invite('twice@new.example');
    await expect(accept(token, { password: 'InesCosta1' })).rejects.toMatchObject({ code: 'INVALID_INPUT' });
    const results = await Promise.allSettled([accept(token), accept(token)]);
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await signIn('twice@new.example')).toMatchObject({ email: 'twice@new.example' });
  });
});
