import * as z from 'zod';
import { defineCall } from '../call.ts';
import { notKiosk } from '../guard.ts';
import { supplierSchema } from '../named.ts';

/** Papers of an order as PDF, with prices: who sees none is shown none. */

const order = z.object({ id: z.coerce.number().int().positive() });

export const orderDocumentTypeSchema = z.enum(['quote', 'confirmation', 'invoice-draft']);
export type OrderDocumentType = z.infer<typeof orderDocumentTypeSchema>;

export const documentLanguageSchema = z.enum(['en_US', 'de_DE', 'fr_FR', 'ja_JP', 'ar_SA']);

export const orderDocumentSchema = z.object({
  type: orderDocumentTypeSchema,
  /** Of the facility in this order that it is from. */
  matchId: z.number().int(),
  facility: supplierSchema,
  version: z.number().int(),
  /** A later version takes its place. */
  replaced: z.boolean(),
  /** ISO date and time. */
  issuedOn: z.string(),
  /** SHA-256 of what it says, in the language asked for; the foot of each page has the first sixteen digits. */
  hash: z.string(),
});
export type OrderDocument = z.infer<typeof orderDocumentSchema>;

/** Newest first. Of a facility its own, of a buyer those of every facility; none for who sees no prices. */
export const listOrderDocuments = defineCall({
  id: 'orders.documents',
  owner: 'orders',
  method: 'GET',
  path: '/api/v1/orders/{id}/documents',
  summary: 'The papers of an order: quotes, order confirmation, invoice draft.',
  guard: notKiosk,
  params: order,
  query: z.object({ language: documentLanguageSchema.optional() }),
  response: z.object({ documents: z.array(orderDocumentSchema) }),
});

/**
 * The last one of its type, unless a facility's and a version are named; the same bytes whenever it is asked for. In the
 * language of the reader, unless another is named. NOT_FOUND for what the caller may not see.
 */
export const readOrderDocument = defineCall({
  id: 'orders.document',
  owner: 'orders',
  method: 'GET',
  path: '/api/v1/orders/{id}/documents/{type}',
  summary: 'One paper of an order as PDF.',
  guard: notKiosk,
  params: order.extend({ type: orderDocumentTypeSchema }),
  query: z.object({
    language: documentLanguageSchema.optional(),
    matchId: z.coerce.number().int().positive().optional(),
    version: z.coerce.number().int().positive().optional(),
    download: z.enum(['true', 'false']).default('false'),
  }),
  produces: 'stream',
  response: z.unknown(),
});
