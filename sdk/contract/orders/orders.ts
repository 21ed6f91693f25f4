import * as z from 'zod';
import { acceptedTermsSchema, shownTermsSchema } from './terms.ts';
import { defineCall } from '../call.ts';
import { fileDtoSchema } from '../host/files.ts';
import { member } from '../guard.ts';
import { postalAddressSchema } from '../host/addresses.ts';
import {
  approvalSchema,
  chargeSchema,
  choicesSchema,
  keptEstimateSchema,
  newLineSchema,
  newOptionSchema,
  offerSchema,
  wishSchema,
} from './offers.ts';
import { moneySchema } from './orderFile.ts';
import { formFields, mostLines, requestFields, requestLineSchema, sourcingTypeSchema } from './request.ts';
import { orderRights } from './rights.ts';
import { eachOrder, orderRowSchema, orderStatusSchema, plainEventSchema } from './rows.ts';
import { supplierSchema } from '../named.ts';

/** One order with its quotes, and what is done to it (specification 4.8, 7.4). Money in minor units of `currency`. */

export * from './rows.ts';

const id = z.number().int();
const idParam = z.object({ id: z.coerce.number().int().positive() });

/** A provider's quote. Prices in minor units of the currency of `total`; dates are ISO dates and times. */
export const quoteSchema = z.object({
  id,
  /** `ON_HOLD`: its facility has put the order on hold, and nobody can answer it until that goes on. */
  status: z.enum(['SUBMITTED', 'ON_HOLD', 'ACCEPTED', 'REJECTED', 'WITHDRAWN', 'EXPIRED', 'REVISION_REQUESTED']),
  facility: supplierSchema,
  /** All lines and charges. */
  total: moneySchema,
  ...offerSchema.shape,
  leadTimeDays: z.number().int(),
  note: z.string(),
  validUntil: z.string(),
  createdOn: z.string(),
});
export type Quote = z.infer<typeof quoteSchema>;

/** Pieces of a part of the order. */
export const piecesSchema = z.object({ orderFileId: id, quantity: z.number().int().min(1).max(100_000) });
export type Pieces = z.infer<typeof piecesSchema>;

/** Calendar days after the delivery in which the buyer may report a problem; then the order is complete (product 3.1). */
export const claimDays = 14;
/** Calendar days that facilities have for a quote, unless the buyer gives a date (product 3.1). */
export const quoteDays = 14;

/** An order as its page shows it (product 2, Order details). Dates are ISO dates and times. */
export const orderDetailSchema = orderRowSchema.extend({
  requestStatus: orderStatusSchema,
  /** When the parts arrived at the buyer. */
  deliveredOn: z.string().nullable(),
  /** When the order becomes complete by itself. */
  completesOn: z.string().nullable(),
  /** The problem that the buyer has reported and nobody has answered. */
  claim: z
    .object({ at: z.string(), reason: z.string(), parts: z.array(piecesSchema), files: z.array(fileDtoSchema) })
    .nullable(),
  /** The buyer asked to cancel the order, and nobody has answered. */
  cancellation: z.object({ at: z.string(), reason: z.string() }).nullable(),
  notes: z.string(),
  /** Where the parts go, as it was when the order was written. */
  deliveryAddress: postalAddressSchema.nullable(),
  /** Number of the purchase order by which a quote was accepted; `null` for a caller who sees no prices. */
  poNumber: z.string().nullable(),
  /** Whom the buyer wants asked; `null` for a facility. */
  sourcing: sourcingTypeSchema.nullable(),
  /** `null`: a draft whose export question is not answered; it counts as controlled. */
  exportAnswer: z.boolean().nullable(),
  /** Grows with each change of what is asked for (`saveRequest`). */
  version: z.number().int(),
  /** The caller may change what is asked for now. */
  changeable: z.boolean(),
  /** What the customer portal lets the caller do; always everything for a facility. */
  allows: z.object({ messages: z.boolean(), reorder: z.boolean(), invoice: z.boolean() }),
  /** Latest first. A provider gets the own ones. */
  quotes: z.array(quoteSchema),
  /** What the price engine told the buyer when the order was placed; `null` for a provider. */
  estimate: keptEstimateSchema.nullable(),
  /** Latest first; none for a provider. */
  approvals: z.array(approvalSchema),
  /** The shop's terms that were accepted with the order. */
  terms: acceptedTermsSchema.nullable(),
});
export type OrderDetail = z.infer<typeof orderDetailSchema>;

/**
 * Refused with NOT_FOUND when there is no such order or the caller may not see it (specification 7.4; product 3.11).
 */
export const readOrder = defineCall({
  id: 'orders.read',
  owner: 'orders',
  method: 'GET',
  path: '/api/v3/orders/{id}',
  summary: 'One order with its parts, quotes, and what the user may do with it now.',
  guard: eachOrder,
  params: idParam,
  response: orderDetailSchema,
});

/**
 * The order goes to every facility that can make each part, or to those that `sourcing` means; without one it becomes
 * UNMATCHED, and MATCHED as long as the buyer has to choose. Refused with
 * NOT_FOUND or EXPORT_CONTROLLED when the caller may not see a file; with INVALID_INPUT when a file is not of the own
 * company, a mesh was not made from the upload or is not prepared, or a material does not belong to its process
 * (specification 7.4; product 3.1).
 */
export const createOrder = defineCall({
  id: 'orders.create',
  owner: 'orders',
  method: 'POST',
  path: '/api/v3/orders',
  summary: 'Creates an order and submits it. The same `eventId` sent twice makes one order.',
  guard: member({ roles: ['ROLE_ENGINEER'], memberRoles: orderRights.create }),
  body: z.object({
    ...requestFields,
    ...formFields,
    eventId: z.string().uuid(),
    displayTitle: requestFields.displayTitle.min(1),
    exportControlled: z.boolean(),
    rfqFileDTOs: z.array(requestLineSchema).min(1).max(mostLines),
    /** The shop's terms as the buyer has seen and accepted them; CONFLICT when they are others now. */
    terms: shownTermsSchema.optional(),
  }),
  response: orderDetailSchema,
});

/**
 * The same `eventId` sent twice acts once. Refused with NOT_FOUND when the caller may not see the order; with
 * FORBIDDEN when the function of the caller may not fire this event; with TRANSITION_REFUSED (`from`, `event`,
 * `allowed`) when the status does not allow it; with INVALID_INPUT when a reason or pieces are needed and missing, or
 * are more than were ordered, or a photo is not of the own side (product 3.1, 3.12).
 */
export const fireOrderEvent = defineCall({
  id: 'orders.fire',
  owner: 'orders',
  method: 'POST',
  path: '/api/v3/orders/{id}/events',
  summary: 'Does something to an order: the only way its status changes. Refusals tell what is allowed.',
  guard: member({ memberRoles: orderRights.archive }),
  params: idParam,
  body: z.object({
    eventId: z.string().uuid(),
    event: plainEventSchema,
    reason: z.string().max(1000).default(''),
    /** The quote to reject, not to approve, or to ask changes of; without it, all open ones. */
    quoteId: id.optional(),
    /** For REQUEST_REVISION. */
    wish: wishSchema.optional(),
    /** For CLAIM the pieces that are wrong, for REMAKE and ACCEPT_CLAIM those that are made again. */
    parts: z.array(piecesSchema).max(200).default([]),
    /** For CLAIM: photos of the own side. */
    fileIds: z.array(id).max(10).default([]),
  }),
  response: orderDetailSchema,
});

/**
 * Prices in minor units of the facility's currency. Refused with NOT_FOUND when the order was not sent to the active
 * facility; with INVALID_INPUT when a part has no price, a break or an alternative cannot be, or a file is not the
 * facility's own; with TRANSITION_REFUSED when the match takes no quote now (product 3.1).
 */
export const submitQuote = defineCall({
  id: 'orders.submitQuote',
  owner: 'orders',
  method: 'POST',
  path: '/api/v3/orders/{id}/quotes',
  summary: 'A provider answers an order with prices and a lead time.',
  guard: member({ roles: ['ROLE_SERVICE_PROVIDER'], memberRoles: orderRights.quote }),
  params: idParam,
  body: z.object({
    eventId: z.string().uuid(),
    lines: z.array(newLineSchema).min(1),
    charges: z.array(chargeSchema).max(20).default([]),
    /** Other lead times that the buyer may choose instead of `leadTimeDays`. */
    options: z.array(newOptionSchema).max(5).default([]),
    leadTimeDays: z.number().int().min(1).max(365),
    /** The quote expires so many days from now. */
    validDays: z.number().int().min(1).max(365).default(30),
    /** For the buyer. */
    note: z.string().max(2000).default(''),
    /** For the own facility only. */
    internalNote: z.string().max(2000).default(''),
    /** Uploads of the facility that the buyer gets with the quote. */
    fileIds: z.array(id).max(20).default([]),
  }),
  response: orderDetailSchema,
});

/**
 * Refused with NOT_FOUND when the caller may not see the order or it has no such quote; with CONFLICT when the quote
 * is no longer open, has expired, or comes to another `total`; with INVALID_INPUT when the company has used the purchase
 * order's number for another order, or the quote does not offer what is chosen; with TRANSITION_REFUSED when the order
 * cannot be awarded now (specification 7.4; product 3.1).
 */
export const awardBidUsingPo = defineCall({
  id: 'orders.awardBidUsingPO',
  owner: 'orders',
  method: 'PUT',
  path: '/api/v1/order-quotation/order/{orderId}/awardBidUsingPO',
  summary: 'The buyer accepts a quote with a purchase order number.',
  guard: member({ roles: ['ROLE_ENGINEER'], memberRoles: orderRights.accept }),
  params: z.object({ orderId: z.coerce.number().int().positive() }),
  body: z.object({
    eventId: z.string().uuid(),
    quoteId: id,
    poNumber: z.string().trim().min(1).max(60),
    choices: choicesSchema.optional(),
    /** What the buyer expects to pay with these choices. */
    total: moneySchema.optional(),
  }),
  response: orderDetailSchema,
});

/** What can be done with a shipment (specification 3.1). */
export const shipmentActionSchema = z.enum(['SHIP']);
