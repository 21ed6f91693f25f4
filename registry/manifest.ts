import * as z from 'zod';
import { flagsFrom } from './flags.ts';
import { iconSchema, layoutSchema, sectionSchema, settingsSectionSchema } from './terms.ts';
import { integritySchema, packagePathSchema } from './packages.ts';
import { pathPattern } from './paths.ts';

/** Why something that exists is not there for this user and facility. */
export const absenceCodeSchema = z.enum([
  /** The plugin is switched off for the facility. */
  'module-off',
  /** The facility's feature flag is off. */
  'flag-off',
  /** The user lacks a role, permission or authority. */
  'not-permitted',
  /** A plugin it requires is not there. */
  'dependency-off',
  /** It requires itself through others. */
  'dependency-cycle',
  /** There is no built package. */
  'not-built',
  /** The package is not the one that was signed. */
  'not-verified',
  /** It does not run on this SDK, or wants a shared module the host does not have. */
  'incompatible',
  /** Another page has the same path. */
  'path-taken',
  /** Hidden by default or by the menu configuration. */
  'hidden',
  /** No plugin has a screen for it. */
  'not-installed',
  /** An outside link without an address. */
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
  /** Ends in a slash; all files of the plugin lie below it. */
  baseUrl: z.string().endsWith('/'),
  entry: packagePathSchema,
  styles: z.array(packagePathSchema),
  files: z.record(packagePathSchema, integritySchema),
  depcache: z.record(packagePathSchema, z.array(packagePathSchema)),
  /** Address of the texts by language. */
  locales: z.record(z.string(), z.string()),
  /** Those the user may open. */
  pages: z.array(manifestPageSchema),
  slots: z.array(z.object({ slot: z.string(), id: z.string() })),
  /** Started before it. */
  startsAfter: z.array(z.string()),
  /** May run in the minimal host. */
  minimal: z.boolean(),
});
export type ManifestPlugin = z.infer<typeof manifestPluginSchema>;

export const manifestEntrySchema = z.object({
  id: z.string(),
  /** Translation key; `<plugin id>:<key>` when it is of the plugin's own texts. */
  label: z.string(),
  /** The administrator's own words, shown instead. */
  text: z.string().optional(),
  /** A path, or an https address when `external`. */
  path: z.string(),
  external: z.boolean(),
  icon: iconSchema,
  /** `beta`, `new` and `historical` are translated, anything else is shown as it is. */
  badge: z.string().nullable(),
});
export type ManifestEntry = z.infer<typeof manifestEntrySchema>;

/** What the registry tells a browser: computed for one user in one facility, never stored. Unknown members are ignored. */
export const manifestSchema = z.object({
  schema: z.literal(1),
  /** Changes exactly when anything else in here does. */
  revision: z.string(),
  facilityId: z.number().int().nullable(),
  /** A plugin comes after those it requires. */
  plugins: z.array(manifestPluginSchema),
  menu: z.array(z.object({ section: sectionSchema, entries: z.array(manifestEntrySchema) })),
  profileMenu: z.array(manifestEntrySchema),
  topNav: z.array(manifestEntrySchema),
  /** Cards of the settings page; `title` as `label` above. */
  settings: z.array(z.object({ id: z.string(), section: settingsSectionSchema, title: z.string(), path: z.string() })),
  /** A flag that the sender does not know counts as off. */
  flags: z.record(z.string(), z.boolean()).transform((given) => flagsFrom((key) => given[key] ?? false)),
  absent: z.array(absenceSchema),
});
export type Manifest = z.infer<typeof manifestSchema>;
