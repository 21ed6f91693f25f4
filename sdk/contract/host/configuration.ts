import * as z from 'zod';
import { defineCall } from '../call.ts';
import { anyMember, anyone, signedIn } from '../guard.ts';
import { configRecordSchema } from './records.ts';
import { shopFactsSchema } from './storeFront.ts';

/** Files of the theme, menu, languages and apps (specification 7.2). */

/**
 * Browsers may keep the bytes for ever: they never change under one id. Refused with NOT_FOUND as well when the content
 * is neither a picture nor a font (specification 3).
 */
export const themeFile = defineCall({
  id: 'host.themeFile',
  owner: 'host',
  method: 'GET',
  path: '/api/v1/misc/theme-files/{id}',
  summary: 'A picture or font of a published theme. NOT_FOUND for any other stored file.',
  guard: anyone,
  produces: 'stream',
  params: z.object({ id: z.coerce.number().int().positive() }),
  response: z.unknown(),
});

/**
 * `configValue`: `{"CARD":true,"PURCHASE_ORDER":true,"ON_ACCOUNT":false}`. `null` where nothing is sold. A buyer reads those of
 * the shop (specification 7.2).
 */
export const readPaymentOptions = defineCall({
  id: 'host.paymentOptions',
  owner: 'host',
  method: 'GET',
  path: '/api/v1/link3d-config/PAYMENT_OPTIONS',
  summary: 'How buyers may pay: card, purchase order, on account.',
  guard: anyMember('The shop offers the same ways to pay to everybody.'),
  response: configRecordSchema.nullable(),
});

/** A menu entry. `url` is a path of this application or an https address, which opens in a new tab. */
export const menuItemSchema = z.object({
  enabled: z.boolean(),
  label: z.string(),
  url: z.string(),
  badge: z.string(),
  badgeEnabled: z.boolean(),
  newTab: z.boolean(),
});

/**
 * Entries by their id (`top.newOrder`). `label` is a translation key of the host's texts unless the facility gave its own
 * words; `headerItems` are the top navigation, `dropDownItems` the profile menu, `features` the side menu.
 */
export const menuConfigSchema = z.object({
  headerItems: z.record(z.string(), menuItemSchema.partial()),
  dropDownItems: z.record(z.string(), menuItemSchema.partial()),
  features: z.record(z.string(), z.object({ enabled: z.boolean(), url: z.string().optional() })),
});

/** Answers the default menu where the stored change cannot be read (specification 7.2, 8). */
export const readMenuConfig = defineCall({
  id: 'host.menuConfig',
  owner: 'host',
  method: 'GET',
  path: '/api/v1/settings/menu-config',
  summary: "The default menu with the facility's changes, for somebody like the caller; rights are not considered.",
  guard: signedIn,
  response: menuConfigSchema,
});

/** The shipped languages without those that the facility has disabled (specification 7.2). */
export const listLanguages = defineCall({
  id: 'host.languages',
  owner: 'host',
  method: 'GET',
  path: '/api/v1/link3d-config/getConfig/LANGUAGE',
  summary: 'Languages that people can choose from.',
  guard: anyone,
  response: z.object({
    /** `key` is a language and country: `en_US`. `name` is in the language itself. */
    data: z.array(
      z.object({ key: z.string(), name: z.string(), isDefault: z.boolean(), direction: z.enum(['ltr', 'rtl']) }),
    ),
  }),
});

const currencyKey = z.string().regex(/^[A-Z]{3}$/);

/** The shop's currencies (specification, section 3: storefront and currency config). */
export const storefrontConfigSchema = z.object({
  /** The picker is there. */
  showCurrency: z.boolean(),
  /** The picker can be used. */
  enableCurrency: z.boolean(),
  /** Currency to enabled; only enabled ones are listed. */
  currencies: z.record(currencyKey, z.boolean()),
  defaultCurrency: currencyKey,
});
export type StorefrontConfig = z.infer<typeof storefrontConfigSchema>;

/** `rate`: units of it for one unit of the shop's own currency, as the provider has set it; `date`: of that day. */
export const currencyConfigSchema = z.array(
  z.object({ key: currencyKey, rate: z.number().positive(), date: z.iso.date().optional() }),
);

/**
 * Currencies are ISO 4217. One without a rate is answered as disabled; the rate of `shopCurrency` is 1 unless one is
 * stored. `defaultCurrency` is `shopCurrency` when the stored one is disabled (specification 3, 7.2).
 */
export const readStorefrontCurrencies = defineCall({
  id: 'host.storefrontCurrencies',
  owner: 'host',
  method: 'GET',
  path: '/api/v1/settings/storefront-currencies',
  summary:
    "The currencies of the shop with their rates - prices in another than the shop's own are for information -, and what else its screens say at once.",
  guard: signedIn,
  response: storefrontConfigSchema.extend({
    shopCurrency: currencyKey,
    rates: currencyConfigSchema,
    shop: shopFactsSchema,
  }),
});

/** `maxUploadBytes`: bytes of one file. `supportURL`: `null` unless the facility has set it (specification 7.6). */
export const readAppConfig = defineCall({
  id: 'host.appConfig',
  owner: 'host',
  method: 'GET',
  path: '/api/v1/misc/getConfig',
  summary: 'Facts about this installation that every screen may need.',
  guard: signedIn,
  // `mailIsSent`: false while mail is only kept in the development outbox.
  response: z.object({
    version: z.string(),
    maxUploadBytes: z.number().int(),
    supportURL: z.string().nullable(),
    mailIsSent: z.boolean(),
  }),
});

export const navigationItemTypeSchema = z.enum(['TOP_NAV_LINK', 'ICON_BUTTON']);

/** An app that the menu links to (specification 3). */
export const appSchema = z.object({
  name: z.string(),
  enabled: z.boolean(),
  logo: z.string().nullable(),
  appURL: z.string(),
  appType: navigationItemTypeSchema,
  internalApp: z.boolean(),
});

/** Empty for anybody but a service provider (specification 7.1). */
export const listApps = defineCall({
  id: 'host.apps',
  owner: 'host',
  method: 'GET',
  path: '/api/v1/apps',
  summary: 'Apps that the menu links to.',
  guard: anyMember('The menu links to the same apps for everybody; each app asks who somebody is.'),
  response: z.array(appSchema),
});

export const storefrontModeSchema = z.enum(['store-front', 'normal']);
