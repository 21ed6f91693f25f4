import * as z from 'zod';
import { defineCall } from '../call.ts';
import { anyMember, member, provider } from '../guard.ts';
import { lineSchema } from '../line.ts';
import { saidSchema } from '../said.ts';
import { scopeSchema } from '../scopes.ts';

/**
 * Extensions: packages of vendors that are kept by the server and installed for one facility at a time, while it runs. How they
 * come in and are reviewed is in `extensionReview.ts`. `id` is `vendor.name` everywhere, times are ISO.
 */

const editor = provider('FACILITY_SETTINGS_EDITOR');
const flag = 'APP_STORE';

export const extensionIdSchema = z
  .string()
  .max(100)
  .regex(/^[a-z][a-z0-9-]*\.[a-z][a-z0-9-]*$/, { error: 'vendor.name' })
  .meta({ examples: ['acme.nesting'] });
export const extensionVersionSchema = z
  .string()
  .max(40)
  .regex(/^\d+\.\d+\.\d+(-[0-9A-Za-z.-]+)?$/, { error: 'a version like 1.2.3' })
  .meta({ examples: ['1.2.3'] });
const grantsSchema = z.array(scopeSchema.meta({ examples: ['orders:read'] })).max(40);
const byId = z.object({ id: extensionIdSchema });

export const sentenceSchema = z.object({ message: z.string(), said: saidSchema });

/**
 * `REVIEWED` runs in the page, `SANDBOXED` in a frame of its own that reaches nothing but the SDK.
 */
export const extensionTierSchema = z.enum(['REVIEWED', 'SANDBOXED']);

/** A right that it asks for, and the vendor's reason in the caller's language. */
export const scopeWishSchema = z.object({ scope: z.string(), reason: z.string() });

/** What a facility has of an extension. */
export const extensionInstallSchema = z.object({
  version: z.string(),
  /** The facility stays at its version until it goes on by hand. */
  pinned: z.boolean(),
  grants: z.array(z.string()),
  /** What `rollBackExtension` returns to; `null`: there is none. */
  previousVersion: z.string().nullable(),
  /** A newer version that asks for more and waits for `grantExtension`. */
  waiting: z.object({ version: z.string(), scopes: z.array(scopeWishSchema) }).nullable(),
  /** The newest version that the facility may go on to; `null`: it has it. */
  update: z.string().nullable(),
  /** Why it does not run: not signed, its key revoked, blocked, files changed. */
  problem: sentenceSchema.nullable(),
  /** Switched on in the list of modules too. */
  enabled: z.boolean(),
  installedAt: z.string(),
  updatedAt: z.string(),
});

/** Texts are in the caller's language where the vendor has it, else in English. */
export const extensionSchema = z.object({
  id: z.string(),
  title: z.string(),
  description: z.string().nullable(),
  publisher: z.object({ id: z.string(), name: z.string() }),
  license: z.string().nullable(),
  /** The newest version that this facility may install. */
  version: z.string(),
  tier: extensionTierSchema,
  /** What that version asks for. */
  scopes: z.array(scopeWishSchema),
  events: z.object({ publishes: z.array(z.string()), subscribes: z.array(z.string()) }),
  /** Events that its own server is told, with the vendor's reason. */
  told: z.array(z.object({ event: z.string(), reason: z.string() })),
  pages: z.array(z.object({ title: z.string(), path: z.string() })),
  slots: z.array(z.string()),
  /** It has settings, a server of its own, calls that are made by the clock. */
  hasSettings: z.boolean(),
  backend: z.string().nullable(),
  publishedAt: z.string(),
  installed: extensionInstallSchema.nullable(),
  /** Why it cannot be installed here. */
  obstacle: sentenceSchema.nullable(),
});

/** What differs between two versions. `from` is `null` for the first one. */
export const extensionDifferenceSchema = z.object({
  from: z.string().nullable(),
  to: z.string(),
  files: z.array(
    z.object({
      path: z.string(),
      change: z.enum(['ADDED', 'REMOVED', 'CHANGED']),
      /** Bytes; 0 where it is not there. */
      before: z.number().int(),
      after: z.number().int(),
    }),
  ),
  scopes: z.object({ added: z.array(scopeWishSchema), removed: z.array(z.string()) }),
  pages: z.object({ added: z.array(z.string()), removed: z.array(z.string()) }),
  slots: z.object({ added: z.array(z.string()), removed: z.array(z.string()) }),
  events: z.object({ added: z.array(z.string()), removed: z.array(z.string()) }),
  /** The vendor's own server, where that changed. */
  backend: z.object({ before: z.string().nullable(), after: z.string().nullable() }).nullable(),
});

/** Specification 7.6. */
export const appStoreEnabled = defineCall({
  id: 'host.appStoreEnabled',
  owner: 'host',
  method: 'GET',
  path: '/api/v1/app-store/enabled',
  summary: 'Whether the facility may install apps.',
  guard: provider(),
  response: z.object({ enabled: z.boolean() }),
});

/** Also those that cannot be installed, with the reason. */
export const listExtensions = defineCall({
  id: 'host.extensions',
  owner: 'host',
  method: 'GET',
  path: '/api/v1/extensions',
  summary: 'The marketplace: every published extension, and what the active facility has of it.',
  guard: editor,
  flag,
  response: z.object({ extensions: z.array(extensionSchema) }),
});

/** Refused with NOT_FOUND when nothing of it is published, nor installed here. */
export const readExtension = defineCall({
  id: 'host.extension',
  owner: 'host',
  method: 'GET',
  path: '/api/v1/extensions/{id}',
  summary: 'One extension with its published versions, the newest first.',
  guard: editor,
  flag,
  params: byId,
  response: extensionSchema.extend({
    versions: z.array(
      z.object({
        version: z.string(),
        tier: extensionTierSchema,
        publishedAt: z.string(),
        /** The vendor's own words on what is new. */
        changes: z.string(),
        bytes: z.number().int(),
        scopes: z.array(scopeWishSchema),
      }),
    ),
  }),
});

/** Refused with NOT_FOUND when one of them is not published. Without `from`: everything is new. */
export const compareExtension = defineCall({
  id: 'host.extensionDifference',
  owner: 'host',
  method: 'GET',
  path: '/api/v1/extensions/{id}/difference',
  summary: 'What differs between two published versions: files, rights, pages, slots, events.',
  guard: editor,
  flag,
  params: byId,
  query: z.object({ from: extensionVersionSchema.optional(), to: extensionVersionSchema }),
  response: extensionDifferenceSchema,
});

/**
 * Nothing of it runs before. Refused with NOT_FOUND when the version is not published for the facility; with CONFLICT when it is
 * installed, when `grants` is not what the version asks for (then the page shows an old list), or when it cannot run here.
 */
export const installExtension = defineCall({
  id: 'host.installExtension',
  owner: 'host',
  method: 'POST',
  path: '/api/v1/extensions/{id}/install',
  summary:
    'Installs a version for the active facility, with the rights that it asks for; open browsers follow at once.',
  guard: editor,
  flag,
  params: byId,
  body: z.object({ version: extensionVersionSchema, grants: grantsSchema }),
  response: extensionInstallSchema,
});

/**
 * A version that asks for more than was granted waits: the old one runs on, and the answer has `waiting`. Refused with
 * NOT_FOUND as `installExtension`; with CONFLICT when the version is not newer than the installed one.
 */
export const upgradeExtension = defineCall({
  id: 'host.upgradeExtension',
  owner: 'host',
  method: 'POST',
  path: '/api/v1/extensions/{id}/upgrade',
  summary: 'Goes on to a newer version; one that asks for more waits until that is granted.',
  guard: editor,
  flag,
  params: byId,
  body: z.object({ version: extensionVersionSchema }),
  response: extensionInstallSchema,
});

/** Refused with CONFLICT when no version waits, another one does, or `grants` is not all that it asks for. */
export const grantExtension = defineCall({
  id: 'host.grantExtension',
  owner: 'host',
  method: 'PUT',
  path: '/api/v1/extensions/{id}/grants',
  summary: 'Grants what the waiting version asks for and goes on to it.',
  guard: editor,
  flag,
  params: byId,
  body: z.object({ version: extensionVersionSchema, grants: grantsSchema }),
  response: extensionInstallSchema,
});

/** The facility is pinned there. Refused with CONFLICT when there is no version before, or it does not run any more. */
export const rollBackExtension = defineCall({
  id: 'host.rollBackExtension',
  owner: 'host',
  method: 'POST',
  path: '/api/v1/extensions/{id}/roll-back',
  summary: 'Returns to the version that ran before, and stays there until somebody goes on.',
  guard: editor,
  flag,
  params: byId,
  response: extensionInstallSchema,
});

/** Taking the pin away goes on to the newest version that asks for no more. */
export const pinExtension = defineCall({
  id: 'host.pinExtension',
  owner: 'host',
  method: 'PUT',
  path: '/api/v1/extensions/{id}/pin',
  summary: 'Stays at the installed version, or follows new ones again.',
  guard: editor,
  flag,
  params: byId,
  body: z.object({ pinned: z.boolean() }),
  response: extensionInstallSchema,
});

/** Without `keepData` what it has stored for the facility is deleted. Refused with NOT_FOUND when it is not installed. */
export const uninstallExtension = defineCall({
  id: 'host.uninstallExtension',
  owner: 'host',
  method: 'POST',
  path: '/api/v1/extensions/{id}/uninstall',
  summary: 'Takes an extension away from the active facility; open browsers follow at once.',
  guard: editor,
  flag,
  params: byId,
  body: z.object({ keepData: z.boolean() }),
  response: z.object({ success: z.literal('true') }),
});

/** How a version fares where it runs. Times in milliseconds. */
export const versionFiguresSchema = z.object({
  version: z.string(),
  /** How many people have had it in their browsers. */
  people: z.number().int(),
  loads: z.number().int(),
  /** Mean and slowest time from asking for its code until it ran; `null` before the first. */
  loadMs: z.number().int().nullable(),
  slowestMs: z.number().int().nullable(),
  failures: z.number().int(),
  /** Calls that it made, and those that were refused for want of a right. */
  calls: z.number().int(),
  refused: z.number().int(),
});

export const pluginFailureSchema = z.object({
  version: z.string(),
  kind: z.string(),
  message: z.string(),
  count: z.number().int(),
  lastAt: z.string(),
});

/** The newest version first; at most 50 failures. Refused with NOT_FOUND when it was never installed here. */
export const extensionFigures = defineCall({
  id: 'host.extensionFigures',
  owner: 'host',
  method: 'GET',
  path: '/api/v1/extensions/{id}/figures',
  summary: 'Loads, load times, calls and failures of an extension in the active facility.',
  guard: editor,
  flag,
  params: byId,
  response: z.object({
    versions: z.array(versionFiguresSchema),
    failures: z.array(pluginFailureSchema),
    /** What `plugin.json` promises: kilobytes of what is loaded first, milliseconds until a page is drawn. */
    budget: z.object({ entryKb: z.number().nullable(), mountMs: z.number().nullable() }),
  }),
});

/** Those that are not installed are passed over. */
export const reportPluginLoads = defineCall({
  id: 'host.reportPluginLoads',
  owner: 'host',
  method: 'POST',
  path: '/api/v1/registry/loads',
  summary: 'A browser tells which plugins of vendors it has started, and how long that took.',
  guard: anyMember(
    "A plugin starts in everybody's browser; the report changes nothing but figures for administrators.",
  ),
  ratePerMinute: 60,
  body: z.object({
    loads: z
      .array(
        z.object({
          pluginId: extensionIdSchema,
          version: extensionVersionSchema,
          ms: z.number().int().min(0).max(600_000),
        }),
      )
      .min(1)
      .max(50),
  }),
  response: z.object({ success: z.literal('true') }),
});

/** Reviews what vendors submit, for the whole server. */
export const reviewer = member({ roles: ['ROLE_SERVICE_PROVIDER'], authority: 'ROLE_ADMIN' });
export const reasonSchema = lineSchema(500).min(1);
