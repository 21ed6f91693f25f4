import * as z from 'zod';
import { defineCall } from '../call.ts';
import { provider } from '../guard.ts';
import { lineSchema } from '../line.ts';
import {
  extensionDifferenceSchema,
  extensionIdSchema,
  extensionTierSchema,
  pluginFailureSchema,
  reasonSchema,
  reviewer,
  scopeWishSchema,
  sentenceSchema,
  versionFiguresSchema,
} from './extensions.ts';

/**
 * What comes before an extension can be installed: publishers and their keys, submitting a package, the automatic check, review,
 * publishing, blocking. It holds for the whole server.
 */

/**
 * `SUBMITTED`: signed by nobody known, so that approving it signs it with the server's own key. `CHECKED`: signed by its publisher.
 * `APPROVED`: may be published, or was and came back because it failed. `BLOCKED`: runs nowhere any more.
 */
export const packageStateSchema = z.enum(['SUBMITTED', 'CHECKED', 'APPROVED', 'PUBLISHED', 'BLOCKED', 'REJECTED']);
export type PackageReviewState = z.infer<typeof packageStateSchema>;

const packageId = z.object({ packageId: z.coerce.number().int().positive() });

/** One finding of the automatic check: `ERROR` keeps it from being approved. */
export const findingSchema = z.object({
  level: z.enum(['ERROR', 'WARNING']),
  /** A file of the package, or empty. */
  file: z.string(),
  ...sentenceSchema.shape,
});

/** To whom a version goes: `percent` of all facilities, and those that are named. */
export const rolloutSchema = z.object({
  percent: z.number().int().min(0).max(100),
  facilityIds: z.array(z.number().int().positive()).max(500),
});

/** A version that was submitted. */
export const submissionSchema = z.object({
  packageId: z.number().int(),
  id: z.string(),
  version: z.string(),
  title: z.string(),
  publisher: z.object({ id: z.string(), name: z.string() }),
  state: packageStateSchema,
  tier: extensionTierSchema,
  /** `null`: unsigned. */
  keyId: z.string().nullable(),
  /** Why it would not run, whatever its state. */
  problem: sentenceSchema.nullable(),
  rollout: rolloutSchema,
  bytes: z.number().int(),
  submittedAt: z.string(),
  submittedBy: z.string(),
  reviewedAt: z.string().nullable(),
  reviewedBy: z.string().nullable(),
  /** Why it was rejected, blocked, or came back. */
  reason: z.string().nullable(),
  /** How many facilities have it. */
  installs: z.number().int(),
  /** Of the automatic check. */
  errors: z.number().int(),
  warnings: z.number().int(),
});

export const submissionDetailSchema = submissionSchema.extend({
  description: z.string().nullable(),
  changes: z.string(),
  scopes: z.array(scopeWishSchema),
  report: z.array(findingSchema),
  files: z.array(z.object({ path: z.string(), bytes: z.number().int(), integrity: z.string() })),
  /** To the last published version before it. */
  difference: extensionDifferenceSchema,
});

/**
 * The form's `file` is a `.sinterplugin`; its text `changes` says what is new (4,000 characters). Refused with INVALID_INPUT, naming
 * file and rule, when it is no whole package; with TOO_LARGE beyond 50 MB; with CONFLICT when this version was submitted, a newer
 * one is published, or its publisher is not known here; with FORBIDDEN when the signature is wrong or of a key that is revoked,
 * retired, of another publisher, or for development only and this server is open to others.
 */
export const submitExtension = defineCall({
  id: 'host.submitExtension',
  owner: 'host',
  method: 'POST',
  path: '/api/v1/extension-packages',
  summary:
    'Submits a package of a vendor for review. Nothing of it runs before it is approved, published and installed.',
  guard: provider('FACILITY_SETTINGS_EDITOR'),
  ratePerMinute: 60,
  accepts: 'multipart',
  response: submissionDetailSchema,
});

/** The newest first; `page` counts from 0. */
export const listSubmissions = defineCall({
  id: 'host.extensionSubmissions',
  owner: 'host',
  method: 'GET',
  path: '/api/v1/extension-packages',
  summary: 'Everything that was submitted, with its state.',
  guard: reviewer,
  query: z.object({
    state: packageStateSchema.optional(),
    id: extensionIdSchema.optional(),
    page: z.coerce.number().int().min(0).max(10_000).default(0),
    size: z.coerce.number().int().min(1).max(100).default(25),
  }),
  response: z.object({ submissions: z.array(submissionSchema), totalCount: z.number().int() }),
});

/** Refused with NOT_FOUND. */
export const readSubmission = defineCall({
  id: 'host.extensionSubmission',
  owner: 'host',
  method: 'GET',
  path: '/api/v1/extension-packages/{packageId}',
  summary: 'A submitted version with its check, its files, and what differs from the version before.',
  guard: reviewer,
  params: packageId,
  response: submissionDetailSchema,
});

/** Refused with NOT_FOUND when neither version has the file. `null`: not there, no text, or longer than 1 MB. */
export const readSubmissionFile = defineCall({
  id: 'host.extensionSubmissionFile',
  owner: 'host',
  method: 'GET',
  path: '/api/v1/extension-packages/{packageId}/file',
  summary: 'The text of one file, and that of the version before, for reading side by side.',
  guard: reviewer,
  params: packageId,
  query: z.object({ path: z.string().min(1).max(300) }),
  response: z.object({ before: z.string().nullable(), after: z.string().nullable() }),
});

/**
 * A package that came unsigned is signed with the server's own key. A blocked one may be approved again. Refused with CONFLICT when
 * its check has errors, it is published or rejected, or its key is revoked.
 */
export const approveExtension = defineCall({
  id: 'host.approveExtension',
  owner: 'host',
  method: 'POST',
  path: '/api/v1/extension-packages/{packageId}/approve',
  summary: 'Says that a version may be published, and whether it runs in the page or in a frame.',
  guard: reviewer,
  reauthenticate: true,
  params: packageId,
  body: z.object({ tier: extensionTierSchema }),
  response: submissionSchema,
});

/**
 * Facilities that follow new versions and are in the rollout go on to it at once, others when it is widened by publishing
 * again. Refused with CONFLICT when it is not approved, or when a newer one is published.
 */
export const publishExtension = defineCall({
  id: 'host.publishExtension',
  owner: 'host',
  method: 'POST',
  path: '/api/v1/extension-packages/{packageId}/publish',
  summary: 'Offers an approved version to some or all facilities.',
  guard: reviewer,
  params: packageId,
  body: z.object({ rollout: rolloutSchema }),
  response: submissionSchema,
});

/** Open browsers stop it at once. Refused with CONFLICT when it was never approved. */
export const blockExtension = defineCall({
  id: 'host.blockExtension',
  owner: 'host',
  method: 'POST',
  path: '/api/v1/extension-packages/{packageId}/block',
  summary: 'Stops a version everywhere. Facilities that have a version before may return to it.',
  guard: reviewer,
  params: packageId,
  body: z.object({ reason: reasonSchema }),
  response: submissionSchema,
});

/** The same version may then be submitted again. Refused with CONFLICT when it was approved. */
export const rejectExtension = defineCall({
  id: 'host.rejectExtension',
  owner: 'host',
  method: 'POST',
  path: '/api/v1/extension-packages/{packageId}/reject',
  summary: 'Refuses a submitted version, with the reason.',
  guard: reviewer,
  params: packageId,
  body: z.object({ reason: reasonSchema }),
  response: submissionSchema,
});

/** Refused with NOT_FOUND when nothing of it was submitted. */
export const reviewFigures = defineCall({
  id: 'host.extensionReviewFigures',
  owner: 'host',
  method: 'GET',
  path: '/api/v1/extension-figures/{id}',
  summary: 'Loads, load times, calls and failures of an extension in all facilities.',
  guard: reviewer,
  params: z.object({ id: extensionIdSchema }),
  response: z.object({
    versions: z.array(versionFiguresSchema.extend({ facilities: z.number().int() })),
    failures: z.array(pluginFailureSchema),
    budget: z.object({ entryKb: z.number().nullable(), mountMs: z.number().nullable() }),
  }),
});

// Publishers

/** The first part of the ids of a publisher's plugins. */
const publisherIdSchema = z
  .string()
  .max(50)
  .regex(/^[a-z][a-z0-9-]*$/, { error: 'small letters, digits and hyphens' })
  .meta({ examples: ['acme'] });
const keyIdSchema = z
  .string()
  .regex(/^[0-9a-f]{32}$/, { error: '32 hexadecimal digits' })
  .meta({ examples: ['0123456789abcdef0123456789abcdef'] });
/** The 32 bytes of an Ed25519 public key, in base64. */
export const publicKeySchema = z
  .string()
  .regex(/^[A-Za-z0-9+/]{43}=$/, { error: 'an Ed25519 public key: 32 bytes in base64' })
  .meta({ examples: ['11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo='] });

export const publisherKeySchema = z.object({
  /** The first 32 hexadecimal digits of the SHA-256 of the key's bytes. */
  keyId: z.string(),
  publicKey: z.string(),
  /** Only while nobody but this machine reaches the server. */
  development: z.boolean(),
  createdAt: z.string(),
  /** Replaced by another: what it has signed runs on, nothing new is taken. */
  retiredAt: z.string().nullable(),
  /** Nothing that it has signed runs any more. */
  revokedAt: z.string().nullable(),
  reason: z.string().nullable(),
});

export const publisherSchema = z.object({
  id: z.string(),
  name: z.string(),
  contact: z.string(),
  createdAt: z.string(),
  keys: z.array(publisherKeySchema),
  /** How many extensions of it are published. */
  published: z.number().int(),
});

export const listPublishers = defineCall({
  id: 'host.extensionPublishers',
  owner: 'host',
  method: 'GET',
  path: '/api/v1/extension-publishers',
  summary: 'The vendors whose packages are taken here, and their keys.',
  guard: reviewer,
  response: z.object({ publishers: z.array(publisherSchema) }),
});

/** Refused with CONFLICT when there is one with this id. */
export const addPublisher = defineCall({
  id: 'host.addExtensionPublisher',
  owner: 'host',
  method: 'POST',
  path: '/api/v1/extension-publishers',
  summary: 'Admits a vendor: packages whose ids begin with its id may be submitted.',
  guard: reviewer,
  reauthenticate: true,
  body: z.object({ id: publisherIdSchema, name: lineSchema(100).min(1), contact: lineSchema(200) }),
  response: publisherSchema,
});

/** Refused with NOT_FOUND; with CONFLICT when the key is known already, or the publisher has 20. */
export const addPublisherKey = defineCall({
  id: 'host.addExtensionKey',
  owner: 'host',
  method: 'POST',
  path: '/api/v1/extension-publishers/{id}/keys',
  summary: 'Takes what this key signs for the publisher’s own.',
  guard: reviewer,
  reauthenticate: true,
  params: z.object({ id: publisherIdSchema }),
  body: z.object({ publicKey: publicKeySchema, development: z.boolean().default(false) }),
  response: publisherSchema,
});

/** Refused with NOT_FOUND; with CONFLICT when the old key is retired or revoked, or the new one is known. */
export const rotatePublisherKey = defineCall({
  id: 'host.rotateExtensionKey',
  owner: 'host',
  method: 'POST',
  path: '/api/v1/extension-publishers/{id}/keys/{keyId}/rotate',
  summary: 'Puts a new key in the place of one that is retired: what the old one has signed runs on.',
  guard: reviewer,
  reauthenticate: true,
  params: z.object({ id: publisherIdSchema, keyId: keyIdSchema }),
  body: z.object({ publicKey: publicKeySchema }),
  response: publisherSchema,
});

/** Open browsers stop what it has signed at once. Refused with NOT_FOUND. */
export const revokePublisherKey = defineCall({
  id: 'host.revokeExtensionKey',
  owner: 'host',
  method: 'POST',
  path: '/api/v1/extension-publishers/{id}/keys/{keyId}/revoke',
  summary: 'Nothing that this key has signed runs any more, anywhere.',
  guard: reviewer,
  reauthenticate: true,
  params: z.object({ id: publisherIdSchema, keyId: keyIdSchema }),
  body: z.object({ reason: reasonSchema }),
  response: publisherSchema,
});
