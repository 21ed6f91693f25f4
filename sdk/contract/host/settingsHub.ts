import * as z from 'zod';
import { defineCall } from '../call.ts';
import { provider } from '../guard.ts';

/** How things stand with a setting. `INCOMPLETE`: something that was begun has to be finished first. `ERROR`: it does not work. */
export const settingStateSchema = z.enum(['ON', 'OFF', 'INCOMPLETE', 'ERROR']);
export type SettingState = z.infer<typeof settingStateSchema>;

/** A card of the settings page. Texts are in the caller's language. */
export const settingsCardSchema = z.object({
  /** `<plugin id>/<card id>` */
  id: z.string(),
  section: z.enum(['orders', 'production', 'quality', 'integrations', 'communication', 'security']),
  title: z.string(),
  /** Empty: its plugin says nothing more. */
  text: z.string(),
  /** Names of its fields and sections, to be found by. */
  fields: z.array(z.string()),
  path: z.string(),
  state: settingStateSchema,
  /** `at`: ISO. `by`: empty where nobody did it. `null`: it is not known that it was ever changed. */
  changed: z.object({ at: z.string(), by: z.string() }).nullable(),
});

/** The page of all settings. */
export const readSettingsHub = defineCall({
  id: 'host.settingsHub',
  owner: 'host',
  method: 'GET',
  path: '/api/v1/settings/hub',
  summary: 'The settings of the active facility that the caller may open: state, and who changed them last.',
  guard: provider('FACILITY_SETTINGS_EDITOR'),
  response: z.object({ cards: z.array(settingsCardSchema) }),
});
