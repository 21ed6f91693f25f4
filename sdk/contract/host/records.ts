import * as z from 'zod';
import { defineCall } from '../call.ts';
import { anyMember, provider, signedIn } from '../guard.ts';

/** Configuration records and preferences (specification 3, 7.2 and 7.6). */

const id = z.coerce.number().int().positive();

/** Configuration record (specification, section 3). `configValue` is JSON text. */
export const configRecordSchema = z.object({
  id: z.number().int(),
  active: z.boolean(),
  configType: z.string(),
  elementType: z.string().nullable(),
  elementId: z.number().int().nullable(),
  configValue: z.string(),
});

/**
 * The record of the active facility, else that of the enterprise. `null` where there is none, for an unknown type, and
 * for a buyer who asks for a type that the shop does not need (specification 7.2).
 */
export const readConfig = defineCall({
  id: 'host.readConfig',
  owner: 'host',
  method: 'GET',
  path: '/api/v1/link3d-config/{type}',
  summary: 'A configuration record by type.',
  guard: signedIn,
  params: z.object({ type: z.string().max(60) }),
  response: configRecordSchema.nullable(),
});

/**
 * `elementType` is SERVICE_PROVIDER and `elementId` a facility; `null` for any other type of element, and as in
 * `readConfig`. Refused with NOT_FOUND when the facility is not the caller's (specification 7.2).
 */
export const readElementConfig = defineCall({
  id: 'host.readElementConfig',
  owner: 'host',
  method: 'GET',
  path: '/api/v1/link3d-config/{configType}/{elementType}/{elementId}',
  summary: 'A configuration record of one facility or other element.',
  guard: signedIn,
  params: z.object({ configType: z.string().max(60), elementType: z.string().max(60), elementId: id }),
  response: configRecordSchema.nullable(),
});

/**
 * `configValue` is JSON text. Refused with INVALID_INPUT when there is no such type (`configType`), or the value is not
 * JSON or does not fit its type (`configValue`). A theme is saved by `saveThemeConfig` alone (specification 7.2).
 */
export const saveConfig = defineCall({
  id: 'host.saveConfig',
  owner: 'host',
  method: 'POST',
  path: '/api/v1/link3d-config',
  summary: 'Saves a configuration record of the active facility.',
  guard: provider('FACILITY_SETTINGS_EDITOR'),
  body: z.object({ configType: z.string().max(60), configValue: z.string().max(200_000), active: z.boolean() }),
  response: configRecordSchema,
});

/**
 * Replaces the one before. Refused with INVALID_INPUT when `preferenceType` is not the type in the path (specification
 * 7.6).
 */
export const savePreference = defineCall({
  id: 'host.savePreference',
  owner: 'host',
  method: 'POST',
  path: '/api/v1/userPreference/{type}',
  summary: "Saves one of the user's own preferences; `preference` is JSON text.",
  guard: anyMember('Preferences are the own ones of each user.'),
  params: z.object({ type: z.string().max(60) }),
  body: z.object({ preferenceType: z.string().max(60), preference: z.string().max(100_000) }),
  response: z.object({ preferenceType: z.string(), preference: z.string() }),
});

/** `null` where none was saved (specification 7.6). */
export const readPreference = defineCall({
  id: 'host.readPreference',
  owner: 'host',
  method: 'GET',
  path: '/api/v1/userPreference/{type}',
  summary: "One of the user's own preferences.",
  guard: anyMember('Preferences are the own ones of each user.'),
  params: z.object({ type: z.string().max(60) }),
  response: z.object({ preferenceType: z.string(), preference: z.string() }).nullable(),
});

/** Types of configuration records. */
export const configTypeSchema = z.enum([
  'WORKPLAN',
  'SCHEDULING',
  'ANALYTICS',
  'QMS_CONFIG',
  'QR_CODE',
  'QMS_DASHBOARD_CONFIG',
  'QMS_REPORT_CONFIG',
  'PAYMENT_OPTIONS',
  'QUOTE_RULE_ENGINE_ENABLED',
  'EMAIL_CONFIG',
  'STORE_FRONT_CONFIG',
  'MULTI_RFQ_CONFIG',
  'CURRENCY_CONFIG',
  'STORE_FRONT_UI_CONFIG',
  'STORE_FRONT_MENU_CONFIG',
  'THEME_CONFIG',
  'FAVICON_ICO_CONFIG',
  'MACHINE_FINISH_TYPE',
  'ITAR',
  'WEBHOOK_CONFIG_ENABLED',
  'MAGICS_CONFIG',
  'CUSTOMER_CONFIG',
  'QUICKBOOKS_CONFIG',
  'MATERIAL_MANAGEMENT_CONFIG',
  'PRODUCTION_PLANNING',
  'PRODUCTION_SCHEDULE',
  'CHECKLIST_CONFIG',
  'ENTERPRISE_SCHEDULER_CONFIG',
  'ORDER_CONFIG',
]);

export type ConfigType = z.infer<typeof configTypeSchema>;
