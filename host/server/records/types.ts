import * as z from 'zod';
import { themeSchema } from '@sinter/sdk/contract/host';
import { flagKeySchema } from '@sinter/sdk/contract';
import { flagRecords } from '#registry/flags';
import { menuConfigSchema } from '#registry/menu';
import { menuConfigType } from '../modules/facility-states.ts';

interface ConfigType {
  /** What a stored value must look like. */
  schema: z.ZodType;
  /** Buyers may read it too. */
  shop: boolean;
}

const settings = (shop = false): ConfigType => ({ schema: z.looseObject({}), shop });

/** A record that holds a flag says on or off; the specification's servers send either form. */
const onOff = (field: string): ConfigType => ({
  schema: z.looseObject({ [field]: z.union([z.boolean(), z.enum(['true', 'false'])]) }),
  shop: true,
});
const flagTypes = Object.fromEntries(
  flagKeySchema.options.map((key) => [flagRecords[key].configType, onOff(flagRecords[key].field)]),
);

/** The types of configuration records (specification 3.1): no other can be stored. */
const configTypes: Readonly<Record<string, ConfigType>> = {
  SCHEDULING: settings(),
  ANALYTICS: settings(),
  QR_CODE: settings(),
  QMS_DASHBOARD_CONFIG: settings(),
  QMS_REPORT_CONFIG: settings(),
  PAYMENT_OPTIONS: settings(true),
  EMAIL_CONFIG: settings(),
  STORE_FRONT_CONFIG: settings(true),
  MULTI_RFQ_CONFIG: settings(true),
  CURRENCY_CONFIG: settings(true),
  STORE_FRONT_UI_CONFIG: settings(true),
  FAVICON_ICO_CONFIG: settings(true),
  MACHINE_FINISH_TYPE: settings(true),
  ITAR: settings(),
  MAGICS_CONFIG: settings(),
  CUSTOMER_CONFIG: settings(true),
  ORDER_CONFIG: settings(true),
  LANGUAGE: settings(true),
  [menuConfigType]: { schema: menuConfigSchema, shop: true },
  THEME_CONFIG: { schema: themeSchema.partial(), shop: true },
  ...flagTypes,
};

export const configType = (name: string): ConfigType | undefined =>
  Object.hasOwn(configTypes, name) ? configTypes[name] : undefined;

/** Does a record of this type decide what the registry shows? */
export const shapesRegistry = (name: string): boolean => name === menuConfigType || Object.hasOwn(flagTypes, name);
