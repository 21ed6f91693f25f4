import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { switchFacility, switchRole } from '@sinter/sdk/contract/host/account';
import { fetchToken, getUser } from '@sinter/sdk/contract/host/session';
import { demoEmail } from '../demo/accounts.ts';
import { sessionCookie } from '../http/cookies.ts';
import { hostDb } from '../allTables.ts';
import { type Account, type TestClient, type TestServer, testServer } from '../testing.ts';

let server: TestServer;
beforeAll(async () => void (server = await testServer()));
afterAll(() => server.stop());

const db = () => hostDb(server.services.db);
const userId = (name: Account): number => server.world.users[demoEmail({ name })] ?? 0;
const change = async (
  name: Account,
  values: { disabled: boolean } | { member_roles: ['SP_ADMIN' | 'SP_SUPER_ADMIN'] },
) => {
  await db().updateTable('membership').set(values).where('user_id', '=', userId(name)).execute();
  server.node.sessions.forget(userId(name));
};
const to = (client: TestClient, id: number) => client.call(switchFacility, { params: { id } });
const addFacility = async (root: number | null): Promise<number> => {
  const values = { company_name: 'Elsewhere', time_zone: 'UTC', currency: 'EUR', root_facility_id: root };
  return (await db().insertInto('facility').values(values).returning('id').executeTakeFirstOrThrow()).id;
};

describe('switching the role', () => {
  it('gives the rights of the other role and none of this one, with a new session and back again', async () => {
    const client = await server.client('dual');
    const before = client.cookies.get(sessionCookie) ?? '';
    const { access_token } = await client.call(fetchToken, {});
    const provider = await client.call(getUser, {});
    expect(provider).toMatchObject({
      defaultRole: 'ROLE_SERVICE_PROVIDER',
      memberRoles: ['SP_MANAGER'],
      engineer: null,
    });
    expect(provider.roles.map(({ roleName }) => roleName)).toEqual(['ROLE_ENGINEER', 'ROLE_SERVICE_PROVIDER']);

    const engineer = await client.call(switchRole, { params: { role: 'ROLE_ENGINEER' } });
    expect(engineer).toMatchObject({
      defaultRole: 'ROLE_ENGINEER',
      accountType: 'ENGINEER',
      memberRoles: ['ENG_ADMIN'],
      serviceProvider: null,
      authorities: ['ROLE_ENGINEER'],
      engineer: { id: server.world.buyerCompanyId },
    });
    expect(engineer.engineer?.permissions).not.toContain('PRODUCTION_FLOW_ACCESS');
    expect(await client.call(getUser, {})).toEqual(engineer);
    await expect(to(client, server.world.rootFacilityId)).rejects.toMatchObject({ code: 'FORBIDDEN' });
    const stale: Record<string, string>[] = [
      { cookie: `${sessionCookie}=${before}` },
      { authorization: `Bearer ${access_token}` },
    ];
    for (const headers of stale) {
      expect((await fetch(`${server.url}/api/v1/users/getUser`, { headers })).status).toBe(401);
    }
    expect(await client.call(switchRole, { params: { role: 'ROLE_SERVICE_PROVIDER' } })).toEqual(provider);
  });

  it('is not for somebody without the other role, or whose account may not switch', async () => {
    const admin = await server.client('admin');
    await expect(admin.call(switchRole, { params: { role: 'ROLE_ENGINEER' } })).rejects.toMatchObject({
      code: 'FORBIDDEN',
    });
    const client = await server.client('dual');
    const set = (switch_account_enabled: boolean) =>
      db().updateTable('app_user').set({ switch_account_enabled }).where('id', '=', userId('dual')).execute();
    await set(false);
    server.node.sessions.forget(userId('dual'));
    expect((await client.call(getUser, {})).serviceProvider?.permissions).not.toContain('SWITCH_DASHBOARD');
    await expect(client.call(switchRole, { params: { role: 'ROLE_ENGINEER' } })).rejects.toMatchObject({
      code: 'FORBIDDEN',
    });
    await set(true);
  });

  it('does not lead into a disabled membership', async () => {
    const { buyerCompanyId } = server.world;
    const disable = (disabled: boolean) =>
      db()
        .updateTable('membership')
        .set({ disabled })
        .where('user_id', '=', userId('dual'))
        .where('company_id', '=', buyerCompanyId)
        .execute();
    await disable(true);
    const client = await server.client('dual');
    expect((await client.call(getUser, {})).roles).toEqual([{ roleName: 'ROLE_SERVICE_PROVIDER' }]);
    await expect(client.call(switchRole, { params: { role: 'ROLE_ENGINEER' } })).rejects.toMatchObject({
      code: 'FORBIDDEN',
    });
    await disable(false);
  });
});

describe('switching the facility', () => {
  it('lets a super admin of the root look into every facility of the tree, and no other', async () => {
    const { rootFacilityId, secondFacilityId } = server.world;
    const client = await server.client('admin');
    const before = client.cookies.get(sessionCookie) ?? '';
    const there = await to(client, secondFacilityId);
    expect(there).toMatchObject({
      memberRoles: ['SP_SUPER_ADMIN'],
      serviceProvider: { id: secondFacilityId, companyName: 'Demo Additive Lyon', rootSpId: rootFacilityId },
    });
    expect(client.cookies.get(sessionCookie)).not.toBe(before);
    const old = { headers: { cookie: `${sessionCookie}=${before}` } };
    expect((await fetch(`${server.url}/api/v1/users/getUser`, old)).status).toBe(401);
    // Not in the root any more: what only the root may do is refused there.
    expect(await (await client.fetch('/api/v1/sp/facilities')).json()).toMatchObject({ code: 'FORBIDDEN' });
    // Pages of the facility before notice.
    const stale = await client.fetch('/api/v1/registry/manifest', {
      headers: { 'x-facility': String(rootFacilityId) },
    });
    expect(await stale.json()).toMatchObject({ code: 'FACILITY_CHANGED' });
    const entry = await db()
      .selectFrom('audit_entry')
      .select(['user_id', 'facility_id', 'before', 'after'])
      .where('action', '=', 'facility.switched')
      .orderBy('id', 'desc')
      .executeTakeFirst();
    expect(entry).toEqual({
      user_id: userId('admin'),
      facility_id: secondFacilityId,
      before: { facilityId: rootFacilityId },
      after: { facilityId: secondFacilityId },
    });
    expect((await to(client, rootFacilityId)).serviceProvider?.rootSpId).toBeNull();
  });

  it('answers NOT_FOUND for a facility of another tree, none at all, and one that somebody may not go to', async () => {
    const { rootFacilityId, secondFacilityId } = server.world;
    const otherRoot = await addFacility(null);
    const below = await addFacility(otherRoot);
    const admin = await server.client('admin');
    for (const id of [otherRoot, below, 999_999])
      await expect(to(admin, id)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    const planner = await server.client('planner');
    await expect(to(planner, secondFacilityId)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    // A super admin below oversees nothing.
    const second = await server.client('admin2');
    await expect(to(second, rootFacilityId)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(to(second, await addFacility(rootFacilityId))).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('never leads into a closed facility, and back home when it is closed', async () => {
    const { rootFacilityId, secondFacilityId } = server.world;
    const set = (active: boolean) =>
      db().updateTable('facility').set({ active }).where('id', '=', secondFacilityId).execute();
    const inside = await server.client('admin');
    await to(inside, secondFacilityId);
    await set(false);
    server.node.sessions.forget(userId('admin'));
    expect((await inside.call(getUser, {})).serviceProvider?.id).toBe(rootFacilityId);
    await expect(to(inside, secondFacilityId)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await set(true);
  });

  it('ends with the right to oversee', async () => {
    const { rootFacilityId, secondFacilityId } = server.world;
    const client = await server.client('admin');
    await to(client, secondFacilityId);
    await change('admin', { member_roles: ['SP_ADMIN'] });
    expect((await client.call(getUser, {})).serviceProvider?.id).toBe(rootFacilityId);
    await expect(to(client, secondFacilityId)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await change('admin', { member_roles: ['SP_SUPER_ADMIN'] });
  });

  it('takes somebody to a facility that they belong to, with the rights that they have there', async () => {
    const { secondFacilityId, rootFacilityId } = server.world;
    await db()
      .insertInto('membership')
      .values({
        user_id: userId('operator'),
        facility_id: secondFacilityId,
        role: 'ROLE_SERVICE_PROVIDER',
        account_type: 'SERVICE_PROVIDER',
        member_roles: ['SP_MANAGER'],
      })
      .execute();
    const client = await server.client('operator');
    expect(await to(client, secondFacilityId)).toMatchObject({
      memberRoles: ['SP_MANAGER'],
      serviceProvider: { id: secondFacilityId },
    });
    expect(await to(client, rootFacilityId)).toMatchObject({ memberRoles: ['SP_NON_ADMIN'] });
  });

  it('lets one of two switches at once win, and leaves no session behind', async () => {
    const client = await server.client('admin');
    const { rootFacilityId, secondFacilityId } = server.world;
    const third = await addFacility(rootFacilityId);
    const count = async () =>
      (await db().selectFrom('session').select('id').where('user_id', '=', userId('admin')).execute()).length;
    const before = await count();
    const results = await Promise.allSettled([to(client, secondFacilityId), to(client, third)]);
    expect(results.some(({ status }) => status === 'fulfilled')).toBe(true);
    expect(await count()).toBe(before);
  });
});
