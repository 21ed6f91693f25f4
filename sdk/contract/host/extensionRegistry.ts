import * as z from 'zod';
import { defineCall } from '../call.ts';
import { extensionIdSchema, extensionVersionSchema } from './extensions.ts';
import { provider } from '../guard.ts';

/**
 * What a server offers to other servers that have it as a source of packages. They call with an API key of one of its facilities,
 * whose rollout decides which versions are offered. The list is signed by the key of the server, for one question: nobody on the way
 * can hide a revocation by answering an old one.
 */

const editor = provider('FACILITY_SETTINGS_EDITOR');

const offeredPackageSchema = z.object({
  packageId: z.number().int().positive(),
  id: extensionIdSchema,
  version: extensionVersionSchema,
  title: z.string().max(200),
  /** The fingerprint of its publisher's key; `null`: the server alone vouches for it, and it is handed on unsigned. */
  keyId: z.string().max(64).nullable(),
  /** Over its files. */
  hash: z.string().max(128),
  bytes: z.number().int(),
});
export type OfferedPackage = z.infer<typeof offeredPackageSchema>;

/** The text that is signed, as JSON. */
export const registryListSchema = z.object({
  /** As in the question. */
  nonce: z.string(),
  packages: z.array(offeredPackageSchema),
  revokedKeys: z.array(z.object({ keyId: z.string().max(64), reason: z.string().max(500) })),
  blocked: z.array(
    z.object({ id: extensionIdSchema, version: extensionVersionSchema, hash: z.string(), reason: z.string().max(500) }),
  ),
});
export type RegistryList = z.infer<typeof registryListSchema>;

export const readExtensionRegistry = defineCall({
  id: 'host.extensionRegistry',
  owner: 'host',
  method: 'GET',
  path: '/api/v1/extension-registry',
  summary: 'What this server offers to other servers: versions, revoked keys and blocked versions, signed.',
  guard: editor,
  query: z.object({
    nonce: z
      .string()
      .regex(/^[0-9a-zA-Z_-]{16,64}$/, { error: '16 to 64 letters and digits' })
      .meta({ examples: ['0123456789abcdef'] }),
  }),
  response: z.object({
    /** The server's own key: 32 bytes of Ed25519 in base64. */
    publicKey: z.string(),
    /** JSON of `registryListSchema`. */
    list: z.string(),
    /** Ed25519 over `list`, base64. */
    signature: z.string(),
  }),
});

/** Refused with NOT_FOUND when it is not offered to the caller's facility. */
export const readOfferedPackage = defineCall({
  id: 'host.extensionOffered',
  owner: 'host',
  method: 'GET',
  path: '/api/v1/extension-registry/packages/{packageId}',
  summary: 'One of the offered versions as a file, with the signature of its publisher.',
  guard: editor,
  ratePerMinute: 60,
  params: z.object({ packageId: z.coerce.number().int().positive() }),
  produces: 'stream',
  response: z.unknown(),
});
