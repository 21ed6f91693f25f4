import * as z from 'zod';
import { defineCall } from '../call.ts';
import { submissionDetailSchema } from './extensionReview.ts';
import { reviewer, sentenceSchema } from './extensions.ts';

/**
 * Folders of this server that hold packages of vendors, so that a server without a network has them too. The operator names them
 * (`REGISTRY_FOLDERS`); no path comes from a person.
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

export const listSources = defineCall({
  id: 'host.extensionSources',
  owner: 'host',
  method: 'GET',
  path: '/api/v1/extension-sources',
  summary: 'The folders with packages that the operator has named, and what each holds.',
  guard: reviewer,
  response: z.object({
    sources: z.array(
      z.object({
        name: z.string(),
        /** Why the folder cannot be read. */
        problem: sentenceSchema.nullable(),
        packages: z.array(sourcePackageSchema),
        /** Files that are no usable packages. */
        broken: z.array(z.object({ file: z.string(), ...sentenceSchema.shape })),
      }),
    ),
  }),
});

/** Refused with NOT_FOUND when there is no such file, and as `submitExtension`. */
export const importFromSource = defineCall({
  id: 'host.importExtension',
  owner: 'host',
  method: 'POST',
  path: '/api/v1/extension-sources/import',
  summary:
    'Submits a package of a folder for review. Nothing of it runs before it is approved, published and installed.',
  guard: reviewer,
  ratePerMinute: 60,
  body: z.object({ source: z.string().min(1).max(100), file: z.string().min(1).max(255) }),
  response: submissionDetailSchema,
});
