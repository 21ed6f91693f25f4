import * as z from 'zod';
import { defineCall } from '../call.ts';
import { defineEvent } from '../event.ts';
import { anyMember, provider } from '../guard.ts';
import { pluginParams } from './token.ts';

/** Settings of a plugin in a facility, by `config.schema` of its `plugin.json`. The host draws the form. */

const valueSchema = z.union([z.string().max(4000), z.number(), z.boolean()]);
export type SettingValue = z.infer<typeof valueSchema>;

/** Defaults are filled in, and what was never set is left out. Secrets are not among them: the vendor's own server gets those. */
export const pluginSettings = defineCall({
  id: 'apps.settings',
  owner: 'apps',
  method: 'GET',
  path: '/api/v1/apps/{id}/settings',
  summary: 'The settings of a plugin in this facility, for the plugin itself.',
  guard: anyMember('A plugin needs its settings for whoever it works for; secrets are not among them.'),
  params: pluginParams,
  response: z.object({ values: z.record(z.string(), valueSchema), revision: z.number().int() }),
});

/** A field of the form. Texts are in the caller's language. */
export const settingFieldSchema = z.object({
  name: z.string(),
  type: z.enum(['string', 'number', 'integer', 'boolean']),
  title: z.string(),
  description: z.string().nullable(),
  required: z.boolean(),
  /** Written, never read. */
  secret: z.boolean(),
  options: z.array(z.string()).nullable(),
  format: z.literal('uri').nullable(),
  /** Of a text its length, of a number its value. */
  minimum: z.number().nullable(),
  maximum: z.number().nullable(),
  default: valueSchema.nullable(),
});
export type SettingField = z.infer<typeof settingFieldSchema>;

export const appFormSchema = z.object({
  id: z.string(),
  title: z.string(),
  version: z.string(),
  fields: z.array(settingFieldSchema),
  /** As saved; what is missing has its default. */
  values: z.record(z.string(), valueSchema),
  /** Names of the secrets that are set. */
  secretsSet: z.array(z.string()),
  revision: z.number().int(),
  /** The vendor's own server; `null` where the plugin has none. */
  backend: z.object({ declared: z.string(), address: z.string().nullable() }).nullable(),
});
export type AppForm = z.infer<typeof appFormSchema>;

const editor = provider('FACILITY_SETTINGS_EDITOR');
const form = { owner: 'apps', path: '/api/v1/apps/{id}/settings/form', guard: editor, params: pluginParams } as const;

/** NOT_FOUND: there is no such plugin of a vendor here. */
export const readAppForm = defineCall({
  id: 'apps.form',
  method: 'GET',
  summary: 'The form of a plugin’s settings in this facility, with what is saved.',
  response: appFormSchema,
  ...form,
});

/**
 * CHANGED: somebody has saved since `revision`. INVALID_INPUT: `fields` of the error are `values.<name>`, `secrets.<name>`
 * and `backend`.
 */
export const saveAppForm = defineCall({
  id: 'apps.saveForm',
  method: 'PUT',
  summary: 'Saves the settings of a plugin in this facility.',
  body: z.object({
    revision: z.number().int().nonnegative(),
    values: z.record(z.string().max(60), valueSchema),
    /** Those that are given are set, or with `null` removed; the others stay. */
    secrets: z.record(z.string().max(60), z.string().min(1).max(4000).nullable()).default({}),
    /** Another address of the vendor's server for this facility; `null`: the plugin's own. */
    backend: z.string().max(500).nullable().default(null),
  }),
  response: appFormSchema,
  ...form,
});

/** Reaches the people of the facility; a plugin asks for its settings again. */
export const settingsChanged = defineEvent({
  type: 'app.settings_changed',
  summary: 'An administrator has saved the settings of a plugin.',
  payload: z.object({ plugin: z.string() }),
  guard: anyMember('It says which plugin, and nothing of its settings.'),
  origin: 'server',
});
