import * as z from 'zod';
import { defineCall } from '../call.ts';
import { anyMember } from '../guard.ts';
import { tagChipSchema } from '../tags.ts';
import { orderSearchSchema } from './filters.ts';
import { moneySchema, orderFileSchema } from './orderFile.ts';
import { primaryUseCaseSchema } from './request.ts';

/** Orders in lists, and their statuses (specification 4.8, 7.4). Money in minor units of `currency`. */

const id = z.number().int();
/** Each order decides who sees it. */
export const eachOrder = anyMember(
  'Every function sees orders; which ones, each order decides by its company, creator, facilities and export control.',
);

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
  /** What the customer portal calls it, in the reader's language; left out where it has its usual name. */
  statusName: z.string().optional(),
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
  /** Name of the request form that it was asked by; `null` without one. */
  rfqConfigName: z.string().nullable(),
  /** The buyer's own number for it, such as that of a purchase requisition; empty without one. */
  thirdPartyOrderId: z.string(),
  /** How to reach who ordered: told to a facility once the order is its own, and to the own company. */
  customerEmail: z.string().nullable(),
  customerPhone: z.string().nullable(),
  /** The customer's numbers of the parts, each once. */
  partNumbers: z.array(z.string()),
  /** Of the caller's own side. */
  tags: z.array(tagChipSchema),
  /** It has changed since the caller read it last. */
  unread: z.boolean(),
  /** Who of the own side has put it away when, and why; `null` unless it is in the archive. */
  archived: z
    .object({
      at: z.string(),
      by: z.string(),
      reason: z.string(),
      /** The status before, which it goes back to. */
      from: z.union([matchStatusSchema, orderStatusSchema]),
      /** ISO date and time until which the own side keeps it at least. */
      keptUntil: z.string(),
      /** The own side has to keep it, however long. */
      legalHold: z.boolean(),
    })
    .nullable(),
  /** What the caller may do with it now. */
  allowedEvents: z.array(orderEventSchema),
  /** Its parts are shown to a facility only after an agreement not to disclose. */
  ndaRequired: z.boolean(),
  /** Empty as long as the parts are kept from the facility. */
  rfqFileDTOs: z.array(orderFileSchema),
});
export type OrderRow = z.infer<typeof orderRowSchema>;

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
  reads: true,
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
    /** Columns that the customer portal keeps from the caller; left out where there are none. */
    hiddenColumns: z.array(z.string()).optional(),
    /** What the customer portal says above the list, in the reader's language; left out where it says nothing. */
    welcome: z.string().optional(),
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
