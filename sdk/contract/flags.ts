import * as z from 'zod';
import { declared } from './declared.ts';
import { addedNameSchema } from './enums.ts';

/**
 * The feature flags of a facility (specification, section 6). Each gates menu entries, pages and calls alike.
 * Their defaults and the config records they are stored in are data of the registry.
 */
export const platformFlagSchema = z.enum([
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
export type PlatformFlag = z.infer<typeof platformFlagSchema>;

export const flagKeySchema = z.union([platformFlagSchema, addedNameSchema]);
export type FlagKey = z.infer<typeof flagKeySchema>;

export interface FlagDeclaration {
  /** `<plugin>/<NAME>`, unless it is one of the specification's. */
  key: FlagKey;
  /** Key in the plugin's own texts; a longer explanation may stand under `<title>.text`. */
  title: string;
  /** The state when the facility has stored none. */
  default: boolean;
  /** Type of the config record that stores it; a record of the flag's own name unless given. */
  configType?: string;
  /** The member of the record's `configValue` that says on or off; `enabled` unless given. */
  field?: string;
}

/** A feature flag: on or off for each facility. */
export interface FlagSpec extends FlagDeclaration {
  readonly [declared]: 'flag';
}

export function defineFlag(flag: FlagDeclaration): FlagSpec {
  return { ...flag, [declared]: 'flag' };
}
