import { describe, expect, it } from 'vitest';
import { permissionsOf, platformPermissions, type MemberRole } from '@sinter/sdk/contract';
import type { Rights } from '@sinter/sdk/server';
import { exceeds, type CallerRights, requireMayGive, requirePossible, storedAuthorities } from './rights.ts';

const caller = (roles: MemberRole[], more: Partial<CallerRights> = {}): CallerRights => ({
  memberRoles: roles,
  permissions: permissionsOf(roles),
  authorities: [],
  known: platformPermissions,
  ...more,
});
const rights = (memberRoles: MemberRole[], more: Partial<Rights> = {}): Rights => ({
  memberRoles,
  granted: [],
  revoked: [],
  authorities: [],
  ...more,
});

const superAdmin = caller(['SP_SUPER_ADMIN']);
const admin = caller(['SP_ADMIN']);
const manager = caller(['SP_MANAGER'], { permissions: [...permissionsOf(['SP_MANAGER']), 'SP_TEAM_EDITOR'] });
const buyerManager = caller(['ENG_MANAGER'], { permissions: ['ENG_TEAM_EDITOR'] });
const invalid = (field: string) =>
  expect.objectContaining({ code: 'INVALID_INPUT', fields: { [field]: expect.any(String) } });
const forbidden = expect.objectContaining({ code: 'FORBIDDEN' });

describe('rights that nobody can have', () => {
  it.each([
    ['ROLE_SERVICE_PROVIDER', rights(['ENG_ADMIN']), 'memberRoles'],
    ['ROLE_ENGINEER', rights(['SP_ADMIN']), 'memberRoles'],
    ['ROLE_ENGINEER', rights(['ENG_ADMIN', 'ITAR_ADMIN']), 'memberRoles'],
    ['ROLE_SERVICE_PROVIDER', rights(['SP_NON_ADMIN'], { granted: ['SP_TEAM_EDITOR'] }), 'granted'],
    ['ROLE_SERVICE_PROVIDER', rights(['FINANCIAL_CONTROLLER'], { granted: ['ANALYTICS_ACCESS'] }), 'granted'],
    [
      'ROLE_SERVICE_PROVIDER',
      rights(['SP_MANAGER'], { granted: ['SP_TEAM_EDITOR'], revoked: ['SP_TEAM_EDITOR'] }),
      'granted',
    ],
  ] as const)('%s %j are wrong in %s', (side, asked, field) => {
    expect(() => requirePossible(side, asked, superAdmin)).toThrow(invalid(field));
  });

  it('leave what the roles allow, with a facility’s add-on roles', () => {
    requirePossible(
      'ROLE_SERVICE_PROVIDER',
      rights(['SP_NON_ADMIN', 'LOT_USER'], { granted: ['PRODUCTION_FLOW_ACCESS'] }),
      superAdmin,
    );
    requirePossible('ROLE_ENGINEER', rights(['ENG_MANAGER'], { granted: ['ENG_TEAM_EDITOR'] }), superAdmin);
  });
});

describe('giving rights', () => {
  it.each<[string, CallerRights, Rights | null, Rights]>([
    ['a super admin makes another', superAdmin, null, rights(['SP_SUPER_ADMIN'])],
    ['a super admin takes it away', superAdmin, rights(['SP_SUPER_ADMIN']), rights(['SP_NON_ADMIN'])],
    ['an admin makes an admin', admin, null, rights(['SP_ADMIN'])],
    ['an admin names a controller', admin, rights(['SP_LEGAL']), rights(['SP_LEGAL', 'FINANCIAL_CONTROLLER'])],
    [
      'a super admin names somebody for controlled files',
      superAdmin,
      rights(['SP_LEGAL']),
      rights(['SP_LEGAL', 'ITAR_ADMIN']),
    ],
    [
      'a manager gives what they have',
      manager,
      null,
      rights(['SP_NON_ADMIN'], { granted: ['PRODUCTION_FLOW_ACCESS'] }),
    ],
    [
      'what was given before stays',
      manager,
      rights(['SP_PURCHASE'], { granted: ['PRICING_RULES_EDITOR'] }),
      rights(['SP_PURCHASE'], { granted: ['PRICING_RULES_EDITOR'], revoked: ['SWITCH_DASHBOARD'] }),
    ],
  ])('is allowed: %s', (_, by, before, after) => {
    expect(() => requireMayGive(by, before, after)).not.toThrow();
  });

  it.each<[string, CallerRights, Rights | null, Rights]>([
    ['an admin makes a super admin', admin, null, rights(['SP_SUPER_ADMIN'])],
    ['an admin takes it from one', admin, rights(['SP_SUPER_ADMIN']), rights(['SP_ADMIN'])],
    ['a manager makes an admin', manager, null, rights(['SP_ADMIN'])],
    ['a buyer’s manager makes an admin, whose permissions are no more', buyerManager, null, rights(['ENG_ADMIN'])],
    ['an admin names somebody for controlled files', admin, null, rights(['SP_LEGAL', 'ITAR_ADMIN'])],
    ['an admin takes it from somebody', admin, rights(['SP_LEGAL', 'ITAR_ADMIN']), rights(['SP_LEGAL'])],
    ['a manager names a controller', manager, null, rights(['SP_LEGAL', 'FINANCIAL_CONTROLLER'])],
    ['a manager grants what they lack', manager, null, rights(['SP_PURCHASE'], { granted: ['PRICING_RULES_EDITOR'] })],
    [
      'a manager gives back what was revoked',
      caller(['SP_MANAGER'], { permissions: ['SP_TEAM_EDITOR'] }),
      rights(['SP_NON_ADMIN'], { revoked: ['WORKCENTER_OPERATION_ACCESS'] }),
      rights(['SP_NON_ADMIN']),
    ],
    [
      'a function does more than the caller',
      caller(['SP_MANAGER'], { permissions: ['SP_TEAM_EDITOR'] }),
      null,
      rights(['SP_NON_ADMIN']),
    ],
    [
      'a super admin grants what was taken from them',
      caller(['SP_SUPER_ADMIN'], { permissions: ['SP_TEAM_EDITOR'] }),
      null,
      rights(['SP_MANAGER'], { granted: ['SP_TEAM_EDITOR', 'PRICING_RULES_EDITOR'] }),
    ],
    [
      'an authority that the caller lacks',
      superAdmin,
      rights(['SP_ADMIN']),
      rights(['SP_ADMIN'], { authorities: ['ROLE_ADMIN'] }),
    ],
    [
      'taking an authority that the caller lacks',
      superAdmin,
      rights(['SP_ADMIN'], { authorities: ['ROLE_EMAIL_SETTINGS_EDITOR'] }),
      rights(['SP_ADMIN']),
    ],
  ])('is refused: %s', (_, by, before, after) => {
    expect(() => requireMayGive(by, before, after)).toThrow(forbidden);
  });

  it('keeps only the authorities that are given by hand', () => {
    expect(storedAuthorities('ROLE_SERVICE_PROVIDER', ['ROLE_SERVICE_PROVIDER', 'ROLE_ADMIN'])).toEqual(['ROLE_ADMIN']);
    expect(() => storedAuthorities('ROLE_SERVICE_PROVIDER', ['ROLE_ENGINEER'])).toThrow(invalid('authorities'));
  });
});

describe('somebody above the caller', () => {
  it.each<[boolean, Rights, CallerRights]>([
    [true, rights(['SP_SUPER_ADMIN']), admin],
    [false, rights(['SP_SUPER_ADMIN']), superAdmin],
    [true, rights(['SP_ADMIN']), manager],
    [false, rights(['SP_ADMIN']), admin],
    [true, rights(['SP_PURCHASE'], { granted: ['PRICING_RULES_EDITOR'] }), manager],
    [false, rights(['SP_LEGAL'], { granted: ['SWITCH_DASHBOARD'] }), admin],
    [true, rights(['SP_NON_ADMIN', 'ITAR_ADMIN']), admin],
    [true, rights(['SP_NON_ADMIN'], { authorities: ['ROLE_ADMIN'] }), admin],
    [true, rights(['ENG_ADMIN']), buyerManager],
  ])('%s: %j', (above, asked, by) => {
    expect(exceeds(asked, by)).toBe(above);
  });
});
