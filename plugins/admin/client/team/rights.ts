import type { Authority, MemberRole, Permission } from '@sinter/sdk/contract/enums';
import { permissionsOf, platformPermissions, standing } from '@sinter/sdk/contract/rights';
import type { PermissionSpec } from '@sinter/sdk/contract/rights';
import type { SessionUser } from '@sinter/sdk/contract/host/session';
import { addOnRoles, handles, isSuperAdmin } from '../../shared/functions.ts';

export type Side = 'provider' | 'buyer';

/** The functions of each side, the most powerful first. */
export const rolesOfSide: Record<Side, readonly MemberRole[]> = {
  provider: [
    'SP_SUPER_ADMIN',
    'SP_ADMIN',
    'SP_MANAGER',
    'SP_APPLICATION_ENGINEER',
    'SP_PURCHASE',
    'SP_LEGAL',
    'SP_NON_ADMIN',
    ...addOnRoles,
  ],
  buyer: [
    'ENG_SUPER_ADMIN',
    'ENG_ADMIN',
    'ENG_MANAGER',
    'ENG_APPLICATION_ENGINEER',
    'ENG_PURCHASE',
    'ENG_LEGAL',
    'ENG_NON_ADMIN',
  ],
};

/** Permissions as people look for them. */
export const permissionGroups: Record<string, readonly Permission[]> = {
  orders: ['DIGITAL_CATALOG_EDITOR', 'RFQ_CONFIG_EDITOR', 'STOREFRONT_CONFIG_EDITOR', 'PRICING_RULES_EDITOR'],
  production: [
    'PRODUCTION_SCHEDULER_AND_PLANNER_ACCESS',
    'ENTERPRISE_SCHEDULER_VIEW',
    'WORKCENTER_OPERATION_ACCESS',
    'MATERIAL_MANAGEMENT_EDITOR',
    'PRODUCTION_FLOW_ACCESS',
    'QUALITY_MANAGEMENT_ACCESS',
    'ANALYTICS_ACCESS',
  ],
  settings: [
    'FACILITY_CONFIG_EDITOR',
    'FACILITY_SETTINGS_EDITOR',
    'CUSTOMER_PORTAL_EDITOR',
    'MES_SETTINGS_EDITOR',
    'QMS_SETTINGS_EDITOR',
    'MC_SETTINGS_EDITOR',
    'TAGS_SETTINGS_EDITOR',
    'EMAIL_SETTINGS_EDITOR',
    'EMAIL_TEMPLATE_CONFIG_EDITOR',
  ],
  people: ['SP_TEAM_EDITOR', 'ENG_TEAM_EDITOR', 'SWITCH_DASHBOARD'],
};

/** Who gives rights: nobody gives what they lack. */
export interface Caller {
  permissions: readonly Permission[];
  memberRoles: readonly MemberRole[];
  authorities: readonly Authority[];
  /** All permissions that there are, the platform's and those of plugins. */
  known: readonly PermissionSpec[];
}

/** `outside`: the caller looks after a company that the facility has let in, with all that its team editors have. */
export const callerOf = (
  user: SessionUser,
  outside: boolean,
  known: () => readonly PermissionSpec[] = () => platformPermissions,
): Caller => ({
  permissions: [
    ...((user.serviceProvider ?? user.engineer)?.permissions ?? []),
    // The session names it only to those who have somewhere to switch to.
    ...permissionsOf(user.memberRoles).filter((permission) => permission === 'SWITCH_DASHBOARD'),
    ...(outside ? (['ENG_TEAM_EDITOR'] as const) : []),
  ],
  memberRoles: user.memberRoles,
  authorities: user.authorities,
  get known() {
    return known();
  },
});

/** What the roles say of a permission together: the best of each. */
export function standingOf(
  roles: readonly MemberRole[],
  permission: Permission,
  { known }: Pick<Caller, 'known'>,
): 'default' | 'grantable' | 'never' {
  const all = roles.map((role) => standing(role, permission, known));
  return all.includes('default') ? 'default' : all.includes('grantable') ? 'grantable' : 'never';
}

/** May the caller give somebody this role? The server has the last word; this only spares a refusal. */
export function mayGiveRole({ memberRoles, permissions, known }: Caller, role: MemberRole): boolean {
  if (isSuperAdmin(memberRoles)) return true;
  return (
    handles(memberRoles, role) &&
    permissionsOf([role], [], [], known).every((permission) => permissions.includes(permission))
  );
}
