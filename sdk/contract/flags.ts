import * as z from 'zod';

/**
 * The feature flags of a facility (specification, section 6). Each gates menu entries, pages and calls alike.
 * Their defaults and the config records they are stored in are data of the registry.
 */
export const flagKeySchema = z.enum([
  'QUALITY_MANAGEMENT',
  'PRICING_RULES',
  'WEBHOOKS',
  'ACCOUNTING',
  'MATERIAL_MANAGEMENT',
  'PRODUCTION_PLANNING',
  'PRODUCTION_SCHEDULE',
  'CHECKLIST',
  'ENTERPRISE_SCHEDULER',
  'WORKPLAN',
  'MACHINE_PLATFORMS',
  'PRODUCTION_FLOW',
  'MACHINE_CONNECTIVITY',
  'DIGITAL_CATALOG',
  'MATERIAL_SEARCH',
  'EMAIL_TEMPLATES',
  'APP_STORE',
]);
export type FlagKey = z.infer<typeof flagKeySchema>;
