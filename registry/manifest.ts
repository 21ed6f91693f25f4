import * as z from 'zod';
import { type Flags, flagsFrom } from './flags.ts';
import { iconSchema, layoutSchema, sectionSchema, settingsSectionSchema, tierSchema } from './terms.ts';
import { integritySchema, packagePathSchema, packageSignatureSchema } from './packages.ts';
import { pathPattern } from './paths.ts';

/** Why something that exists is missing for this user and facility. */
export const absenceCodeSchema = z.enum([
  /** The plugin is switched off for the facility. */
  'module-off',
  /** The facility's feature flag is off. */
  'flag-off',
  /** The user lacks a role, permission or authority. */
  'not-permitted',
  /** A plugin that it requires is missing. */
  'dependency-off',
  /** The plugin requires itself through others. */
  'dependency-cycle',
  /** There is no built package. */
  'not-built',
  /** The package is not the one that was signed. */
  'not-verified',
  /** Nobody has signed the package. */
  'not-signed',
  /** The key that has signed it is revoked. */
  'revoked',
  /** A reviewer has stopped this version. */
  'blocked',
  /** Its `plugin.json` cannot be read, or two folders have the same id. */
  'broken',
  /** The plugin does not run on this SDK, or needs a shared module that the host does not have. */
  'incompatible',
  /** Another page has the same path. */
  'path-taken',
  /** Hidden by default or by the menu configuration. */
  'hidden',
  /** No plugin has a screen for this entry. */
  'not-installed',
  /** A link to an outside address that is not set. */
  'not-configured',
]);
export type AbsenceCode = z.infer<typeof absenceCodeSchema>;

export const absenceSchema = z.object({
  kind: z.enum(['plugin', 'page', 'menu']),
  /** A plugin's id, `<plugin id>/<page id>`, or a menu entry's id. */
  id: z.string(),
  path: z.string().optional(),
  code: absenceCodeSchema,
  /** The reason in words, for administrators. */
  text: z.string(),
});
export type Absence = z.infer<typeof absenceSchema>;

export const manifestPageSchema = z.object({
  id: z.string(),
  path: z.string().regex(pathPattern),
  title: z.string(),
  layout: layoutSchema,
});
export type ManifestPage = z.infer<typeof manifestPageSchema>;

export const manifestPluginSchema = z.object({
  id: z.string(),
  version: z.string(),
  publisher: z.string(),
  tier: tierSchema,
  /** Ends in a slash. All files of the plugin lie below this address. */
  baseUrl: z.string().endsWith('/'),
  entry: packagePathSchema,
  styles: z.array(packagePathSchema),
  files: z.record(packagePathSchema, integritySchema),
  depcache: z.record(packagePathSchema, z.array(packagePathSchema)),
  /** Of `id`, `version`, `entry`, `styles`, `files` and `depcache`, by one of the manifest's `keys`. `null`: the server vouches for it. */
  signature: packageSignatureSchema.nullable(),
  /** Addresses of the texts by language. */
  locales: z.record(z.string(), z.string()),
  /** The pages that the user may open. */
  pages: z.array(manifestPageSchema),
  slots: z.array(
    z.object({ slot: z.string(), id: z.string(), label: z.string().optional(), order: z.number().optional() }),
  ),
  /** Events that the host passes to a vendor's plugin, besides its own. */
  subscribes: z.array(z.string()),
  /** Plugins that start before this one. */
  startsAfter: z.array(z.string()),
  /** The plugin may run in the minimal host. */
  minimal: z.boolean(),
  /** Its author tries it in this tab: no package that the facility has. */
  local: z.boolean().optional(),
});
export type ManifestPlugin = z.infer<typeof manifestPluginSchema>;

export const manifestEntrySchema = z.object({
  id: z.string(),
  /** Translation key; `<plugin id>:<key>` when the text belongs to the plugin. */
  label: z.string(),
  /** The administrator's own words, which replace the label. */
  text: z.string().optional(),
  /** The same by language, where they have given them. */
  texts: z.record(z.string(), z.string()).optional(),
  /** A path of the page; when `external`, another address, which leaves the page. */
  path: z.string(),
  external: z.boolean(),
  newTab: z.boolean().optional(),
  icon: iconSchema,
  /** Address of a picture that stands in the icon's place. */
  logo: z.string().optional(),
  /** `beta`, `new` and `historical` are translated; other badges are shown as they are. */
  badge: z.string().nullable(),
});
export type ManifestEntry = z.infer<typeof manifestEntrySchema>;

/** How the facility's registry stands while the manifest is made. */
export const manifestRegistrySchema = z.object({
  /** Number of its last change. */
  revision: z.number().int(),
  /** Modules switched off a short time ago: until when (ISO) what was open then may still be saved. */
  closing: z.record(z.string(), z.string()),
});
export type ManifestRegistry = z.infer<typeof manifestRegistrySchema>;

/**
 * What the registry tells a browser. It is computed for one user in one facility and never stored. Unknown members
 * are ignored.
 */
export const manifestSchema = z.object({
  schema: z.literal(1),
  /** Changes exactly when something in the manifest other than `registry` changes. */
  revision: z.string(),
  registry: manifestRegistrySchema,
  facilityId: z.number().int().nullable(),
  /** A plugin comes after the plugins that it requires. */
  plugins: z.array(manifestPluginSchema),
  /** The public keys of those who have signed the plugins: 32 bytes in base64, by name. */
  keys: z.record(z.string(), z.string()),
  menu: z.array(z.object({ section: sectionSchema, entries: z.array(manifestEntrySchema) })),
  profileMenu: z.array(manifestEntrySchema),
  topNav: z.array(manifestEntrySchema),
  /** Cards of the settings page; `title` as `label` above. */
  settings: z.array(z.object({ id: z.string(), section: settingsSectionSchema, title: z.string(), path: z.string() })),
  /** Language to plugin to key: the texts that `label` and `title` of the entries above stand for. */
  labels: z.record(z.string(), z.record(z.string(), z.record(z.string(), z.string()))),
  /** Flags of mounted plugins too. A flag that the sender does not know counts as off. */
  flags: z
    .record(z.string(), z.boolean())
    .transform((given): Flags => ({ ...given, ...flagsFrom((key) => given[key] ?? false) })),
  absent: z.array(absenceSchema),
});
export type Manifest = z.infer<typeof manifestSchema>;
