import * as z from 'zod';
import { defineCall } from './call.ts';
import { anyone, member, notKiosk, provider, signedIn } from './guard.ts';
import { sessionTokenSchema, sessionUserSchema } from './session.ts';

/** Calls that must work before any plugin is loaded: session, configuration, registry, files and pushed events. */

const id = z.coerce.number().int().positive();

// Session (specification 7.1)

export const customLogin = defineCall({
  id: 'host.customLogin',
  owner: 'host',
  method: 'POST',
  path: '/api/v1/users/customLogin',
  summary: 'Signs in with e-mail address (or user name) and password, and starts a session.',
  guard: anyone,
  // People behind one address may come to work at once; wrong passwords are limited more narrowly by the server.
  ratePerMinute: 120,
  body: z.object({ email: z.string().min(1).max(254), password: z.string().min(1).max(1000) }),
  response: sessionUserSchema,
});

export const getUser = defineCall({
  id: 'host.getUser',
  owner: 'host',
  method: 'GET',
  path: '/api/v1/users/getUser',
  summary: 'The signed-in user.',
  guard: signedIn,
  response: sessionUserSchema,
});

export const logout = defineCall({
  id: 'host.logout',
  owner: 'host',
  method: 'GET',
  path: '/api/v1/users/logout',
  summary: 'Ends the session.',
  guard: signedIn,
  changesState: true,
  response: z.object({ success: z.literal('true') }),
});

export const fetchToken = defineCall({
  id: 'host.fetchToken',
  owner: 'host',
  method: 'GET',
  path: '/api/v1/oauth2/token',
  summary: 'Renews the session and answers its token; `expires_in` is in seconds.',
  guard: signedIn,
  response: sessionTokenSchema,
});

export const mediaConfig = defineCall({
  id: 'host.mediaConfig',
  owner: 'host',
  method: 'GET',
  path: '/api/v1/users/media-config',
  summary: 'Addresses that files are served from; export-controlled ones have their own.',
  guard: signedIn,
  response: z.object({ mediaURL: z.string(), itarMediaURL: z.string() }),
});

export const loginSsoConfig = defineCall({
  id: 'host.loginSsoConfig',
  owner: 'host',
  method: 'GET',
  path: '/api/v1/misc/login-sso-config',
  summary: 'Single sign-on button of the sign-in page; `null` when none is configured.',
  guard: anyone,
  response: z
    .object({
      authType: z.string(),
      buttonText: z.string(),
      headline1: z.string(),
      headline2: z.string(),
      customLogin: z.enum(['true', 'false']),
    })
    .nullable(),
});

// Configuration (specification 7.2)

const themeFileSchema = z.object({ fileURL: z.string().max(2000) });
const link = z.union([
  z.literal(''),
  z
    .string()
    .max(500)
    .regex(/^(https:\/\/|mailto:|tel:|\/(?!\/))/, 'A web, mail or telephone address'),
]);

export const themeSchema = z.object({
  /** CSS variables by name, with or without their dashes. A name ending in `@dark` counts in dark mode. */
  'root-css': z.record(z.string().max(80), z.string().max(200)),
  title: z.string().trim().min(1).max(100),
  description: z.string().max(500),
  'show-materialise-info': z.boolean(),
  'navigation-logo-type': z.enum(['DARK', 'LIGHT']),
  /** One family, named `theme`; the variable `font` puts it to use. */
  fonts: z
    .array(
      z.object({
        weight: z.string().max(20),
        style: z.string().max(20),
        files: z
          .array(themeFileSchema.extend({ extension: z.enum(['woff2', 'woff', 'ttf', 'otf']) }))
          .min(1)
          .max(4),
      }),
    )
    .max(20),
  favicon: themeFileSchema.nullable(),
  'hero-image': themeFileSchema.nullable(),
  /** Drawn on light and on dark ground. */
  'logo-dark': themeFileSchema.nullable(),
  'logo-light': themeFileSchema.nullable(),
  /** Links of the footer; it shows those that are given. */
  'contact-url': link,
  'terms-url': link,
});
export type Theme = z.infer<typeof themeSchema>;

/** What is shown where nobody has set anything, or the server has no theme to give (specification 8 and 9). */
export const defaultTheme: Theme = {
  'root-css': {},
  title: 'CO-AM',
  description: '',
  'show-materialise-info': true,
  'navigation-logo-type': 'DARK',
  fonts: [],
  favicon: null,
  'hero-image': null,
  'logo-dark': null,
  'logo-light': null,
  'contact-url': '',
  'terms-url': '',
};

export const themes = defineCall({
  id: 'host.themes',
  owner: 'host',
  method: 'GET',
  path: '/api/v1/misc/themes',
  summary: 'The theme applied before first paint.',
  guard: anyone,
  response: themeSchema,
});

export const translations = defineCall({
  id: 'host.translations',
  owner: 'host',
  method: 'GET',
  path: '/api/v1/translations/{key}',
  summary: 'Texts by token in one language (`en_US`) that replace the bundled ones.',
  guard: anyone,
  params: z.object({ key: z.string().regex(/^[a-z]{2}_[A-Z]{2}$/) }),
  response: z.record(z.string(), z.string()),
});

/** Configuration record (specification, section 3). `configValue` is JSON text. */
export const configRecordSchema = z.object({
  id: z.number().int(),
  active: z.boolean(),
  configType: z.string(),
  elementType: z.string().nullable(),
  elementId: z.number().int().nullable(),
  configValue: z.string(),
});

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

export const savePreference = defineCall({
  id: 'host.savePreference',
  owner: 'host',
  method: 'POST',
  path: '/api/v1/userPreference/{type}',
  summary: "Saves one of the user's own preferences; `preference` is JSON text.",
  guard: member(),
  params: z.object({ type: z.string().max(60) }),
  body: z.object({ preferenceType: z.string().max(60), preference: z.string().max(100_000) }),
  response: z.object({ preferenceType: z.string(), preference: z.string() }),
});

export const readPreference = defineCall({
  id: 'host.readPreference',
  owner: 'host',
  method: 'GET',
  path: '/api/v1/userPreference/{type}',
  summary: "One of the user's own preferences.",
  guard: member(),
  params: z.object({ type: z.string().max(60) }),
  response: z.object({ preferenceType: z.string(), preference: z.string() }).nullable(),
});

// Registry

/** The registry parses the manifest by its own schema, which this folder may not know. */
export const readManifest = defineCall({
  id: 'host.readManifest',
  owner: 'host',
  method: 'GET',
  path: '/api/v1/registry/manifest',
  summary: 'Menu, flags, pages and plugin packages for the signed-in user and facility.',
  guard: member(),
  response: z.looseObject({ schema: z.literal(1), revision: z.string() }),
});

export const moduleStateSchema = z.object({
  id: z.string(),
  title: z.string(),
  version: z.string(),
  publisher: z.string(),
  enabled: z.boolean(),
  canBeSwitchedOff: z.boolean(),
  /** Other modules that stop working with it. */
  requiredBy: z.array(z.string()),
  /** Pages and menu entries that come and go with it. */
  pages: z.array(z.object({ id: z.string(), title: z.string(), path: z.string() })),
  /** Set when the package itself is unusable: not built, changed on disk, badly signed. */
  problem: z.string().nullable(),
});

export const readModules = defineCall({
  id: 'host.readModules',
  owner: 'host',
  method: 'GET',
  path: '/api/v1/registry/modules',
  summary: 'Every module with its state for the active facility, and why anything is absent.',
  guard: provider('FACILITY_SETTINGS_EDITOR'),
  response: z.object({
    facility: z.object({ id: z.number().int(), companyName: z.string() }),
    modules: z.array(moduleStateSchema),
    absent: z.array(
      z.object({ kind: z.string(), id: z.string(), path: z.string().optional(), code: z.string(), text: z.string() }),
    ),
    /** The last failures that browsers of this facility reported, newest first. */
    failures: z.array(
      z.object({
        pluginId: z.string(),
        version: z.string(),
        kind: z.string(),
        message: z.string(),
        count: z.number().int(),
        lastAt: z.string(),
      }),
    ),
  }),
});

export const switchModule = defineCall({
  id: 'host.switchModule',
  owner: 'host',
  method: 'PUT',
  path: '/api/v1/registry/modules/{id}',
  summary: 'Switches a module on or off for the active facility; open browsers follow at once.',
  guard: provider('FACILITY_SETTINGS_EDITOR'),
  params: z.object({ id: z.string().max(100) }),
  body: z.object({ enabled: z.boolean() }),
  response: z.object({ revision: z.string() }),
});

export const reportPluginFailure = defineCall({
  id: 'host.reportPluginFailure',
  owner: 'host',
  method: 'POST',
  path: '/api/v1/registry/failures',
  summary: 'A browser tells that a plugin failed and how, so that administrators see it.',
  guard: member(),
  ratePerMinute: 60,
  body: z.object({
    pluginId: z.string().max(100),
    version: z.string().max(40),
    kind: z.string().max(40),
    message: z.string().max(1000),
  }),
  response: z.object({ success: z.literal('true') }),
});

// Files

export const fileDtoSchema = z.object({
  id: z.number().int(),
  fileName: z.string(),
  size: z.number().int(),
  /** Relative to the media address; carries its own short-lived right where the file is export controlled. */
  fileURL: z.string(),
});
export type FileDto = z.infer<typeof fileDtoSchema>;

export const uploadFile = defineCall({
  id: 'host.uploadFile',
  owner: 'host',
  method: 'POST',
  path: '/api/v1/files',
  summary:
    'Stores a file (multipart field `file`) and answers its id. The text field `itar` set to `true` makes it export controlled.',
  guard: notKiosk,
  accepts: 'multipart',
  ratePerMinute: 600,
  response: fileDtoSchema,
});

export const fileContent = defineCall({
  id: 'host.fileContent',
  owner: 'host',
  method: 'GET',
  path: '/api/v1/files/{id}/content',
  summary: 'The bytes of a file the user may see.',
  guard: notKiosk,
  produces: 'stream',
  params: z.object({ id }),
  query: z.object({ download: z.enum(['true', 'false']).optional() }),
  response: z.unknown(),
});

// Pushed events

export const pushedEvents = defineCall({
  id: 'host.pushedEvents',
  owner: 'host',
  method: 'GET',
  path: '/api/v1/events',
  summary: 'Server-sent events of the active facility or company; `Last-Event-ID` replays what was missed.',
  guard: member(),
  produces: 'event-stream',
  response: z.unknown(),
});
