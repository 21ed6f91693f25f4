import { CallError } from '@sinter/sdk/contract/errors';
import { readPreference, savePreference } from '@sinter/sdk/contract/host/records';
import {
  enableMember,
  listDepartments,
  listTeam,
  resendInvitation,
  revokeInvitation,
} from '@sinter/sdk/contract/admin/team';
import { listAddedPermissions } from '@sinter/sdk/contract/host/permissions';
import { fakeHost } from '@sinter/sdk/testing';
import type { FakeApi } from '@sinter/sdk/testing';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { person, superAdminUser } from './testing.ts';
import { nameOf } from './members.ts';
import { TeamStore } from './TeamStore.ts';

const team = [
  person(),
  person({
    id: 11,
    userId: 21,
    firstName: 'Paul',
    lastName: 'Lindner',
    email: 'paul@example.com',
    memberRoles: ['SP_MANAGER'],
  }),
  person({
    id: 12,
    userId: 5,
    firstName: 'Ada',
    lastName: 'Berger',
    email: 'ada@example.com',
    memberRoles: ['SP_SUPER_ADMIN'],
    locked: true,
  }),
  person({ id: 10, status: 'INVITED', userId: null, firstName: '', lastName: '', email: 'new@example.com' }),
];

async function opened(search = '', prepare: (api: FakeApi) => void = () => {}) {
  const fake = fakeHost({
    id: 'admin',
    user: superAdminUser,
    location: { pathname: '/service-provider/team', search },
  });
  fake.api.answer(listTeam, team);
  fake.api.answer(listDepartments, [{ id: 3, name: 'Quality' }]);
  fake.api.answer(listAddedPermissions, []);
  fake.api.answer(readPreference, null);
  fake.api.answer(savePreference, ({ body }) => body);
  prepare(fake.api);
  const store = new TeamStore(fake.host, 'provider');
  store.start();
  await settle();
  return { ...fake, store, list: store.list };
}
const names = ({ list }: TeamStore) => list.rows.map(nameOf);
const settle = () => vi.advanceTimersByTimeAsync(0);

describe('TeamStore', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('asks for everybody at once, those invited too', async () => {
    const { store, api } = await opened();
    expect(api.sent(listTeam)).toEqual([{ query: { size: 5000, invited: 'true' } }]);
    expect(names(store)).toEqual(['Ada Berger', 'new@example.com', 'Olga Novak', 'Paul Lindner']);
  });

  it('narrows and sorts as the address says, and writes it', async () => {
    const { store, list, api, navigated } = await opened('?role=SP_MANAGER');
    expect(names(store)).toEqual(['Paul Lindner']);
    list.filter({ role: '', status: 'INVITED' });
    await settle();
    expect(names(store)).toEqual(['new@example.com']);
    list.filter({ status: '', q: 'NOVAK' });
    expect(navigated.at(-1)).toEqual({ to: '/service-provider/team?q=NOVAK', replace: true });
    list.showAll();
    list.sortBy({ key: 'email', direction: 'desc' });
    await settle();
    expect(names(store)[0]).toBe('Paul Lindner');
    expect(navigated.at(-1)?.to).toBe('/service-provider/team?sort=-email');
    expect(api.sent(listTeam)).toHaveLength(1);
  });

  it('shows the third-party engineers in their own tab', async () => {
    const { store, api, navigated } = await opened();
    api.answer(listTeam, []);
    store.showKind('THIRD_PARTY');
    await settle();
    expect(api.sent(listTeam).at(-1)).toEqual({ query: { size: 5000, invited: 'true', kind: 'THIRD_PARTY' } });
    expect([names(store), navigated.at(-1)?.to]).toEqual([[], '/service-provider/team?tab=third-party']);
  });

  it('keeps the choice of columns with the person', async () => {
    const { store, api } = await opened();
    store.columns.toggle('email');
    await vi.waitFor(() => expect(api.sent(savePreference)).toHaveLength(1));
    expect(api.sent(savePreference)[0]?.body).toEqual({
      preferenceType: 'TEAM_COLUMNS',
      preference: '["email"]',
    });
  });

  it('keeps filters under a name, with the tab they belong to', async () => {
    const { store, api, navigated } = await opened();
    await store.saved.add('Managers', { kind: 'THIRD_PARTY', q: '', status: '', role: 'ENG_MANAGER', department: '' });
    store.saved.filters.forEach(({ searchFilters }) => store.showSaved(searchFilters));
    await settle();
    expect([store.kind, navigated.at(-1)?.to]).toEqual([
      'THIRD_PARTY',
      '/service-provider/team?tab=third-party&role=ENG_MANAGER',
    ]);
    expect(api.sent(listTeam)).toHaveLength(2);
  });

  it('disables those chosen one by one, and tells what became of each', async () => {
    const { store, list, api } = await opened();
    api.answer(enableMember, ({ params: { id } }) =>
      id === 11 ? new CallError('LAST_SUPER_ADMIN') : person({ status: 'DISABLED' }),
    );
    list.selection.toggleAll(list.rows);
    expect(store.chosenFor('DISABLE').map(nameOf)).toEqual(['Olga Novak', 'Paul Lindner']);
    await store.changeChosen('DISABLE');
    expect(list.bulk?.lines.map(({ outcome }) => outcome)).toEqual([
      'done',
      { refused: 'There must be at least one super admin.' },
    ]);
    expect(store.members?.filter(({ status }) => status === 'DISABLED')).toHaveLength(1);
  });

  it('leaves the rest alone when somebody does not prove who they are', async () => {
    const { store, list, api } = await opened();
    api.answer(enableMember, new CallError('REAUTHENTICATE'));
    list.selection.toggleAll(list.rows);
    await store.changeChosen('DISABLE');
    expect([api.sent(enableMember).length, list.bulk?.lines.map(({ outcome }) => outcome)]).toEqual([
      1,
      ['skipped', 'skipped'],
    ]);
  });

  it('sends chosen invitations again, or revokes them', async () => {
    const { store, list, api } = await opened();
    api.answer(resendInvitation, person({ id: 10, status: 'INVITED', email: 'new@example.com', lastName: 'Sent' }));
    api.answer(revokeInvitation, { success: 'true' });
    list.selection.toggleAll(list.rows);
    await store.changeChosen('RESEND');
    expect(api.sent(resendInvitation)).toEqual([{ params: { id: 10 } }]);
    await store.changeChosen('REVOKE');
    expect([api.sent(revokeInvitation).length, store.members?.length]).toEqual([1, 3]);
  });

  it('hands out everybody whom the filters leave, in order', async () => {
    const { store } = await opened('?status=ACTIVE');
    const lines = await store.csv.read([{ title: 'Name', value: nameOf }]);
    expect(lines?.flat()).toEqual(['Name', 'Ada Berger', 'Olga Novak', 'Paul Lindner']);
  });

  it('keeps the error for the screen, and a retry clears it', async () => {
    const { list, api } = await opened('', (api) => api.answer(listTeam, new CallError('UNAVAILABLE')));
    expect(list.error).toMatchObject({ code: 'UNAVAILABLE' });
    api.answer(listTeam, team);
    list.retry();
    await settle();
    expect([list.error, list.total]).toEqual([null, 4]);
  });
});
