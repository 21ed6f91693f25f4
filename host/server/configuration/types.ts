import * as z from 'zod';
import { shopFactsSchema } from '@sinter/sdk/contract/host/storeFront';
import { currencyConfigSchema, storefrontConfigSchema } from '@sinter/sdk/contract/host/configuration';
import { magicsConfigSchema, magicsConfigType } from '@sinter/sdk/contract/host/magicsConfig';
import { configTypeOf, fieldOf, platformFlags } from '#registry/flags';
import { menuConfigSchema } from '#registry/menu';
import { menuConfigType } from '../modules/facilityStates.ts';
import { languageConfigSchema, languageConfigType } from '../texts/languages.ts';
import { themeConfigType } from '../theme/theme.ts';

interface ConfigType {
  /** What a stored value must look like. */
  schema: z.ZodType;
  /** Buyers may read it too. */
  shop: boolean;
}

const settings = (shop = false): ConfigType => ({ schema: z.looseObject({}), shop });

export const paymentConfigType = 'PAYMENT_OPTIONS';

/** A record that holds a flag says on or off; the specification's servers send either form. */
const onOff = (field: string): ConfigType => ({
  schema: z.looseObject({ [field]: z.union([z.boolean(), z.enum(['true', 'false'])]) }),
  shop: true,
});
const flagTypes = Object.fromEntries(platformFlags.map((flag) => [configTypeOf(flag), onOff(fieldOf(flag))]));

/** The terms that buyers accept. Only publishing the store front writes them: it checks their files. */
export const termsConfigType = 'STORE_FRONT_TERMS';

/** What the shop says beside its currencies stands in the same record, but for the terms. */
export const storefrontRecordSchema = z.looseObject({
  ...storefrontConfigSchema.partial().shape,
  ...shopFactsSchema.omit({ terms: true }).partial().shape,
});
/** One rate for each currency. */
export const currencyRecordSchema = currencyConfigSchema
  .max(200)
  .refine((rates) => new Set(rates.map(({ key }) => key)).size === rates.length, {
    error: 'two rates for one currency',
  });

/** The types of configuration records (specification 3.1): no other can be stored. */
const configTypes: Readonly<Record<string, ConfigType>> = {
  SCHEDULING: settings(),
  ANALYTICS: settings(),
  QR_CODE: settings(),
  QMS_DASHBOARD_CONFIG: settings(),
  QMS_REPORT_CONFIG: settings(),
  // Only the call that seals its keys saves them.
  [paymentConfigType]: { schema: z.never({ error: 'Ways to pay are saved by their own call' }), shop: true },
  EMAIL_CONFIG: settings(),
  STORE_FRONT_CONFIG: { schema: storefrontRecordSchema, shop: true },
  MULTI_RFQ_CONFIG: settings(true),
  CURRENCY_CONFIG: { schema: currencyRecordSchema, shop: true },
  STORE_FRONT_UI_CONFIG: settings(true),
  FAVICON_ICO_CONFIG: settings(true),
  MACHINE_FINISH_TYPE: settings(true),
  ITAR: settings(),
  [magicsConfigType]: { schema: magicsConfigSchema, shop: false },
  CUSTOMER_CONFIG: settings(true),
  ORDER_CONFIG: settings(true),
  [languageConfigType]: { schema: languageConfigSchema, shop: true },
  [menuConfigType]: { schema: menuConfigSchema, shop: true },
  // Only the call that checks its files and tells open pages saves it.
  [themeConfigType]: { schema: z.never({ error: 'A theme is published by its own call' }), shop: true },
  ...flagTypes,
};

export const configType = (name: string): ConfigType | undefined =>
  Object.hasOwn(configTypes, name) ? configTypes[name] : undefined;

/** Is a record of this type part of a facility's registry state? */
export const isRegistryState = (name: string): boolean => name === menuConfigType || Object.hasOwn(flagTypes, name);
