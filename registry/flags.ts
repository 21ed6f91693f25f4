import * as z from 'zod';
import { flagKeySchema } from '@sinter/sdk/contract/flags';
import type { FlagKey } from '@sinter/sdk/contract/flags';

export type Flags = Record<FlagKey, boolean>;

export interface FlagRecord {
  /** The state of a facility that has stored nothing. */
  default: boolean;
  /** Type of the facility's config record. */
  configType: string;
  /** The member of its `configValue` that says on or off. */
  field: string;
  /** Translation key. */
  label: string;
}

const flag = (key: FlagKey, configType: string, options: { field?: string; off?: boolean } = {}): FlagRecord => ({
  default: !options.off,
  configType,
  field: options.field ?? 'enabled',
  label: `flag.${key}`,
});

/** The feature flags (specification, section 6) and where their state is stored (section 7.2). */
export const flagRecords: Record<FlagKey, FlagRecord> = {
  QUALITY_MANAGEMENT: flag('QUALITY_MANAGEMENT', 'QMS_CONFIG', { field: 'qmsEnabled' }),
  PRICING_RULES: flag('PRICING_RULES', 'QUOTE_RULE_ENGINE_ENABLED', { off: true }),
  WEBHOOKS: flag('WEBHOOKS', 'WEBHOOK_CONFIG_ENABLED'),
  ACCOUNTING: flag('ACCOUNTING', 'QUICKBOOKS_CONFIG'),
  MATERIAL_MANAGEMENT: flag('MATERIAL_MANAGEMENT', 'MATERIAL_MANAGEMENT_CONFIG', { field: 'mmEnabled' }),
  PRODUCTION_PLANNING: flag('PRODUCTION_PLANNING', 'PRODUCTION_PLANNING'),
  PRODUCTION_SCHEDULE: flag('PRODUCTION_SCHEDULE', 'PRODUCTION_SCHEDULE'),
  CHECKLIST: flag('CHECKLIST', 'CHECKLIST_CONFIG'),
  ENTERPRISE_SCHEDULER: flag('ENTERPRISE_SCHEDULER', 'ENTERPRISE_SCHEDULER_CONFIG'),
  WORKPLAN: flag('WORKPLAN', 'WORKPLAN'),
  // The specification names no record for these; each has one of its own name.
  MACHINE_PLATFORMS: flag('MACHINE_PLATFORMS', 'MACHINE_PLATFORMS', { off: true }),
  PRODUCTION_FLOW: flag('PRODUCTION_FLOW', 'PRODUCTION_FLOW', { off: true }),
  MACHINE_CONNECTIVITY: flag('MACHINE_CONNECTIVITY', 'MACHINE_CONNECTIVITY', { off: true }),
  DIGITAL_CATALOG: flag('DIGITAL_CATALOG', 'DIGITAL_CATALOG', { off: true }),
  MATERIAL_SEARCH: flag('MATERIAL_SEARCH', 'MATERIAL_SEARCH', { off: true }),
  EMAIL_TEMPLATES: flag('EMAIL_TEMPLATES', 'EMAIL_TEMPLATES', { off: true }),
  APP_STORE: flag('APP_STORE', 'APP_STORE', { off: true }),
};

const allFlagsSchema = z.record(flagKeySchema, z.boolean());

/** A complete set of flags from a function of the key. */
export const flagsFrom = (state: (key: FlagKey) => boolean): Flags =>
  allFlagsSchema.parse(Object.fromEntries(flagKeySchema.options.map((key) => [key, state(key)])));

export const defaultFlags: Flags = flagsFrom((key) => flagRecords[key].default);

/**
 * The state that a config record's parsed `configValue` gives; `undefined`: there is no record. One that does not say
 * on or off counts as off (specification, section 8).
 */
export function readFlag(key: FlagKey, configValue: unknown): boolean {
  const { default: state, field } = flagRecords[key];
  if (configValue === undefined) return state;
  const record = z.record(z.string(), z.unknown()).safeParse(configValue);
  return record.success && (record.data[field] === true || record.data[field] === 'true');
}
