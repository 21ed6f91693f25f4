import * as z from 'zod';

/** The side that a user works on (specification 6). */
export const roleSchema = z.enum(['ROLE_SERVICE_PROVIDER', 'ROLE_ENGINEER']);
export type Role = z.infer<typeof roleSchema>;

/** Kinds of accounts (specification 6). */
export const accountTypeSchema = z.enum(['SERVICE_PROVIDER', 'ENGINEER', 'THIRD_PARTY_ENGINEER']);
export type AccountType = z.infer<typeof accountTypeSchema>;

/**
 * What a buyer works in (specification 2.3, 2.7): the shop, the lighter dashboard with its menu at the top, or the one with
 * the side menu. Service providers have `NORMAL`.
 */
export const dashboardSchema = z.enum(['STORE_FRONT', 'CONSUMER', 'NORMAL']);
export type Dashboard = z.infer<typeof dashboardSchema>;

/**
 * A user's functions inside a company or facility. They decide the default permissions (specification 6; product
 * 3.12).
 */
export const memberRoleSchema = z.enum([
  'ENG_SUPER_ADMIN',
  'ENG_ADMIN',
  'ENG_NON_ADMIN',
  'ENG_PURCHASE',
  'ENG_LEGAL',
  'ENG_APPLICATION_ENGINEER',
  'ENG_MANAGER',
  'SP_SUPER_ADMIN',
  'SP_ADMIN',
  'SP_NON_ADMIN',
  'SP_LEGAL',
  'SP_PURCHASE',
  'SP_APPLICATION_ENGINEER',
  'SP_MANAGER',
  'FINANCIAL_CONTROLLER',
  'ITAR_ADMIN',
  'LOT_USER',
]);
export type MemberRole = z.infer<typeof memberRoleSchema>;

/** Rights of an account that do not follow from its functions (specification 6). */
export const authoritySchema = z.enum([
  'ROLE_SERVICE_PROVIDER',
  'ROLE_ENGINEER',
  'ROLE_ADMIN',
  'ROLE_EMAIL_SETTINGS_EDITOR',
]);
export type Authority = z.infer<typeof authoritySchema>;

/** What a user may do (specification 6). Defaults for each function: product 3.12. */
/**
 * A name that a plugin adds to those of the specification: `<plugin>/<NAME>`, for permissions and feature flags. A plugin
 * declares them under its own id only.
 */
export const addedNameSchema = z
  .templateLiteral([z.string().regex(/^[a-z][a-z0-9.-]{0,60}$/), '/', z.string().regex(/^[A-Z][A-Z0-9_]{0,60}$/)])
  .meta({ examples: ['checks/INSPECTOR'] });
export type AddedName = z.infer<typeof addedNameSchema>;

/** The permissions of the specification. */
export const platformPermissionSchema = z.enum([
  'DIGITAL_CATALOG_EDITOR',
  'PRODUCTION_SCHEDULER_AND_PLANNER_ACCESS',
  'ENTERPRISE_SCHEDULER_VIEW',
  'WORKCENTER_OPERATION_ACCESS',
  'MATERIAL_MANAGEMENT_EDITOR',
  'PRODUCTION_FLOW_ACCESS',
  'QUALITY_MANAGEMENT_ACCESS',
  'ANALYTICS_ACCESS',
  'RFQ_CONFIG_EDITOR',
  'STOREFRONT_CONFIG_EDITOR',
  'PRICING_RULES_EDITOR',
  'FACILITY_CONFIG_EDITOR',
  'FACILITY_SETTINGS_EDITOR',
  'CUSTOMER_PORTAL_EDITOR',
  'MES_SETTINGS_EDITOR',
  'QMS_SETTINGS_EDITOR',
  'MC_SETTINGS_EDITOR',
  'TAGS_SETTINGS_EDITOR',
  'EMAIL_SETTINGS_EDITOR',
  'EMAIL_TEMPLATE_CONFIG_EDITOR',
  'SP_TEAM_EDITOR',
  'ENG_TEAM_EDITOR',
  'SWITCH_DASHBOARD',
]);
export type PlatformPermission = z.infer<typeof platformPermissionSchema>;

export const permissionSchema = z.union([platformPermissionSchema, addedNameSchema]);
export type Permission = z.infer<typeof permissionSchema>;
