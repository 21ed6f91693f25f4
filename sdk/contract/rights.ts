import { declared } from './declared.ts';
import { platformPermissionSchema } from './enums.ts';
import type { MemberRole, Permission, PlatformPermission } from './enums.ts';
import type { Principal } from './guard.ts';

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

const matrix: Record<PlatformPermission, string> = {
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

export interface PermissionDeclaration {
  /** `<plugin>/<NAME>`, unless it is one of the specification's. */
  id: Permission;
  /** Key in the plugin's own texts. */
  title: string;
  /** Roles that hold it by themselves. */
  defaults: readonly MemberRole[];
  /** Roles whose members a team editor may grant it. All others never hold it. */
  grantable: readonly MemberRole[];
}

/** What somebody may be allowed to do. */
export interface PermissionSpec extends PermissionDeclaration {
  readonly [declared]: 'permission';
}

export function definePermission(permission: PermissionDeclaration): PermissionSpec {
  return { ...permission, [declared]: 'permission' };
}

/** The permissions of the specification. A kiosk account moves lots and loads material, nothing else. */
export const platformPermissions: readonly PermissionSpec[] = platformPermissionSchema.options.map((id) => {
  const marked = (mark: string): MemberRole[] => columns.filter((_, index) => matrix[id][index] === mark);
  const kiosk: MemberRole[] = id === 'WORKCENTER_OPERATION_ACCESS' ? ['LOT_USER'] : [];
  return definePermission({
    id,
    title: `ui:permission.${id}`,
    defaults: [...marked('#'), ...kiosk],
    grantable: marked('o'),
  });
});

/** Functions that see everything of their buyer company; the others see what is theirs. */
const overseers: readonly MemberRole[] = ['ENG_SUPER_ADMIN', 'ENG_ADMIN', 'ENG_MANAGER', 'ENG_PURCHASE', 'ENG_LEGAL'];

/** The key of an account acts for the whole company. */
export const seesWholeCompany = ({ via, memberRoles }: Pick<Principal, 'via' | 'memberRoles'>): boolean =>
  via === 'accountKey' || memberRoles.some((role) => overseers.includes(role));

/** `default`: held with the role. `grantable`: a team editor may add it. `never`: not even then. */
export type Standing = 'default' | 'grantable' | 'never';

/** Whether a role has a permission by itself. `known`: the permissions that there are, with those of plugins. */
export function standing(
  role: MemberRole,
  permission: Permission,
  known: readonly PermissionSpec[] = platformPermissions,
): Standing {
  const spec = known.find(({ id }) => id === permission);
  if (spec?.defaults.includes(role)) return 'default';
  return spec?.grantable.includes(role) ? 'grantable' : 'never';
}

/** Permissions of somebody with these functions: the defaults and what was granted, less what was revoked. */
export function permissionsOf(
  memberRoles: readonly MemberRole[],
  granted: readonly Permission[] = [],
  revoked: readonly Permission[] = [],
  known: readonly PermissionSpec[] = platformPermissions,
): Permission[] {
  return known
    .filter(({ id, defaults, grantable }) => {
      if (revoked.includes(id)) return false;
      const held = memberRoles.some((role) => defaults.includes(role));
      return held || (granted.includes(id) && memberRoles.some((role) => grantable.includes(role)));
    })
    .map(({ id }) => id);
}
