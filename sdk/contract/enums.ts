import * as z from 'zod';

/** Section 6 of the specification: who somebody is. */
export const roleSchema = z.enum(['ROLE_SERVICE_PROVIDER', 'ROLE_ENGINEER']);
export type Role = z.infer<typeof roleSchema>;

export const accountTypeSchema = z.enum(['SERVICE_PROVIDER', 'ENGINEER', 'THIRD_PARTY_ENGINEER']);
export type AccountType = z.infer<typeof accountTypeSchema>;

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
/** A person's function inside a company or facility; decides the default permissions. */
export type MemberRole = z.infer<typeof memberRoleSchema>;

export const authoritySchema = z.enum([
  'ROLE_SERVICE_PROVIDER',
  'ROLE_ENGINEER',
  'ROLE_ADMIN',
  'ROLE_EMAIL_SETTINGS_EDITOR',
]);
export type Authority = z.infer<typeof authoritySchema>;

export const permissionSchema = z.enum([
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
export type Permission = z.infer<typeof permissionSchema>;
