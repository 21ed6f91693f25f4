import * as z from 'zod';
import { defineFlag, platformFlagSchema } from '@sinter/sdk/contract/flags';
import type { FlagKey, FlagSpec, PlatformFlag } from '@sinter/sdk/contract/flags';
import type { AddedName } from '@sinter/sdk/contract/enums';

/** On or off: every flag of the platform, and those that mounted plugins add. */
export type Flags = Record<PlatformFlag, boolean> & Partial<Record<AddedName, boolean>>;

type StoredFlag = Pick<FlagSpec, 'configType' | 'field'> & { off?: boolean };

/** The feature flags (specification 6) and where their state is stored (specification 7.2). */
const stored: Record<PlatformFlag, StoredFlag> = {
  QUALITY_MANAGEMENT: { configType: 'QMS_CONFIG', field: 'qmsEnabled' },
  PRICING_RULES: { configType: 'QUOTE_RULE_ENGINE_ENABLED', off: true },
  WEBHOOKS: { configType: 'WEBHOOK_CONFIG_ENABLED' },
  ACCOUNTING: { configType: 'QUICKBOOKS_CONFIG' },
  MATERIAL_MANAGEMENT: { configType: 'MATERIAL_MANAGEMENT_CONFIG', field: 'mmEnabled' },
  PRODUCTION_PLANNING: {},
  PRODUCTION_SCHEDULE: {},
  CHECKLIST: { configType: 'CHECKLIST_CONFIG' },
  ENTERPRISE_SCHEDULER: { configType: 'ENTERPRISE_SCHEDULER_CONFIG' },
  WORKPLAN: {},
  // The specification names no record for these flags, so each has a record of its own name.
  MACHINE_PLATFORMS: { off: true },
  PRODUCTION_FLOW: { off: true },
  MACHINE_CONNECTIVITY: { off: true },
  DIGITAL_CATALOG: { off: true },
  MATERIAL_SEARCH: { off: true },
  EMAIL_TEMPLATES: { off: true },
  APP_STORE: { off: true },
};

export const platformFlags: readonly FlagSpec[] = platformFlagSchema.options.map((key) => {
  const { off = false, ...record } = stored[key];
  return defineFlag({ key, title: `feature.${key}`, default: !off, ...record });
});

/** Type of the config record that stores a flag. */
export const configTypeOf = ({ key, configType = key }: FlagSpec): string => configType;
/** The member of that record's `configValue` that says on or off. */
export const fieldOf = ({ field = 'enabled' }: FlagSpec): string => field;

const allFlagsSchema = z.record(platformFlagSchema, z.boolean());

/** A complete set of flags, from a function of the key. `known`: the flags that there are. */
export function flagsFrom(state: (key: FlagKey) => boolean, known: readonly FlagSpec[] = platformFlags): Flags {
  const platform = platformFlagSchema.options.map((key) => [key, state(key)] as const);
  const added = known.map(({ key }) => [key, state(key)] as const);
  return { ...Object.fromEntries(added), ...allFlagsSchema.parse(Object.fromEntries(platform)) };
}

/** The flags of a facility that has stored none. */
export function defaultsOf(known: readonly FlagSpec[]): Flags {
  const on = new Map(known.map((flag) => [flag.key, flag.default]));
  return flagsFrom((key) => on.get(key) ?? false, known);
}

export const defaultFlags: Flags = defaultsOf(platformFlags);

/**
 * The state that the parsed `configValue` of a config record gives; `undefined` stands for no record. A record that
 * does not say on or off counts as off (specification 8).
 */
export function readFlag(flag: FlagSpec, configValue: unknown): boolean {
  if (configValue === undefined) return flag.default;
  const record = z.record(z.string(), z.unknown()).safeParse(configValue);
  const state = record.success && record.data[fieldOf(flag)];
  return state === true || state === 'true';
}
