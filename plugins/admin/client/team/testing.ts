import type { TeamMember } from '@sinter/sdk/contract/admin/team';
import { permissionsOf } from '@sinter/sdk/contract/rights';
import { providerUser } from '@sinter/sdk/testing';
import { callerOf } from './rights.ts';

export const superAdminUser = providerUser({
  memberRoles: ['SP_SUPER_ADMIN'],
  authorities: ['ROLE_ADMIN'],
  serviceProvider: { permissions: permissionsOf(['SP_SUPER_ADMIN']) },
});
export const superAdmin = callerOf(superAdminUser, false);
/** A manager who was given the team. */
export const manager = callerOf(
  providerUser({
    memberRoles: ['SP_MANAGER'],
    serviceProvider: { permissions: permissionsOf(['SP_MANAGER'], ['SP_TEAM_EDITOR']) },
  }),
  false,
);

export const person = (change: Partial<TeamMember> = {}): TeamMember => {
  const { memberRoles = ['SP_NON_ADMIN'], granted = [], revoked = [] } = change;
  return {
    id: 10,
    status: 'ACTIVE',
    userId: 20,
    email: 'olga@example.com',
    firstName: 'Olga',
    lastName: 'Novak',
    accountType: 'SERVICE_PROVIDER',
    place: { id: 1, name: 'Works' },
    memberRoles,
    permissions: permissionsOf(memberRoles, granted, revoked),
    granted,
    revoked,
    authorities: [],
    departments: [],
    dashboard: null,
    lastSignIn: null,
    secondFactor: false,
    validUntil: null,
    locked: false,
    ...change,
  };
};
