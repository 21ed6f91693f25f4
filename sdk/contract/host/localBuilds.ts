import * as z from 'zod';
import { defineCall } from '../call.ts';
import { defineEvent } from '../event.ts';
import { provider } from '../guard.ts';
import { lineSchema } from '../line.ts';
import { findingSchema } from './extensionReview.ts';

/**
 * What `sinter-plugin dev` sends while a vendor works on an app: the author's own browser loads it, in the tab in which the
 * author has agreed, and nobody else's does. A build belongs to the person whose API key sends it and to their facility; it ends when
 * nothing has been heard of the tool for half an hour. Every call is refused with NOT_POSSIBLE where the server takes no local builds,
 * and with NOT_FOUND for a build of somebody else.
 */

/** How long a build lives on when nothing is heard of the tool, and when the tool counts as gone. */
export const localBuildLimits = { bytes: 10 * 1024 * 1024, idleMinutes: 30, silentSeconds: 30 } as const;
/** The tool says so often that it is there. */
export const localBuildBeatMs = 10_000;

/** Where its author opens a build: an address of the page, `:id` in place of the id. */
export const localBuildPath = '/local-builds/:id';

const params = z.object({
  id: z
    .string()
    .regex(/^[\w-]{32}$/)
    .meta({ examples: ['0123456789abcdef0123456789abcdef'] }),
});
const common = { owner: 'host', guard: provider('FACILITY_SETTINGS_EDITOR') } as const;

/** Where its code runs: in the page, or in a sandboxed frame as an app does that nobody has reviewed. */
const tier = z.enum(['page', 'frame']).default('page');

/** What keeps the sources from being built, as the tool found it: where, what, and what to do. */
export const localProblemSchema = z.object({
  /** In the plugin's folder. */
  file: z.string().max(300),
  line: z.number().int().positive().nullable(),
  rule: z.string().max(40),
  text: z.string().max(1000),
  mend: z.string().max(1000),
});

export const startLocalBuild = defineCall({
  id: 'host.startLocalBuild',
  method: 'POST',
  path: '/api/v1/local-builds',
  summary: 'Begins a row of local builds of one app. `publicKey` is the Ed25519 key that signs each of them.',
  ...common,
  ratePerMinute: 30,
  body: z.object({
    pluginId: z
      .string()
      .max(100)
      .regex(/^[a-z][a-z0-9-]*\.[a-z][a-z0-9-]*$/, { error: 'vendor.name' })
      .meta({ examples: ['acme.nesting'] }),
    title: lineSchema(200).min(1),
    publicKey: z
      .string()
      .regex(/^[A-Za-z0-9+/]{43}=$/, { error: 'an Ed25519 public key: 32 bytes in base64' })
      .meta({ examples: ['11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo='] }),
    tier,
  }),
  response: z.object({ id: z.string() }),
});

/**
 * The form's `file` is a `.sinterplugin`. Refused with INVALID_INPUT, naming file and rule, when it is no whole package, or of another
 * app; with FORBIDDEN when the key of this build has not signed it; with TOO_LARGE beyond 10 MB. What is `ERROR` in `report` keeps
 * it from being loaded.
 */
export const sendLocalBuild = defineCall({
  id: 'host.sendLocalBuild',
  method: 'POST',
  path: '/api/v1/local-builds/{id}/package',
  summary: 'Takes the newest build. The tab that has loaded the one before follows.',
  ...common,
  ratePerMinute: 240,
  params,
  accepts: 'multipart',
  response: z.object({ report: z.array(findingSchema) }),
});

/** `loaded`: a tab of its author shows it. */
export const tellLocalBuild = defineCall({
  id: 'host.tellLocalBuild',
  method: 'PUT',
  path: '/api/v1/local-builds/{id}/state',
  summary: 'The tool says that it watches the sources, or no longer does, and what keeps them from being built.',
  ...common,
  ratePerMinute: 240,
  params,
  body: z.object({ watching: z.boolean(), problems: z.array(localProblemSchema).max(20) }),
  response: z.object({ loaded: z.boolean() }),
});

export const localBuildSchema = z.object({
  pluginId: z.string(),
  title: z.string(),
  /** `null`: nothing could be built yet. */
  version: z.string().nullable(),
  publisher: z.string().nullable(),
  tier,
  /** What it asks for; `reason` in the caller's language. */
  scopes: z.array(z.object({ scope: z.string(), reason: z.string() })),
  /** Loaded by this session, with the scopes that were agreed to then. */
  loaded: z.boolean(),
  /** It asks for more than was agreed to. */
  asksForMore: z.boolean(),
  /** Its first page that needs no parameter. */
  home: z.string().nullable(),
  /** The tool was heard of just now. */
  watching: z.boolean(),
  problems: z.array(localProblemSchema),
});

export const readLocalBuild = defineCall({
  id: 'host.localBuild',
  method: 'GET',
  path: '/api/v1/local-builds/{id}',
  summary: 'A local build of the caller: what it is, what it asks for, and whether its tool still runs.',
  ...common,
  params,
  response: localBuildSchema,
});

/**
 * From now on the manifest has it where it is asked for with this build, and its calls may what `scopes` says and the person may.
 * Refused with FORBIDDEN for an API key; with CONFLICT when `scopes` are not those that it asks for, or nothing was built.
 */
export const loadLocalBuild = defineCall({
  id: 'host.loadLocalBuild',
  method: 'POST',
  path: '/api/v1/local-builds/{id}/load',
  summary: 'Its author agrees that this session loads the build, with the scopes that it asks for.',
  ...common,
  params,
  body: z.object({ scopes: z.array(z.string().max(100)).max(40) }),
  response: localBuildSchema,
});

export const stopLocalBuild = defineCall({
  id: 'host.stopLocalBuild',
  method: 'DELETE',
  path: '/api/v1/local-builds/{id}/load',
  summary: 'The session loads the build no more.',
  ...common,
  params,
  response: z.object({ success: z.literal('true') }),
});

export const localBuildChanged = defineEvent({
  type: 'local-build.changed',
  summary: 'A local build, or what is known of it, changed: its author alone is told.',
  payload: z.object({ id: z.string() }),
  guard: provider('FACILITY_SETTINGS_EDITOR'),
  origin: 'server',
});
