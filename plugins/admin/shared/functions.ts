import type { Authority, MemberRole } from '@sinter/sdk/contract/enums';

/** What the team editor and the server must agree on: who may give which function. */

/** Functions of the provider's side that come on top of another. */
export const addOnRoles = ['FINANCIAL_CONTROLLER', 'ITAR_ADMIN', 'LOT_USER'] as const satisfies readonly MemberRole[];

/** Authorities that are given by hand; the others follow from the kind of account. */
export const givenAuthorities = ['ROLE_ADMIN', 'ROLE_EMAIL_SETTINGS_EDITOR'] as const satisfies readonly Authority[];

/** An administrator's function opens more than its permissions say: rows, settings, other people. */
function rank(roles: readonly MemberRole[]): number {
  if (isSuperAdmin(roles)) return 2;
  return roles.includes('SP_ADMIN') || roles.includes('ENG_ADMIN') ? 1 : 0;
}

export const isSuperAdmin = (roles: readonly MemberRole[]): boolean =>
  roles.includes('SP_SUPER_ADMIN') || roles.includes('ENG_SUPER_ADMIN');

export const isAdmin = (roles: readonly MemberRole[]): boolean => rank(roles) > 0;

/** May somebody with these functions give or take that one? What it permits is asked separately. */
export function handles(memberRoles: readonly MemberRole[], role: MemberRole): boolean {
  if (isSuperAdmin(memberRoles)) return true;
  // Neither adds a permission, and each opens what its name says.
  if (role === 'ITAR_ADMIN') return memberRoles.includes(role);
  if (role === 'FINANCIAL_CONTROLLER') return memberRoles.includes(role) || isAdmin(memberRoles);
  return rank([role]) <= rank(memberRoles);
}
