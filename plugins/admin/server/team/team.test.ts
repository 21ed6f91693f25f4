import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Dashboard, MemberRole, Permission } from '@sinter/sdk/contract';
import { getUser } from '@sinter/sdk/contract/host/session';
import { readModules } from '@sinter/sdk/contract/host/modules';
import {
  addDepartment,
  enableMember,
  listDepartments,
  listTeam,
  moveMember,
  resetMemberFactors,
  type TeamMember,
  updateMember,
} from '@sinter/sdk/contract/admin/team';
import { hostDb } from '../../../../host/server/allTables.ts';
import { type TestClient, type TestServer, testServer } from '../../../../host/server/testing.ts';
import administration from '../index.ts';

let server: TestServer;
let admin: TestClient;
const db = () => hostDb(server.services.db);
beforeAll(async () => {
  server = await testServer({ plugins: [administration] });
  admin = await server.client('admin');
});
afterAll(() => server.stop());

const teamOf = (client: TestClient, kind: 'OWN' | 'THIRD_PARTY' = 'OWN') => client.call(listTeam, { query: { kind } });
async function find(client: TestClient, name: string, kind: 'OWN' | 'THIRD_PARTY' = 'OWN'): Promise<TeamMember> {
  const found = (await teamOf(client, kind)).find(({ email }) => email === `${name}@demo.example`);
  if (!found) throw new Error(`${name} is not in the team`);
  return found;
}
const membershipOf = async (name: string) =>
  (
    await db()
      .selectFrom('membership')
      .innerJoin('app_user', 'app_user.id', 'membership.user_id')
      .select('membership.id')
      .where('email', '=', `${name}@demo.example`)
      .executeTakeFirstOrThrow()
  ).id;

interface Asked {
  memberRoles?: MemberRole[];
  granted?: Permission[];
  departmentIds?: number[];
  dashboard?: Dashboard;
}
const update = (client: TestClient, member: TeamMember, { memberRoles, granted, departmentIds, dashboard }: Asked) =>
  client.call(updateMember, {
    params: { id: member.id },
    body: {
      memberRoles: memberRoles ?? member.memberRoles,
      granted: granted ?? member.granted,
      revoked: member.revoked,
      authorities: member.authorities,
      departmentIds: departmentIds ?? member.departments.map(({ id }) => id),
      ...(dashboard ? { dashboard } : {}),
    },
  });
const enable = (client: TestClient, { id }: { id: number }, enabled: boolean) =>
  client.call(enableMember, { params: { id }, body: { enabled } });

const audited = async (action: string) =>
  db().selectFrom('audit_entry').selectAll().where('action', '=', action).orderBy('id', 'desc').execute();

/** Makes somebody what a test needs, as if it had always been so. */
const become = async (name: string, member_roles: MemberRole[], permissions_granted: Permission[] = []) => {
  await db()
    .updateTable('membership')
    .set({ member_roles, permissions_granted, permissions_revoked: [], disabled: false })
    .where('id', '=', await membershipOf(name))
    .execute();
};

describe('the team', () => {
  it('is the active facility’s own, by name, the caller shown but locked', async () => {
    const team = await teamOf(admin);
    const names = team.map(({ lastName }) => lastName);
    expect(names).toEqual([...names].sort((one, other) => one.toLowerCase().localeCompare(other.toLowerCase())));
    expect(team.every(({ place }) => place.id === server.world.rootFacilityId)).toBe(true);
    expect(await find(admin, 'admin')).toMatchObject({
      status: 'ACTIVE',
      locked: true,
      memberRoles: ['SP_SUPER_ADMIN'],
      authorities: ['ROLE_SERVICE_PROVIDER', 'ROLE_ADMIN', 'ROLE_EMAIL_SETTINGS_EDITOR'],
    });
    expect(await find(admin, 'operator')).toMatchObject({ locked: false, departments: [], validUntil: null });
  });

  it('is a company’s for its own editors, and nobody’s for others', async () => {
    const buyer = await server.client('buyer');
    expect((await teamOf(buyer)).every(({ place }) => place.name === 'Nordwind Robotics')).toBe(true);
    await expect(teamOf(buyer, 'THIRD_PARTY')).rejects.toMatchObject({ code: 'FORBIDDEN' });
    await expect(teamOf(await server.client('operator'))).rejects.toMatchObject({ code: 'FORBIDDEN' });
  });

  it('has as many queries for a thousand people as for one', async () => {
    const { rootFacilityId } = server.world;
    const people = await db()
      .insertInto('app_user')
      .values(
        Array.from({ length: 1000 }, (_, index) => ({
          email: `many${index}@example.com`,
          first_name: 'M',
          last_name: `Many ${index}`,
          password_hash: null,
        })),
      )
      .returning('id')
      .execute();
    await db()
      .insertInto('membership')
      .values(
        people.map(({ id }) => ({
          user_id: id,
          facility_id: rootFacilityId,
          member_roles: ['SP_NON_ADMIN' as const],
          role: 'ROLE_SERVICE_PROVIDER' as const,
          account_type: 'SERVICE_PROVIDER' as const,
        })),
      )
      .execute();
    const queries = vi.spyOn(pg.Client.prototype, 'query');
    expect((await teamOf(admin)).length).toBeGreaterThan(1000);
    const many = queries.mock.calls.length;
    queries.mockClear();
    expect(await admin.call(listTeam, { query: { size: 3 } })).toHaveLength(3);
    expect(many).toBeLessThan(queries.mock.calls.length + 5);
    queries.mockRestore();
    const ids = people.map(({ id }) => id);
    await db().deleteFrom('app_user').where('id', 'in', ids).execute();
  });

  it('does not know people of another facility or company', async () => {
    for (const name of ['admin2', 'buyer']) {
      const id = await membershipOf(name);
      await expect(enable(admin, { id }, false)).rejects.toMatchObject({ code: 'NOT_FOUND' });
      await expect(admin.call(resetMemberFactors, { params: { id } })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    }
  });
});

describe('rights', () => {
  it('reach a running session at once', async () => {
    const planner = await server.client('planner');
    await expect(planner.call(readModules, {})).rejects.toMatchObject({ code: 'FORBIDDEN' });
    const before = await find(admin, 'planner');
    const granted = await update(admin, before, { granted: ['FACILITY_SETTINGS_EDITOR'] });
    expect(granted.permissions).toContain('FACILITY_SETTINGS_EDITOR');
    await planner.call(readModules, {});
    await update(admin, granted, { granted: [] });
    await expect(planner.call(readModules, {})).rejects.toMatchObject({ code: 'FORBIDDEN' });
    expect((await audited('team.member_updated'))[0]).toMatchObject({
      object_id: String(server.world.users['planner@demo.example']),
      before: { granted: ['FACILITY_SETTINGS_EDITOR'] },
      after: { granted: [] },
    });
  });

  it('make open pages ask for their manifest', async () => {
    const planner = await server.client('planner');
    const response = await planner.fetch('/api/v1/events');
    const reader = response.body?.getReader();
    await reader?.read();
    await update(admin, await find(admin, 'operator'), { granted: ['PRODUCTION_FLOW_ACCESS'] });
    const { value } = (await reader?.read()) ?? {};
    expect(new TextDecoder().decode(value)).toContain('event: registry.changed');
    await reader?.cancel();
    await update(admin, await find(admin, 'operator'), { granted: [] });
  });

  it('that the caller lacks are not given, nor to oneself', async () => {
    await become('planner', ['SP_MANAGER'], ['SP_TEAM_EDITOR']);
    const planner = await server.client('planner');
    const operator = await find(planner, 'operator');
    await expect(update(planner, operator, { memberRoles: ['SP_ADMIN'] })).rejects.toMatchObject({ code: 'FORBIDDEN' });
    await expect(
      update(planner, operator, { memberRoles: ['SP_PURCHASE'], granted: ['PRICING_RULES_EDITOR'] }),
    ).rejects.toMatchObject({
      code: 'FORBIDDEN',
    });
    const self = await find(planner, 'planner');
    expect(self.locked).toBe(true);
    await expect(update(planner, self, { granted: [] })).rejects.toMatchObject({ code: 'FORBIDDEN' });
    const above = await find(planner, 'admin');
    expect(above.locked).toBe(true);
    const refused = await Promise.allSettled([
      enable(planner, above, false),
      update(planner, above, {}),
      planner.call(resetMemberFactors, { params: { id: above.id } }),
    ]);
    expect(refused).toMatchObject([
      { reason: { code: 'LAST_SUPER_ADMIN' } },
      { reason: { code: 'FORBIDDEN' } },
      { reason: { code: 'FORBIDDEN' } },
    ]);
    await become('planner', ['SP_MANAGER']);
  });

  it('that no function allows are wrong input', async () => {
    const operator = await find(admin, 'operator');
    await expect(update(admin, operator, { granted: ['SP_TEAM_EDITOR'] })).rejects.toMatchObject({
      code: 'INVALID_INPUT',
      fields: { granted: expect.stringContaining('SP_TEAM_EDITOR') },
    });
    await expect(update(admin, operator, { memberRoles: ['ENG_ADMIN'] })).rejects.toMatchObject({
      code: 'INVALID_INPUT',
    });
  });
});

describe('the dashboard', () => {
  it('of a buyer is changed by the team, reaches a running session and is audited', async () => {
    const team = await server.client('buyeradmin');
    const engineer = await server.client('engineer');
    const before = await find(team, 'engineer');
    expect([before.dashboard, (await engineer.call(getUser, {})).dashboard]).toEqual(['NORMAL', 'NORMAL']);
    expect(await update(team, before, { dashboard: 'STORE_FRONT' })).toMatchObject({ dashboard: 'STORE_FRONT' });
    expect((await engineer.call(getUser, {})).dashboard).toBe('STORE_FRONT');
    const [entry] = await audited('team.member_updated');
    expect(entry).toMatchObject({ before: { dashboard: 'NORMAL' }, after: { dashboard: 'STORE_FRONT' } });
    expect(await update(team, before, {})).toMatchObject({ dashboard: 'STORE_FRONT' });
  });

  it('of a third-party engineer is the lighter one until it is changed', async () => {
    const third = await server.client('third');
    expect((await third.call(getUser, {})).engineer?.b2cDashboard).toBe(true);
    await update(admin, await find(admin, 'third', 'THIRD_PARTY'), { dashboard: 'NORMAL' });
    expect((await third.call(getUser, {})).engineer?.b2cDashboard).toBe(false);
  });

  it('is none that the kind of account does not have', async () => {
    const wrong = { code: 'INVALID_INPUT', fields: { dashboard: expect.any(String) } };
    const planner = await find(admin, 'planner');
    expect(planner.dashboard).toBe(null);
    await expect(update(admin, planner, { dashboard: 'STORE_FRONT' })).rejects.toMatchObject(wrong);
    const team = await server.client('buyeradmin');
    const engineer = await find(team, 'engineer');
    await expect(update(team, engineer, { dashboard: 'CONSUMER' })).rejects.toMatchObject(wrong);
  });
});

describe('disabling', () => {
  it('ends the sessions in that membership at once, and enabling lets in again', async () => {
    const operator = await server.client('operator');
    const member = await find(admin, 'operator');
    expect(await enable(admin, member, false)).toMatchObject({ status: 'DISABLED' });
    expect((await operator.fetch('/api/v1/users/getUser')).status).toBe(401);
    await expect(server.client('operator')).rejects.toBeDefined();
    expect(await enable(admin, member, true)).toMatchObject({ status: 'ACTIVE' });
    const again = await server.client('operator');
    expect((await again.fetch('/api/v1/users/getUser')).status).toBe(200);
    const told = await db().selectFrom('outbox_event').select('payload').where('type', '=', 'team.changed').execute();
    const facilityId = server.world.rootFacilityId;
    expect(told.map(({ payload }) => payload)).toEqual([
      { facilityId, what: 'DISABLED', userId: member.userId, invitationId: null },
      { facilityId, what: 'ENABLED', userId: member.userId, invitationId: null },
    ]);
    expect((await audited('team.member_disabled'))[0]).toMatchObject({
      before: { enabled: true },
      after: { enabled: false },
    });
  });

  it('is refused for the last super admin, and for oneself', async () => {
    const self = await find(admin, 'admin');
    await expect(enable(admin, self, false)).rejects.toMatchObject({ code: 'LAST_SUPER_ADMIN' });
    await become('planner', ['SP_SUPER_ADMIN']);
    await expect(enable(admin, self, false)).rejects.toMatchObject({ code: 'FORBIDDEN' });
    await become('planner', ['SP_MANAGER']);
  });

  it.each([
    ['disabling', (client: TestClient, member: TeamMember) => enable(client, member, false)],
    ['demoting', (client: TestClient, member: TeamMember) => update(client, member, { memberRoles: ['SP_NON_ADMIN'] })],
  ])('of two super admins %s each other at once exactly one succeeds', async (_, change) => {
    for (let round = 0; round < 5; round++) {
      await become('admin', ['SP_SUPER_ADMIN']);
      await become('planner', ['SP_SUPER_ADMIN']);
      const [one, other] = await Promise.all([server.client('admin'), server.client('planner')]);
      const [planner, boss] = [await find(one, 'planner'), await find(other, 'admin')];
      const results = await Promise.allSettled([change(one, planner), change(other, boss)]);
      expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
      const reason: unknown = results.find((result) => result.status === 'rejected')?.reason;
      expect(reason).toMatchObject({ code: expect.stringMatching(/^(LAST_SUPER_ADMIN|FORBIDDEN|UNAUTHENTICATED)$/) });
    }
    await become('admin', ['SP_SUPER_ADMIN']);
    await become('planner', ['SP_MANAGER']);
    admin = await server.client('admin');
  });
});

describe('moving', () => {
  it('takes somebody to another facility of the tree, audited on both sides', async () => {
    const { rootFacilityId, secondFacilityId, buyerCompanyId } = server.world;
    const operator = await find(admin, 'operator');
    const params = { id: operator.id };
    const moved = await admin.call(moveMember, { params, body: { facilityId: secondFacilityId } });
    expect(moved.place).toMatchObject({ id: secondFacilityId });
    const entries = await audited('team.member_moved');
    expect(entries.map((entry) => entry.facility_id).sort()).toEqual([rootFacilityId, secondFacilityId].sort());
    const back = await admin.call(moveMember, { params, body: { facilityId: rootFacilityId } });
    expect(back.place.id).toBe(rootFacilityId);
    await expect(admin.call(moveMember, { params, body: { facilityId: rootFacilityId } })).rejects.toMatchObject({
      code: 'CONFLICT',
    });
    await expect(
      admin.call(moveMember, { params, body: { facilityId: 9_999 + buyerCompanyId } }),
    ).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(
      admin.call(moveMember, { params: { id: await membershipOf('buyer') }, body: { facilityId: secondFacilityId } }),
    ).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});

describe('second factors', () => {
  it('of somebody who lost them are removed, with a mail, and every session ends', async () => {
    const userId = server.world.users['operator@demo.example'] ?? 0;
    await db().insertInto('totp').values({ user_id: userId, secret_sealed: 'x', confirmed_at: new Date() }).execute();
    await db().insertInto('recovery_code').values({ user_id: userId, code_hash: 'x', used_at: null }).execute();
    const operator = await server.client('operator');
    const member = await find(admin, 'operator');
    expect(member.secondFactor).toBe(true);
    expect((await admin.call(resetMemberFactors, { params: { id: member.id } })).secondFactor).toBe(false);
    expect((await operator.fetch('/api/v1/users/getUser')).status).toBe(401);
    expect(await db().selectFrom('recovery_code').select('user_id').where('user_id', '=', userId).execute()).toEqual(
      [],
    );
    const mails = await db().selectFrom('mail_message').select('recipient').execute();
    expect(mails.map(({ recipient }) => recipient)).toContain('operator@demo.example');
  });

  it('are not taken from somebody who looks after another company', async () => {
    await db()
      .insertInto('membership')
      .values({
        user_id: server.world.users['operator@demo.example'] ?? 0,
        company_id: server.world.buyerCompanyId,
        role: 'ROLE_ENGINEER',
        account_type: 'ENGINEER',
        member_roles: ['ENG_ADMIN'],
      })
      .execute();
    const { id } = await find(admin, 'operator');
    await expect(admin.call(resetMemberFactors, { params: { id } })).rejects.toMatchObject({ code: 'FORBIDDEN' });
    await db()
      .deleteFrom('membership')
      .where('company_id', '=', server.world.buyerCompanyId)
      .where('user_id', '=', server.world.users['operator@demo.example'] ?? 0)
      .execute();
  });
});

describe('third-party engineers', () => {
  it('are looked after by the facility that has let them in, and by no other', async () => {
    const { thirdCompanyId } = server.world;
    const third = await find(admin, 'third', 'THIRD_PARTY');
    expect(third).toMatchObject({ accountType: 'THIRD_PARTY_ENGINEER', place: { id: thirdCompanyId }, locked: false });
    expect((await teamOf(admin)).some(({ email }) => email === third.email)).toBe(false);
    const admin2 = await server.client('admin2');
    expect(await teamOf(admin2, 'THIRD_PARTY')).toEqual([]);
    await expect(enable(admin2, third, false)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(await update(admin, third, { memberRoles: ['ENG_SUPER_ADMIN'] })).toMatchObject({
      permissions: expect.arrayContaining(['ENG_TEAM_EDITOR']),
    });
    expect(await enable(admin, third, false)).toMatchObject({ status: 'DISABLED' });
    expect(await enable(admin, third, true)).toMatchObject({ status: 'ACTIVE' });
    expect((await audited('team.member_enabled'))[0]).toMatchObject({
      facility_id: server.world.rootFacilityId,
      company_id: thirdCompanyId,
    });
  });
});

describe('departments', () => {
  it('are added once and given to people of the same place', async () => {
    const added = await admin.call(addDepartment, { body: { name: 'Finishing' } });
    expect(await admin.call(listDepartments, {})).toEqual([added]);
    await expect(admin.call(addDepartment, { body: { name: 'finishing' } })).rejects.toMatchObject({
      code: 'CONFLICT',
    });
    const operator = await find(admin, 'operator');
    expect(await update(admin, operator, { departmentIds: [added.id] })).toMatchObject({ departments: [added] });
    const buyer = await server.client('buyer');
    expect(await buyer.call(listDepartments, {})).toEqual([]);
    const engineer = await find(buyer, 'engineer');
    await expect(update(buyer, engineer, { departmentIds: [added.id] })).rejects.toMatchObject({
      code: 'INVALID_INPUT',
      fields: { departmentIds: expect.any(String) },
    });
  });
});
