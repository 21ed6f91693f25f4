import { CallError } from '@sinter/sdk/contract/errors';
import { listInternalFacilities } from '@sinter/sdk/contract/host/places';
import { enableMember, moveMember, revokeInvitation, updateMember } from '@sinter/sdk/contract/admin/team';
import type { TeamMember } from '@sinter/sdk/contract/admin/team';
import { fakeHost, fakeStorage, providerUser } from '@sinter/sdk/testing';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { MemberStore } from './MemberStore.ts';
import { person, superAdminUser } from './testing.ts';
import { TeamStore } from './TeamStore.ts';

function opened(member: TeamMember = person(), user = superAdminUser) {
  const fake = fakeHost({ id: 'admin', user });
  const team = new TeamStore(fake.host, 'provider');
  team.list.question.put({ rows: [member], total: 1, members: [member] });
  team.open(member);
  return { ...fake, team, store: new MemberStore(team, member) };
}

describe('MemberStore', () => {
  afterEach(() => vi.unstubAllGlobals());

  it('gives back after a reload what was chosen, until it is given up', () => {
    vi.stubGlobal('sessionStorage', fakeStorage());
    const begun = () => {
      const fake = opened();
      fake.api.answer(listInternalFacilities, []);
      fake.store.start();
      return fake;
    };
    const first = begun();
    first.store.draft.toggleRole('SP_LEGAL');
    first.store.draft.setPermission('QUALITY_MANAGEMENT_ACCESS', true);
    first.store.toggleAuthority('ROLE_ADMIN');
    expect(first.beforeStop()).toBe('unsaved');

    const { store } = begun();
    expect([store.restored, store.changes]).toEqual([true, first.store.changes]);
    store.giveUp();
    expect([store.restored, store.unsaved]).toEqual([false, false]);
    expect(begun().store.unsaved).toBe(false);
  });

  it('says in advance what saving changes', () => {
    const { store, team } = opened(person({ departments: [{ id: 1, name: 'Night shift' }] }));
    team.addDepartment({ id: 3, name: 'Quality' });
    store.draft.toggleRole('SP_LEGAL');
    store.draft.setPermission('WORKCENTER_OPERATION_ACCESS', false);
    store.draft.setPermission('QUALITY_MANAGEMENT_ACCESS', true);
    store.toggleAuthority('ROLE_ADMIN');
    store.setDepartments([3]);
    expect(store.changes).toEqual([
      { kind: 'roles', way: 'added', items: ['SP_LEGAL'] },
      { kind: 'permissions', way: 'added', items: ['QUALITY_MANAGEMENT_ACCESS'] },
      { kind: 'permissions', way: 'removed', items: ['WORKCENTER_OPERATION_ACCESS'] },
      { kind: 'authorities', way: 'added', items: ['ROLE_ADMIN'] },
      { kind: 'departments', way: 'added', items: ['Quality'] },
      { kind: 'departments', way: 'removed', items: ['Night shift'] },
    ]);
  });

  it('saves, and shows what the server has made of it', async () => {
    const { store, api, team } = opened();
    api.answer(updateMember, person({ memberRoles: ['SP_MANAGER'] }));
    store.draft.toggleRole('SP_NON_ADMIN');
    store.draft.toggleRole('SP_MANAGER');
    expect(await store.save()).toBe(true);
    expect(api.sent(updateMember)).toEqual([
      {
        params: { id: 10 },
        body: { memberRoles: ['SP_MANAGER'], granted: [], revoked: [], authorities: [], departmentIds: [] },
      },
    ]);
    expect([store.unsaved, team.opened?.memberRoles]).toEqual([false, ['SP_MANAGER']]);
  });

  it('sends another dashboard, and only to those who have a choice', async () => {
    expect(opened().store.dashboards).toEqual([]);
    const { store, api } = opened(person({ accountType: 'ENGINEER', memberRoles: ['ENG_ADMIN'], dashboard: 'NORMAL' }));
    expect(store.dashboards).toEqual(['STORE_FRONT', 'NORMAL']);
    store.setDashboard('STORE_FRONT');
    expect(store.changes).toEqual([{ kind: 'dashboard', way: 'added', items: ['STORE_FRONT'] }]);
    api.answer(updateMember, person({ accountType: 'ENGINEER', memberRoles: ['ENG_ADMIN'], dashboard: 'STORE_FRONT' }));
    expect(await store.save()).toBe(true);
    expect(api.sent(updateMember)).toMatchObject([{ body: { dashboard: 'STORE_FRONT' } }]);
    expect(store.unsaved).toBe(false);
  });

  it('shows refusals where they belong, and keeps what was entered', async () => {
    const { store, api } = opened(person({ memberRoles: ['SP_SUPER_ADMIN'] }));
    store.draft.toggleRole('SP_SUPER_ADMIN');
    expect(await store.save()).toBe(false);
    expect(store.problems).toEqual({ memberRoles: 'none' });
    store.draft.toggleRole('SP_MANAGER');
    api.answer(updateMember, new CallError('LAST_SUPER_ADMIN'));
    expect(await store.save()).toBe(false);
    expect(store.problems.memberRoles).toBe('There must be at least one super admin.');
    api.answer(
      updateMember,
      CallError.received({ code: 'INVALID_INPUT', message: 'Not so.', fields: { granted: 'Never' } }),
    );
    await store.save();
    expect(store.problems).toEqual({ permissions: 'Never' });
    api.answer(updateMember, CallError.received({ code: 'FORBIDDEN', message: 'SP_ADMIN may do more than you.' }));
    await store.save();
    expect(store.problems).toEqual({ '': 'SP_ADMIN may do more than you.' });
    expect(store.unsaved).toBe(true);
  });

  it('asks before somebody is shut out', async () => {
    const { store, api, team } = opened();
    api.answer(enableMember, person({ status: 'DISABLED' }));
    store.ask('disable');
    expect(await store.answer(false)).toBe(false);
    expect(api.sent(enableMember)).toEqual([]);
    store.ask('disable');
    expect(await store.answer(true)).toBe(true);
    expect([api.sent(enableMember), team.opened?.status]).toEqual([
      [{ params: { id: 10 }, body: { enabled: false } }],
      'DISABLED',
    ]);
  });

  it('takes an invitation back', async () => {
    const { store, api, team } = opened(person({ status: 'INVITED', userId: null }));
    api.answer(revokeInvitation, { success: 'true' });
    store.ask('revoke');
    expect([store.isEditable, await store.answer(true), team.members]).toEqual([false, true, []]);
  });

  it('moves people between facilities, for a super admin of the root only', async () => {
    const { store, api, team } = opened();
    api.answer(listInternalFacilities, [
      { serviceProviderDTO: { id: 1, companyName: 'Works' } },
      { serviceProviderDTO: { id: 2, companyName: 'Other works' } },
    ]);
    store.start();
    await vi.waitFor(() => expect(store.facilities.map(({ id }) => id)).toEqual([2]));
    api.answer(moveMember, person({ place: { id: 2, name: 'Other works' } }));
    store.chooseFacility(2);
    store.ask('move');
    expect([await store.answer(true), team.members]).toEqual([true, []]);
    const branch = providerUser({ memberRoles: ['SP_SUPER_ADMIN'], serviceProvider: { rootSpId: 9 } });
    expect(opened(person(), branch).store.mayMove).toBe(false);
  });
});
