import * as z from 'zod';
import { defineCall } from '../call.ts';
import { anyMember, provider } from '../guard.ts';
import { saidSchema } from '../said.ts';

/** The manifest of a facility, and its modules. */

/**
 * The registry parses the manifest by its own schema, which this folder may not know. Carries an ETag. Only `schema` and
 * `revision` when that is the one that the caller knows. With `localBuild` as in the tab in which the caller has loaded it; where
 * that is no more, as without.
 */
export const readManifest = defineCall({
  id: 'host.readManifest',
  owner: 'host',
  method: 'GET',
  path: '/api/v1/registry/manifest',
  summary: 'Menu, flags, pages and plugin packages for the signed-in user and facility.',
  guard: anyMember('It names only what the caller may open.'),
  query: z.object({ known: z.string().max(100).optional(), localBuild: z.string().max(100).optional() }),
  response: z.looseObject({ schema: z.literal(1), revision: z.string() }),
});

/**
 * Screens of plugins say with it under which registry revision (`registry.revision` of the manifest) they were given. For ten minutes
 * after a module was switched off it still answers what was open by then.
 */
export const openedHeader = 'X-Opened-At';

/** An installed module in the active facility. */
export const moduleStateSchema = z.object({
  id: z.string(),
  title: z.string(),
  version: z.string(),
  publisher: z.string(),
  enabled: z.boolean(),
  canBeSwitchedOff: z.boolean(),
  /** Other modules that stop working with it. */
  requiredBy: z.array(z.string()),
  /** Pages and menu entries that come and go with it; `title` in the caller's language. */
  pages: z.array(z.object({ id: z.string(), title: z.string(), path: z.string() })),
  /** Set when the package itself is unusable: not built, changed on disk, badly signed. */
  problem: z.object({ message: z.string(), said: saidSchema }).nullable(),
  /** What is wrong with it although it runs. */
  warnings: z.array(z.object({ message: z.string(), said: saidSchema })),
});

/** At most 50 failures. Times are ISO. */
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

/**
 * Switching it to the state it is in changes nothing. `revision` is that of the caller's manifest. Refused with
 * NOT_FOUND when there is no such module; with FORBIDDEN when it cannot be switched off.
 */
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

/**
 * The same failure of the same version is counted, not listed again. A buyer's report goes to the facility whose shop
 * it is.
 */
export const reportPluginFailure = defineCall({
  id: 'host.reportPluginFailure',
  owner: 'host',
  method: 'POST',
  path: '/api/v1/registry/failures',
  summary: 'A browser tells that a plugin failed and how, so that administrators see it.',
  guard: anyMember("A plugin may fail on everybody's page; the report changes nothing but a list for administrators."),
  ratePerMinute: 60,
  body: z.object({
    pluginId: z.string().max(100),
    version: z.string().max(40),
    kind: z.string().max(40),
    message: z.string().max(1000),
  }),
  response: z.object({ success: z.literal('true') }),
});
