import * as z from 'zod';
import { defineCall } from './call.ts';
import { namedSchema } from './catalog.ts';
import { member } from './guard.ts';
import { lengthUnitSchema } from './preparation.ts';
import { moneySchema, orderFileSchema } from './orderFile.ts';
import { orderRights } from './rights.ts';

/** Orders, quotes and their statuses (specification 4.8, 7.4). Money in minor units of `currency`. */

const id = z.number().int();
const idParam = z.object({ id: z.coerce.number().int().positive() });

/** Status of a match, the provider's side of an order (specification 4.8). */
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

/** Status of a request, the engineer's side (specification 4.8). */
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

/** Groups of match statuses that lists filter and count by; AWARDED is what may be scheduled. */
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

/** Which match statuses each group holds. */
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

/** Things people do to an order; which are allowed now comes with each order as `allowedEvents`. */
export const orderEventSchema = z.enum([
  'SUBMIT',
  'WITHDRAW',
  'HOLD',
  'RESUME',
  'SUBMIT_QUOTE',
  'WITHDRAW_QUOTE',
  'DECLINE',
  'AWARD',
  'REJECT_QUOTE',
  'ACCEPT_AWARD',
  'REFUSE_AWARD',
  'ARCHIVE',
  'RESTORE',
]);
export type OrderEvent = z.infer<typeof orderEventSchema>;

/** A row of an order list. */
export const orderRowSchema = z.object({
  id,
  displayTitle: z.string(),
  /** Of the viewer's side: a match status for providers, a request status for buyers. */
  status: z.union([matchStatusSchema, orderStatusSchema]),
  quantity: z.number().int(),
  customer: z.string(),
  creator: z.string(),
  facility: z.string().nullable(),
  /** ISO date and time, or `null`. */
  estimatedDeliveryDate: z.string().nullable(),
  createdOn: z.string(),
  quote: moneySchema.nullable(),
  exportControlled: z.boolean(),
  rfqFileDTOs: z.array(orderFileSchema),
});
export type OrderRow = z.infer<typeof orderRowSchema>;

export const quoteSchema = z.object({
  id,
  status: z.enum(['SUBMITTED', 'ACCEPTED', 'REJECTED', 'WITHDRAWN', 'EXPIRED']),
  facility: namedSchema,
  total: moneySchema,
  lines: z.array(z.object({ orderFileId: id, unitPrice: z.number().int(), quantity: z.number().int() })),
  leadTimeDays: z.number().int(),
  note: z.string(),
  validUntil: z.string(),
  createdOn: z.string(),
});
export type Quote = z.infer<typeof quoteSchema>;

export const orderDetailSchema = orderRowSchema.extend({
  requestStatus: orderStatusSchema,
  notes: z.string(),
  primaryUseCase: z.string().nullable(),
  quotes: z.array(quoteSchema),
  allowedEvents: z.array(orderEventSchema),
  activity: z.array(z.object({ at: z.string(), who: z.string(), what: z.string() })),
});
export type OrderDetail = z.infer<typeof orderDetailSchema>;

const filterValues = z.array(z.union([z.string(), z.number()])).max(200);
const searchFilters = z
  .object({
    AM_PROCESS: filterValues,
    /** Statuses, or names of status groups. */
    ORDER_STATUS: filterValues,
    MACHINE: filterValues,
    MATERIALS: filterValues,
  })
  .partial();

export const searchOrders = defineCall({
  id: 'orders.search',
  owner: 'orders',
  method: 'POST',
  path: '/api/v3/orders/search',
  summary:
    'Orders the user may see, newest first. With `schedulingCall`, awarded ones with something left to schedule.',
  guard: member(),
  query: z.object({
    page: z.coerce.number().int().min(0).max(100_000).default(0),
    size: z.coerce.number().int().min(1).max(100).default(15),
    schedulingCall: z.enum(['true', 'false']).optional(),
  }),
  body: z.object({ searchString: z.string().max(200).default(''), searchFilters: searchFilters.default({}) }),
  response: z.object({ orders: z.array(orderRowSchema), totalCount: z.number().int() }),
});

export const countOrders = defineCall({
  id: 'orders.count',
  owner: 'orders',
  method: 'GET',
  path: '/api/v3/orders/count',
  summary: 'How many orders the user may see, by group of statuses.',
  guard: member(),
  response: z.object({
    total: z.number().int(),
    byGroup: z.partialRecord(statusGroupSchema, z.number().int()),
    byStatus: z.record(z.string(), z.number().int()),
  }),
});

export const readOrder = defineCall({
  id: 'orders.read',
  owner: 'orders',
  method: 'GET',
  path: '/api/v3/orders/{id}',
  summary: 'One order with its parts, quotes, activity, and what the user may do with it now.',
  guard: member(),
  params: idParam,
  response: orderDetailSchema,
});

const newFile = z.object({
  originalFileId: id,
  /** The prepared mesh that came out of preparation. */
  fileId: id,
  amProcessId: id,
  materialId: id,
  quantity: z.number().int().min(1).max(100_000),
  units: lengthUnitSchema.default('MM'),
});

export const createOrder = defineCall({
  id: 'orders.create',
  owner: 'orders',
  method: 'POST',
  path: '/api/v3/orders',
  summary: 'Creates an order and submits it. The same `eventId` sent twice makes one order.',
  guard: member({ roles: ['ROLE_ENGINEER'], memberRoles: orderRights.create }),
  body: z.object({
    eventId: z.string().uuid(),
    displayTitle: z.string().trim().min(1).max(200),
    notes: z.string().max(5000).default(''),
    primaryUseCase: z.string().max(60).nullable().default(null),
    /** ISO date, or `null` for as soon as possible. */
    estimatedDeliveryDate: z.string().datetime().nullable().default(null),
    exportControlled: z.boolean(),
    rfqFileDTOs: z.array(newFile).min(1).max(200),
  }),
  response: orderDetailSchema,
});

export const fireOrderEvent = defineCall({
  id: 'orders.fire',
  owner: 'orders',
  method: 'POST',
  path: '/api/v3/orders/{id}/events',
  summary: 'Does something to an order: the only way its status changes. Refusals tell what is allowed.',
  guard: member(),
  params: idParam,
  body: z.object({
    eventId: z.string().uuid(),
    event: orderEventSchema.exclude(['SUBMIT_QUOTE', 'AWARD']),
    reason: z.string().max(1000).default(''),
  }),
  response: orderDetailSchema,
});

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
    lines: z.array(z.object({ orderFileId: id, unitPrice: z.number().int().min(0).max(1_000_000_000) })).min(1),
    leadTimeDays: z.number().int().min(1).max(365),
    validDays: z.number().int().min(1).max(365).default(30),
    note: z.string().max(2000).default(''),
  }),
  response: orderDetailSchema,
});

export const awardBidUsingPo = defineCall({
  id: 'orders.awardBidUsingPO',
  owner: 'orders',
  method: 'PUT',
  path: '/api/v1/order-quotation/order/{orderId}/awardBidUsingPO',
  summary: 'The buyer accepts a quote with a purchase order number.',
  guard: member({ roles: ['ROLE_ENGINEER'], memberRoles: orderRights.accept }),
  params: z.object({ orderId: z.coerce.number().int().positive() }),
  body: z.object({ eventId: z.string().uuid(), quoteId: id, poNumber: z.string().trim().min(1).max(60) }),
  response: orderDetailSchema,
});

export const estimatePrice = defineCall({
  id: 'orders.estimate',
  owner: 'orders',
  method: 'POST',
  path: '/api/v1/buildTime/priceEstimateNew',
  summary: 'Build time, material and price of parts as configured; every cost line is shown.',
  guard: member({ memberRoles: orderRights.prices }),
  body: z.object({
    files: z
      .array(
        z.object({
          fileId: id,
          materialId: id,
          amProcessId: id,
          quantity: z.number().int().min(1).max(100_000),
        }),
      )
      .min(1)
      .max(200),
  }),
  response: z.object({
    currency: z.string(),
    files: z.array(
      z.object({
        fileId: id,
        /** For the whole quantity. */
        buildHours: z.number(),
        materialGrams: z.number(),
        unitPrice: z.number().int(),
        total: z.number().int(),
        /** Minor units each, for the whole quantity; they add up to `total`. */
        costLines: z.array(z.object({ label: z.string(), amount: z.number().int() })),
        breaks: z.array(z.object({ quantity: z.number().int(), unitPrice: z.number().int() })),
        leadTimeDays: z.number().int(),
        /** Reasons why a person has to look at it before it is binding. */
        manualReview: z.array(z.string()),
      }),
    ),
    total: z.number().int(),
    leadTimeDays: z.number().int(),
  }),
});
