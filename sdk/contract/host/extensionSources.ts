import * as z from 'zod';
import { defineCall } from '../call.ts';
import { lineSchema } from '../line.ts';
import { publicKeySchema, submissionDetailSchema } from './extensionReview.ts';
import { reviewer, sentenceSchema } from './extensions.ts';

/**
 * Where packages of vendors come from beside their submission: folders of this server, so that a server without a network has them
 * too, and other servers. The operator names folders (`REGISTRY_FOLDERS`), and no path comes from a person; a reviewer adds servers.
 */

/**
 * `KNOWN`: of a key of its publisher that may sign here. `REFUSED`: of one that is revoked, replaced or for development only, or of
 * another package.
 */
export const sourceSignatureSchema = z.enum(['KNOWN', 'UNSIGNED', 'UNKNOWN_PUBLISHER', 'UNKNOWN_KEY', 'REFUSED']);

/** What it is beside what was submitted here. `HERE`: this very version. */
export const sourceNewsSchema = z.enum(['NEW', 'NEWER', 'HERE', 'OLDER']);

const sourcePackageSchema = z.object({
  file: z.string(),
  id: z.string(),
  version: z.string(),
  title: z.string(),
  publisherId: z.string(),
  signature: sourceSignatureSchema,
  /** The fingerprint of the key that has signed it. */
  keyId: z.string().nullable(),
  news: sourceNewsSchema,
  bytes: z.number().int(),
});

const sourceServerSchema = z.object({
  serverId: z.number().int(),
  /** Where it is called. */
  address: z.string(),
  /** The fingerprint of the key that a reviewer has confirmed. */
  keyId: z.string(),
  /** What of it is stopped here, because it was revoked or blocked there. */
  stopped: z.array(z.object({ id: z.string(), version: z.string(), reason: z.string() })),
});

export const listSources = defineCall({
  id: 'host.extensionSources',
  owner: 'host',
  method: 'GET',
  path: '/api/v1/extension-sources',
  summary: 'The folders that the operator has named and the servers that reviewers have added, and what each holds.',
  guard: reviewer,
  response: z.object({
    sources: z.array(
      z.object({
        name: z.string(),
        /** `null`: a folder. */
        server: sourceServerSchema.nullable(),
        /** Why it cannot be read. */
        problem: sentenceSchema.nullable(),
        packages: z.array(sourcePackageSchema),
        /** Files that are no usable packages. */
        broken: z.array(z.object({ file: z.string(), ...sentenceSchema.shape })),
      }),
    ),
  }),
});

/**
 * Refused with NOT_FOUND when there is no such file, as `submitExtension`, and for a server as `readSourceServer`; with CONFLICT when
 * it sends another package than it has offered.
 */
export const importFromSource = defineCall({
  id: 'host.importExtension',
  owner: 'host',
  method: 'POST',
  path: '/api/v1/extension-sources/import',
  summary:
    'Submits a package of a source for review. Nothing of it runs before it is approved, published and installed.',
  guard: reviewer,
  ratePerMinute: 60,
  body: z.object({ source: z.string().min(1).max(100), file: z.string().min(1).max(255) }),
  response: submissionDetailSchema,
});

const addressSchema = z
  .url({ protocol: /^https?$/ })
  .max(300)
  .meta({ examples: ['https://parts.example.com'] });
/** It is kept sealed and answered by no call. */
const apiKeySchema = z.string().trim().min(10).max(300);

/**
 * Refused with INVALID_INPUT when it is no address of a server; with NOT_POSSIBLE when it leads into a network that is not called;
 * with UNAVAILABLE when it does not answer in 10 seconds; with CONFLICT when it does not take the API key, does not offer packages to
 * others, or what it answers is not signed by its key.
 */
export const readSourceServer = defineCall({
  id: 'host.extensionReadServer',
  owner: 'host',
  method: 'POST',
  path: '/api/v1/extension-sources/servers/read',
  summary: 'Asks another server for its key, so that a reviewer can compare it before the server is added.',
  guard: reviewer,
  ratePerMinute: 20,
  body: z.object({ address: addressSchema, apiKey: apiKeySchema }),
  response: z.object({ address: z.string(), publicKey: z.string(), keyId: z.string(), packages: z.number().int() }),
});

/** Refused as `readSourceServer`; with CONFLICT when its key is not the confirmed one, or there is a source of this name or address. */
export const addSourceServer = defineCall({
  id: 'host.extensionAddServer',
  owner: 'host',
  method: 'POST',
  path: '/api/v1/extension-sources/servers',
  summary: 'Adds another server as a source of packages, with the key that was compared.',
  guard: reviewer,
  reauthenticate: true,
  ratePerMinute: 20,
  body: z.object({
    name: lineSchema(100).min(1),
    address: addressSchema,
    apiKey: apiKeySchema,
    publicKey: publicKeySchema,
  }),
  response: z.object({ serverId: z.number().int() }),
});

/** What was imported stays. Refused with NOT_FOUND. */
export const removeSourceServer = defineCall({
  id: 'host.extensionRemoveServer',
  owner: 'host',
  method: 'DELETE',
  path: '/api/v1/extension-sources/servers/{serverId}',
  summary: 'Forgets a server and its API key; revocations there are not followed any more.',
  guard: reviewer,
  params: z.object({ serverId: z.coerce.number().int().positive() }),
  response: z.object({ success: z.literal('true') }),
});
