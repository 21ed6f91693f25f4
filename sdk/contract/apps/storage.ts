import * as z from 'zod';
import { defineCall } from '../call.ts';
import { anyMember, provider } from '../guard.ts';
import { pluginParams } from './token.ts';

/**
 * JSON documents of a plugin in a facility (`host.storage`): those that all who work there share, and those of each person. Only the
 * plugin reaches them, with its token.
 */

const own = anyMember(
  'A plugin reaches its own documents alone, for a person who has it; the facility’s are closed to buyers.',
);

/** `facility`: shared by all who work there, FORBIDDEN for buyers. `person`: of the signed-in person in this facility. */
export const storageAreaSchema = z.enum(['facility', 'person']);
export type StorageArea = z.infer<typeof storageAreaSchema>;

/** What one plugin may keep in one facility, its people's documents included. Bytes of the JSON text in UTF-8. */
export const storageLimits = { documentBytes: 64 * 1024, bytes: 10 * 1024 * 1024, documents: 10_000 } as const;

const keyPattern = /^[A-Za-z0-9._:/-]*$/;
const key = z
  .string()
  .min(1)
  .max(200)
  .regex(keyPattern)
  .meta({ examples: ['machines/12'] });

export const documentSchema = z.object({
  key: z.string(),
  /** Any JSON. */
  value: z.unknown(),
  /** Grows with each change; never used again for the same key. */
  revision: z.number().int(),
  /** ISO. */
  updatedAt: z.string(),
});
export type StoredDocument = z.infer<typeof documentSchema>;

const areaParams = pluginParams.extend({ area: storageAreaSchema });
const documentParams = areaParams.extend({ key });

export const storageUse = defineCall({
  id: 'apps.storage',
  owner: 'apps',
  method: 'GET',
  path: '/api/v1/apps/{id}/storage',
  summary: 'How much a plugin keeps in this facility, and how much it may.',
  guard: own,
  params: pluginParams,
  response: z.object({
    documents: z.number().int(),
    bytes: z.number().int(),
    limits: z.object({ documentBytes: z.number().int(), bytes: z.number().int(), documents: z.number().int() }),
  }),
});

/** By key, in the order of its bytes. A page ends early at 1 MB; `next` goes into `after`, and is `null` on the last one. */
export const listDocuments = defineCall({
  id: 'apps.documents',
  owner: 'apps',
  method: 'GET',
  path: '/api/v1/apps/{id}/storage/{area}',
  summary: 'Documents of a plugin whose keys begin with a prefix, page by page.',
  guard: own,
  params: areaParams,
  query: z.object({
    prefix: z
      .string()
      .max(200)
      .regex(keyPattern)
      .meta({ examples: ['machines/'] })
      .default(''),
    after: z
      .string()
      .max(200)
      .regex(keyPattern)
      .meta({ examples: ['machines/12'] })
      .optional(),
    limit: z.coerce.number().int().min(1).max(500).default(100),
  }),
  response: z.object({ documents: z.array(documentSchema), next: z.string().nullable() }),
});

/** NOT_FOUND: there is none. */
export const readDocument = defineCall({
  id: 'apps.document',
  owner: 'apps',
  method: 'GET',
  path: '/api/v1/apps/{id}/storage/{area}/{key}',
  summary: 'A document of a plugin.',
  guard: own,
  params: documentParams,
  response: documentSchema,
});

/**
 * `revision`: the one that the caller has read; 0: there must be none yet; left out: whatever is there is replaced. CHANGED: another
 * revision is there; `current` of the error is it, or null. TOO_LARGE: over 64 kB. STORAGE_FULL: over 10 MB, or 10,000 documents.
 */
export const putDocument = defineCall({
  id: 'apps.putDocument',
  owner: 'apps',
  method: 'PUT',
  path: '/api/v1/apps/{id}/storage/{area}/{key}',
  summary: 'Stores a document of a plugin.',
  guard: own,
  params: documentParams,
  body: z.object({ value: z.unknown(), revision: z.number().int().nonnegative().optional() }),
  response: documentSchema.omit({ value: true }),
});

/** What is not there stays away. CHANGED: another revision is there than the one given. */
export const deleteDocument = defineCall({
  id: 'apps.deleteDocument',
  owner: 'apps',
  method: 'DELETE',
  path: '/api/v1/apps/{id}/storage/{area}/{key}',
  summary: 'Deletes a document of a plugin.',
  guard: own,
  params: documentParams,
  query: z.object({ revision: z.coerce.number().int().positive().optional() }),
  response: z.object({ success: z.literal('true') }),
});

const keeping = {
  owner: 'apps',
  path: '/api/v1/apps/{id}/data',
  guard: provider('FACILITY_SETTINGS_EDITOR'),
  params: pluginParams,
} as const;

/** A JSON file `{ plugin, at, settings, documents: [{ area, userId, key, value, revision, updatedAt }] }`; no secret is in it. */
export const exportAppData = defineCall({
  id: 'apps.exportData',
  method: 'GET',
  summary: 'Everything that a plugin keeps in this facility, as a file.',
  produces: 'stream',
  response: z.unknown(),
  ...keeping,
});

/** Also of a plugin that is not installed any more. */
export const deleteAppData = defineCall({
  id: 'apps.deleteData',
  method: 'DELETE',
  summary: 'Deletes everything that a plugin keeps in this facility: documents, settings and secrets.',
  response: z.object({ documents: z.number().int() }),
  ...keeping,
});
