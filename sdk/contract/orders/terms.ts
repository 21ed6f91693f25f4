import * as z from 'zod';
import { defineCall } from '../call.ts';
import { anyone, member } from '../guard.ts';
import { orderRights } from './rights.ts';

/** Terms of the shop: published documents, and which of them a buyer has accepted with an order. */

/** The document as it was shown: its version, in that language. */
export const shownTermsSchema = z.object({
  version: z.string().min(1).max(40),
  language: z.string().regex(/^[a-z]{2}_[A-Z]{2}$/),
});
export type ShownTerms = z.infer<typeof shownTermsSchema>;

export const acceptedTermsSchema = shownTermsSchema.extend({
  title: z.string(),
  fileURL: z.string(),
  /** First and last name. */
  by: z.string(),
  /** ISO. */
  at: z.string(),
});
export type AcceptedTerms = z.infer<typeof acceptedTermsSchema>;

/** Kinds of published documents (specification 3.1). */
export const documentTypeSchema = z.enum(['TERM_AND_CONDITION']);

/** Specification 7.4. `language`: that of the reader; English, or the first one there is, where it is missing. */
export const readDocumentation = defineCall({
  id: 'orders.documentation',
  owner: 'orders',
  method: 'GET',
  path: '/api/v2/documentation/{type}',
  summary: 'A published document of the shop, such as the terms and conditions; `null` when there is none.',
  guard: anyone,
  params: z.object({ type: documentTypeSchema }),
  query: z.object({ language: shownTermsSchema.shape.language.optional() }),
  response: z
    .object({ type: documentTypeSchema, title: z.string(), version: z.string(), fileURL: z.string() })
    .nullable(),
});

/**
 * Refused with NOT_FOUND when the caller may not see the order, or the shop has no such document; with CONFLICT when other
 * terms were published meanwhile; with TRANSITION_REFUSED once the order was sent.
 */
export const acceptTerms = defineCall({
  id: 'orders.acceptTerms',
  owner: 'orders',
  method: 'PUT',
  path: '/api/v3/orders/{id}/terms',
  summary: 'Keeps with a draft which terms its buyer has accepted.',
  guard: member({ roles: ['ROLE_ENGINEER'], memberRoles: orderRights.create }),
  params: z.object({ id: z.coerce.number().int().positive() }),
  body: shownTermsSchema,
  response: acceptedTermsSchema,
});
