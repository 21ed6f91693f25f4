import * as z from 'zod';
import { defineCall } from '../call.ts';
import { member } from '../guard.ts';
import { fileDtoSchema } from '../host/files.ts';
import { namedSchema } from '../named.ts';
import { orderDetailSchema } from './orders.ts';
import { eachOrder } from './rows.ts';
import { orderRights } from './rights.ts';

/**
 * Agreements not to disclose (product 3.1): an order that needs one shows its parts to a facility only after the buyer's
 * legal side has approved what the facility signed. An approved one holds for all orders of the company.
 */

const id = z.number().int();
const orderId = z.object({ id: z.coerce.number().int().positive() });
const eventId = z.string().uuid();
/** The legal side of a buyer. */
const verifier = member({ roles: ['ROLE_ENGINEER'], memberRoles: orderRights.verifyNda });

/** `EXPIRED` follows from `validUntil`; `REVOKED`: the buyer took it back, which counts for orders that come later. */
export const ndaStatusSchema = z.enum(['PENDING', 'APPROVED', 'REJECTED', 'REVOKED', 'EXPIRED']);
export type NdaStatus = z.infer<typeof ndaStatusSchema>;

/** What a facility signed, and what became of it. ISO dates and times; `validUntil` `null`: until it is revoked. */
export const ndaSchema = z.object({
  id,
  facility: namedSchema,
  /** The order it was given for. */
  orderId: id,
  status: ndaStatusSchema,
  /** The signed document; `null` for a caller who opens no such files. */
  file: fileDtoSchema.nullable(),
  uploadedBy: z.string(),
  uploadedOn: z.string(),
  decidedBy: z.string().nullable(),
  decidedOn: z.string().nullable(),
  reason: z.string(),
  validUntil: z.string().nullable(),
});
export type Nda = z.infer<typeof ndaSchema>;

/** Refused with NOT_FOUND when there is no such order or the caller may not see it. */
export const readOrderNdas = defineCall({
  id: 'orders.ndas',
  owner: 'orders',
  method: 'GET',
  path: '/api/v3/orders/{id}/ndas',
  summary: 'The agreements not to disclose of an order: all for its buyer, a facility sees its own.',
  guard: eachOrder,
  params: orderId,
  response: z.object({
    /** What the buyer wants signed; `null` when facilities bring their own. */
    template: fileDtoSchema.nullable(),
    /** The latest of each facility. */
    ndas: z.array(ndaSchema),
  }),
});

/**
 * The same `eventId` sent twice acts once. Refused with NOT_FOUND when the caller may not see the order or the file; with
 * INVALID_INPUT when the file is not of the own facility; with TRANSITION_REFUSED when none is asked for now.
 */
export const uploadNda = defineCall({
  id: 'orders.uploadNda',
  owner: 'orders',
  method: 'POST',
  path: '/api/v3/orders/{id}/nda',
  summary: 'A facility gives the agreement that it has signed.',
  guard: member({ roles: ['ROLE_SERVICE_PROVIDER'], memberRoles: orderRights.signNda }),
  params: orderId,
  body: z.object({ eventId, fileId: id }),
  response: orderDetailSchema,
});

/**
 * The same `eventId` sent twice acts once. Refused with NOT_FOUND when the caller may not see the order or nothing waits
 * under this id; with INVALID_INPUT when a rejection has no reason or the end lies in the past; with TRANSITION_REFUSED
 * when it was answered before.
 */
export const answerNda = defineCall({
  id: 'orders.answerNda',
  owner: 'orders',
  method: 'POST',
  path: '/api/v3/orders/{id}/nda/answer',
  summary: 'The legal side of the buyer approves or rejects what a facility signed. Approved, it sees the parts.',
  guard: verifier,
  params: orderId,
  body: z.object({
    eventId,
    ndaId: id,
    approve: z.boolean(),
    reason: z.string().max(1000).default(''),
    /** Of an approval: the last moment at which it holds for new orders. */
    validUntil: z.string().datetime().nullable().default(null),
  }),
  response: orderDetailSchema,
});

/** `page` counts from 0. */
export const listNdas = defineCall({
  id: 'orders.listNdas',
  owner: 'orders',
  method: 'GET',
  path: '/api/v1/ndas',
  summary: 'The agreements that facilities gave the company, the waiting ones first, then the newest.',
  guard: verifier,
  query: z.object({
    page: z.coerce.number().int().min(0).max(100_000).default(0),
    size: z.coerce.number().int().min(1).max(100).default(15),
  }),
  response: z.object({ ndas: z.array(ndaSchema), totalCount: z.number().int() }),
});

export const readNdaTemplate = defineCall({
  id: 'orders.ndaTemplate',
  owner: 'orders',
  method: 'GET',
  path: '/api/v1/ndas/template',
  summary: 'The agreement that the company wants signed.',
  guard: verifier,
  response: z.object({ template: fileDtoSchema.nullable() }),
});

/** Refused with NOT_FOUND when the caller may not see the file, with INVALID_INPUT when it is not of the own company. */
export const saveNdaTemplate = defineCall({
  id: 'orders.saveNdaTemplate',
  owner: 'orders',
  method: 'PUT',
  path: '/api/v1/ndas/template',
  summary: 'Sets the agreement that facilities are asked to sign; `null` takes it away.',
  guard: verifier,
  body: z.object({ fileId: id.nullable() }),
  response: z.object({ template: fileDtoSchema.nullable() }),
});

/** Orders that were shown stay shown. Refused with NOT_FOUND for another company's, with CONFLICT when it does not hold. */
export const revokeNda = defineCall({
  id: 'orders.revokeNda',
  owner: 'orders',
  method: 'POST',
  path: '/api/v1/ndas/{id}/revoke',
  summary: 'An approved agreement no longer counts for orders that come later.',
  guard: verifier,
  params: orderId,
  body: z.object({ reason: z.string().trim().min(1).max(1000) }),
  response: ndaSchema,
});
