import * as z from 'zod';
import { defineCall } from '../call.ts';
import { flagKeySchema } from '../flags.ts';
import { provider } from '../guard.ts';

/** What an administrator changes in a facility's registry beside switching one module: features, menu, earlier states. */

const editor = provider('FACILITY_SETTINGS_EDITOR');

/** A change of one menu entry: what is left out stays as it is by default. */
export const menuChangeSchema = z.object({
  enabled: z.boolean().optional(),
  /** In every language that `labels` lacks. */
  label: z.string().trim().min(1).max(60).optional(),
  labels: z
    .record(z.string().regex(/^[a-z]{2}_[A-Z]{2}$/), z.string().trim().min(1).max(60))
    .refine((labels) => Object.keys(labels).length <= 20)
    .optional(),
  badge: z.string().trim().max(20).nullable().optional(),
  /** Is the badge shown? */
  badgeEnabled: z.boolean().optional(),
  /** A path of this application or an https address. */
  url: z
    .string()
    .max(500)
    .regex(/^(\/(?!\/)|https:\/\/)[^\s\\]*$/, { error: 'a path or an https address' })
    .optional(),
  /** Left out: outside addresses do. */
  newTab: z.boolean().optional(),
  order: z.number().optional(),
});

/** All that decides what a facility sees. */
export const registryStateSchema = z.object({
  disabledModules: z.array(z.string().max(100)).max(200),
  flags: z.partialRecord(flagKeySchema, z.boolean()),
  /** By the entry's id. */
  menu: z.record(z.string().max(100), menuChangeSchema),
});
export type RegistryState = z.infer<typeof registryStateSchema>;

/** A feature flag of a facility (specification 6). */
export const featureSchema = z.object({
  key: flagKeySchema,
  /** Translation key of its title; `<plugin id>:<key>` when it is in a plugin's own texts. */
  label: z.string(),
  enabled: z.boolean(),
  /** Without anybody's change. */
  byDefault: z.boolean(),
  /** `false`: screens belong to it, and no installed module has one of them. */
  hasScreen: z.boolean(),
});

/** An entry of the menu with the change that the facility made to it. */
export const menuEntrySchema = z.object({
  id: z.string(),
  /** Translation key of the host's texts; `<plugin id>:<key>` when it is of a plugin's own. */
  label: z.string(),
  area: z.enum(['SIDE', 'TOP', 'PROFILE']),
  /** The usual address; empty for an outside one that nobody has given yet. */
  path: z.string(),
  /** Not shown unless the change says so. */
  hidden: z.boolean(),
  change: menuChangeSchema,
});

/** `revision` is 0 before the first change. */
export const readRegistryState = defineCall({
  id: 'host.registryState',
  owner: 'host',
  method: 'GET',
  path: '/api/v1/registry/state',
  summary: 'Features and menu entries of the active facility, with what was changed in them.',
  guard: editor,
  response: z.object({
    state: registryStateSchema,
    features: z.array(featureSchema),
    menu: z.array(menuEntrySchema),
    revision: z.number().int(),
  }),
});

/** What a change of the registry does to the people of a facility. */
export const registryImpactSchema = z.object({
  /**
   * Modules, screens and menu entries that come or go for somebody of the facility who holds every right, and for the
   * root facility for a buyer in its shop. A page's id is `<module>/<page>`; a module has no path.
   */
  appearing: z.array(z.object({ kind: z.enum(['MODULE', 'PAGE', 'MENU']), id: z.string(), path: z.string() })),
  disappearing: z.array(z.object({ kind: z.enum(['MODULE', 'PAGE', 'MENU']), id: z.string(), path: z.string() })),
  /** Modules that stop because one that they require does. */
  alsoStopping: z.array(z.string()),
  /** People of the facility (of the shop too, for the root facility), and how many of them are signed in now. */
  people: z.number().int(),
  signedIn: z.number().int(),
  /** Calls of the programming interface that will answer 404. */
  calls: z.array(z.string()),
});

/** Refused with FORBIDDEN when `disabledModules` names a module that cannot be switched off. */
export const previewRegistry = defineCall({
  id: 'host.previewRegistry',
  owner: 'host',
  method: 'POST',
  path: '/api/v1/registry/preview',
  summary: 'What would come and go if the facility had this state, without changing anything.',
  guard: editor,
  body: registryStateSchema,
  response: registryImpactSchema,
});

/**
 * `revision` is the one that was read; a state that changes nothing makes no new revision. Refused with FORBIDDEN when
 * `disabledModules` names a module that cannot be switched off.
 */
export const saveRegistryState = defineCall({
  id: 'host.saveRegistryState',
  owner: 'host',
  method: 'PUT',
  path: '/api/v1/registry/state',
  summary:
    'Gives the facility this state, as a new revision; open browsers follow at once. CONFLICT when `revision` is no longer the last one.',
  guard: editor,
  body: registryStateSchema.extend({ revision: z.number().int() }),
  response: z.object({ revision: z.number().int() }),
});

/** An earlier state of a facility. `at` is ISO, `by` a name. */
export const registryRevisionSchema = z.object({
  revision: z.number().int(),
  at: z.string(),
  /** Empty for revision 0, the state before the first change. */
  by: z.string(),
  state: registryStateSchema,
  /** What it changed, in ids: `+scheduling`, `-WEBHOOKS`, `menu: sp.archive`. */
  changes: z.array(z.string()),
});

/** `page` counts from 0. Before the first change it answers revision 0, the state as delivered. */
export const listRegistryRevisions = defineCall({
  id: 'host.registryRevisions',
  owner: 'host',
  method: 'GET',
  path: '/api/v1/registry/revisions',
  summary: "Earlier states of the facility's registry, newest first. Any of them can be given to it again.",
  guard: editor,
  query: z.object({
    page: z.coerce.number().int().min(0).max(10_000).default(0),
    size: z.coerce.number().int().min(1).max(100).default(15),
  }),
  response: z.object({ revisions: z.array(registryRevisionSchema), totalCount: z.number().int() }),
});
