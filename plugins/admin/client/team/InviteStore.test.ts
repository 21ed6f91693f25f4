import { CallError } from '@sinter/sdk/contract/errors';
import { invite } from '@sinter/sdk/contract/admin/team';
import type { TeamMember } from '@sinter/sdk/contract/admin/team';
import { fakeHost } from '@sinter/sdk/testing';
import { describe, expect, it } from 'vitest';
import { InviteStore } from './InviteStore.ts';
import { person, superAdminUser } from './testing.ts';
import type { TeamKind } from './TeamStore.ts';

function begun(kind: TeamKind = 'OWN') {
  const fake = fakeHost({ id: 'admin', user: superAdminUser });
  const invited: TeamMember[] = [];
  const store = new InviteStore(fake.host, kind, (member) => invited.push(member));
  return { ...fake, store, invited };
}

describe('InviteStore', () => {
  it('takes addresses by line, comma or blank, each once', () => {
    const { store } = begun();
    store.write('a@example.com, b@example.com\na@example.com; c@example.com ');
    expect(store.addresses).toEqual(['a@example.com', 'b@example.com', 'c@example.com']);
  });

  it('sends nothing before everything needed is there', async () => {
    const { store, api } = begun();
    expect(await store.send()).toBe(false);
    expect(store.problems).toEqual({ emails: 'none', memberRoles: 'none' });
    store.write('a@example.com nonsense');
    expect([store.problems.emails, store.wrongAddresses]).toEqual(['wrong', ['nonsense']]);
    expect(api.sent(invite)).toEqual([]);
  });

  it('tells what became of each, and keeps those refused for another try', async () => {
    const { store, api, invited } = begun();
    api.answer(invite, ({ body: { email } }) =>
      email === 'b@example.com'
        ? CallError.received({ code: 'CONFLICT', message: 'They are in the team already.' })
        : person({ status: 'INVITED', userId: null, email }),
    );
    store.write('a@example.com\nb@example.com');
    store.draft.toggleRole('SP_MANAGER');
    store.draft.setPermission('SP_TEAM_EDITOR', true);
    expect(await store.send()).toBe(false);
    expect(api.sent(invite)[0]?.body).toEqual({
      email: 'a@example.com',
      kind: 'OWN',
      memberRoles: ['SP_MANAGER'],
      granted: ['SP_TEAM_EDITOR'],
      revoked: [],
    });
    expect(store.lines).toEqual([
      { row: 'a@example.com', outcome: 'done' },
      { row: 'b@example.com', outcome: { refused: 'They are in the team already.' } },
    ]);
    expect([store.emails, invited.map(({ email }) => email)]).toEqual(['b@example.com', ['a@example.com']]);
  });

  it('asks an engineer from outside in with the company they bring, one at a time', async () => {
    const { store, api } = begun('THIRD_PARTY');
    store.write('a@example.com b@example.com');
    store.draft.toggleRole('ENG_ADMIN');
    expect(store.problems).toEqual({ emails: 'oneCompany', companyName: 'none' });
    store.write('a@example.com');
    store.writeCompany('Outside Ltd');
    api.answer(invite, person({ status: 'INVITED', userId: null }));
    expect(await store.send()).toBe(true);
    expect(api.sent(invite)[0]?.body).toMatchObject({ kind: 'THIRD_PARTY', companyName: 'Outside Ltd' });
  });
});
