import * as z from 'zod';
import { defineCall } from '../call.ts';
import { fileDtoSchema } from '../host/files.ts';
import { namedSchema } from '../named.ts';
import { anyMember, member } from '../guard.ts';
import { postalAddressSchema } from '../host/places.ts';
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
import { orderSearchSchema } from './filters.ts';
import { moneySchema, orderFileSchema } from './orderFile.ts';
import {
  lineChoices,
  mostLines,
  primaryUseCaseSchema,
  requestFields,
  requestLineSchema,
  sourcingTypeSchema,
} from './request.ts';
import { orderRights } from './rights.ts';

/** Orders, quotes and their statuses (specification 4.8, 7.4). Money in minor units of `currency`. */

const id = z.number().int();
/** Each order decides who sees it. */
export const eachOrder = anyMember(
  'Every function sees orders; which ones, each order decides by its company, creator, facilities and export control.',
);
const idParam = z.object({ id: z.coerce.number().int().positive() });

/** Status of a match, which is the provider's side of an order (specification 4.8; product 3.1). */
export const matchStatusSchema = z.enum([
  'CREATED',
  'APPROVED',
  'TIMED_OUT',
  'NDA_UPLOAD_PENDING',
  'NDA_VERIFICATION_PENDING',
  'NDA_APPROVED',
  'NDA_REJECTED',
  'BID_WAITING',
  'BID_SUBMITTED',
  'BID_APPROVED',
  'BID_REJECTED',
  'SP_BID_ACCEPTED',
  'SP_BID_REJECTED',
  'BID_LOST',
  'SP_RFQ_REJECTED',
  'COMPLETED',
  'ARCHIVED',
  'IN_PROGRESS',
  'IN_POSTPROCESSING',
  'IN_QUALITYCONTROL',
  'SHIPPED',
  'INTERNAL_SHIPPED',
  'INTERNAL_COMPLETED',
  'PAYMENT_WAITING',
  'ON_HOLD',
]);
export type MatchStatus = z.infer<typeof matchStatusSchema>;

/** Status of a request, which is the engineer's side of an order (specification 4.8; product 3.1). */
export const orderStatusSchema = z.enum([
  'DRAFT',
  'SUBMITTED',
  'MATCHED',
  'UNMATCHED',
  'DISTRIBUTED',
  'WITHDRAWN',
  'BID_ACCEPTED',
  'AGREEMENT_DONE',
  'IN_MANUFACTURING',
  'IN_POSTPROCESSING',
  'IN_QUALITYCONTROL',
  'SHIPPED',
  'INTERNAL_SHIPPED',
  'DELIVERED',
  'INTERNAL_DELIVERED',
  'INTERNAL_COMPLETED',
  'COMPLETED',
  'ARCHIVED',
  'ON_HOLD',
]);
export type OrderStatus = z.infer<typeof orderStatusSchema>;

/** Groups of match statuses that lists filter and count by. Orders in AWARDED may be scheduled (product 3.1). */
export const statusGroupSchema = z.enum([
  'NEW',
  'QUOTING',
  'DECIDING',
  'AWARDED',
  'SHIPPED',
  'DONE',
  'LOST',
  'ON_HOLD',
  'ARCHIVED',
]);
export type StatusGroup = z.infer<typeof statusGroupSchema>;

/** The match statuses of each group (product 3.1). */
export const statusGroups: Record<StatusGroup, readonly MatchStatus[]> = {
  NEW: ['CREATED', 'APPROVED', 'NDA_UPLOAD_PENDING', 'NDA_VERIFICATION_PENDING', 'NDA_APPROVED', 'NDA_REJECTED'],
  QUOTING: ['BID_WAITING', 'BID_SUBMITTED'],
  DECIDING: ['PAYMENT_WAITING', 'BID_APPROVED'],
  AWARDED: ['SP_BID_ACCEPTED', 'IN_PROGRESS', 'IN_POSTPROCESSING', 'IN_QUALITYCONTROL'],
  SHIPPED: ['SHIPPED', 'INTERNAL_SHIPPED'],
  DONE: ['COMPLETED', 'INTERNAL_COMPLETED'],
  LOST: ['BID_REJECTED', 'BID_LOST', 'SP_BID_REJECTED', 'SP_RFQ_REJECTED', 'TIMED_OUT'],
  ON_HOLD: ['ON_HOLD'],
  ARCHIVED: ['ARCHIVED'],
};

/**
 * What a user can do to an order. Each order lists the events that are allowed now as `allowedEvents` (product 3.1).
 */
export const orderEventSchema = z.enum([
  'SUBMIT',
  'SEND',
  'WITHDRAW',
  'HOLD',
  'RESUME',
  'UPLOAD_NDA',
  'APPROVE_NDA',
  'REJECT_NDA',
  'SUBMIT_QUOTE',
  'WITHDRAW_QUOTE',
  'DECLINE',
  'AWARD',
  'PAY',
  'CANCEL_PAYMENT',
  'REJECT_QUOTE',
  'REQUEST_REVISION',
  'REQUEST_APPROVAL',
  'REFUSE_APPROVAL',
  'ACCEPT_AWARD',
  'REFUSE_AWARD',
  'ASK_CANCEL',
  'AGREE_CANCEL',
  'REFUSE_CANCEL',
  'START_PRODUCTION',
  'FINISH_PRINTING',
  'START_INSPECTION',
  'REWORK',
  'REMAKE',
  'SHIP',
  'REPORT_DELIVERY',
  'CONFIRM_RECEIPT',
  'COMPLETE',
  'CLAIM',
  'ACCEPT_CLAIM',
  'REFUSE_CLAIM',
  'ARCHIVE',
  'RESTORE',
]);
export type OrderEvent = z.infer<typeof orderEventSchema>;

/** Events that need no more than a reason or pieces; the others have calls of their own. */
export const plainEventSchema = orderEventSchema.exclude([
  'SUBMIT_QUOTE',
  'AWARD',
  'REQUEST_APPROVAL',
  'PAY',
  'UPLOAD_NDA',
  'APPROVE_NDA',
  'REJECT_NDA',
  'SEND',
]);
export type PlainEvent = z.infer<typeof plainEventSchema>;

/** Events of which the other side is told why. */
export const reasonNeeded: readonly OrderEvent[] = [
  'HOLD',
  'DECLINE',
  'REQUEST_REVISION',
  'REFUSE_APPROVAL',
  'REFUSE_AWARD',
  'ASK_CANCEL',
  'REFUSE_CANCEL',
  'REWORK',
  'REMAKE',
  'CLAIM',
  'REFUSE_CLAIM',
];

/** How a vendor stands to a buyer (specification 3.1). */
export const vendorRelationSchema = z.enum(['INTERNAL', 'PRIVATE', 'BLACK_LISTED', 'MATCHED']);
export type VendorRelation = z.infer<typeof vendorRelationSchema>;

/** A row of an order list (specification 3, Order; product 3.7). */
export const orderRowSchema = z.object({
  id,
  displayTitle: z.string(),
  /** A provider gets the status of the own match, a buyer that of the request. */
  status: z.union([matchStatusSchema, orderStatusSchema]),
  /** Pieces of all parts together. */
  quantity: z.number().int(),
  /** Name of the buyer company. */
  customer: z.string(),
  /** First and last name. */
  creator: z.string(),
  /** The own facility for a provider; for a buyer the one whose quote is shown. */
  facility: z.string().nullable(),
  /** ISO dates and times. */
  estimatedDeliveryDate: z.string().nullable(),
  createdOn: z.string(),
  /** ISO date and time by which the facility promises it; `null` until the facility has confirmed the order. */
  promisedOn: z.string().nullable(),
  /** Pieces that are made; `null` before production. */
  made: z.number().int().nullable(),
  /** Total of the accepted quote, else of the latest open one; `null` for a caller who sees no prices. */
  quote: moneySchema.nullable(),
  exportControlled: z.boolean(),
  /** The priority label that the own facility gave it; `null` for a buyer. */
  priorityId: id.nullable(),
  /** Until when facilities may quote; `null` when there is no limit, or it no longer matters. */
  quoteDueDate: z.string().nullable(),
  primaryUseCase: primaryUseCaseSchema.nullable(),
  /** The customer's line of business, in the customer's words; empty where it is not told. */
  industryFocus: z.string(),
  /** What the buyer has chosen of what the facility offers, by its name there. */
  deliveryMethod: z.string().nullable(),
  /** The buyer's own number for it, such as that of a purchase requisition; empty without one. */
  thirdPartyOrderId: z.string(),
  /** How to reach who ordered: told to a facility once the order is its own, and to the own company. */
  customerEmail: z.string().nullable(),
  customerPhone: z.string().nullable(),
  /** The customer's numbers of the parts, each once. */
  partNumbers: z.array(z.string()),
  /** Of the caller's own side. */
  tags: z.array(z.string()),
  /** It has changed since the caller read it last. */
  unread: z.boolean(),
  /** Who of the own side has put it away when, and why; `null` unless it is in the archive. */
  archived: z.object({ at: z.string(), by: z.string(), reason: z.string() }).nullable(),
  /** What the caller may do with it now. */
  allowedEvents: z.array(orderEventSchema),
  /** Its parts are shown to a facility only after an agreement not to disclose. */
  ndaRequired: z.boolean(),
  /** Empty as long as the parts are kept from the facility. */
  rfqFileDTOs: z.array(orderFileSchema),
});
export type OrderRow = z.infer<typeof orderRowSchema>;

/** A provider's quote. Prices in minor units of the currency of `total`; dates are ISO dates and times. */
export const quoteSchema = z.object({
  id,
  /** `ON_HOLD`: its facility has put the order on hold, and nobody can answer it until that goes on. */
  status: z.enum(['SUBMITTED', 'ON_HOLD', 'ACCEPTED', 'REJECTED', 'WITHDRAWN', 'EXPIRED', 'REVISION_REQUESTED']),
  facility: namedSchema,
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
  /** Latest first. A provider gets the own ones. */
  quotes: z.array(quoteSchema),
  /** What the price engine told the buyer when the order was placed; `null` for a provider. */
  estimate: keptEstimateSchema.nullable(),
  /** Latest first; none for a provider. */
  approvals: z.array(approvalSchema),
});
export type OrderDetail = z.infer<typeof orderDetailSchema>;

/** Ties are broken by number. Orders without a delivery date are wanted as soon as possible, and so are the first by it. */
export const orderSortSchema = z.object({
  /** `PRIORITY`: by label, the oldest label first; orders without one come last. Only a facility has labels. */
  sort: z.enum(['CREATED', 'PRIORITY', 'TARGET_DATE', 'QUOTE_DUE_DATE']).optional(),
  direction: z.enum(['asc', 'desc']).optional(),
});
export type OrderSort = z.output<typeof orderSortSchema>;

/**
 * With `schedulingCall`, `ORDER_STATUS` defaults to AWARDED, and only orders with a part left to schedule are found.
 * Export-controlled orders are found only by a cleared caller and by their creator (specification 7.4; product 3.7,
 * 3.11).
 */
export const searchOrders = defineCall({
  id: 'orders.search',
  owner: 'orders',
  method: 'POST',
  path: '/api/v3/orders/search',
  summary:
    'Orders the user may see, newest first. With `schedulingCall`, awarded ones with something left to schedule.',
  guard: eachOrder,
  query: orderSortSchema.extend({
    page: z.coerce.number().int().min(0).max(100_000).default(0),
    size: z.coerce.number().int().min(1).max(100).default(15),
    schedulingCall: z.enum(['true', 'false']).optional(),
  }),
  body: orderSearchSchema,
  response: z.object({
    orders: z.array(orderRowSchema),
    totalCount: z.number().int(),
    /** There are more than `totalCount`, which is a full thousand then. */
    moreThanTotal: z.boolean().optional(),
  }),
  isBulk: ({ query }) => query.size > 50,
});

/** All of it from one moment. `byGroup` is empty for a buyer (product 3.7). */
export const orderCountSchema = z.object({
  total: z.number().int(),
  byGroup: z.partialRecord(statusGroupSchema, z.number().int()),
  byStatus: z.record(z.string(), z.number().int()),
  /** Those whose next step the caller may do. */
  awaitingMe: z.number().int(),
  /** Open orders by their delivery date, as the filter of the same names finds them. */
  late: z.number().int(),
  dueIn3: z.number().int(),
  dueIn7: z.number().int(),
});
export type OrderCount = z.infer<typeof orderCountSchema>;

/** Counts what `searchOrders` would find without filters. */
export const countOrders = defineCall({
  id: 'orders.count',
  owner: 'orders',
  method: 'GET',
  path: '/api/v3/orders/count',
  summary: 'How many orders the user may see, by group of statuses.',
  guard: eachOrder,
  response: orderCountSchema,
});

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
    eventId: z.string().uuid(),
    displayTitle: requestFields.displayTitle.min(1),
    exportControlled: z.boolean(),
    rfqFileDTOs: z.array(requestLineSchema).min(1).max(mostLines),
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

/** Prepared parts as they are wanted. */
export const pricedFilesSchema = z
  .array(
    z.object({
      fileId: id,
      materialId: id,
      amProcessId: id,
      quantity: z.number().int().min(1).max(100_000),
      ...lineChoices,
    }),
  )
  .min(1)
  .max(mostLines);

/**
 * Money in minor units of each file's `currency`. Refused with NOT_FOUND or EXPORT_CONTROLLED when the caller may not see a file;
 * with INVALID_INPUT when a file is not prepared, or no machine makes it in that material (specification 7.4; product
 * 3.4).
 */
export const estimatePrice = defineCall({
  id: 'orders.estimate',
  owner: 'orders',
  method: 'POST',
  path: '/api/v1/buildTime/priceEstimateNew',
  summary: 'Build time, material and price of parts as configured; every cost line is shown.',
  guard: member({ memberRoles: orderRights.prices }),
  body: z.object({ files: pricedFilesSchema }),
  response: z.object({
    files: z.array(
      z.object({
        fileId: id,
        /** Of the facility whose machine the price is for; a provider's own. */
        currency: z.string().length(3),
        /** Hours and grams for the whole quantity. */
        buildHours: z.number(),
        materialGrams: z.number(),
        unitPrice: z.number().int(),
        total: z.number().int(),
        /** Minor units each, for the whole quantity; they add up to `total`. */
        costLines: z.array(z.object({ label: z.string(), amount: z.number().int() })),
        /** The price of one piece when so many are ordered. */
        breaks: z.array(z.object({ quantity: z.number().int(), unitPrice: z.number().int() })),
        leadTimeDays: z.number().int(),
        /** Reasons why an employee has to check the price before it is binding. */
        manualReview: z.array(z.string()),
        /** What was chosen and is not in the price: facilities price it in their quotes. */
        notIncluded: z.array(z.enum(['FINISH', 'COLOR', 'TOLERANCE', 'INSPECTION'])),
      }),
    ),
    /** One for each currency: prices of different ones are not added. */
    totals: z.array(moneySchema),
    leadTimeDays: z.number().int(),
  }),
});

/** What can be done with a shipment (specification 3.1). */
export const shipmentActionSchema = z.enum(['SHIP']);
