import { CallError } from '@sinter/sdk/contract/errors';
import { readPreference, savePreference } from '@sinter/sdk/contract/host/records';
import { enableMember, listAddedPermissions, listDepartments, listTeam } from '@sinter/sdk/contract/host/team';
import { fakeHost } from '@sinter/sdk/testing';
import { describe, expect, it, vi } from 'vitest';
import { person, superAdminUser } from './testing.ts';
import { nameOf, TeamStore } from './TeamStore.ts';

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

async function opened(search = '') {
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
  const store = new TeamStore(fake.host, 'provider');
  store.start();
  await vi.waitFor(() => expect(store.loading).toBe(false));
  return { ...fake, store };
}
const names = (store: TeamStore) => store.rows.map(nameOf);

describe('TeamStore', () => {
  it('asks for everybody at once, those invited too', async () => {
    const { store, api } = await opened();
    expect(api.sent(listTeam)).toEqual([{ query: { size: 5000, invited: 'true' } }]);
    expect(names(store)).toEqual(['Ada Berger', 'new@example.com', 'Olga Novak', 'Paul Lindner']);
  });

  it('narrows and sorts as the address says, and writes it', async () => {
    const { store, navigated } = await opened('?role=SP_MANAGER');
    expect(names(store)).toEqual(['Paul Lindner']);
    store.filter({ role: '', status: 'INVITED' });
    expect(names(store)).toEqual(['new@example.com']);
    store.filter({ status: '', q: 'NOVAK' });
    expect(navigated.at(-1)).toEqual({ to: '/service-provider/team?q=NOVAK', replace: true });
    store.showAll();
    store.sortBy({ key: 'email', direction: 'desc' });
    expect(names(store)[0]).toBe('Paul Lindner');
    expect(navigated.at(-1)?.to).toBe('/service-provider/team?sort=-email');
  });

  it('shows the third-party engineers in their own tab', async () => {
    const { store, api, navigated } = await opened();
    api.answer(listTeam, []);
    store.showKind('THIRD_PARTY');
    await vi.waitFor(() => expect(store.loading).toBe(false));
    expect(api.sent(listTeam).at(-1)).toEqual({ query: { size: 5000, invited: 'true', kind: 'THIRD_PARTY' } });
    expect([store.rows, navigated.at(-1)?.to]).toEqual([[], '/service-provider/team?tab=third-party']);
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

  it('shuts out those chosen one by one, and tells what became of each', async () => {
    const { store, api } = await opened();
    api.answer(enableMember, ({ params: { id } }) =>
      id === 11 ? new CallError('LAST_SUPER_ADMIN') : person({ status: 'DISABLED' }),
    );
    store.toggleRows();
    expect(store.chosen.map(nameOf)).toEqual(['Olga Novak', 'Paul Lindner']);
    store.switchChosen(false);
    await vi.waitFor(() => expect(store.bulk?.finished).toBe(true));
    expect(store.bulk?.lines.map(({ outcome }) => outcome)).toEqual([
      'done',
      { refused: 'There must be at least one super admin.' },
    ]);
    expect(store.members.filter(({ status }) => status === 'DISABLED')).toHaveLength(1);
  });

  it('leaves the rest alone when somebody does not prove who they are', async () => {
    const { store, api } = await opened();
    api.answer(enableMember, new CallError('REAUTHENTICATE'));
    store.toggleRows();
    store.switchChosen(false);
    await vi.waitFor(() => expect(store.bulk?.finished).toBe(true));
    expect([api.sent(enableMember).length, store.bulk?.lines.map(({ outcome }) => outcome)]).toEqual([
      1,
      ['skipped', 'skipped'],
    ]);
  });

  it('keeps the error for the screen, and a retry clears it', async () => {
    const { store, api } = await opened();
    api.answer(listTeam, new CallError('UNAVAILABLE'));
    store.retry();
    await vi.waitFor(() => expect(store.error).toMatchObject({ code: 'UNAVAILABLE' }));
    api.answer(listTeam, team);
    store.retry();
    await vi.waitFor(() => expect(store.error).toBeNull());
  });
});
