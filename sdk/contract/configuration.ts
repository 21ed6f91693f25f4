import * as z from 'zod';
import { defineCall } from './call.ts';
import { member, signedIn } from './guard.ts';
import { configRecordSchema, themeSchema } from './host.ts';
import { navigationItemTypeSchema } from './vocabulary.ts';

/** Theme, menu, languages and apps (specification 7.2). */

const storedFile = z.object({ fileURL: z.string().max(2000) });

/** All of a theme (specification, section 3); `/api/v1/misc/themes` answers what the first paint needs of it. */
export const themeConfigSchema = themeSchema.extend({
  fonts: z
    .array(
      z.object({
        weight: z.string().max(20),
        style: z.string().max(20),
        files: z.array(storedFile.extend({ extension: z.string().max(10) })).max(10),
      }),
    )
    .max(40),
  favicon: storedFile.nullable(),
  'hero-image': storedFile.nullable(),
  'logo-dark': storedFile.nullable(),
  'logo-light': storedFile.nullable(),
});

export const readThemeConfig = defineCall({
  id: 'host.themeConfig',
  owner: 'host',
  method: 'GET',
  path: '/api/v1/domain-config/THEME_CONFIG',
  summary: 'The whole theme of this domain, for the screen that edits it.',
  guard: member({ permissions: ['STOREFRONT_CONFIG_EDITOR'] }),
  response: themeConfigSchema,
  unfinished: true,
});

export const saveThemeConfig = defineCall({
  id: 'host.saveThemeConfig',
  owner: 'host',
  method: 'POST',
  path: '/api/v1/domain-config/THEME_CONFIG',
  summary: 'Publishes a theme for this domain.',
  guard: member({ permissions: ['STOREFRONT_CONFIG_EDITOR'] }),
  body: themeConfigSchema,
  response: themeConfigSchema,
  unfinished: true,
});

export const readPaymentOptions = defineCall({
  id: 'host.paymentOptions',
  owner: 'host',
  method: 'GET',
  path: '/api/v1/link3d-config/PAYMENT_OPTIONS',
  summary: 'How buyers may pay: card, purchase order, on account.',
  guard: member(),
  response: configRecordSchema.nullable(),
  unfinished: true,
});

export const menuItemSchema = z.object({
  enabled: z.boolean(),
  label: z.string(),
  url: z.string(),
  badge: z.string(),
  badgeEnabled: z.boolean(),
  newTab: z.boolean(),
});

/** Overrides of the default menu, by the entry's name. */
export const menuConfigSchema = z.object({
  headerItems: z.record(z.string(), menuItemSchema.partial()),
  dropDownItems: z.record(z.string(), menuItemSchema.partial()),
  features: z.record(z.string(), z.object({ enabled: z.boolean(), url: z.string().optional() })),
});

export const readMenuConfig = defineCall({
  id: 'host.menuConfig',
  owner: 'host',
  method: 'GET',
  path: '/api/v1/settings/menu-config',
  summary: 'What the facility changed in the default menu.',
  guard: signedIn,
  response: menuConfigSchema,
  unfinished: true,
});

export const listLanguages = defineCall({
  id: 'host.languages',
  owner: 'host',
  method: 'GET',
  path: '/api/v1/link3d-config/getConfig/LANGUAGE',
  summary: 'Languages that people can choose from.',
  guard: signedIn,
  response: z.object({
    /** `key` is a language and country: `en_US`. `name` is in the language itself. */
    data: z.array(z.object({ key: z.string(), name: z.string(), isDefault: z.boolean() })),
  }),
  unfinished: true,
});

export const readAppConfig = defineCall({
  id: 'host.appConfig',
  owner: 'host',
  method: 'GET',
  path: '/api/v1/misc/getConfig',
  summary: 'Facts about this installation that every screen may need.',
  guard: signedIn,
  response: z.object({ version: z.string(), maxUploadBytes: z.number().int(), supportURL: z.string().nullable() }),
  unfinished: true,
});

export const appSchema = z.object({
  name: z.string(),
  enabled: z.boolean(),
  logo: z.string().nullable(),
  appURL: z.string(),
  appType: navigationItemTypeSchema,
  internalApp: z.boolean(),
});

export const listApps = defineCall({
  id: 'host.apps',
  owner: 'host',
  method: 'GET',
  path: '/api/v1/apps',
  summary: 'Apps that the menu links to.',
  guard: member(),
  response: z.array(appSchema),
  unfinished: true,
});
