import { permissionSchema } from './enums.ts';
import type { MemberRole, Permission } from './enums.ts';

/**
 * What each function in a facility or company may do: `#` by default, `o` when a team editor grants it, `-` never.
 * Columns in the order of `columns`.
 */
const columns = [
  'SP_SUPER_ADMIN',
  'SP_ADMIN',
  'SP_NON_ADMIN',
  'SP_LEGAL',
  'SP_PURCHASE',
  'SP_APPLICATION_ENGINEER',
  'SP_MANAGER',
  'ENG_SUPER_ADMIN',
  'ENG_ADMIN',
  'ENG_NON_ADMIN',
  'ENG_PURCHASE',
  'ENG_LEGAL',
  'ENG_APPLICATION_ENGINEER',
  'ENG_MANAGER',
] as const satisfies readonly MemberRole[];

const matrix: Record<Permission, string> = {
  DIGITAL_CATALOG_EDITOR: '##---##oo---oo',
  PRODUCTION_SCHEDULER_AND_PLANNER_ACCESS: '##o--##-------',
  ENTERPRISE_SCHEDULER_VIEW: '##---o#-------',
  WORKCENTER_OPERATION_ACCESS: '###--##-------',
  MATERIAL_MANAGEMENT_EDITOR: '##o-#o#-------',
  PRODUCTION_FLOW_ACCESS: '##o-o##-------',
  QUALITY_MANAGEMENT_ACCESS: '##oo-##-------',
  ANALYTICS_ACCESS: '##--oo#-------',
  RFQ_CONFIG_EDITOR: '##---oo-------',
  STOREFRONT_CONFIG_EDITOR: '##----o-------',
  PRICING_RULES_EDITOR: '##--ooo-------',
  FACILITY_CONFIG_EDITOR: '##---oo-------',
  FACILITY_SETTINGS_EDITOR: '##----o-------',
  CUSTOMER_PORTAL_EDITOR: '##----o-------',
  MES_SETTINGS_EDITOR: '##---oo-------',
  QMS_SETTINGS_EDITOR: '##---oo-------',
  MC_SETTINGS_EDITOR: '##---oo-------',
  TAGS_SETTINGS_EDITOR: '##---o#-------',
  EMAIL_SETTINGS_EDITOR: '##------------',
  EMAIL_TEMPLATE_CONFIG_EDITOR: '##-o--o-------',
  SP_TEAM_EDITOR: '##----o-------',
  ENG_TEAM_EDITOR: '-------##----o',
  SWITCH_DASHBOARD: '#oooooo#oooooo',
};

/** `default`: held with the role. `grantable`: a team editor may add it. `never`: not even then. */
export type Standing = 'default' | 'grantable' | 'never';

/** Whether a role has a permission by itself. Add-on roles and the kiosk's LOT_USER have none but what their work needs. */
export function standing(role: MemberRole, permission: Permission): Standing {
  // A kiosk account moves lots and loads material, nothing else; the other add-on roles give none of these.
  if (role === 'LOT_USER') return permission === 'WORKCENTER_OPERATION_ACCESS' ? 'default' : 'never';
  const mark = matrix[permission][columns.findIndex((column) => column === role)];
  return mark === '#' ? 'default' : mark === 'o' ? 'grantable' : 'never';
}

/** Permissions of somebody with these functions: the defaults and what was granted, less what was revoked. */
export function permissionsOf(
  memberRoles: readonly MemberRole[],
  granted: readonly Permission[] = [],
  revoked: readonly Permission[] = [],
): Permission[] {
  return permissionSchema.options.filter((permission) => {
    if (revoked.includes(permission)) return false;
    const standings = memberRoles.map((role) => standing(role, permission));
    return standings.includes('default') || (granted.includes(permission) && standings.includes('grantable'));
  });
}

/** Order rights that no permission names: fixed by function, and never granted singly. */
export const orderRights = {
  /** Creates and edits orders. */
  create: [
    ...(['ENG_SUPER_ADMIN', 'ENG_ADMIN', 'ENG_NON_ADMIN', 'ENG_PURCHASE'] as const),
    ...(['ENG_APPLICATION_ENGINEER', 'ENG_MANAGER'] as const),
  ],
  /** Accepts or rejects a quote, awards by purchase order, pays. */
  accept: ['ENG_SUPER_ADMIN', 'ENG_ADMIN', 'ENG_PURCHASE', 'ENG_MANAGER'],
  /** Quotes, declines, and answers an award. */
  quote: ['SP_SUPER_ADMIN', 'SP_ADMIN', 'SP_APPLICATION_ENGINEER', 'SP_MANAGER'],
  /** Holds, resumes, withdraws, restores. */
  hold: ['ENG_SUPER_ADMIN', 'ENG_ADMIN', 'ENG_MANAGER', 'SP_SUPER_ADMIN', 'SP_ADMIN', 'SP_MANAGER'],
  /** Sees prices. */
  prices: [
    ...(['ENG_SUPER_ADMIN', 'ENG_ADMIN', 'ENG_NON_ADMIN', 'ENG_PURCHASE', 'ENG_LEGAL'] as const),
    ...(['ENG_APPLICATION_ENGINEER', 'ENG_MANAGER', 'SP_SUPER_ADMIN', 'SP_ADMIN', 'SP_LEGAL', 'SP_PURCHASE'] as const),
    ...(['SP_APPLICATION_ENGINEER', 'SP_MANAGER', 'FINANCIAL_CONTROLLER'] as const),
  ],
} satisfies Record<string, MemberRole[]>;
export type OrderRight = keyof typeof orderRights;

export const hasOrderRight = (memberRoles: readonly MemberRole[], right: OrderRight): boolean => {
  const holders: readonly MemberRole[] = orderRights[right];
  return memberRoles.some((role) => holders.includes(role));
};
