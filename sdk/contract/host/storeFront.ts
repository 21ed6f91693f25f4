import * as z from 'zod';
import { defineCall } from '../call.ts';
import { anyone, member } from '../guard.ts';
import { menuChangeSchema } from './registry.ts';

/** How a shop behaves (specification 2.3 and 3; product 2, Storefront config): drafted, published and restored as one. */

export const storeFrontKind = 'host/storeFront';

/** The shop is that of an enterprise's root facility, as its theme is. */
export const storeFrontEditor = member({
  roles: ['ROLE_SERVICE_PROVIDER'],
  permissions: ['STOREFRONT_CONFIG_EDITOR'],
  rootFacility: true,
});

const language = z.string().regex(/^[a-z]{2}_[A-Z]{2}$/);
/** By language. */
const words = (most: number) =>
  z.record(language, z.string().trim().max(most)).refine((texts) => Object.keys(texts).length <= 20);
const currency = z.string().regex(/^[A-Z]{3}$/);

/** Terms and conditions: one version, a document for each language. */
export const shopTermsSchema = z.object({
  version: z.string().trim().min(1).max(40),
  documents: z
    .record(language, z.object({ title: z.string().trim().min(1).max(120), fileId: z.number().int().positive() }))
    .refine((documents) => Object.keys(documents).length <= 20),
});
export type ShopTerms = z.infer<typeof shopTermsSchema>;

/** What buyers read of the shop, beside its currencies. */
export const shopFactsSchema = z.object({
  /** `null`: no other limit than the server's. */
  upload: z.object({
    mostMegabytes: z.number().int().min(1).max(16_384).nullable(),
    /** Extensions in lower case, without a dot; `null`: all that the product reads. */
    formats: z
      .array(z.string().regex(/^[a-z0-9]{1,10}$/))
      .min(1)
      .max(60)
      .nullable(),
  }),
  /** An order that is larger is quoted by a person. Minor units of the facility's currency. */
  instant: z.object({
    mostValue: z.number().int().min(1).max(100_000_000_000).nullable(),
    mostPieces: z.number().int().min(1).max(1_000_000).nullable(),
  }),
  terms: shopTermsSchema.nullable(),
  taxText: words(300),
  contact: z.object({
    email: z.union([z.literal(''), z.email().max(200)]),
    phone: z.string().trim().max(40),
    text: words(300),
  }),
});
export type ShopFacts = z.infer<typeof shopFactsSchema>;

export const noShopFacts: ShopFacts = {
  upload: { mostMegabytes: null, formats: null },
  instant: { mostValue: null, mostPieces: null },
  terms: null,
  taxText: {},
  contact: { email: '', phone: '', text: {} },
};

export const storeFrontSchema = shopFactsSchema.extend({
  /** Changes to the entries of the header and of the profile menu, by the entry's id. */
  items: z
    .record(z.string().max(100), menuChangeSchema)
    .refine((items) => Object.keys(items).length <= 60, { error: 'too many entries' }),
  currency: z.object({
    /** The picker is there. */
    show: z.boolean(),
    /** The picker can be used. */
    enable: z.boolean(),
    /** Prices begin in it. */
    usual: currency,
    list: z
      .array(
        z.object({
          currency,
          enabled: z.boolean(),
          /** Units of it for one of the facility's own currency; `null`: not known yet. */
          rate: z.number().positive().max(1_000_000_000).nullable(),
          /** Of the rate. */
          date: z.iso.date().nullable(),
        }),
      )
      .max(60),
  }),
});
export type StoreFront = z.infer<typeof storeFrontSchema>;

const entrySchema = z.object({
  id: z.string(),
  label: z.string(),
  text: z.string().optional(),
  texts: z.record(z.string(), z.string()).optional(),
  path: z.string(),
  external: z.boolean(),
  newTab: z.boolean().optional(),
  badge: z.string().nullable(),
});

/** `entries`: all that there are, as they are by default; `label` is a key of the host's texts. */
export const previewStoreFront = defineCall({
  id: 'host.previewStoreFront',
  owner: 'host',
  method: 'POST',
  path: '/api/v1/settings/store-front-preview',
  summary:
    'The header and the profile menu as a customer of the shop sees them, with these changes; nothing is stored.',
  guard: storeFrontEditor,
  body: z.object({ items: storeFrontSchema.shape.items }),
  response: z.object({
    entries: z.array(
      z.object({
        id: z.string(),
        area: z.enum(['HEADER', 'PROFILE']),
        label: z.string(),
        path: z.string(),
        enabled: z.boolean(),
        badge: z.string(),
      }),
    ),
    header: z.array(entrySchema),
    profile: z.array(entrySchema),
    /** What the facility sells in. */
    currency,
  }),
});
export type StoreFrontPreview = z.infer<typeof previewStoreFront.response>;

/** Refused with NOT_FOUND for any other stored file. */
export const readTermsFile = defineCall({
  id: 'host.termsFile',
  owner: 'host',
  method: 'GET',
  path: '/api/v1/misc/terms/{id}',
  summary: 'The PDF of published terms, of now or earlier: whoever accepted them can read them later.',
  guard: anyone,
  produces: 'stream',
  params: z.object({ id: z.coerce.number().int().positive() }),
  response: z.unknown(),
});

export const termsFileAddress = (id: number): string => `/api/v1/misc/terms/${id}`;
