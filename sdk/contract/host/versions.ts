import * as z from 'zod';
import { defineCall } from '../call.ts';
import { defineEvent } from '../event.ts';
import { anyMember, anyProvider } from '../guard.ts';

/**
 * Versions of a facility's settings: a draft that editors share, what is published, and everything that was before. Which kinds
 * there are, and who edits them, the areas say (`settingKinds`): a kind that the caller may not edit answers FORBIDDEN.
 */

const editors = anyProvider(
  'Each kind of setting has a right of its own, which the server asks before it reads anything.',
);

/** Which setting: its kind (`host/storeFront`), and which one of several of that kind in the caller's facility. */
const settingSchema = z.object({
  kind: z.string().min(1).max(100),
  elementId: z.string().max(100).default(''),
});
const versionNumber = z.number().int().min(0);
/** What the caller has read last: whoever comes later with an older one is told who was faster. */
const seen = z.string().max(100);
const note = z.string().trim().max(500);
/** By the schema of the kind. */
const value = z.unknown();

const versionSchema = z.object({
  /** 0: as it is delivered. */
  version: versionNumber,
  value,
  /** ISO; `null` where nothing was published yet. */
  at: z.string().nullable(),
  /** First and last name; empty where it is not known, or was changed on another screen. */
  by: z.string(),
  note: z.string(),
});
export type SettingVersion = z.infer<typeof versionSchema>;

export const settingAnswerSchema = z.object({
  /** What is in force. */
  published: versionSchema,
  draft: z.object({ value, at: z.string(), by: z.string() }).nullable(),
  seen: z.string(),
});
export type SettingAnswer = z.infer<typeof settingAnswerSchema>;

export const readSetting = defineCall({
  id: 'host.setting',
  owner: 'host',
  method: 'GET',
  path: '/api/v1/settings/versions/present',
  summary: 'A setting of the active facility: what is in force, and the draft if there is one.',
  guard: editors,
  query: settingSchema,
  response: settingAnswerSchema,
});

export const listSettingVersions = defineCall({
  id: 'host.settingVersions',
  owner: 'host',
  method: 'GET',
  path: '/api/v1/settings/versions',
  summary: 'Published versions, newest first, twenty at a time; the last of all is version 0, as it is delivered.',
  guard: editors,
  query: settingSchema.extend({
    /** Only versions before this one. */
    before: z.coerce.number().int().min(0).optional(),
  }),
  response: z.object({ versions: z.array(versionSchema), more: z.boolean() }),
});

const changing = settingSchema.extend({ seen });

/** Refused with INVALID_INPUT by the fields of `value`; with CONFLICT when somebody was faster: read it again and show both. */
export const saveSettingDraft = defineCall({
  id: 'host.saveSettingDraft',
  owner: 'host',
  method: 'PUT',
  path: '/api/v1/settings/versions/draft',
  summary: 'Keeps a draft for all who edit the setting. CONFLICT when somebody was faster; nothing is in force by it.',
  guard: editors,
  body: changing.extend({ value }),
  response: settingAnswerSchema,
});

export const discardSettingDraft = defineCall({
  id: 'host.discardSettingDraft',
  owner: 'host',
  method: 'POST',
  path: '/api/v1/settings/versions/draft/discard',
  summary: 'Gives the draft up. CONFLICT when somebody was faster.',
  guard: editors,
  body: changing,
  response: settingAnswerSchema,
});

/** Refused with CONFLICT when somebody was faster; with NOT_POSSIBLE when it says what is in force; with INVALID_INPUT by field. */
export const publishSetting = defineCall({
  id: 'host.publishSetting',
  owner: 'host',
  method: 'POST',
  path: '/api/v1/settings/versions/publish',
  summary: 'Puts the draft in force as a new version; open pages follow. CONFLICT when somebody was faster.',
  guard: editors,
  body: changing.extend({ note: note.default('') }),
  response: settingAnswerSchema,
});

/** Refused with NOT_FOUND when there is no such version; otherwise as `publishSetting`. */
export const restoreSetting = defineCall({
  id: 'host.restoreSetting',
  owner: 'host',
  method: 'POST',
  path: '/api/v1/settings/versions/restore',
  summary:
    'Publishes once more, as a new version, what an earlier version said. A draft stays. CONFLICT when somebody was faster.',
  guard: editors,
  body: changing.extend({ version: versionNumber }),
  response: settingAnswerSchema,
});

export const settingChanged = defineEvent({
  type: 'setting.changed',
  summary: 'A version of a setting was published, or its draft changed: of drafts only the facility itself is told.',
  payload: z.object({
    kind: z.string(),
    elementId: z.string(),
    facilityId: z.number().int(),
    /** The one in force. */
    version: versionNumber,
  }),
  guard: anyMember('It says that a setting has another version now; what it says is asked for by calls.'),
  origin: 'server',
});
